"""Learning one's own box: it helps, it refuses to harm, it can be taken back."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from scanner.cli import main
from scanner.commands import learn as command
from scanner.dataset import DatasetError, Record, Store, open_store
from scanner.dataset.learning import LearnParams, Patience, Reading, Verdict, gather_lessons, teach
from scanner.dataset.refit import Examples, RefitParams, examples_of, fit_head, fit_profile, loss_of, mean_loss
from scanner.errors import ScannerError
from scanner.games.babylon.garden import Garden
from scanner.games.phrases import LANGUAGES
from scanner.profile import GROUPS, Profile, Refit
from scanner.progress import Bar
from scanner.reconstruct import argmax_garden
from scanner.types import Evidence
from tests.dataset.box import TILES, lesson
from tests.dataset.kit import garden_of, photo
from tests.fake_evidence import Noise

ROOT = Path(__file__).parents[2]


def gain(profile: Profile, seeds: range, **options: Any) -> float:
    """Loss after, as a share of the loss before, on other gardens."""
    others = [lesson(seed, **options) for seed in seeds]
    before = sum(mean_loss(x.evidence, x.garden) for x in others)
    return sum(mean_loss(profile.apply(x.evidence), x.garden) for x in others) / before


def plainly(evidence: Evidence, edition: str) -> Garden:
    """Without the rules, for tests that are not about what is read."""
    return argmax_garden(evidence)


def test_more_gardens_teach_more() -> None:
    shares = [gain(fit_profile([lesson(s) for s in range(k)], "n"), range(10, 20)) for k in (1, 2, 5)]
    assert shares[0] < 0.8
    assert shares[1] < 0.2
    assert shares[2] < 0.1


def test_learned_from_four_gardens_the_others_are_read_rightly() -> None:
    verdict = teach([lesson(s) for s in range(8)], "n", params=LearnParams(lessons=4))
    assert verdict.before.gardens == verdict.after.gardens == 4
    assert verdict.before.wrong_cells > 40
    assert verdict.after.wrong_cells < verdict.before.wrong_cells / 5
    assert verdict.after.right_totals > verdict.before.right_totals
    assert verdict.refusal is None
    assert verdict.profile.records == tuple(f"{n:032x}" for n in range(4))


def test_two_gardens_check_each_other() -> None:
    verdict = teach([lesson(0), lesson(1)], "n")
    assert verdict.before.gardens == 2
    assert verdict.refusal is None
    assert len(verdict.profile.records) == 2


def test_one_garden_is_not_enough() -> None:
    for lessons in ([], [lesson(0)], [lesson(0), lesson(0)]):
        with pytest.raises(DatasetError) as caught:
            teach(lessons, "n")
        assert caught.value.code == "learn.too_few"


def test_a_box_that_is_read_rightly_is_left_alone() -> None:
    verdict = teach([lesson(s, odd=False, noise=Noise(confidence=12.0, spread=0.5)) for s in range(4)], "n")
    assert verdict.refusal is None or verdict.profile.heads == {}
    assert not verdict.after.worse_than(verdict.before)


def test_noise_teaches_nothing() -> None:
    """Mistakes without a system cannot be learned; whatever is fitted to them must not pass or must not harm."""
    noisy = Noise(confidence=4.0, spread=2.0, flips=0.1, flower_flips=0.2)
    profile = fit_profile([lesson(s, odd=False, noise=noisy) for s in range(3)], "n")
    assert gain(profile, range(10, 25), odd=False, noise=noisy) < 1.05


def test_wrong_corrections_are_refused() -> None:
    """Gardens exchanged by mistake: the gate is passed by none of them."""
    good = [lesson(s, odd=False) for s in range(4, 8)]
    poisoned = [replace(lesson(s, odd=False), garden=garden_of(s + 50, TILES)) for s in range(3)]
    verdict = teach([*poisoned, *good], "n", params=LearnParams(lessons=3))
    assert verdict.profile.heads
    assert verdict.refusal is not None
    assert "worse" in verdict.refusal


def test_what_makes_the_evidence_worse_is_refused_without_solving() -> None:
    def never(evidence: Evidence, edition: str) -> Garden:
        pytest.fail("nothing needs to be solved")

    poisoned = [replace(lesson(s, odd=False), garden=garden_of(s + 50, TILES)) for s in range(3)]
    verdict = teach([*poisoned, *(lesson(s, odd=False) for s in range(4, 8))], "n", solve=never, params=LearnParams(lessons=3))
    assert verdict.refusal is not None
    assert verdict.after.solved == 0


def test_a_solver_that_gives_up_does_not_decide() -> None:
    """On every second garden, before or after: those count by their loss on both sides."""
    calls = iter(range(1000))

    def tired(evidence: Evidence, edition: str) -> Garden:
        if next(calls) % 4 == 3:
            raise AssertionError
        return plainly(evidence, edition)

    verdict = teach([lesson(s) for s in range(8)], "n", solve=tired, params=LearnParams(lessons=4))
    assert (verdict.before.gardens, verdict.before.solved, verdict.after.solved) == (4, 2, 2)
    assert verdict.refusal is None


def test_the_gate_ends_in_time() -> None:
    """Gardens that there is no time to put together count by their loss."""
    ticks = iter(range(0, 1000, 10))
    patience = Patience(until=45.0, clock=lambda: float(next(ticks)))
    verdict = teach([lesson(s) for s in range(8)], "n", solve=plainly, params=LearnParams(lessons=4), patience=patience)
    assert verdict.before.gardens == 4
    assert 0 < verdict.before.solved == verdict.after.solved < 4
    assert verdict.refusal is None
    late = teach([lesson(s) for s in range(8)], "n", solve=plainly, params=LearnParams(lessons=4), patience=Patience(-1.0))
    assert (late.after.solved, late.refusal) == (0, None)


def test_a_refusal_in_every_language() -> None:
    profile = Profile({"flower": Refit(np.zeros((4, 4)), np.ones(4))}, "n")
    verdict = Verdict(profile, READ, replace(READ, wrong_cells=11))
    told = [verdict.explain(lang) for lang in LANGUAGES]
    assert len(set(told)) == 4
    assert all("10 → 11" in str(words) for words in told)


def test_the_gate_uses_no_photo_of_a_garden_that_was_learned_from() -> None:
    """A second photo of a garden goes with the first one."""
    asked: list[Evidence] = []

    def solve(evidence: Evidence, edition: str) -> Any:
        asked.append(evidence)
        return garden_of(0)

    lessons = [lesson(s) for s in (0, 1, 0, 1, 2, 3, 4)]
    verdict = teach(lessons, "n", solve=solve, params=LearnParams(lessons=2))
    assert verdict.before.gardens == 3
    assert [any(e is x.evidence for e in asked) for x in lessons] == [False] * 4 + [True] * 3


READ = Reading(4, 0.5, 10, 2, 4)


@pytest.mark.parametrize("worse", [replace(READ, wrong_cells=11), replace(READ, right_totals=1), replace(READ, loss=0.51)])
def test_worse_in_anything_is_refused(worse: Reading) -> None:
    profile = Profile({"flower": Refit(np.zeros((4, 4)), np.ones(4))}, "n")
    assert Verdict(profile, READ, READ).refusal is None
    assert Verdict(profile, READ, worse).refusal is not None
    assert Verdict(profile, READ, READ, active=READ, after_active=worse).refusal is not None
    assert Verdict(replace(profile, heads={}), READ, READ).refusal is not None


def test_a_profile_in_use_is_only_replaced_by_a_better_one() -> None:
    lessons = [lesson(s) for s in range(8)]
    strong = fit_profile([lesson(s) for s in range(20, 28)], "n")
    weak = teach(lessons, "n", active=strong, solve=plainly, params=LearnParams(lessons=1))
    assert weak.active is not None
    assert weak.refusal is not None
    assert "in use" in weak.refusal
    knows_all = replace(strong, records=tuple(x.garden_id for x in lessons))
    assert teach(lessons, "n", active=knows_all, solve=plainly, params=LearnParams(lessons=1)).active is None, (
        "it would judge in its own cause"
    )


@pytest.mark.parametrize("head", GROUPS)
def test_the_fit_is_the_best_there_is(head: str) -> None:
    """No small step in any direction lowers what is minimised."""
    found = [examples_of(x.evidence, x.garden)[head] for x in (lesson(0), lesson(1))]
    examples = Examples(np.concatenate([f.grouped for f in found]), np.concatenate([f.target for f in found]))
    ridge = 1.0
    refit = fit_head(examples, ridge, RefitParams())

    def cost(mix: Any, shift: Any) -> float:
        return loss_of(examples, Refit(mix, shift)) * len(examples) + ridge * float((mix**2).sum() + (shift**2).sum())

    best = cost(refit.mix, refit.shift)
    assert best < cost(np.zeros_like(refit.mix), np.zeros_like(refit.shift))
    rng = np.random.default_rng(0)
    for _ in range(30):
        assert cost(refit.mix + rng.normal(0, 0.01, refit.mix.shape), refit.shift + rng.normal(0, 0.01, refit.shift.shape)) > best


def keep(store: Store, seeds: range) -> None:
    for seed in seeds:
        record = store.add(photo(seed), game=f"g{seed}", note=str(seed))
        store.correct(record.id, garden_of(seed, TILES).to_dict())


def imagine(record: Record) -> Evidence:
    """What the networks would say: the note tells which garden the photo shows."""
    if record.note == "blind":
        raise ScannerError("board.missing", "No board.")
    return lesson(int(record.note or 0)).evidence


def test_the_gardens_corrected_last_come_first(local: Store) -> None:
    keep(local, range(4))
    first = next(local.walk())
    local.correct(first.id, garden_of(0, TILES).to_dict())
    local.add(photo(9), same_garden=first.id, note="0")
    blind = local.add(photo(8), garden=garden_of(8).to_dict(), note="blind")
    local.add(photo(7), note="7")
    lessons, failed = gather_lessons(local, imagine, clock=lambda: 0.0)
    assert [x.garden for x in lessons] == [garden_of(s, TILES) for s in (0, 3, 2, 1)]
    assert failed == [(blind.id, "No board.")]
    few, _ = gather_lessons(local, imagine, clock=lambda: 0.0, params=LearnParams(lessons=1, checks=1))
    assert len(few) == 2
    ticks = iter(range(0, 1000, 20))
    hurried, _ = gather_lessons(local, imagine, clock=lambda: float(next(ticks)), params=LearnParams(lessons=1))
    assert len(hurried) == 2, "a slow machine still looks at the least that is needed"


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[int, str]]:
    """Runs `semiramis learn …` with imagined networks."""
    monkeypatch.setenv("SEMIRAMIS_PROFILES", str(tmp_path / "profiles"))
    monkeypatch.setattr(command, "make_look", lambda store: (imagine, "net"))

    def run(*words: str) -> tuple[int, str]:
        code = main(["learn", "--dataset", str(tmp_path / "dataset"), *words])
        printed = capsys.readouterr()
        return code, printed.out + printed.err

    return run


def test_the_command(told: Callable[..., tuple[int, str]], tmp_path: Path) -> None:
    code, out = told()
    assert code == 1
    assert "[dataset.none]" in out
    store = open_store(tmp_path / "dataset")
    code, out = told()
    assert code == 1
    assert "[learn.too_few]" in out
    keep(store, range(3))
    store.close()
    assert "nothing was changed" in told("--dry-run")[1]
    assert told("--list") == (0, "No profile is in use.\n")
    start = time.monotonic()
    code, out = told()
    assert code == 0
    assert "Profile 1 is in use, learned from 3 gardens." in out
    assert time.monotonic() - start < 60
    code, out = told("--list", "--json")
    assert json.loads(out)["current"] == 1
    assert json.loads(out)["profiles"][0]["figures"]["after"]["gardens"] == 3
    assert told("--list")[1].startswith("   1* ")
    assert told("--revert") == (0, "The networks are used as they come.\n")
    code, out = told("--revert", "--json")
    assert (code, json.loads(out)["error"]["code"]) == (1, "profile.none")
    assert told("--use", "1", "--lang", "de") == (0, "Profil 1 ist wieder in Gebrauch.\n")
    assert told("--list", "--lang", "cs")[1].startswith("   1* ")
    assert "gardens" not in told("--list", "--lang", "cs")[1]
    assert "[profile.none]" in told("--use", "7")[1]
    assert told("--gardens", "0")[0] == 1


def test_learning_shows_how_far_it_is(told: Callable[..., tuple[int, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[tuple[str, int]] = []
    monkeypatch.setattr(Bar, "step", lambda self, note="": steps.append((self.label, self.total)))
    store = open_store(tmp_path / "dataset")
    keep(store, range(3))
    store.close()
    assert told()[0] == 0
    assert steps == [("learn", 3)] * 3 + [("check", 6)] * 6


def test_a_refusal_changes_nothing(told: Callable[..., tuple[int, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "make_look", lambda store: (lambda r: lesson(int(r.note or 0), odd=False).evidence, "net"))
    store = open_store(tmp_path / "dataset")
    keep(store, range(4))
    for seed in range(20, 22):  # gardens and photos exchanged
        store.add(photo(seed), garden=garden_of(seed + 30, TILES).to_dict(), note=str(seed))
    store.close()
    code, out = told("--gardens", "2", "--json")
    assert code == 1
    assert json.loads(out)["accepted"] is False
    assert not (tmp_path / "profiles").exists()


def test_learning_needs_no_torch() -> None:
    lines = ["import sys", "import scanner.commands.learn", "from tests.dataset.box import lesson"]
    lines += ["from scanner.dataset.refit import fit_profile", "fit_profile([lesson(0), lesson(1)], 'n')"]
    script = "\n".join([*lines, "sys.exit('torch' in sys.modules or 'scipy' in sys.modules)"])
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
