"""Fit the judgement: scan photos with truth that no network was trained on, and write models/calibration.toml.

    python -m models.training.calibrate DIR… --samples samples.jsonl [--out models/calibration.toml] [--seed 1]

Reading the photos takes the time; with --samples what was read is kept, and a second run goes straight to the fit.
"""

from __future__ import annotations

import argparse
import itertools
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from models.training.logistic import fit_signed_logistic
from models.training.truth import Truth, load_truths
from scanner.errors import ScannerError
from scanner.games.babylon.score import score_garden
from scanner.judge.calibration import FORMAT, NAMES, Calibration, Features
from scanner.judge.features import measure_features
from scanner.judge.totals import total_shares
from scanner.networks import MODELS
from scanner.progress import Bar
from scanner.types import Array64, Board, Evidence, Reconstruction

NO_GARDEN = -1
"""The true total of a photo without a garden: every score would be wrong."""
Reader = Callable[[bytes], tuple[Reconstruction, Evidence, Board]]


@dataclass(frozen=True, slots=True)
class CalibrateParams:
    """What is asked of "sure", and how the fit is kept from dreaming."""

    wrong_among_sure: float = 0.005
    folds: int = 5
    """The threshold is chosen on probabilities of photos that their fit had not seen."""
    rest: float = 1.0
    lowest_threshold: float = 0.9
    """However well it goes: nine in ten is not sure."""
    highest_threshold: float = 0.9999
    temperatures: tuple[float, float, int] = (0.4, 10.0, 49)
    """Geometric grid: from, to, steps."""
    ridge: float = 2.0
    """Pull towards "the share is the probability", in photos."""


@dataclass(frozen=True, slots=True)
class Sample:
    """What one photo gave, all the fit needs."""

    id: str
    true_total: int
    logps: tuple[float, ...]
    totals: tuple[int, ...]
    floor: float
    circumstances: dict[str, float]
    """The features except for the odds."""

    @property
    def right(self) -> bool:
        return self.totals[0] == self.true_total


@dataclass(frozen=True, slots=True)
class Fit:
    """A calibration and how it did on photos it was not fitted to."""

    calibration: Calibration
    photos: int
    right: int
    likeliest_right: int
    """Photos whose likeliest total (over all gardens) is right, instead of the best garden's."""
    sure: int
    sure_wrong: int
    brier: float
    held_out: tuple[float, ...]
    """Probability of each photo by the folds that had not seen it."""


def scanner_reader(threads: int = 2) -> Reader:
    """The shipped networks, as in the pipeline, up to the reconstruction."""
    from scanner.board import find_board
    from scanner.evidence import gather_evidence
    from scanner.networks import load_network
    from scanner.photo import load_photo
    from scanner.reconstruct import reconstruct

    def read(data: bytes) -> tuple[Reconstruction, Evidence, Board]:
        photo = load_photo(data)
        board = find_board(photo, load_network("board", threads), load_network("holes", threads))
        sweep = gather_evidence(photo, board, load_network("evidence", threads), load_network("pieces", threads))
        return reconstruct(sweep.evidence), sweep.evidence, sweep.board

    return read


def take_sample(truth: Truth, reader: Reader) -> Sample | None:
    """None for photos that are refused: an error is not a total."""
    try:
        reconstruction, evidence, board = reader(truth.path.read_bytes())
    except ScannerError as error:
        if error.code.startswith("models."):
            raise
        return None
    features = measure_features(reconstruction, evidence, board, 0.5).to_dict()
    features.pop("odds")
    true_total = NO_GARDEN if truth.expect == "no garden" else score_garden(truth.garden).total
    logps = tuple(c.logp for c in reconstruction.candidates)
    totals = tuple(score_garden(c.garden).total for c in reconstruction.candidates)
    return Sample(truth.path.stem, true_total, logps, totals, float(reconstruction.floor), features)


def gather_samples(truths: Sequence[Truth], reader: Reader, kept: Path | None = None) -> list[Sample]:
    """One sample per photo that can be read; photos that `kept` knows are not read again."""
    known = load_samples(kept) if kept else {}
    samples, bar = [], Bar(len(truths), "reading")
    for truth in truths:
        key = str(truth.path)
        if key not in known:
            known[key] = take_sample(truth, reader)
            if kept:
                with kept.open("a", encoding="utf-8") as out:
                    out.write(json.dumps({"photo": key, "sample": asdict(s) if (s := known[key]) else None}) + "\n")
        samples += [s] if (s := known[key]) else []
        bar.step(truth.path.name)
    bar.close()
    return samples


