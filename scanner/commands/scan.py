"""`semiramis scan PHOTO…`: photos in, scores out."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scanner.pipeline import Scanner
    from scanner.scan import Scan

LINES = ("statues", "fountains", "bridges", "stairs", "diversity", "flowers", "belvederes", "highest")


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser("scan", help="score the gardens in photos")
    parser.add_argument("photos", nargs="+", type=Path, metavar="PHOTO", help="JPEG, PNG, WebP or HEIC")
    parser.add_argument("--json", action="store_true", help="one JSON object per photo and line")
    parser.add_argument(
        "--overlay", type=Path, metavar="OUT", help="write the photo with what was read on it (a folder for several photos)"
    )
    parser.add_argument("--edition", default="en", choices=("en", "cs", "pl", "de"), help="rules of which edition (default en)")
    parser.add_argument("--same-garden", action="store_true", help="all photos show one garden: add up what they tell")
    parser.add_argument("--lang", default="en", choices=("en", "cs", "pl", "de"), help="language of the printed words")


def run(args: argparse.Namespace) -> int:
    from scanner.pipeline import Scanner

    scanner = Scanner(edition=args.edition)
    if args.same_garden:
        data = [_read(path) for path in args.photos]
        scan = scanner.scan_same_garden(data)
        _report(args, args.photos[0], data[0], scan, many=False)
        return 0 if scan.error is None else 1
    return _scan_each(args, scanner)


def _scan_each(args: argparse.Namespace, scanner: Scanner) -> int:
    from scanner.progress import Bar

    many = len(args.photos) > 1
    bar = Bar(len(args.photos), "scanning") if many else None
    failed = 0
    for path in args.photos:
        data = _read(path)
        scan = scanner.scan(data)
        failed += scan.error is not None
        if bar:
            bar.close()
        _report(args, path, data, scan, many=many)
        if bar:
            bar.step(path.name)
    if bar:
        bar.close()
    return 1 if failed else 0


def _read(path: Path) -> bytes:
    from scanner.errors import ScannerError

    try:
        return path.read_bytes()
    except OSError as error:
        raise ScannerError("photo.unreadable", f"{path}: {error.strerror or error}. Is the path right?") from error


def _report(args: argparse.Namespace, path: Path, data: bytes, scan: Scan, *, many: bool) -> None:
    if args.overlay and scan.best:
        _write_overlay(args.overlay, path, data, scan, many=many)
    if args.json:
        print(json.dumps({"file": str(path), **scan.to_dict()} if many else scan.to_dict(), ensure_ascii=False), flush=True)
    elif many:
        print(_one_line(path, scan), flush=True)
    else:
        _print_sheet(path, scan)


def _one_line(path: Path, scan: Scan) -> str:
    if scan.best is None:
        assert scan.error is not None
        return f"{path.name}: {scan.error.code}: {scan.error.hint}"
    best = scan.best
    return f"{path.name}: {best.sheet.total} points, {best.judgement.status} ({best.judgement.probability:.0%})"


def _print_sheet(path: Path, scan: Scan) -> None:
    if scan.best is None:
        assert scan.error is not None
        print(f"semiramis: {scan.error.code}: {scan.error.hint}", file=sys.stderr)
        return
    best = scan.best
    numbers = best.sheet.to_dict()
    for line in LINES:
        print(f"  {line:<12}{numbers[line]:>5}")
    print(f"  {'total':<12}{numbers['total']:>5}   {best.judgement.status}, probability {best.judgement.probability:.0%}")
    print(f"  open holes {best.sheet.open_holes}; levels found {max((t.level for t in best.garden.tiles), default=0)}")
    for alternative in best.judgement.alternatives[1:4]:
        print(f"  otherwise {alternative.total} ({alternative.probability:.0%})")
    for question in best.judgement.questions[:3]:
        print(f"  ? {question.text()}")
    if scan.other_boards:
        print(f"  {scan.other_boards} other board(s) in the picture were not scored.")


def _write_overlay(out: Path, path: Path, data: bytes, scan: Scan, *, many: bool) -> None:
    import cv2

    from scanner.overlay import draw_overlay
    from scanner.photo import load_photo

    best = scan.best
    assert best is not None
    if many:
        out.mkdir(parents=True, exist_ok=True)
        out = out / f"{path.stem}.overlay.jpg"
    picture = draw_overlay(load_photo(data), best.board, best.garden)
    cv2.imwrite(str(out), picture[..., ::-1])
    print(f"  overlay written to {out}", file=sys.stderr)
