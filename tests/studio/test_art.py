"""The painted editions: shapes, determinism, held-back styles, pads and pictograms in place, flowers told apart."""

from __future__ import annotations

import time

import cv2
import numpy as np
import pytest

from models.studio.art import (
    HELD_TABLE_KINDS,
    STYLES,
    TABLE_KINDS,
    Edition,
    paint_chess,
    paint_edition,
    paint_other_board,
    paint_score_pad,
    paint_table,
    photographs,
    table_kinds,
)
from models.studio.art.border import rim_distance
from models.studio.art.edition import CENTRES, CUES
from models.studio.art.ground import PAINTERS
from models.studio.art.pictograms import DRAWINGS, SYMBOLS, draw_pictogram

FLOWERS = ("white", "blue", "yellow", "pink")
BLANK = (None, None, None, None)
MIXED = ("stairs", None, "statue", "bridge")


def edition(seed: int, split: str = "train") -> Edition:
    return paint_edition(np.random.default_rng(seed), split)


def pad_of(tile: np.ndarray, place: int, side: float = 0.46) -> np.ndarray:
    """The middle of one pad."""
    x, y = (c * 96 for c in CENTRES[place])
    half = int(side * 48)
    return tile[int(y) - half : int(y) + half, int(x) - half : int(x) + half].astype(float)


@pytest.mark.parametrize("split", ["train", "held"])
def test_shapes(split: str) -> None:
    e = edition(1, split)
    assert e.tile("white", MIXED).shape == (192, 192, 3)
    assert e.carpet("blue").shape == (192, 192, 3)
    assert e.material("basalt", "pink", MIXED).shape == (192, 192, 3)
    assert e.board("yellow").shape == (round(8.29 * 64), round(9.07 * 64), 3)
    assert {p.dtype for p in (e.tile("white", MIXED), e.board("yellow"))} == {np.dtype(np.uint8)}
    assert 0 <= e.gloss <= 1


def test_the_same_seed_paints_the_same_in_any_order() -> None:
    a, b = edition(7), edition(7)
    first = [a.tile("blue", MIXED), a.board("white"), a.tile("pink", BLANK), a.carpet("pink")]
    second = [b.carpet("pink"), b.tile("pink", BLANK), b.board("white"), b.tile("blue", MIXED)][::-1]
    assert a.styles == b.styles
    assert np.array_equal(first[0], second[0])
    assert np.array_equal(first[1], second[1])
    assert np.array_equal(first[2], second[2])
    assert np.array_equal(first[3], second[3])
    assert not np.array_equal(first[0], edition(8).tile("blue", MIXED))


def test_held_styles_never_appear_in_training() -> None:
    for category, by_split in STYLES.items():
        assert not set(by_split["train"]) & set(by_split["held"]), category
        assert by_split["held"], category
    for split in ("train", "held"):
        drawn = [edition(seed, split).styles for seed in range(150)]
        for category in ("ground", "flower", "border", "pads", "ink", "board", *SYMBOLS):
            assert {d[category] for d in drawn} == set(STYLES[category][split])
        assert {d["cues"] for d in drawn} == set(CUES)


def test_unknown_split_is_refused() -> None:
    with pytest.raises(ValueError, match="split"):
        edition(1, "test")


def test_every_named_style_has_a_painter() -> None:
    assert set(PAINTERS) == {*STYLES["ground"]["train"], *STYLES["ground"]["held"]}
    for symbol in SYMBOLS:
        assert set(DRAWINGS[symbol]) == {*STYLES[symbol]["train"], *STYLES[symbol]["held"]}
        assert len(STYLES[symbol]["train"]) >= 6


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_pictograms_fill_their_square_and_differ(symbol: str) -> None:
    masks = [draw_pictogram(np.random.default_rng(3), symbol, style, "solid") for style in DRAWINGS[symbol]]
    for mask in masks:
        ys, xs = np.nonzero(mask > 0.5)
        assert 0.04 < mask.mean() < 0.6
        assert np.ptp(ys) > 0.4 * len(mask)
        assert np.ptp(xs) > 0.18 * len(mask)
    for i, a in enumerate(masks):
        for b in masks[i + 1 :]:
            assert np.minimum(a, b).sum() < 0.9 * np.maximum(a, b).sum()


@pytest.mark.parametrize("split", ["train", "held"])
def test_symbols_are_dark_on_their_own_pad_only(split: str) -> None:
    for seed in range(12):
        e = edition(seed, split)
        flower = FLOWERS[seed % 4]
        blank, marked = e.tile(flower, BLANK), e.tile(flower, MIXED)
        for place, symbol in enumerate(MIXED):
            # Smoothed, because wear and the paper's grain differ from tile to tile.
            darker = cv2.blur((pad_of(blank, place) - pad_of(marked, place)).mean(axis=-1), (3, 3))
            assert (np.percentile(darker, 96) > 40) == (symbol is not None), (seed, place)
            if symbol is not None:
                grey = pad_of(marked, place).mean(axis=-1)
                assert np.percentile(grey, 75) - np.percentile(grey, 4) > 30, (seed, symbol)


