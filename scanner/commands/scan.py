"""`semiramis scan PHOTO…`: photos in, scores out."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scanner.commands._scan_words import PHRASES
from scanner.errors import ScannerError
from scanner.games.babylon.score import LINES
from scanner.games.babylon.settings import EDITIONS
from scanner.games.babylon.words import say as say_babylon
from scanner.games.phrases import LANGUAGES, say

SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif")
"""What is taken for a photo in a folder; a file named on the command line is read whatever its name."""
PICTURES = (".jpg", ".jpeg", ".png", ".webp")
OVERLAY = ".overlay.jpg"
"""How the pictures in a folder of overlays end; such files are not scanned again."""
MOST_ALTERNATIVES, MOST_QUESTIONS = 3, 3
"""Printed for people; JSON has all."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser("scan", help="score the gardens in photos")
    parser.add_argument("photos", nargs="+", type=Path, metavar="PHOTO", help="JPEG, PNG, WebP or HEIC, or a folder of them")
    parser.add_argument("--json", action="store_true", help="one JSON object per photo and line")
    parser.add_argument("--overlay", type=Path, metavar="OUT", help="write the photo with what was read on it (several photos: a folder)")
    parser.add_argument("--edition", default="en", choices=EDITIONS, help="rules of which edition (default en)")
    parser.add_argument("--same-garden", action="store_true", help="all photos show one garden: add up what they tell")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="photos read at the same time (default 1)")
    parser.add_argument("--cluster", metavar="ADDRESS", help="let a Dask cluster read the photos: tcp://…")
    parser.add_argument("--lang", default="en", choices=LANGUAGES, help="language of the printed words")


@dataclass(frozen=True, slots=True)
class ScanAndDraw:
    """The work on one photo, wherever it is done: the scan as JSON, and the overlay as an encoded picture when asked for."""

    edition: str
    threads: int
    language: str
    overlay: str | None
    """Suffix of the picture's format, None for no picture."""

    def __call__(self, data: bytes) -> dict[str, Any]:
        return self.together([data])

    def together(self, photos: Sequence[bytes]) -> dict[str, Any]:
        """Several photos of one garden."""
        import cv2

        from scanner.pipeline import Scanner

        cv2.setNumThreads(self.threads)
        scan = Scanner(edition=self.edition, threads=self.threads).scan_same_garden(photos)
        picture = None
        if self.overlay is not None and scan.best is not None:
            from scanner.overlay import draw_beside, draw_overlay
            from scanner.photo import load_photo

            best = scan.best
            drawn = draw_overlay(
                load_photo(photos[0]),
                best.board,
                best.garden,
                height_scale=best.height_scale,
                doubtful=best.judgement.doubtful_cells,
            )
            both = draw_beside(drawn, best.garden, language=self.language)
            picture = cv2.imencode(self.overlay, both[..., ::-1])[1].tobytes()
        return {"scan": scan.to_dict(), "overlay": picture}


def run(args: argparse.Namespace) -> int:
    paths = _find_photos(args.photos)
    many = not args.same_garden and (len(paths) > 1 or args.photos[0].is_dir())
    alone = args.jobs == 1 and args.cluster is None
    work = ScanAndDraw(args.edition, 2 if alone else 1, args.lang, _overlay_format(args.overlay, many))
    if args.same_garden:
        done = work.together([_read(str(path)) for path in paths])
        _report(args, paths[0], done, many=False)
        return 1 if "error" in done["scan"] else 0
    return _scan_each(args, work, paths, many)


def _scan_each(args: argparse.Namespace, work: ScanAndDraw, paths: list[Path], many: bool) -> int:
    from scanner.progress import Bar

    bar = Bar(len(paths), "scan") if many else None
    failed = 0
    for path, done in _scans(args, work, paths):
        failed += "error" in done["scan"]
        if bar:
            bar.close()
        _report(args, path, done, many=many)
        if bar:
            bar.step(path.name)
    if bar:
        bar.close()
    return 1 if failed else 0


def _scans(args: argparse.Namespace, work: ScanAndDraw, paths: list[Path]) -> Iterator[tuple[Path, dict[str, Any]]]:
    """As they finish. A photo that cannot be read, or that breaks its worker, is a scan with an error."""
    from scanner.batch import run_batch
    from scanner.scan import Scan

    readable = []
    for path in dict.fromkeys(paths):
        try:
            with path.open("rb"):
                readable.append(str(path))
        except OSError as error:
            yield path, {"scan": Scan("", 0, 0, error=_unreadable(path, error)).to_dict(), "overlay": None}
    for done in run_batch(work, readable, load=_read, jobs=args.jobs, cluster=args.cluster):
        if done.result is not None:
            yield Path(done.key), done.result
        else:
            broken = ScannerError("scan.failed", f"The scanner failed on this photo: {done.error}. Try another photo.")
            yield Path(done.key), {"scan": Scan("", 0, 0, error=broken).to_dict(), "overlay": None}


