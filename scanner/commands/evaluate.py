"""`semiramis evaluate DIR`: scan photos with truth and print how right it was."""

from __future__ import annotations

import argparse
from pathlib import Path


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser("evaluate", help="measure the scanner on photos with truth")
    parser.add_argument("folders", nargs="+", type=Path, metavar="DIR", help="folders of NAME.jpg with NAME.json beside it")
    parser.add_argument("--jobs", type=int, default=1, help="photos read at the same time (default: 1)")
    parser.add_argument("--csv", type=Path, help="write one row per photo")


def run(args: argparse.Namespace) -> int:
    from models.training.evaluate import breakdown, evaluate, table, write_csv
    from models.training.truth import load_truths
    from scanner.errors import ScannerError
    from scanner.pipeline import Scanner
    from scanner.progress import Bar

    if args.jobs < 1:
        raise ScannerError("evaluate.jobs", "--jobs is at least 1.")
    rows = []
    for folder in args.folders:
        count = len(load_truths(folder))
        if not count:
            raise ScannerError("evaluate.no_photos", f"{folder} holds no NAME.jpg with a NAME.json beside it.")
        bar = Bar(count, str(folder.name))
        found = evaluate(folder, Scanner(threads=2 if args.jobs == 1 else 1), jobs=args.jobs, each=lambda row, bar=bar: bar.step(row.id))  # type: ignore[misc]
        bar.close()
        print(f"## {folder} (n = {count})\n\n{table(found)}\n\n{breakdown(found)}\n")
        rows += found
    if args.csv:
        write_csv(rows, args.csv)
        print(f"one row per photo: {args.csv}")
    return 0
