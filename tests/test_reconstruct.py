"""Reconstruction without pixels: self-played gardens as evidence, perfect and noisy; the truth must come out, and only legal gardens."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from scanner.errors import ScannerError
from scanner.games.babylon.garden import FLOWERS, Decoration, Garden, Tile
from scanner.games.babylon.play import play_game
from scanner.games.babylon.rules import violations
from scanner.games.babylon.settings import Settings
from scanner.reconstruct import EDITIONS, ReconstructParams, argmax_garden, fuse, reconstruct
from scanner.reconstruct.structure import statue_groups
from scanner.surface import garden_surface, visible_garden
from scanner.types import Evidence, Reconstruction
from tests.fake_evidence import CLEAN, Noise, fake_evidence

NOISY = Noise(confidence=6.0, flips=0.02)
"""Two in a hundred readings wrong: one or two cells and some tiles of every garden."""
SEEDS = range(6)


@cache
def garden_of(seed: int) -> Garden:
    return play_game(seed, 2 + seed % 3)[seed % 2]


@cache
def noisy(seed: int) -> tuple[Evidence, Reconstruction]:
    evidence = fake_evidence(garden_of(seed), np.random.default_rng(seed), NOISY)
    return evidence, reconstruct(evidence)


def hard_violations(garden: Garden, edition: str = "en") -> list[str]:
    """Broken rules that a photo can prove."""
    found = violations(garden, Settings(edition=edition, hidden_listed=False))
    return [v.code for v in found if v.hard]


@pytest.mark.parametrize("seed", SEEDS)
def test_perfect_evidence_gives_the_truth(seed: int) -> None:
    truth = garden_of(seed)
    found = reconstruct(fake_evidence(truth, np.random.default_rng(0), CLEAN))
    assert visible_garden(found.best.garden) == visible_garden(truth)
    assert found.proven


@pytest.mark.parametrize("seed", SEEDS)
def test_flipped_readings_still_give_the_truth(seed: int) -> None:
    evidence, found = noisy(seed)
    assert visible_garden(found.best.garden) == visible_garden(garden_of(seed))
    surface, read = garden_surface(garden_of(seed)), evidence.level_logp.argmax(axis=0)
    assert seed != 0 or (surface.level != read).any(), "the noise must have done something, or this proves nothing"


def test_rules_beat_plain_reading() -> None:
    plain = sum(visible_garden(argmax_garden(noisy(seed)[0])) == visible_garden(garden_of(seed)) for seed in SEEDS)
    assert plain <= 2


@pytest.mark.parametrize("seed", SEEDS)
def test_candidates_are_legal_distinct_and_in_order(seed: int) -> None:
    _, found = noisy(seed)
    gardens = [c.garden for c in found.candidates]
    assert len(gardens) == ReconstructParams().k
    assert len({visible_garden(g) for g in gardens}) == len(gardens)
    assert [hard_violations(g) for g in gardens] == [[]] * len(gardens)
    logps = [c.logp for c in found.candidates]
    assert logps == sorted(logps, reverse=True)
    assert found.floor <= logps[-1] + 1e-6
    assert logps[0] - logps[-1] <= ReconstructParams().reach


def value(garden: Garden, evidence: Evidence, params: ReconstructParams) -> float | None:
    """The score of a garden counted again from the definition; None for gardens whose prices are a matter of the solver."""
    surface = garden_surface(garden)
    shown = {int(i) for i in np.unique(surface.tile) if i >= 0}
    hidden_piece = any(surface.level[r, c] != n for d in garden.decorations for (c, r), n in zip(d.cells, d.levels, strict=True))
    bridge_covered = any(d.middle is not None and surface.level[d.middle[1], d.middle[0]] > d.levels[0] for d in garden.decorations)
    if len(shown) != len(garden.tiles) or hidden_piece or bridge_covered or len(garden.tiles) > params.max_tiles:
        return None
    total = 0.0
    for row, col in itertools.product(range(8), range(8)):
        level = int(surface.level[row, col])
        total += float(evidence.level_logp[level, row, col]) + float(evidence.content_logp[level, row, col, surface.content[row, col]])
    for t in garden.tiles:
        total += params.w_tile * float(evidence.tile_logit[t.level, t.row, t.col])
        total += float(evidence.flower_logp[t.level, t.row, t.col, FLOWERS.index(t.flower)])
    strangers = max(statue_groups([d.cells[0] for d in garden.decorations if d.kind == "statue"]) - 1, 0)
    return total - params.statue_link_price * strangers


def neighbours(garden: Garden) -> Iterator[Garden]:
    """One flower changed, or one statue more or less on a plain field on top."""
    for tile, flower in itertools.product(garden.tiles, FLOWERS):
        if flower != tile.flower:
            yield Garden(tuple(replace(t, flower=flower) if t == tile else t for t in garden.tiles), garden.decorations)
    taken = {cell for d in garden.decorations for cell in d.cells}
    for cell, level in garden.tops().items():
        if cell not in taken:
            yield Garden(garden.tiles, (*garden.decorations, Decoration("statue", (cell,), (level,))))
    for piece in garden.decorations:
        if piece.kind == "statue":
            yield Garden(garden.tiles, tuple(d for d in garden.decorations if d != piece))


def test_scores_are_counted_right_and_nothing_better_is_missed() -> None:
    params, counted, looked = ReconstructParams(), 0, 0
    for seed in SEEDS:
        evidence, found = noisy(seed)
        listed = {c.garden for c in found.candidates}
        for candidate in found.candidates:
            expected = value(candidate.garden, evidence, params)
            if expected is None:
                continue
            assert candidate.logp == pytest.approx(expected, abs=1e-3)
            counted += 1
            for other in neighbours(candidate.garden):
                score = value(other, evidence, params)
                looked += 1
                if found.proven and score is not None and score > found.floor + 1e-3 and not hard_violations(other):
                    assert other in listed
    assert counted > 10
    assert looked > 500


def test_bare_board() -> None:
    found = reconstruct(fake_evidence(Garden(), np.random.default_rng(0), CLEAN))
    assert found.best.garden == Garden()


def test_more_tiles_than_a_game_gives_are_possible_but_dear() -> None:
    crowd = Garden(tuple(Tile(c, r, 1, "white") for c in (0, 2, 4, 6) for r in (0, 2, 4, 6)))
    assert reconstruct(fake_evidence(crowd, np.random.default_rng(0), CLEAN)).best.garden == crowd


TOWER = Garden((Tile(2, 2, 1, "white"), Tile(2, 2, 3, "pink"), Tile(5, 5, 1, "blue"), Tile(5, 4, 2, "blue")))
"""The third level exactly over the first: legal in the German edition only."""


def test_editions_disagree_about_complete_cover() -> None:
    assert hard_violations(TOWER, "de") == []
    assert hard_violations(TOWER, "en") != []
    evidence = fake_evidence(TOWER, np.random.default_rng(0), Noise(confidence=4.0, spread=0.0))
    best_only = ReconstructParams(k=1)  # evidence that no rule allows is slow to explain in twelve ways
    german = reconstruct(evidence, edition="de", params=best_only).best
    assert visible_garden(german.garden) == visible_garden(TOWER)
    assert german.hidden_tiles >= 1, "nobody sees what carries the third level"
    for edition in ("en", "cs", "pl"):
        other = reconstruct(evidence, edition=edition, params=best_only).best
        assert hard_violations(other.garden, edition) == []
        assert visible_garden(other.garden) != visible_garden(TOWER)
        assert other.logp < german.logp


def test_unknown_edition_is_refused() -> None:
    assert set(EDITIONS) == {"en", "cs", "pl", "de"}
    with pytest.raises(ScannerError):
        reconstruct(fake_evidence(Garden(), np.random.default_rng(0)), edition="fr")


BLURRED = Noise(confidence=2.2, spread=0.9, flower_flips=0.0)
"""A poor photo: wrong alone, right together with others."""


def test_fused_photos_tell_more_than_one() -> None:
    rng = np.random.default_rng(5)
    truth = garden_of(1)
    looks = [fake_evidence(truth, rng, BLURRED) for _ in range(4)]
    quick = ReconstructParams(k=1)
    alone = [visible_garden(reconstruct(look, params=quick).best.garden) == visible_garden(truth) for look in looks[:2]]
    together = reconstruct(fuse(looks), params=quick).best.garden
    assert not all(alone)
    assert visible_garden(together) == visible_garden(truth)


def test_fusing_is_adding() -> None:
    rng = np.random.default_rng(7)
    a, b = (fake_evidence(garden_of(0), rng, NOISY) for _ in range(2))
    ab, ba = fuse([a, b]), fuse([b, a])
    for name in ("level_logp", "content_logp", "tile_logit", "flower_logp"):
        assert np.allclose(getattr(ab, name), getattr(ba, name), atol=1e-4)
    assert np.allclose(np.exp(ab.level_logp).sum(axis=0), 1.0, atol=1e-4)
    assert np.allclose(np.exp(ab.content_logp).sum(axis=-1), 1.0, atol=1e-4)
    assert np.allclose(ab.tile_logit, a.tile_logit + b.tile_logit, atol=1e-4)
    difference = ab.level_logp - (a.level_logp + b.level_logp)
    assert np.allclose(difference, difference[:1], atol=1e-4)
    assert fuse([a]) is a
    with pytest.raises(ValueError, match="nothing"):
        fuse([])
