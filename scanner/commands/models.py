"""`semiramis models …`: train the networks on with the whole dataset (extra: train), and go back."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scanner.errors import DatasetError
from scanner.games.phrases import LANGUAGES, say

if TYPE_CHECKING:
    from scanner.dataset import Store
    from scanner.dataset.finetuning import Lot
    from scanner.dataset.learning import Reading
    from scanner.dataset.looking import Eyes

NETWORKS = ("evidence", "pieces", "holes", "board")
MINUTES = 30.0
LR = 3e-4
"""A sixth of what the networks were trained with: what they know is to stay."""
BATCHES = (4, 2, 1)
LEAST_USED = 0.7
"""Of the photos that a batch size can use; planes of unequal number do not go into one batch."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser("models", help="train the networks on with your photos (extra: train)")
    told = argparse.ArgumentParser(add_help=False)
    told.add_argument("--lang", choices=LANGUAGES, default="en", help="language of sentences (default: en)")
    told.add_argument("--json", action="store_true", help="print JSON, errors included")
    actions = parser.add_subparsers(dest="action", metavar="action", required=True)
    tune = actions.add_parser("finetune", help="train with all corrected photos; used when it reads others no worse", parents=[told])
    tune.add_argument("network", nargs="?", choices=NETWORKS, default="evidence", help="which network (default: evidence)")
    tune.add_argument("--dataset", "--database", metavar="PLACE", help="a folder, or postgresql://… (default: your data folder)")
    tune.add_argument("--photos", metavar="PLACE", help="a folder or an address such as s3://bucket/prefix, where the photos lie")
    tune.add_argument("--minutes", type=float, default=MINUTES, help=f"how long to train ({MINUTES:g})")
    tune.add_argument(
        "--rehearse", type=Path, nargs="+", default=[], metavar="DIR", help="folders of rendered photos to train with as well"
    )
    tune.add_argument("--out", type=Path, metavar="DIR", help="keep training photos and weights here; an interrupted run goes on from it")
    tune.add_argument("--threads", type=int, default=2)
    tune.add_argument("--dry-run", action="store_true", help="say what would come of it, change nothing")
    actions.add_parser("list", help="what was finetuned so far", parents=[told])
    actions.add_parser("revert", help="go back to the networks in use before", parents=[told])


def run(args: argparse.Namespace) -> int:
    code: int = globals()[f"_{args.action}"](args)
    return code


def _finetune(args: argparse.Namespace) -> int:
    import contextlib
    import importlib
    import tempfile

    torch = importlib.import_module("torch")  # when it is missing, that is said before anything is done
    if not 0 < args.minutes < 1e5 or args.threads < 1:
        raise DatasetError("models.usage", "--minutes and --threads are more than 0.")
    torch.set_num_threads(args.threads)
    from scanner.dataset import open_store

    with contextlib.ExitStack() as stack:
        store = open_store(args.dataset, photos=args.photos, create=False)
        stack.callback(store.close)
        out = args.out or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="semiramis-")))
        return _finetune_in(store, out, args)


def _finetune_in(store: Store, out: Path, args: argparse.Namespace) -> int:
    """Divide, train, judge, keep."""
    from dataclasses import replace

    from scanner.dataset.finetuning import divide, judge_network, write_truths
    from scanner.dataset.learning import corrected_gardens
    from scanner.dataset.looking import load_candidate, usual_eyes
    from scanner.networks import load_network
    from scanner.profile import load_profile, profiles_folder
    from scanner.progress import Bar

    lot, eyes = divide(corrected_gardens(store)), usual_eyes(args.threads)
    bar = Bar(sum(len(store.find(garden_id=record.garden_id)) for record, _ in lot.taught), "photos")
    taught, failed = write_truths(store, lot.taught, out / "photos", eyes, each=bar.step)
    bar.close()
    _tell_start(taught, lot, args)
    candidate = load_candidate(args.network, train(args.network, [out / "photos", *args.rehearse], out, args.minutes), args.threads)
    new: Eyes = replace(eyes, **{args.network: candidate})
    profile = load_profile(profiles_folder(), load_network("evidence", args.threads).version)
    before, after, unread = judge_network(store, lot.checks, eyes, new, profile)
    return _decide(lot, before, after, [*failed, *unread], out / "export" / f"{args.network}.onnx", args)


