"""`semiramis dataset …`: keep photos with their gardens, look at them, take them elsewhere."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scanner.errors import DatasetError
from scanner.games.phrases import LANGUAGES

if TYPE_CHECKING:
    from scanner.dataset import Record, Store
    from scanner.dataset.export import Outcome

EDITIONS = ("en", "cs", "pl", "de")
FORMS = ("jsonl", "coco", "yolo")


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser("dataset", help="keep photos with their gardens")
    place = argparse.ArgumentParser(add_help=False)
    place.add_argument("--dataset", "--database", metavar="PLACE", help="a folder, or postgresql://… (default: your data folder)")
    place.add_argument("--photos", metavar="PLACE", help="a folder or an address such as s3://bucket/prefix, for the photos")
    place.add_argument("--json", action="store_true", help="print JSON, errors included")
    actions = parser.add_subparsers(dest="action", metavar="action", required=True)

    def action(name: str, words: str) -> argparse.ArgumentParser:
        return actions.add_parser(name, help=words, parents=[place])

    add = action("add", "keep one photo")
    add.add_argument("photo", type=Path)
    add.add_argument("--garden", help="the garden as you see it: a file or notation")
    add.add_argument("--sheet", nargs="+", metavar="LINE=POINTS", help="the score as written by hand")
    add.add_argument("--scan", action="store_true", help="scan it now and keep the scan too")
    add.add_argument("--same-garden", metavar="ID", help="a record that shows the same garden")
    _add_labels(add)
    listing = action("list", "records as a table")
    _add_query(listing)
    following = action("next", "the records most worth checking: lowest probability first")
    following.add_argument("--limit", type=int, default=10)
    show = action("show", "one record")
    show.add_argument("id")
    show.add_argument("--photo-to", type=Path, metavar="FILE", help="write its photo")
    correct = action("correct", "tell what a photo shows; the scan stays beside it")
    correct.add_argument("id")
    correct.add_argument("garden", help="a file, - or notation")
    correct.add_argument("--by", help="who says so")
    action("delete", "remove a record and its photo for good").add_argument("id", nargs="+")
    importing = action("import", "add a folder of photos, or an export")
    importing.add_argument("folder", type=Path)
    _add_labels(importing)
    export = action("export", "write the records whose owners agreed to a new folder")
    export.add_argument("folder", type=Path)
    export.add_argument("--form", choices=FORMS, default="jsonl")
    export.add_argument("--all", action="store_true", help="also records without consent")
    export.add_argument("--title", default="Semiramis dataset")
    report = action("report", "counts, points, accuracy; as one HTML page with -o")
    report.add_argument("-o", "--output", type=Path)
    report.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the page (default: en)")
    doctor = action("doctor", "find what does not fit together")
    doctor.add_argument("--repair", action="store_true")
    doctor.add_argument("--quick", action="store_true", help="do not read every photo")
    rescan = action("rescan", "scan all records with the present networks; earlier scans stay, and it can be resumed")
    rescan.add_argument("--jobs", type=int, default=1)
    rescan.add_argument("--cluster", metavar="ADDRESS", help="a Dask scheduler, tcp://…")


def _add_labels(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", help="name of the game that was played; keeps its gardens together")
    parser.add_argument("--player")
    parser.add_argument("--edition", choices=EDITIONS, default="en")
    parser.add_argument("--consent", action="store_true", help="everybody concerned agrees that the photo may be exported")
    parser.add_argument("--licence", help="under which it may be used, such as CC-BY-4.0")
    parser.add_argument("--note")
    parser.add_argument("--whole", action="store_true", help="do not crop the photo to the board")


def _add_query(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game")
    parser.add_argument("--player")
    parser.add_argument("--corrected", action=argparse.BooleanOptionalAction)
    parser.add_argument("--scanned", action=argparse.BooleanOptionalAction)
    parser.add_argument("--order", choices=("added", "newest", "doubtful"), default="added")
    parser.add_argument("--limit", type=int, default=50)


def run(args: argparse.Namespace) -> int:
    from scanner.dataset import open_store

    store = open_store(args.dataset, photos=args.photos)
    try:
        code: int = globals()[f"_{args.action}"](store, args)
        return code
    finally:
        store.close()


def _labels(args: argparse.Namespace) -> dict[str, Any]:
    return {name: getattr(args, name) for name in ("game", "player", "edition", "consent", "licence", "note", "whole")}


def _add(store: Store, args: argparse.Namespace) -> int:
    from scanner.batch import ScanPhoto

    data = _read(args.photo)
    garden = None if args.garden is None else _garden(args.garden)
    scan = ScanPhoto(args.edition, threads=2)(data) if args.scan else None
    sheet = None if args.sheet is None else _sheet(args.sheet)
    record = store.add(data, scan=scan, garden=garden, sheet=sheet, same_garden=args.same_garden, **_labels(args))
    _print_record(record, as_json=args.json)
    return 0


def _list(store: Store, args: argparse.Namespace) -> int:
    wanted = {name: getattr(args, name) for name in ("game", "player", "corrected", "scanned", "order", "limit")}
    return _print_table(store.find(**wanted), as_json=args.json)


def _next(store: Store, args: argparse.Namespace) -> int:
    return _print_table(store.find(corrected=False, scanned=True, order="doubtful", limit=args.limit), as_json=args.json)


def _show(store: Store, args: argparse.Namespace) -> int:
    record = store.get(args.id)
    if args.photo_to is not None:
        args.photo_to.write_bytes(store.photo(record.id))
    _print_record(record, as_json=args.json)
    return 0


def _correct(store: Store, args: argparse.Namespace) -> int:
    _print_record(store.correct(args.id, _garden(args.garden), by=args.by), as_json=args.json)
    return 0


def _delete(store: Store, args: argparse.Namespace) -> int:
    for record_id in args.id:
        store.delete(record_id)
    print(json.dumps({"deleted": args.id}) if args.json else f"deleted: {len(args.id)}")
    return 0


def _import(store: Store, args: argparse.Namespace) -> int:
    from scanner.dataset.export import import_export, is_export
    from scanner.dataset.folders import import_folder

    if is_export(args.folder):
        return _print_outcome(import_export(store, args.folder), "imported", as_json=args.json)
    return _print_outcome(import_folder(store, args.folder, **_labels(args)), "added", as_json=args.json)


def _export(store: Store, args: argparse.Namespace) -> int:
    from scanner.dataset.export import export_store

    outcome = export_store(store, args.folder, args.form, everything=args.all, title=args.title)
    return _print_outcome(outcome, "exported", as_json=args.json)


def _report(store: Store, args: argparse.Namespace) -> int:
    from scanner.dataset.figures import gather_figures
    from scanner.dataset.report import render_report

    figures = gather_figures(store.walk())
    if args.output is not None:
        args.output.write_text(render_report(figures, lang=args.lang), encoding="utf-8")
    if args.json:
        print(json.dumps(figures.to_dict(), ensure_ascii=False))
        return 0
    for name, number in {**figures.counts, **{f"split {k}": v for k, v in sorted(figures.splits.items())}}.items():
        print(f"{name:<18}{number:>8}")
    for row in figures.by_model:
        low, high = row.totals_interval
        cells = "" if row.cell_error is None else f", wrong cells {row.cell_error:.2%}"
        print(f"networks {row.name}: {row.count} scans, totals right {row.totals_right:.1%} ({low:.1%}–{high:.1%}){cells}")
    return 0


def _doctor(store: Store, args: argparse.Namespace) -> int:
    from dataclasses import asdict

    from scanner.dataset.doctor import examine

    findings = examine(store, repair=args.repair, deep=not args.quick)
    if args.json:
        print(json.dumps([asdict(f) for f in findings]))
    else:
        for f in findings:
            print(f"{'!' if f.grave else ' '} {f.code}: {f.about}{' (repaired)' if f.repaired else ''}")
        print(f"{store.count()} records, {len(findings)} findings, {sum(f.grave for f in findings)} of them grave")
    return 1 if any(f.grave for f in findings) else 0


def _rescan(store: Store, args: argparse.Namespace) -> int:
    from scanner.batch import ScanPhoto
    from scanner.dataset.rescan import rescan
    from scanner.pipeline import _versions

    outcome = rescan(store, ScanPhoto, _versions(), jobs=args.jobs, cluster=args.cluster)
    return _print_outcome(outcome, "rescanned", as_json=args.json)


def _read(path: Path) -> bytes:
    try:
        data: bytes = path.read_bytes()
    except OSError as error:
        raise DatasetError("dataset.unreadable", f"{path}: {error.strerror or error}") from error
    return data


def _garden(source: str) -> dict[str, Any]:
    from scanner.commands._input import load_states

    doors, states = load_states([source], None)
    return doors.to_dict(states[0])


def _sheet(pairs: list[str]) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not value.isdecimal():
            raise DatasetError("dataset.bad_sheet", f"{pair[:40]!r}: write LINE=POINTS, such as statues=7.")
        out[name] = int(value)
    return out


def _print_record(record: Record, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(record.to_dict(), ensure_ascii=False))
        return
    rows = {"record": record.id, "garden": record.garden_id, "game": record.game, "player": record.player, "edition": record.edition}
    rows |= {"added": record.added_at, "photo": f"{record.photo_sha256}, {record.width} × {record.height}", "licence": record.licence}
    rows |= {"consent": "yes" if record.consent else "no", "note": record.note}
    for name, value in rows.items():
        if value is not None:
            print(f"{name:<9} {value}")
    for scanned in record.scans:
        found = scanned.error or f"{scanned.total} points, probability {scanned.probability}"
        print(f"{'scan':<9} {scanned.at[:19]} networks {scanned.model}: {found}")
    for corrected in record.corrections:
        print(f"{'corrected':<9} {corrected.at[:19]} {corrected.by or ''}: {corrected.total} points")


def _print_table(records: list[Record], *, as_json: bool) -> int:
    for r in records:
        if as_json:
            print(json.dumps(r.to_dict(), ensure_ascii=False))
        else:
            sure = "" if r.probability is None else f"{r.probability:.0%}"
            state = "corrected" if r.corrected else "scanned" if r.scans else "photo"
            points = "" if r.total is None else r.total
            print(f"{r.id}  {r.added_at[:10]}  {state:<9} {points:>4} {sure:>5}  {r.game or '–'} / {r.player or '–'}")
    return 0


def _print_outcome(outcome: Outcome, verb: str, *, as_json: bool) -> int:
    if as_json:
        from dataclasses import asdict

        print(json.dumps(asdict(outcome), ensure_ascii=False))
    else:
        for what, why in outcome.failed:
            print(f"! {what}: {why}")
        for what, twin in outcome.near:
            print(f"  {what}: looks nearly like record {twin}")
        print(f"{verb} {outcome.done}, already there {outcome.skipped}, failed {len(outcome.failed)}")
    return 1 if outcome.failed else 0
