"""`semiramis learn`: the scanner gets used to the owner's box, from a few corrected photos."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from scanner.errors import DatasetError
from scanner.games.phrases import LANGUAGES, say

if TYPE_CHECKING:
    from pathlib import Path

    from scanner.dataset import Store
    from scanner.dataset.learning import Look, Reading, Verdict
    from scanner.games.babylon.garden import Garden
    from scanner.profile import Profile
    from scanner.types import Evidence

LESSONS = 5


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser("learn", help="get used to your box, from photos you have corrected")
    parser.add_argument("--dataset", "--database", metavar="PLACE", help="a folder, or postgresql://… (default: your data folder)")
    parser.add_argument("--photos", metavar="PLACE", help="a folder or an address such as s3://bucket/prefix, where the photos lie")
    parser.add_argument("--gardens", type=int, default=LESSONS, metavar="N", help=f"learn from the N gardens corrected last ({LESSONS})")
    parser.add_argument("--dry-run", action="store_true", help="say what would come of it, change nothing")
    parser.add_argument("--revert", action="store_true", help="go back to what was in use before")
    parser.add_argument("--use", type=int, metavar="N", help="go to profile N of the list")
    parser.add_argument("--list", action="store_true", help="what has been learned so far")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of sentences (default: en)")
    parser.add_argument("--json", action="store_true", help="print JSON, errors included")


def run(args: argparse.Namespace) -> int:
    from scanner.profile import profiles_folder

    if args.gardens < 1:
        raise DatasetError("learn.too_few", "At least one garden must be learned from.")
    folder = profiles_folder()
    if args.list:
        return _list(folder, args)
    if args.revert:
        return _revert(folder, args)
    if args.use is not None:
        return _use(folder, args)
    return _learn(folder, args)


def _learn(folder: Path, args: argparse.Namespace) -> int:
    import time
    from dataclasses import replace

    from scanner.dataset import open_store
    from scanner.dataset.learning import LearnParams, Patience, best_garden, corrected_gardens, gather_lessons, teach
    from scanner.dataset.store import now_utc
    from scanner.profile import load_profile, save_profile
    from scanner.progress import Bar

    params = LearnParams(lessons=args.gardens)
    patience = Patience(time.monotonic() + params.total_s)
    store = open_store(args.dataset, photos=args.photos, create=False)
    bar = Bar(0, "learn")
    try:
        look, network = make_look(store)
        bar.total = min(params.lessons + params.checks, sum(1 for _ in corrected_gardens(store)))
        lessons, failed = gather_lessons(store, look, clock=time.monotonic, params=params, each=bar.step)
    finally:
        store.close()
        bar.close()
    bar = Bar(2 * len(lessons), "check")

    def solve(evidence: Evidence, edition: str) -> Garden:
        garden = best_garden(evidence, edition)
        bar.step()
        return garden

    verdict = teach(lessons, network, active=load_profile(folder, network), params=params, patience=patience, solve=solve)
    bar.close()
    profile = replace(verdict.profile, learned_at=now_utc())
    if verdict.refusal is None and not args.dry_run:
        profile = save_profile(folder, profile)
    _tell(verdict, profile, failed, args)
    return 0 if verdict.refusal is None else 1


def make_look(store: Store) -> tuple[Look, str]:
    """How a record's photo becomes evidence, before any profile; and the version of the network that does it."""
    from scanner.dataset.looking import usual_eyes
    from scanner.networks import load_network

    eyes = usual_eyes()
    return lambda record: eyes.look(store.photo(record.id), record).evidence, load_network("evidence").version


def _tell(verdict: Verdict, profile: Profile, failed: list[tuple[str, str]], args: argparse.Namespace) -> None:
    from scanner.dataset.words import PHRASES

    if args.json:
        told = {"accepted": verdict.refusal is None, "refusal": verdict.refusal, "failed": failed, **verdict.to_dict()}
        print(json.dumps({**told, "profile": profile.to_dict()}, ensure_ascii=False))
        return
    for record_id, why in failed:
        print(f"! {record_id}: {why}")
    refusal = verdict.explain(args.lang)
    tell_readings(verdict.before, verdict.after, args.lang)
    if refusal is not None:
        print(refusal)
    elif args.dry_run:
        print(say(PHRASES, "dry-run", args.lang))
    else:
        print(say(PHRASES, "profile-in-use", args.lang, {"version": profile.version, "count": len(profile.records)}))


def tell_readings(before: Reading, after: Reading, lang: str) -> None:
    """The two rows of the gate."""
    from scanner.dataset.words import PHRASES

    print(say(PHRASES, "head-line", lang, {"count": before.gardens}))
    for name, reading in (("before", before), ("after", after)):
        cells, totals = (reading.wrong_cells, f"{reading.right_totals}/{reading.solved}") if reading.solved else ("–", "–")
        print(f"  {say(PHRASES, name, lang):<10}{cells:>6}{totals:>8}{reading.loss:>9.3f}")


def _list(folder: Path, args: argparse.Namespace) -> int:
    from scanner.dataset.words import PHRASES
    from scanner.profile import current_version, load_versions

    current, found = current_version(folder), load_versions(folder)
    if args.json:
        print(json.dumps({"current": current, "profiles": [p.to_dict() for p in found]}, ensure_ascii=False))
        return 0
    for p in found:
        mark = "*" if p.version == current else " "
        gaps = {"count": len(p.records), "heads": ", ".join(p.heads), "network": p.network}
        print(f"{p.version:>4}{mark} {p.learned_at[:19]}  {say(PHRASES, 'profile-line', args.lang, gaps)}")
    if current is None:
        print(say(PHRASES, "no-profile", args.lang))
    return 0


def _revert(folder: Path, args: argparse.Namespace) -> int:
    from scanner.dataset.words import PHRASES
    from scanner.profile import revert

    back = revert(folder)
    if args.json:
        print(json.dumps({"current": back}))
    else:
        print(say(PHRASES, "bare" if back is None else "back-to", args.lang, {"version": back}))
    return 0


def _use(folder: Path, args: argparse.Namespace) -> int:
    from scanner.dataset.words import PHRASES
    from scanner.profile import use_version

    use_version(folder, args.use)
    print(json.dumps({"current": args.use}) if args.json else say(PHRASES, "back-to", args.lang, {"version": args.use}))
    return 0
