"""`semiramis dataset …`: keep photos with their gardens, look at them, take them elsewhere."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scanner.commands._dataset_print import print_figures, print_findings, print_outcome, print_record, print_table, remark
from scanner.commands._dataset_words import PHRASES
from scanner.errors import DatasetError
from scanner.games.babylon.settings import EDITIONS
from scanner.games.phrases import LANGUAGES, say

if TYPE_CHECKING:
    from scanner.dataset import Store
    from scanner.progress import Bar

FORMS = ("jsonl", "coco", "yolo")
UNSAID = {"game": None, "player": None, "edition": "en", "consent": False, "licence": None, "note": None, "whole": False}
MAKING = ("add", "import")
"""Only these make a dataset where there is none; the others were told a wrong place."""
AGREED = ("y", "yes", "a", "ano", "t", "tak", "j", "ja")


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser("dataset", help="keep photos with their gardens")
    place = argparse.ArgumentParser(add_help=False)
    place.add_argument("--dataset", "--database", metavar="PLACE", help="a folder, or postgresql://… (default: your data folder)")
    place.add_argument("--photos", metavar="PLACE", help="a folder or an address such as s3://bucket/prefix, for the photos")
    place.add_argument("--lang", choices=LANGUAGES, default="en", help="language of sentences and of the report (default: en)")
    place.add_argument("--json", action="store_true", help="print JSON, errors included")
    actions = parser.add_subparsers(dest="action", metavar="action", required=True)

    def action(name: str, words: str) -> argparse.ArgumentParser:
        return actions.add_parser(name, help=words, parents=[place])

    _add_keeping(action)
    _add_looking(action)
    _add_moving(action)


def _add_keeping(action: Callable[[str, str], argparse.ArgumentParser]) -> None:
    add = action("add", "keep one photo")
    add.add_argument("photo", type=Path)
    add.add_argument("--garden", help="what the photo shows: a file or notation")
    add.add_argument("--sheet", nargs="+", metavar="LINE=POINTS", help="the score as written by hand")
    add.add_argument("--scan", action="store_true", help="scan it now and keep the scan too")
    add.add_argument("--same-garden", metavar="ID", help="a record that shows the same garden")
    _add_labels(add)
    correct = action("correct", "tell what a photo shows; the scan stays beside it")
    correct.add_argument("id")
    correct.add_argument("garden", nargs="?", help="a file, - or notation")
    correct.add_argument("--undo", action="store_true", help="take the last correction back")
    correct.add_argument("--by", help="who says so")
    label = action("label", "change what is said about records; '' takes a label away")
    label.add_argument("id", nargs="+")
    label.add_argument("--game", help="of the whole garden")
    label.add_argument("--player", help="of the whole garden")
    label.add_argument("--consent", action=argparse.BooleanOptionalAction, help="whether the photo may be exported")
    label.add_argument("--licence")
    label.add_argument("--note")
    label.add_argument("--sheet", nargs="+", metavar="LINE=POINTS", help="the score as written by hand")
    delete = action("delete", "remove records and their photos for good")
    delete.add_argument("id", nargs="+")
    delete.add_argument("--yes", action="store_true", help="do not ask")


def _add_looking(action: Callable[[str, str], argparse.ArgumentParser]) -> None:
    listing = action("list", "records as a table")
    listing.add_argument("--game")
    listing.add_argument("--player")
    listing.add_argument("--corrected", action=argparse.BooleanOptionalAction)
    listing.add_argument("--scanned", action=argparse.BooleanOptionalAction)
    listing.add_argument("--order", choices=("added", "newest", "doubtful"), default="added")
    listing.add_argument("--limit", type=_count, default=50, help="how many (default 50)")
    following = action("next", "the records most worth checking: lowest probability first")
    following.add_argument("--limit", type=_count, default=10, help="how many (default 10)")
    show = action("show", "one record")
    show.add_argument("id")
    show.add_argument("--photo-to", type=Path, metavar="FILE", help="write its photo")
    report = action("report", "counts, points, accuracy; as one HTML page with -o")
    report.add_argument("-o", "--output", type=Path)


def _add_moving(action: Callable[[str, str], argparse.ArgumentParser]) -> None:
    importing = action("import", "add a folder of photos, or an export")
    importing.add_argument("folder", type=Path)
    _add_labels(importing)
    export = action("export", "write the records whose owners agreed to a new folder")
    export.add_argument("folder", type=Path)
    export.add_argument("--form", choices=FORMS, default="jsonl")
    export.add_argument("--all", action="store_true", help="also records without consent")
    export.add_argument("--title", default="Semiramis dataset")
    doctor = action("doctor", "find what does not fit together")
    doctor.add_argument("--repair", action="store_true")
    doctor.add_argument("--quick", action="store_true", help="do not read every photo")
    rescan = action("rescan", "scan all records with the present networks; earlier scans stay, and it can be resumed")
    rescan.add_argument("--jobs", type=_count, default=1)
    rescan.add_argument("--cluster", metavar="ADDRESS", help="a Dask scheduler, tcp://…")


def _add_labels(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", help="name of the game that was played; keeps its gardens together")
    parser.add_argument("--player")
    parser.add_argument("--edition", choices=EDITIONS, default="en")
    parser.add_argument("--consent", action="store_true", help="everybody concerned agrees that the photo may be exported")
    parser.add_argument("--licence", help="under which it may be used, such as CC-BY-4.0")
    parser.add_argument("--note")
    parser.add_argument("--whole", action="store_true", help="do not crop the photo to the board")


def _count(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) < 10**9:
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is no whole number above 0")
    return int(text)


def run(args: argparse.Namespace) -> int:
    from scanner.dataset import open_store

    store = open_store(args.dataset, photos=args.photos, create=args.action in MAKING)
    try:
        code: int = globals()[f"_{args.action}"](store, args)
        return code
    finally:
        store.close()


def _labels(args: argparse.Namespace) -> dict[str, Any]:
    return {name: getattr(args, name) for name in UNSAID}


def _add(store: Store, args: argparse.Namespace) -> int:
    from scanner.batch import ScanPhoto
    from scanner.dataset.folders import load_prints, nearest

    data = _read(args.photo)
    garden = None if args.garden is None else _garden(args.garden)
    scan = ScanPhoto(args.edition, threads=2)(data) if args.scan else None
    sheet = None if args.sheet is None else _sheet(args.sheet)
    known, hashes = load_prints(store)
    record = store.add(data, scan=scan, garden=garden, sheet=sheet, same_garden=args.same_garden, **_labels(args))
    print_record(record, args.lang, as_json=args.json)
    twin = nearest(hashes, record.phash)
    if twin is not None:
        same = {record.source_sha256, record.photo_sha256} & known
        remark("known" if same else "near", args.lang, what=args.photo.name, twin=twin)
    return 0


def _list(store: Store, args: argparse.Namespace) -> int:
    wanted = {name: getattr(args, name) for name in ("game", "player", "corrected", "scanned", "order")}
    return print_table(store.find(**wanted, limit=args.limit + 1), args.lang, args.limit, as_json=args.json)


def _next(store: Store, args: argparse.Namespace) -> int:
    found = store.find(corrected=False, scanned=True, order="doubtful", limit=args.limit)
    return print_table(found, args.lang, args.limit, as_json=args.json)


def _show(store: Store, args: argparse.Namespace) -> int:
    record = store.get(args.id)
    if args.photo_to is not None:
        args.photo_to.write_bytes(store.photo(record.id))
    print_record(record, args.lang, as_json=args.json)
    return 0


def _correct(store: Store, args: argparse.Namespace) -> int:
    if args.undo == (args.garden is not None):
        raise DatasetError("dataset.no_garden", "Say what the photo shows (a file, - or notation), or --undo.")
    record = store.withdraw_correction(args.id) if args.undo else store.correct(args.id, _garden(args.garden), by=args.by)
    print_record(record, args.lang, as_json=args.json)
    return 0


def _label(store: Store, args: argparse.Namespace) -> int:
    labels = {name: getattr(args, name) for name in ("game", "player", "consent", "licence", "note") if getattr(args, name) is not None}
    if args.sheet is not None:
        labels["sheet"] = _sheet(args.sheet)
    if not labels:
        raise DatasetError("dataset.bad_label", "Say what is to change, such as --consent or --game 'club night 12'.")
    for record_id in [store.get(record_id).id for record_id in args.id]:
        print_record(store.label(record_id, **labels), args.lang, as_json=args.json)
    return 0


def _delete(store: Store, args: argparse.Namespace) -> int:
    ids = list(dict.fromkeys(store.get(record_id).id for record_id in args.id))  # a mistyped one is told before any is gone
    asking = sys.stdin is not None and sys.stdin.isatty() and not args.yes and not args.json
    if asking and input(say(PHRASES, "sure", args.lang, {"count": len(ids)})).strip().lower() not in AGREED:
        return 1
    for record_id in ids:
        store.delete(record_id)
    print(json.dumps({"deleted": ids}) if args.json else f"{say(PHRASES, 'deleted', args.lang)}: {len(ids)}")
    return 0


def _import(store: Store, args: argparse.Namespace) -> int:
    from scanner.dataset.export import count_exported, import_export, is_export
    from scanner.dataset.folders import detect_photos, import_folder

    ready, labels = is_export(args.folder), _labels(args)
    if ready and labels != UNSAID:
        raise DatasetError("dataset.bad_label", "Records of an export come with their own labels; `semiramis dataset label` changes them.")
    bar = _bar(count_exported(args.folder) if ready else len(detect_photos(args.folder)), "import")
    try:
        if ready:
            verb, outcome = "imported", import_export(store, args.folder, bar.step)
        else:
            verb, outcome = "added", import_folder(store, args.folder, each=bar.step, **labels)
    finally:
        bar.close()
    return print_outcome(outcome, verb, args.lang, as_json=args.json)


def _export(store: Store, args: argparse.Namespace) -> int:
    from scanner.dataset.export import export_store

    bar = _bar(sum(1 for r in store.walk() if r.consent or args.all), "export")
    try:
        outcome = export_store(store, args.folder, args.form, everything=args.all, title=args.title, each=bar.step)
    finally:
        bar.close()
    return print_outcome(outcome, "exported", args.lang, as_json=args.json, twins="leak")


def _report(store: Store, args: argparse.Namespace) -> int:
    from scanner.dataset.figures import gather_figures
    from scanner.dataset.report import render_report

    figures = gather_figures(store.walk())
    if args.output is not None:
        args.output.write_text(render_report(figures, lang=args.lang), encoding="utf-8")
    if args.json:
        print(json.dumps(figures.to_dict(), ensure_ascii=False))
    else:
        print_figures(figures, args.lang)
    return 0


def _doctor(store: Store, args: argparse.Namespace) -> int:
    from scanner.dataset.doctor import examine

    bar = _bar(store.count(), "doctor")
    try:
        findings = examine(store, repair=args.repair, deep=not args.quick, each=bar.step)
    finally:
        bar.close()
    return print_findings(findings, store.count(), args.lang, as_json=args.json)


def _rescan(store: Store, args: argparse.Namespace) -> int:
    from scanner.batch import ScanPhoto
    from scanner.dataset.rescan import rescan
    from scanner.pipeline import _versions

    bar = _bar(0, "rescan")

    def start(count: int) -> Callable[[str], None]:
        bar.total = count
        return bar.step

    work = partial(ScanPhoto, threads=2 if args.jobs == 1 and args.cluster is None else 1)
    try:
        outcome = rescan(store, work, _versions(), jobs=args.jobs, cluster=args.cluster, start=start)
    finally:
        bar.close()
    return print_outcome(outcome, "rescanned", args.lang, as_json=args.json)


def _bar(total: int, label: str) -> Bar:
    from scanner.progress import Bar

    return Bar(total, label)


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