def train(name: str, data: list[Path], out: Path, minutes: float) -> Path:
    """Fit on from the shipped weights and export; returns the new network's file."""
    import contextlib
    import sys

    import cv2

    from models.training.export import export
    from models.training.fit import FitParams, fit
    from models.training.tasks import TASKS
    from models.training.truth import load_truths

    task = TASKS[name]
    batch = pick_batch(task, [t for folder in data for t in load_truths(folder)])
    cv2.setNumThreads(1)
    (out / "export").mkdir(parents=True, exist_ok=True)
    with contextlib.redirect_stdout(sys.stderr):  # its progress; standard output is for the result
        fit(task, data, out, minutes=minutes, batch=batch, seed=1, params=FitParams(lr=LR))
        return export(name, out, folder=out / "export")  # the shipped networks and their list stay as they are


def pick_batch(task: Any, truths: list[Any]) -> int:
    """The largest batch that can use most of the photos; with none at all the training would wait for ever."""
    import numpy as np

    wanted = [t for t in truths if task.wants(t)]
    used = {size: sum(len(g) for g in task.groups(wanted, size, np.random.default_rng(0))) for size in BATCHES}
    for size, count in used.items():
        if wanted and count >= LEAST_USED * len(wanted):
            return size
    if used[BATCHES[-1]] == 0:
        raise DatasetError("models.too_few", "Too few photos can be trained with. Correct more, or add rendered ones with --rehearse.")
    return BATCHES[-1]


def _tell_start(taught: int, lot: Lot, args: argparse.Namespace) -> None:
    import sys

    from scanner.dataset.words import PHRASES

    gaps = {"taught": taught, "checks": len(lot.checks), "minutes": f"{args.minutes:g}"}
    print(say(PHRASES, "training", args.lang, gaps), file=sys.stderr, flush=True)


def _decide(lot: Lot, before: Reading, after: Reading, failed: list[tuple[str, str]], network: Path, args: argparse.Namespace) -> int:
    """Through the gate or not; said either way."""
    from dataclasses import asdict

    from scanner.commands.learn import tell_readings
    from scanner.dataset.learning import say_change
    from scanner.dataset.store import now_utc
    from scanner.dataset.tuned import save_tuned
    from scanner.dataset.words import PHRASES

    refused, kept = after.worse_than(before), None
    figures = {"before": asdict(before), "after": asdict(after)}
    if not refused and not args.dry_run:
        gardens = tuple(record.garden_id for record, _ in lot.taught)
        kept = save_tuned(args.network, network, shipped_version(args.network), learned_at=now_utc(), gardens=gardens, figures=figures)
    if args.json:
        told = {"accepted": not refused, "version": kept.version if kept else None, "failed": failed, **figures}
        print(json.dumps(told, ensure_ascii=False))
        return 1 if refused else 0
    for record_id, why in failed:
        print(f"! {record_id}: {why}")
    tell_readings(before, after, args.lang)
    if refused:
        print(say(PHRASES, "worse", args.lang, {"change": say_change(before, after, args.lang)}))
    elif kept is None:
        print(say(PHRASES, "dry-run", args.lang))
    else:
        print(say(PHRASES, "tuned-in-use", args.lang, {"network": args.network, "version": kept.version}))
    return 1 if refused else 0


def shipped_version(name: str) -> str:
    """Of the network that Semiramis came with, whatever is in use."""
    import tomllib

    from scanner.networks import MODELS

    found: str = tomllib.loads((MODELS / "manifest.toml").read_text(encoding="utf-8"))[name]["sha256"][:12]
    return found


def _list(args: argparse.Namespace) -> int:
    from scanner.dataset.tuned import list_tuned
    from scanner.dataset.words import PHRASES

    current, found = list_tuned()
    if args.json:
        print(json.dumps({"current": current, "versions": found}, ensure_ascii=False))
        return 0
    for one in found:
        mark = "*" if one["version"] == current else " "
        names = ", ".join(f"{name} {entry['sha256'][:12]}" for name, entry in one["networks"].items())
        words = say(PHRASES, "tuned-line", args.lang, {"count": len(one["gardens"]), "networks": names})
        print(f"{one['version']:>4}{mark} {one['learned_at'][:19]}  {words}")
    if current is None:
        print(say(PHRASES, "no-tuned", args.lang))
    return 0


def _revert(args: argparse.Namespace) -> int:
    from scanner.dataset.tuned import revert_tuned
    from scanner.dataset.words import PHRASES

    back = revert_tuned()
    if args.json:
        print(json.dumps({"current": back}))
    else:
        print(say(PHRASES, "bare" if back is None else "tuned-back", args.lang, {"version": back}))
    return 0
