"""`semiramis studio`: render photos of gardens with exact truth; `semiramis studio sheet DIR`: look at them."""

from __future__ import annotations

import argparse
from pathlib import Path


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "studio",
        help="render photos of gardens with their truth (extra: studio)",
        epilog="semiramis studio sheet DIR [--out FILE] draws a contact sheet of a folder with the truth on it",
    )
    parser.add_argument("what", nargs="*", metavar="sheet DIR", help="make a contact sheet of a folder instead of photos")
    parser.add_argument("--count", type=int, default=10, help="photos of the series (default: 10)")
    parser.add_argument("--start", type=int, default=0, help="number of the first photo")
    parser.add_argument("--seed", type=int, default=1, help="the series: the same seed gives the same pixels")
    parser.add_argument("--out", type=Path, help="folder for the photos, or file for the contact sheet")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--size", type=int, default=640, help="longer side in pixels")
    parser.add_argument("--samples", type=int, help="light paths per pixel")
    parser.add_argument("--close", action="store_true", help="cut to the building area, for training what reads the cells")
    parser.add_argument("--split", choices=("train", "held"), default="train", help="held: art, light and tables never used for training")


def run(args: argparse.Namespace) -> int:
    from scanner.errors import StudioError

    if args.what:
        if args.what[0] != "sheet" or len(args.what) != 2:
            raise StudioError("studio.usage", "Use  semiramis studio --count N --out DIR  or  semiramis studio sheet DIR")
        return _sheet(Path(args.what[1]), args.out)
    if args.out is None:
        raise StudioError("studio.usage", "Say where the photos go: --out DIR")
    if args.count < 1 or args.jobs < 1 or not 64 <= args.size <= 4096 or args.start < 0 or args.seed < 0:
        raise StudioError("studio.usage", "--count and --jobs are at least 1, --size is 64 to 4096, --seed and --start are not negative")
    return _shoot(args)


def _shoot(args: argparse.Namespace) -> int:
    import time
    from dataclasses import replace

    from models.studio.series import missing, shoot_series
    from models.studio.shoot import ShootParams
    from scanner.progress import Bar

    params = ShootParams(size=args.size, split=args.split, close=args.close)
    if args.samples:
        params = replace(params, samples=args.samples)
    bar = Bar(len(missing(args.out, args.seed, args.count, args.start)), "photos")
    start = time.monotonic()
    made = shoot_series(args.out, args.seed, args.count, params, jobs=args.jobs, start=args.start, each=bar.step)
    bar.close()
    spent = time.monotonic() - start
    rate = f", {made / spent * 3600:.0f} an hour" if made else ""
    print(f"{args.out}: {args.count} photos, {made} of them taken now{rate}")
    return 0


def _sheet(folder: Path, out: Path | None) -> int:
    import cv2

    from models.studio.contact import contact_sheet

    path = out or folder / "sheet.png"
    cv2.imwrite(str(path), contact_sheet(folder))
    print(path)
    return 0
