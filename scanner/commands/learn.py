"""`semiramis learn`: the scanner gets used to the owner's box, from a few corrected photos."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from scanner.errors import DatasetError

if TYPE_CHECKING:
    from pathlib import Path

    from scanner.dataset import Store
    from scanner.dataset.learning import Look, Verdict
    from scanner.profile import Profile

LESSONS = 5


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser("learn", help="get used to your box, from photos you have corrected")
    parser.add_argument("--dataset", "--database", metavar="PLACE", help="a folder, or postgresql://… (default: your data folder)")
    parser.add_argument("--photos", metavar="PLACE", help="a folder or an address such as s3://bucket/prefix, where the photos lie")
    parser.add_argument("--gardens", type=int, default=LESSONS, metavar="N", help=f"learn from the N gardens corrected last ({LESSONS})")
    parser.add_argument("--dry-run", action="store_true", help="say what would come of it, change nothing")
    parser.add_argument("--revert", action="store_true", help="go back to what was in use before")
    parser.add_argument("--list", action="store_true", help="what has been learned so far")
    parser.add_argument("--json", action="store_true", help="print JSON, errors included")


def run(args: argparse.Namespace) -> int:
    from scanner.profile import profiles_folder

    if args.gardens < 1:
        raise DatasetError("learn.too_few", "At least one garden must be learned from.")
    folder = profiles_folder()
    if args.list:
        return _list(folder, as_json=args.json)
    if args.revert:
        return _revert(folder, as_json=args.json)
    return _learn(folder, args)


def _learn(folder: Path, args: argparse.Namespace) -> int:
    import time
    from dataclasses import replace

    from scanner.dataset import open_store
    from scanner.dataset.learning import LearnParams, gather_lessons, teach
    from scanner.dataset.store import now_utc
    from scanner.profile import load_profile, save_profile

    store = open_store(args.dataset, photos=args.photos)
    try:
        look, network = make_look(store)
        params = LearnParams(lessons=args.gardens)
        lessons, failed = gather_lessons(store, look, clock=time.monotonic, params=params)
    finally:
        store.close()
    verdict = teach(lessons, network, active=load_profile(folder, network), params=params)
    profile = replace(verdict.profile, learned_at=now_utc())
    if verdict.refusal is None and not args.dry_run:
        profile = save_profile(folder, profile)
    _tell(verdict, profile, failed, args)
    return 0 if verdict.refusal is None else 1


def make_look(store: Store) -> tuple[Look, str]:
    """How a record's photo becomes evidence, before any profile; and the version of the network that does it."""
    import numpy as np

    from scanner.board import board_from_corners, find_board
    from scanner.dataset import Record
    from scanner.errors import ScannerError
    from scanner.evidence import gather_evidence
    from scanner.networks import load_network
    from scanner.photo import load_photo
    from scanner.types import Evidence

    network, holes = load_network("evidence"), load_network("holes")

    def look(record: Record) -> Evidence:
        photo = load_photo(store.photo(record.id))
        try:
            board = find_board(photo, load_network("board"), holes)
        except ScannerError:
            if record.board_px is None:
                raise
            board = board_from_corners(photo, np.array(record.board_px) * (photo.width / record.width), holes)
        return gather_evidence(photo, board, network)[0]

    return look, network.version


def _tell(verdict: Verdict, profile: Profile, failed: list[tuple[str, str]], args: argparse.Namespace) -> None:
    if args.json:
        told = {"accepted": verdict.refusal is None, "refusal": verdict.refusal, "failed": failed, **verdict.to_dict()}
        print(json.dumps({**told, "profile": profile.to_dict()}, ensure_ascii=False))
        return
    for record_id, why in failed:
        print(f"! {record_id}: {why}")
    rows = {"before": verdict.before, "after": verdict.after}
    print(f"  {'':<8}{'wrong cells':>12}{'right totals':>14}{'loss':>8}    on {verdict.before.gardens} gardens it had not learned from")
    for name, reading in rows.items():
        cells, totals = (reading.wrong_cells, reading.right_totals) if reading.solved else ("–", "–")
        print(f"  {name:<8}{cells:>12}{totals:>14}{reading.loss:>8.3f}")
    if verdict.refusal is not None:
        print(verdict.refusal)
    elif args.dry_run:
        print("It would be used (nothing was changed).")
    else:
        print(f"Profile {profile.version} is in use, learned from {len(profile.records)} gardens. Back: semiramis learn --revert")


def _list(folder: Path, *, as_json: bool) -> int:
    from scanner.profile import current_version, load_versions

    current, found = current_version(folder), load_versions(folder)
    if as_json:
        print(json.dumps({"current": current, "profiles": [p.to_dict() for p in found]}, ensure_ascii=False))
        return 0
    for p in found:
        state = "in use" if p.version == current else ""
        print(f"{p.version:>4}  {p.learned_at[:19]}  {len(p.records)} gardens, heads {', '.join(p.heads)}, network {p.network}  {state}")
    if current is None:
        print("No profile is in use.")
    return 0


def _revert(folder: Path, *, as_json: bool) -> int:
    from scanner.profile import revert

    back = revert(folder)
    if as_json:
        print(json.dumps({"current": back}))
    else:
        print("The networks are used as they come." if back is None else f"Profile {back} is in use again.")
    return 0