def test_pads_lie_above_the_cell_centres() -> None:
    # Averaged over editions every pad is brighter than its surroundings, with its middle where the hole's is.
    total = sum(edition(seed).tile(FLOWERS[seed % 4], BLANK).mean(axis=-1) for seed in range(24))
    for x, y in CENTRES:
        window = total[int(y * 96) - 46 : int(y * 96) + 46, int(x * 96) - 46 : int(x * 96) + 46]
        bright = window > (window.max() + window.min()) / 2
        rows, columns = np.nonzero(bright.mean(axis=1) > 0.4)[0], np.nonzero(bright.mean(axis=0) > 0.4)[0]
        assert abs((rows[0] + rows[-1]) / 2 - 45.5) < 3
        assert abs((columns[0] + columns[-1]) / 2 - 45.5) < 3
        assert 44 <= rows[-1] - rows[0] + 1 <= 56


def border_histogram(tile: np.ndarray) -> np.ndarray:
    """Square-rooted histogram of the border's colours in Lab."""
    rim = rim_distance()
    lab = cv2.cvtColor(tile.astype(np.float32) / 255, cv2.COLOR_RGB2LAB)[(rim > 0.01) & (rim < 0.17)]
    counts, _ = np.histogramdd(lab, bins=(4, 8, 8), range=((0, 100), (-60, 80), (-80, 80)))
    return np.sqrt(counts.ravel() / counts.sum())


def test_flowers_are_told_apart_by_the_colours_of_their_borders() -> None:
    def sample(split: str, start: int, count: int) -> np.ndarray:
        editions = [edition(seed, split) for seed in range(start, start + count)]
        return np.array([[border_histogram(e.tile(f, BLANK)) for f in FLOWERS] for e in editions])

    means = sample("train", 0, 20).mean(axis=0)
    for split in ("train", "held"):
        distance = ((sample(split, 1000, 10)[:, :, None] - means) ** 2).sum(axis=-1)
        assert (distance.argmin(axis=-1) == np.arange(4)).mean() > 0.8, split


def test_banner_shows_the_owner_and_squares_are_pale() -> None:
    for seed in (3, 4, 5, 6):
        e = edition(seed)
        boards = {f: e.board(f).astype(float) for f in FLOWERS}
        banner = {f: b[10:200, 530:570].mean(axis=(0, 1)) for f, b in boards.items()}
        assert banner["blue"][2] > banner["blue"][0]
        assert banner["pink"][0] > banner["pink"][1]
        ground = boards["white"][230:520, 40:500].mean()
        for y in (3.84, 4.61, 5.38, 6.17, 6.95, 7.73):
            square = boards["white"][int(y * 64) - 10 : int(y * 64) + 10, int(8.6 * 64) - 10 : int(8.6 * 64) + 10]
            assert square.mean() > ground


@pytest.mark.parametrize("kind", [*TABLE_KINDS, *HELD_TABLE_KINDS])
def test_tables(kind: str) -> None:
    table = paint_table(np.random.default_rng(2), kind, "held")
    assert table.dtype == np.uint8
    assert table.shape[0] == table.shape[1]
    assert 512 <= table.shape[0] <= 1024
    assert np.array_equal(table, paint_table(np.random.default_rng(2), kind, "held"))


def test_held_tables_are_refused_for_training() -> None:
    assert table_kinds("held") == HELD_TABLE_KINDS
    with pytest.raises(ValueError, match="training"):
        paint_table(np.random.default_rng(1), HELD_TABLE_KINDS[0], "train")


@pytest.mark.parametrize("painter", [paint_score_pad, paint_chess, paint_other_board])
def test_things_of_other_games(painter) -> None:  # type: ignore[no-untyped-def]
    for seed in range(5):
        picture = painter(np.random.default_rng(seed))
        assert picture.dtype == np.uint8
        assert picture.std() > 5


def test_photographs_may_be_missing(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(photographs, "STAMPS", tmp_path)
    monkeypatch.setattr(photographs, "JAR", tmp_path / "none.jar")
    photographs.surface.cache_clear()
    photographs.flower_stamp.cache_clear()
    try:
        e = edition(11)
        e.styles.update(ground="photo", flower="photo", board="photo")
        assert e.tile("pink", MIXED).std() > 10
        assert e.board("pink").std() > 10
        assert paint_table(np.random.default_rng(1), "photo").std() > 1
    finally:
        photographs.surface.cache_clear()
        photographs.flower_stamp.cache_clear()


def test_further_tiles_of_a_flower_are_cheap() -> None:
    def seconds(e: Edition, symbols: tuple[str | None, ...]) -> float:
        start = time.process_time()  # a busy machine must not decide
        e.tile("white", symbols)
        return time.process_time() - start

    editions = [edition(seed) for seed in range(5)]
    first = sum(seconds(e, BLANK) for e in editions)
    further = sum(seconds(e, MIXED) for e in editions)
    assert further < first
