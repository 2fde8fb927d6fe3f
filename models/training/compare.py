"""Plain argmax, the rules, and the rules with measured heights on the same evidence: `python -m models.training.compare DIR`."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from models.training.evaluate import interval
from models.training.truth import Truth, load_truths, make_labels
from scanner.board import find_board
from scanner.errors import ScannerError
from scanner.evidence import gather_evidence
from scanner.games.babylon.garden import Garden
from scanner.games.babylon.score import score_garden
from scanner.heights import add_heights
from scanner.networks import load_network
from scanner.photo import load_photo
from scanner.progress import Bar
from scanner.reconstruct import argmax_garden, reconstruct
from scanner.types import Evidence, FloatArray

Decoder = Callable[[Evidence, FloatArray], Garden]


def _rules(evidence: Evidence) -> Garden:
    return reconstruct(evidence).best.garden


DECODERS: dict[str, Decoder] = {
    "argmax of every cell": lambda evidence, lift: argmax_garden(evidence),
    "building rules": lambda evidence, lift: _rules(evidence),
    "building rules and measured heights": lambda evidence, lift: _rules(add_heights(evidence, lift)),
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one photo was decoded in one way."""

    exact: bool
    wrong_cells: int


def compare(truth: Truth) -> dict[str, Outcome] | None:
    """By decoder; None when the board is not found."""
    photo = load_photo(truth.path.read_bytes())
    try:
        board = find_board(photo, load_network("board"), load_network("holes"))
    except ScannerError:
        return None
    sweep = gather_evidence(photo, board, load_network("evidence"), load_network("pieces"))
    return {name: _outcome(truth.garden, decode, sweep.evidence, sweep.lift) for name, decode in DECODERS.items()}


def _outcome(garden: Garden, decode: Decoder, evidence: Evidence, lift: FloatArray) -> Outcome:
    try:
        read = decode(evidence, lift)
    except ScannerError:
        return Outcome(False, 64)
    want, got = make_labels(garden), make_labels(read)
    wrong = (want.top != got.top) | (want.content != got.content)
    return Outcome(score_garden(read).total == score_garden(garden).total, int(np.count_nonzero(wrong)))


def table(outcomes: Sequence[dict[str, Outcome]]) -> str:
    """Exact totals and wrong cells of every decoder."""
    lines = [f"| decoding, {len(outcomes)} photos with a board found | exact total | 95 % interval | wrong cells |", "|---|---|---|---|"]
    for name in DECODERS:
        k, n = sum(o[name].exact for o in outcomes), len(outcomes)
        low, high = interval(k, n)
        wrong = 100 * sum(o[name].wrong_cells for o in outcomes) / max(64 * n, 1)
        lines.append(f"| {name} | {k}/{n} | {100 * low:.0f}–{100 * high:.0f} % | {wrong:.2f} % |")
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, metavar="DIR")
    truths = [t for t in load_truths(parser.parse_args(argv).folder) if t.expect == "garden"]
    bar, found = Bar(len(truths), "decoding"), []
    for truth in truths:
        outcome = compare(truth)
        found += [outcome] if outcome else []
        bar.step(truth.path.name)
    bar.close()
    print(table(found))


if __name__ == "__main__":
    main()