def _find_photos(named: Sequence[Path]) -> list[Path]:
    """The files as named; folders stand for the photos directly inside them, by name."""
    found: list[Path] = []
    for path in named:
        if not path.is_dir():
            found.append(path)
            continue
        inside = sorted(p for p in path.iterdir() if p.suffix.lower() in SUFFIXES and not p.name.endswith(OVERLAY) and p.is_file())
        if not inside:
            raise ScannerError("scan.no_photos", f"{path} holds no photo. Files ending in {', '.join(SUFFIXES)} are read.")
        found += inside
    return found


def _read(key: str) -> bytes:
    try:
        return Path(key).read_bytes()
    except OSError as error:
        raise _unreadable(Path(key), error) from error


def _unreadable(path: Path, error: OSError) -> ScannerError:
    return ScannerError("photo.unreadable", f"{path}: {error.strerror or error}. Is the path right?")


def _overlay_format(out: Path | None, many: bool) -> str | None:
    if out is None:
        return None
    if many or out.is_dir():
        return ".jpg"
    if out.suffix.lower() not in PICTURES:
        raise ScannerError("overlay.bad_name", f"{out}: the name of the overlay must end in {', '.join(PICTURES)}.")
    return out.suffix.lower()


def _report(args: argparse.Namespace, path: Path, done: dict[str, Any], *, many: bool) -> None:
    scan = done["scan"]
    if done["overlay"] is not None:
        _write_overlay(args, path, done["overlay"], many)
    if args.json:
        print(json.dumps({"file": str(path), **scan} if many else scan, ensure_ascii=False), flush=True)
    elif many:
        print(_one_line(path, scan, args.lang), flush=True)
    elif scan["gardens"]:
        print("\n".join(_sheet(scan, args.lang)), flush=True)
    else:
        print(f"semiramis: {scan['error']['hint']} [{scan['error']['code']}]", file=sys.stderr)


def _write_overlay(args: argparse.Namespace, path: Path, picture: bytes, many: bool) -> None:
    out: Path = args.overlay
    try:
        if many or out.is_dir():
            out.mkdir(parents=True, exist_ok=True)
            out = out / f"{path.name}{OVERLAY}"
        out.write_bytes(picture)
    except OSError as error:
        raise ScannerError("overlay.unwritable", f"{out}: {error.strerror or error}.") from error
    if not many:
        print(say(PHRASES, "overlay", args.lang, {"file": out}), file=sys.stderr)


def _verdict(garden: dict[str, Any], lang: str) -> str:
    gaps = {"status": say(PHRASES, garden["status"], lang), "percent": _percent(garden["probability"])}
    return say(PHRASES, "verdict", lang, gaps)


def _percent(probability: float) -> str:
    """Never rounded up to certainty."""
    return f"{min(int(probability * 1000) / 10, 99.9):g}"


def _one_line(path: Path, scan: dict[str, Any], lang: str) -> str:
    if not scan["gardens"]:
        return f"{path.name}: {scan['error']['hint']} [{scan['error']['code']}]"
    garden = scan["gardens"][0]
    return say(PHRASES, "line", lang, {"file": path.name, "total": garden["score"]["total"], "verdict": _verdict(garden, lang)})


def _sheet(scan: dict[str, Any], lang: str) -> Iterator[str]:
    """The score pad, then what is doubtful."""
    garden = scan["gardens"][0]
    for line in LINES:
        yield f"  {say_babylon(line, lang):<22}{garden['score'][line]:>4}"
    yield f"  {say_babylon('total', lang):<22}{garden['score']['total']:>4}   {_verdict(garden, lang)}"
    yield f"  {say_babylon('report-open-holes', lang):<22}{garden['open_holes']:>4}"
    if garden["status"] == "unsure":
        for other in garden["alternatives"][:MOST_ALTERNATIVES]:
            yield "  " + say(PHRASES, "otherwise", lang, {"total": other["total"], "percent": _percent(other["probability"])})
    for question in garden["questions"][:MOST_QUESTIONS]:
        choices = ({"answer": c["texts"][lang], "total": c["total"]} for c in question["choices"])
        yield f"  ? {question['texts'][lang]}  ({'; '.join(say(PHRASES, 'choice', lang, c) for c in choices)})"
    if "hint" in garden:
        yield f"  ! {garden['hint']['texts'][lang]}"
    if scan.get("other_boards"):
        yield "  " + say(PHRASES, "others", lang, {"count": scan["other_boards"]})
