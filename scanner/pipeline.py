"""The list of stages: bytes -> Photo -> Board -> Evidence -> Reconstruction -> Judgement -> Scan."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from scanner.board import board_from_corners, find_board
from scanner.errors import ScannerError
from scanner.evidence import Sweep, gather_evidence
from scanner.games.babylon.rules import violations
from scanner.games.babylon.score import score_garden
from scanner.games.babylon.settings import Settings
from scanner.judge import judge
from scanner.networks import load_network, manifest
from scanner.photo import load_photo
from scanner.profile import personal, versions_in_use
from scanner.quality import explain_miss, refuse_wrong_side
from scanner.reconstruct import fuse, reconstruct
from scanner.scan import Scan, ScannedGarden
from scanner.types import Array64, Photo

Progress = Callable[[str], None]
NETWORKS = ("board", "holes", "evidence", "pieces")


@dataclass(slots=True)
class Clock:
    """Milliseconds per stage."""

    progress: Progress | None = None
    timings_ms: dict[str, float] = field(default_factory=dict)

    def stage(self, name: str) -> _Stage:
        if self.progress:
            self.progress(name)
        return _Stage(self, name)


@dataclass(slots=True)
class _Stage:
    clock: Clock
    name: str
    start: float = 0.0

    def __enter__(self) -> None:
        self.start = time.perf_counter()

    def __exit__(self, *_: object) -> None:
        spent = (time.perf_counter() - self.start) * 1000
        self.clock.timings_ms[self.name] = self.clock.timings_ms.get(self.name, 0.0) + spent


@dataclass(frozen=True, slots=True)
class Scanner:
    """Turns photos into scored gardens; networks are loaded on first use and shared."""

    edition: str = "en"
    threads: int = 2

    def scan(self, data: bytes, *, corners_px: Array64 | None = None, progress: Progress | None = None) -> Scan:
        """One photo in, its Scan out; a photo that cannot be read gives a Scan with an error."""
        return self.scan_same_garden([data], corners_px=corners_px, progress=progress)

    def scan_same_garden(self, photos: Sequence[bytes], *, corners_px: Array64 | None = None, progress: Progress | None = None) -> Scan:
        """Several photos of one garden, their evidence added up; the first one gives the picture and the board."""
        clock = Clock(progress)
        sha, width, height = hashlib.sha256(photos[0]).hexdigest(), 0, 0
        try:
            seen: list[Sweep] = []
            for data in photos:
                with clock.stage("photo"):
                    photo = load_photo(data)
                if not seen:
                    width, height = photo.width, photo.height
                seen.append(self._look(photo, corners_px, clock))
            found = self._conclude(seen, clock)
        except ScannerError as error:
            return Scan(sha, width, height, error=error, timings_ms=clock.timings_ms, models=_versions())
        return Scan(sha, width, height, (found,), None, seen[0].board.others, clock.timings_ms, _versions())

    def _look(self, photo: Photo, corners_px: Array64 | None, clock: Clock) -> Sweep:
        with clock.stage("board"):
            refine = load_network("holes", self.threads)
            if corners_px is None:
                try:
                    board = find_board(photo, load_network("board", self.threads), refine)
                except ScannerError as error:
                    raise explain_miss(photo, error) from error
            else:
                board = board_from_corners(photo, corners_px, refine)
        with clock.stage("evidence"):
            sweep = gather_evidence(photo, board, load_network("evidence", self.threads), load_network("pieces", self.threads))
            return replace(sweep, evidence=personal(sweep.evidence, _installed().get("evidence", ""))[0])

    def _conclude(self, seen: list[Sweep], clock: Clock) -> ScannedGarden:
        board, evidence = seen[0].board, fuse([look.evidence for look in seen])
        with clock.stage("reconstruct"):
            reconstruction = reconstruct(evidence, edition=self.edition)
            refuse_wrong_side(reconstruction.best.garden, seen[0].material_logit)
        with clock.stage("judge"):
            judgement = judge(reconstruction, evidence, board=board)
            garden = reconstruction.best.garden
            sheet = score_garden(garden)
            broken = tuple(v.to_dict() for v in violations(garden, Settings(edition=self.edition, hidden_listed=False)))
        return ScannedGarden(garden, sheet, judgement, broken, board, seen[0].height_scale)


def _versions() -> dict[str, str]:
    """What a scan says it was made with: the networks, and the profile that corrects them."""
    return versions_in_use(_installed())


def _installed() -> dict[str, str]:
    """The first digits of the checksums of the installed networks; a missing one has been complained about elsewhere."""
    try:
        return {name: manifest()[name]["sha256"][:12] for name in NETWORKS if name in manifest()}
    except ScannerError:
        return {}