def load_samples(path: Path) -> dict[str, Sample | None]:
    """By photo; a torn last line is left out."""
    found: dict[str, Sample | None] = {}
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            try:
                data = json.loads(line)
            except ValueError:
                continue
            found[data["photo"]] = _sample(data["sample"]) if data["sample"] else None
    return found


def _sample(data: dict[str, Any]) -> Sample:
    return Sample(**{**data, "logps": tuple(data["logps"]), "totals": tuple(data["totals"])})


def fit_calibration(samples: Sequence[Sample], *, seed: int = 1, params: CalibrateParams | None = None) -> Fit:
    """Temperature by likelihood, the logistic map by likelihood, the threshold by the errors among photos held out."""
    params = params or CalibrateParams()
    if len(samples) < 2 * params.folds:
        raise ScannerError("calibrate.too_few", f"{len(samples)} photos were read; at least {2 * params.folds} are needed.")
    right = np.array([s.right for s in samples], np.float64)
    fold = np.random.default_rng(seed).permutation(len(samples)) % params.folds
    held_out = np.empty(len(samples))
    for k in range(params.folds):
        rest = [s for s, f in zip(samples, fold, strict=True) if f != k]
        part = _fit_map(rest, params)
        held_out[fold == k] = [probability_of(s, part) for s, f in zip(samples, fold, strict=True) if f == k]
    calibration = replace(_fit_map(samples, params), sure_from=pick_threshold(held_out, right, params))
    sure = held_out >= calibration.sure_from
    return Fit(
        calibration,
        photos=len(samples),
        right=int(right.sum()),
        likeliest_right=sum(_likeliest(s, calibration) == s.true_total for s in samples),
        sure=int(sure.sum()),
        sure_wrong=int((sure & (right < 0.5)).sum()),
        brier=float(np.mean((held_out - right) ** 2)),
        held_out=tuple(held_out.tolist()),
    )


def _fit_map(samples: Sequence[Sample], params: CalibrateParams) -> Calibration:
    low, high, steps = params.temperatures
    grid = np.geomspace(low, high, steps)
    temperature = float(grid[np.argmin(surprises(samples, grid, params.rest))])
    neutral = {name: 1.0 if name == "odds" else 0.0 for name in NAMES}
    best = Calibration(temperature, params.rest, params.highest_threshold, 0.0, neutral)
    rows = np.array([[getattr(features_of(s, best), name) for name in NAMES] for s in samples])
    right = np.array([s.right for s in samples], np.float64)
    signs = np.array([1.0] + [-1.0] * (len(NAMES) - 1))
    start = np.array([0.0, 1.0] + [0.0] * (len(NAMES) - 1))
    bias, *weights = fit_signed_logistic(rows, right, signs, start, params.ridge).tolist()
    return replace(best, bias=bias, weights=dict(zip(NAMES, weights, strict=True)))


def surprises(samples: Sequence[Sample], temperatures: Array64, rest: float) -> Array64:
    """Nats by which the true totals surprise at each temperature; an unlisted one is as likely as all that is not listed."""
    most = max(len(s.logps) for s in samples)
    below = np.full((len(samples), most), -np.inf)
    true = np.zeros((len(samples), most), bool)
    for i, s in enumerate(samples):
        below[i, : len(s.logps)] = np.array(s.logps) - max(s.logps)
        true[i, : len(s.logps)] = np.array(s.totals) == s.true_total
    floor = np.array([min(s.floor - max(s.logps), 0.0) for s in samples])
    out = np.empty(len(temperatures))
    for i, temperature in enumerate(temperatures):
        mass, outside = np.exp(below / temperature), rest * np.exp(floor / temperature)
        share = np.where(true.any(axis=1), (mass * true).sum(axis=1), outside) / (mass.sum(axis=1) + outside)
        out[i] = -np.log(np.maximum(share, 1e-9)).sum()
    return out


