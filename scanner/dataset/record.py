"""One photo with all that is known about it, and its JSON form `semiramis.record/1`."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any

from scanner.errors import DatasetError

FORMAT = "semiramis.record/1"
EDITIONS = ("en", "cs", "pl", "de")
MOST_POINTS = 2**31 - 1
"""What a column of whole numbers holds in every database."""
Corners = tuple[tuple[float, float], ...]


def canonical(data: object) -> str:
    """JSON in one spelling, so that equal data are equal bytes."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


@dataclass(frozen=True, slots=True)
class Scanned:
    """What one version of the scanner read, as it was."""

    at: str
    data: Mapping[str, Any]

    @property
    def best(self) -> Mapping[str, Any] | None:
        """The first garden with its score and probability; None when the scan failed."""
        gardens = self.data.get("gardens")
        return gardens[0] if isinstance(gardens, list) and gardens and isinstance(gardens[0], Mapping) else None

    @property
    def garden(self) -> Mapping[str, Any] | None:
        found = self.best.get("garden") if self.best else None
        return found if isinstance(found, Mapping) else None

    @property
    def probability(self) -> float | None:
        found = self.best.get("probability") if self.best else None
        return float(found) if isinstance(found, int | float) and 0 <= found <= 1 else None

    @property
    def total(self) -> int | None:
        score = self.best.get("score") if self.best else None
        found = score.get("total") if isinstance(score, Mapping) else None
        return found if isinstance(found, int) and abs(found) <= MOST_POINTS else None

    @property
    def error(self) -> str | None:
        found = self.data.get("error")
        return str(found.get("code")) if isinstance(found, Mapping) else None

    @property
    def model(self) -> str:
        return model_version(self.data)


@dataclass(frozen=True, slots=True)
class Correction:
    """The garden as a person saw it."""

    at: str
    garden: Mapping[str, Any]
    total: int | None
    by: str | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """Times are UTC in ISO 8601. `garden_id` is shared by all photos of one garden, `game` by all gardens of one game."""

    id: str
    garden_id: str
    added_at: str
    photo_sha256: str
    source_sha256: str
    """Of the file as it was given, before cleaning."""
    phash: str
    """64-bit perceptual hash, 16 hexadecimal digits."""
    width: int
    height: int
    size_bytes: int
    game: str | None = None
    player: str | None = None
    edition: str = "en"
    consent: bool = False
    """Whether the photo may leave this dataset."""
    licence: str | None = None
    note: str | None = None
    sheet: Mapping[str, Any] | None = None
    """The score as written by hand."""
    board_px: Corners | None = None
    """Far left, far right, near right, near left corner of the board in the stored photo."""
    crop: Mapping[str, float] | None = None
    """Stored pixel = scan's pixel × scale − (left, top)."""
    scans: tuple[Scanned, ...] = ()
    corrections: tuple[Correction, ...] = ()

    @property
    def scan(self) -> Mapping[str, Any] | None:
        """The latest scan."""
        return self.scans[-1].data if self.scans else None

    @property
    def garden(self) -> Mapping[str, Any] | None:
        """The garden as corrected by a person; None until somebody did."""
        return self.corrections[-1].garden if self.corrections else None

    @property
    def best_garden(self) -> Mapping[str, Any] | None:
        """The corrected garden, or else the scanned one."""
        return self.garden or (self.scans[-1].garden if self.scans else None)

    @property
    def total(self) -> int | None:
        """Points of `best_garden`."""
        if self.corrections:
            return self.corrections[-1].total
        return self.scans[-1].total if self.scans else None

    @property
    def probability(self) -> float | None:
        return self.scans[-1].probability if self.scans else None

    @property
    def corrected(self) -> bool:
        return bool(self.corrections)

    @property
    def group(self) -> str:
        """What must stay together in one split: the game, or else the garden."""
        return f"game:{self.game}" if self.game else f"garden:{self.garden_id}"

    def to_dict(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "id": self.id,
            "garden_id": self.garden_id,
            "added_at": self.added_at,
            "photo": {
                "sha256": self.photo_sha256,
                "source_sha256": self.source_sha256,
                "phash": self.phash,
                "width": self.width,
                "height": self.height,
                "bytes": self.size_bytes,
            },
            "game": self.game,
            "player": self.player,
            "edition": self.edition,
            "consent": self.consent,
            "licence": self.licence,
            "note": self.note,
            "sheet": None if self.sheet is None else dict(self.sheet),
            "board_px": None if self.board_px is None else [list(p) for p in self.board_px],
            "crop": None if self.crop is None else dict(self.crop),
            "scans": [{"at": s.at, "scan": dict(s.data)} for s in self.scans],
            "corrections": [{"at": c.at, "by": c.by, "total": c.total, "garden": dict(c.garden)} for c in self.corrections],
        }

    @classmethod
    def from_dict(cls, data: object) -> Record:
        """From the JSON form; DatasetError when it is none."""
        if not isinstance(data, Mapping) or data.get("format") != FORMAT:
            raise DatasetError("dataset.bad_record", f"This is no record of the form {FORMAT}.")
        try:
            return _read(data)
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
            raise DatasetError("dataset.bad_record", f"The record cannot be read: {type(error).__name__} {error}") from error


def _read(data: Mapping[str, Any]) -> Record:
    photo, board = data["photo"], data["board_px"]
    record = Record(
        id=str(data["id"]),
        garden_id=str(data["garden_id"]),
        added_at=str(data["added_at"]),
        photo_sha256=str(photo["sha256"]),
        source_sha256=str(photo["source_sha256"]),
        phash=str(photo["phash"]),
        width=int(photo["width"]),
        height=int(photo["height"]),
        size_bytes=int(photo["bytes"]),
        game=data["game"],
        player=data["player"],
        edition=str(data["edition"]),
        consent=data["consent"] is True,
        licence=data["licence"],
        note=data["note"],
        sheet=_object(data["sheet"]),
        board_px=None if board is None else tuple((float(x), float(y)) for x, y in board),
        crop=_object(data["crop"]),
        scans=tuple(Scanned(str(s["at"]), dict(s["scan"])) for s in data["scans"]),
        corrections=tuple(Correction(str(c["at"]), dict(c["garden"]), c["total"], c["by"]) for c in data["corrections"]),
    )
    numbers = (("id", record.id, 32), ("garden_id", record.garden_id, 32), ("sha256", record.photo_sha256, 64), ("phash", record.phash, 16))
    for name, value, digits in numbers:
        if len(value) != digits or not set(value) <= set("0123456789abcdef"):
            raise ValueError(f"{name} is not {digits} hexadecimal digits")
    if board is not None and (len(board) != 4 or not all(isfinite(v) for point in record.board_px or () for v in point)):
        raise ValueError("board_px is not four points")
    return record


def _object(value: Any) -> dict[str, Any] | None:
    return None if value is None else dict(value)


def model_version(scan: Mapping[str, Any]) -> str:
    """A short name for the set of networks that made a scan; equal for equal networks."""
    models = scan.get("models")
    if not isinstance(models, Mapping) or not models:
        return "unknown"
    return hashlib.sha256(canonical(dict(models)).encode()).hexdigest()[:12]
