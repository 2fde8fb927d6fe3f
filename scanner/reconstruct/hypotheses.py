"""Which tiles, levels and pieces are worth a variable: the evidence turned into scores, hopeless ones pruned."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scanner.games.babylon.garden import PLACES, SIZE
from scanner.reconstruct.params import ReconstructParams
from scanner.surface import CONTENT_INDEX, EMPTY, STATUE
from scanner.types import DIRECTIONS, LEVELS, Array64, Evidence

CORNERS = ((0, 0), (0, 1), (1, 1), (1, 0))
"""(drow, dcol) of a tile's four fields, clockwise from the far left one."""


class Field(NamedTuple):
    """A cell on one level."""

    level: int
    row: int
    col: int


class Piece(NamedTuple):
    """A two-cell decoration; `shown` tells which of its ends lie on top (the other one is under a higher tile)."""

    kind: str
    ends: tuple[Field, Field]
    """Stairs: the upper end first."""
    shown: tuple[bool, bool]
    gain: float
    """Content evidence of the shown ends over what the plain cells would give, prices included."""

    @property
    def middle(self) -> tuple[int, int]:
        """(row, col) of the cell a bridge spans."""
        a, b = self.ends
        return ((a.row + b.row) // 2, (a.col + b.col) // 2)


@dataclass(frozen=True, slots=True)
class Scores:
    """Evidence in objective units; all arrays [level, row, col]."""

    plain: Array64
    """Level plus the better of empty and statue."""
    statue: Array64
    """Statue minus empty."""
    content: Array64
    """[.., content]: gain of that content over the plain cell."""
    cell: Array64
    """Level plus the best content."""
    tile: Array64
    """[level, row, col] of the place: a visible tile with its best flower."""
    flower: Array64
    """[.., flower], weighted."""


@dataclass(frozen=True, slots=True)
class Hypotheses:
    """What the integer program may choose from."""

    keep: NDArray[np.bool_]
    """[level, row, col]: the level may be the cell's topmost."""
    tiles: tuple[Field, ...]
    showable: tuple[bool, ...]
    hideable: tuple[bool, ...]
    pieces: tuple[Piece, ...]


def evidence_scores(evidence: Evidence, params: ReconstructParams) -> Scores:
    """Weighted, clipped evidence; on the bare board nothing can stand."""
    low = params.logp_floor
    level = params.w_level * np.clip(evidence.level_logp.astype(np.float64), low, 0.0)
    content = params.w_content * np.clip(evidence.content_logp.astype(np.float64), low, 0.0)
    flower = params.w_flower * np.clip(evidence.flower_logp.astype(np.float64), low, 0.0)
    plain = np.maximum(content[..., EMPTY], content[..., STATUE])
    plain[0] = content[0, :, :, EMPTY]
    best = content.max(axis=-1)
    best[0] = plain[0]
    tile = params.w_tile * np.clip(evidence.tile_logit.astype(np.float64), low, -low) + flower.max(axis=-1)
    tile[0] = low
    statue = content[..., STATUE] - content[..., EMPTY]
    return Scores(level + plain, statue, content - plain[..., None], level + best, tile, flower)


class Losses(NamedTuple):
    """What a hypothesis costs at least against `bound`, the sum of everybody's best; adding it up proves what can be left out."""

    bound: float
    """No garden scores more."""
    top: Array64
    """[level, row, col]: that level is the cell's topmost one."""
    reached: Array64
    """The topmost level is that one or a higher one."""
    seen: Array64
    """[level, row, col] of a place: a visible tile."""
    hidden: Array64
    """A tile that nobody sees."""
    others: Array64
    """[level, row, col]: what other cells and places lose at least when the level is the cell's topmost one."""


def least_losses(scores: Scores, edition: str, params: ReconstructParams) -> Losses:
    """A tile forces its four cells at least as high and bars the places it overlaps; a bare cell bars four places."""
    top = scores.cell.max(axis=0) - scores.cell
    reached: Array64 = np.minimum.accumulate(top[::-1], axis=0)[::-1]
    above = np.full_like(reached, np.inf)
    above[:-1] = reached[1:]
    gain = np.maximum(scores.tile, 0.0)
    gain[0] = 0.0
    stacks = gain.sum(axis=0) if edition == "de" else gain.max(axis=0)
    falls = gain if edition == "de" else stacks - _best_other(gain)
    own = gain - scores.tile if edition == "de" else stacks - scores.tile
    base = _four(reached) + own + _overlapped(falls)
    uncovered = np.minimum.reduce([(top - reached)[:, dr : dr + PLACES, dc : dc + PLACES] for dr, dc in CORNERS])
    others = np.full_like(top, np.inf)
    others[0] = 0.0
    for drow, dcol in CORNERS:
        window = (slice(1, None), slice(drow, drow + PLACES), slice(dcol, dcol + PLACES))
        others[window] = np.minimum(others[window], base[1:] - reached[window])
        others[(0, *window[1:])] += stacks
    hidden = _four(above) + params.hidden_tile_price
    return Losses(float(scores.cell.max(axis=0).sum() + stacks.sum()), top, reached, base + uncovered, hidden, others)


def _four(cells: Array64) -> Array64:
    """Sum over the four cells of every place."""
    total = np.zeros((LEVELS, PLACES, PLACES))
    for drow, dcol in CORNERS:
        total += cells[:, drow : drow + PLACES, dcol : dcol + PLACES]
    return total


def _best_other(gain: Array64) -> Array64:
    """[level, ...]: the best gain of the place on any other level."""
    ordered = np.sort(gain, axis=0)
    out: Array64 = np.where(gain == ordered[-1], ordered[-2], ordered[-1])
    return out


def _overlapped(falls: Array64) -> Array64:
    """Sum over the up to eight other places that a tile overlaps on its level."""
    padded = np.pad(falls, ((0, 0), (1, 1), (1, 1)))
    total = -falls
    for drow in range(3):
        for dcol in range(3):
            total = total + padded[:, drow : drow + PLACES, dcol : dcol + PLACES]
    return total


def build_hypotheses(scores: Scores, losses: Losses, params: ReconstructParams, margin: float) -> Hypotheses:
    """Everything that can be part of a garden scoring `losses.bound - margin` or more; nothing that cannot, as far as is easily seen."""
    keep = losses.top + losses.others <= margin
    seen, hidden = losses.seen <= margin, losses.hidden <= margin
    either = seen | hidden
    either[0] = False
    tiles = tuple(Field(*at) for at in np.argwhere(either).tolist())
    covered = np.zeros((LEVELS, SIZE, SIZE), bool)
    for t in tiles:
        covered[t.level, t.row : t.row + 2, t.col : t.col + 2] = True
    pieces = _pieces(scores, losses, keep, covered, params, margin)
    return Hypotheses(keep, tiles, tuple(bool(seen[t]) for t in tiles), tuple(bool(hidden[t]) for t in tiles), pieces)


def tile_fields(at: Field) -> list[Field]:
    """The tile's four fields, clockwise from the far left one."""
    return [Field(at.level, at.row + drow, at.col + dcol) for drow, dcol in CORNERS]


def _any_above(keep: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """[level, row, col]: some higher level is kept there."""
    above = np.zeros_like(keep)
    for level in range(LEVELS - 2, -1, -1):
        above[level] = above[level + 1] | keep[level + 1]
    return above


def _pieces(
    scores: Scores, losses: Losses, keep: NDArray[np.bool_], covered: NDArray[np.bool_], params: ReconstructParams, margin: float
) -> tuple[Piece, ...]:
    deficit = (losses.top + losses.others)[..., None] + (scores.cell - scores.plain)[..., None] - scores.content
    above = _any_above(keep)
    found: list[Piece] = []
    hopeful = (deficit <= margin) & keep[..., None]
    hopeful[0] = False
    for level, row, col, content in np.argwhere(hopeful[..., 3:]):
        kind, direction = divmod(int(content), 4)
        here = Field(int(level), int(row), int(col))
        other = _other_end(here, kind, direction)
        if other is None:
            continue
        other_content = _other_content(kind, direction)
        mine, theirs = float(scores.content[here][content + 3]), float(scores.content[other][other_content])
        name = ("fountain", "bridge", "stairs", "stairs")[kind]
        loss = float(deficit[here][content + 3])
        shared = float(min(losses.others[here], losses.others[other]))  # one tile's cells may be counted twice
        if (
            keep[other]
            and loss + float(deficit[other][other_content]) - shared <= margin
            and (kind == 2 or (kind < 2 and direction in (1, 2)))  # each pair once
        ):
            found.append(Piece(name, (here, other), (True, True), mine + theirs))
        free_from = other.level + 1 if kind == 2 else other.level
        if loss + params.hidden_end_price <= margin and covered[other] and above[free_from, other.row, other.col]:
            ends, shown = ((other, here), (False, True)) if kind == 3 else ((here, other), (True, False))
            found.append(Piece(name, ends, shown, mine - params.hidden_end_price))
    return tuple(found)


def _other_end(here: Field, kind: int, direction: int) -> Field | None:
    """Where the piece's other end lies, None when that is off the board or below the first level."""
    dcol, drow = DIRECTIONS[direction]
    reach = 2 if kind == 1 else 1
    level = here.level + (0, 0, -1, 1)[kind]
    row, col = here.row + reach * drow, here.col + reach * dcol
    if not (0 <= row < SIZE and 0 <= col < SIZE and 1 <= level < LEVELS):
        return None
    return Field(level, row, col)


def _other_content(kind: int, direction: int) -> int:
    name = ("fountain", "bridge", "stairs_bottom", "stairs_top")[kind]
    return CONTENT_INDEX[f"{name}-{(direction + 2) % 4}"]