def features_of(sample: Sample, calibration: Calibration) -> Features:
    """As the judgement would measure them with this temperature."""
    share = min(max(total_shares(sample.logps, sample.totals, sample.floor, calibration).best, 1e-12), 1.0 - 1e-12)
    odds = float(np.clip(np.log(share / (1.0 - share)), -12.0, 12.0))
    return Features(odds=odds, **sample.circumstances)


def probability_of(sample: Sample, calibration: Calibration) -> float:
    return calibration.probability(features_of(sample, calibration))


def _likeliest(sample: Sample, calibration: Calibration) -> int:
    by_total = total_shares(sample.logps, sample.totals, sample.floor, calibration).by_total
    return max(by_total, key=lambda total: by_total[total])


def pick_threshold(probability: Array64, right: Array64, params: CalibrateParams) -> float:
    """The lowest one with few enough errors above it, both as counted and as the probabilities themselves expect."""
    order = np.argsort(-probability, kind="stable")
    p, wrong = probability[order], 1.0 - right[order]
    count = np.arange(1, len(p) + 1)
    good = (np.cumsum(wrong) / count <= params.wrong_among_sure) & (np.cumsum(1.0 - p) / count <= params.wrong_among_sure)
    last_of_equals = np.append(p[:-1] > p[1:], True)
    usable = np.flatnonzero(good & last_of_equals)
    if not len(usable):
        return params.highest_threshold
    last = int(usable[-1])
    below = p[last + 1] if last + 1 < len(p) else p[last]
    return float(np.clip((p[last] + below) / 2, params.lowest_threshold, params.highest_threshold))


def save_calibration(fit: Fit, path: Path, *, seed: int) -> None:
    c = fit.calibration
    lines = [
        "# How log scores become probabilities (scanner/judge). Written by models/training/calibrate.py.",
        f'format = "{FORMAT}"',
        *(f"{name} = {float(getattr(c, name)):.6g}" for name in ("temperature", "rest", "sure_from", "bias")),
        "\n[weights]",
        *(f"{name} = {c.weights[name] + 0.0:.6g}" for name in NAMES),
        "\n[fit]  # on photos held out",
        *(f"{name} = {getattr(fit, name)}" for name in ("photos", "right", "likeliest_right", "sure", "sure_wrong")),
        f"brier = {fit.brier:.5f}",
        f"seed = {seed}",
    ]
    aside = path.with_suffix(".part")
    aside.write_text("\n".join(lines) + "\n", encoding="utf-8")
    aside.replace(path)


def reliability(fit: Fit, samples: Sequence[Sample]) -> str:
    """A table: of the photos given about p, which share was right."""
    edges = (0.0, 0.2, 0.5, 0.8, 0.9, 0.95, 0.99, 1.0 + 1e-9)
    p, right = np.array(fit.held_out), np.array([s.right for s in samples])
    lines = ["| probability | photos | expected right | right |", "|---|---|---|---|"]
    for low, high in itertools.pairwise(edges):
        inside = (p >= low) & (p < high)
        if inside.any():
            lines.append(
                f"| {low:.2f}–{min(high, 1.0):.2f} | {inside.sum()} | {100 * p[inside].mean():.1f} % | {100 * right[inside].mean():.1f} % |"
            )
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, metavar="DIR", help="NAME.jpg with NAME.json beside it")
    parser.add_argument("--samples", type=Path, help="JSON lines: what was read is kept here and not read again")
    parser.add_argument("--out", type=Path, default=MODELS / "calibration.toml")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(argv)
    truths = [truth for folder in args.folders for truth in load_truths(folder)]
    samples = gather_samples(truths, scanner_reader(), args.samples)
    fit = fit_calibration(samples, seed=args.seed)
    save_calibration(fit, args.out, seed=args.seed)
    print(f"{len(truths)} photos, {fit.photos} read, {fit.right} exact ({fit.likeliest_right} by the likeliest total)")
    print(f"sure: {fit.sure} ({100 * fit.sure / fit.photos:.1f} %), of them wrong: {fit.sure_wrong}; Brier score {fit.brier:.4f}")
    print(f"{reliability(fit, samples)}\n\nwritten: {args.out}")


if __name__ == "__main__":
    main()
