"""Reports about gardens for people: a table like the score pad, violations, and a judged sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from scanner.games.babylon.garden import FLOWERS, SYMBOLS, Decoration, Tile, cell_name
from scanner.games.babylon.score import LINE_OF, LINES, NUMBERS, SET_POINTS, Counted, Place, ScoreSheet
from scanner.games.babylon.supports import Supports
from scanner.games.babylon.verify import Verdict
from scanner.games.babylon.violation import Violation
from scanner.games.babylon.words import name_piece, say, sentence

Explained = tuple[str, int, list[str]]
"""A line of the score pad, its points, and how they came about."""


def explain_sheet(sheet: ScoreSheet, lang: str) -> list[Explained]:
    """Every line with the pieces that gave its points."""
    return [(line, getattr(sheet, line), _explain_line(sheet, line, lang)) for line in LINES]


def _explain_line(sheet: ScoreSheet, line: str, lang: str) -> list[str]:
    if line == "highest":
        top = tuple(t.place for t in counted_tiles(sheet, line))
        return [say("explain-highest", lang, {"level": sheet.highest // 2, "cells": top})] if top else []
    if line == "flowers":
        seen = counted_tiles(sheet, line)
        return [_sets(line, [_named(f, [t for t in seen if t.flower == f], lang) for f in FLOWERS], lang)] if seen else []
    if line == "diversity":
        kinds = Counter(p.piece.kind for p in sheet.pieces if p.scores and isinstance(p.piece, Decoration))
        counts = [(say(LINE_OF[k], lang), kinds[k]) for k in SYMBOLS]
        return [_sets(line, [(f"{name} {n}", n) for name, n in counts], lang)] if any(n for _, n in counts) else []
    return [f"{name_piece(p.piece, lang)}: {_sum(p)}" for p in sheet.of_line(line) if p.scores]


def _sets(line: str, counts: list[tuple[str, int]], lang: str) -> str:
    listed = ", ".join(name for name, _ in counts)
    return say(f"explain-{line}", lang, {"sets": min(n for _, n in counts), "counts": listed, "each": SET_POINTS})


def counted_tiles(sheet: ScoreSheet, line: str) -> list[Tile]:
    """The tiles behind the lines that count tiles: all visible ones for flowers, those of the top level for the highest point."""
    every = [p for p in sheet.of_line("flowers") if isinstance(p.piece, Tile)]
    if line == "flowers":
        return [p.piece for p in every if p.scores and isinstance(p.piece, Tile)]
    return [p.piece for p in every if line == "highest" and isinstance(p.piece, Tile) and 2 * p.piece.level == sheet.highest]


def _named(flower: str, tiles: list[Tile], lang: str) -> tuple[str, int]:
    """'white 2: A1 D4' and the number."""
    places = " ".join(cell_name(tile.place) for tile in tiles)
    return f"{say(flower, lang)} {len(tiles)}" + (f": {places}" if tiles else ""), len(tiles)


def _sum(counted: Counted) -> str:
    piece = counted.piece
    if isinstance(piece, Decoration):
        if piece.kind == "stairs":
            return f"{piece.levels[0]} + {piece.levels[1]} = {counted.points}"
        if piece.kind in ("fountain", "bridge"):
            return f"3 × {piece.levels[0]} = {counted.points}"
    return str(counted.points)


def silent_pieces(sheet: ScoreSheet, lang: str) -> list[str]:
    """The pieces that score nothing, with the reason."""
    return [f"{name_piece(p.piece, lang)}: {say(f'why-{p.why}', lang)}" for p in sheet.silent()]


def score_data(sheet: ScoreSheet, lang: str) -> dict[str, Any]:
    lines = []
    for line, points, how in explain_sheet(sheet, lang):
        pieces = [
            {**p.piece.to_dict(), "points": p.points} for p in sheet.of_line(line) if p.scores and line not in ("diversity", "flowers")
        ]
        entry = {"line": line, "points": points, "pieces": pieces, "explanation": how}
        tiles = [tile.to_dict() for tile in counted_tiles(sheet, line)]
        lines.append({**entry, "tiles": tiles} if tiles else entry)
    silent = [
        {"piece": p.piece.to_dict(), "why": p.why, "sentence": s} for p, s in zip(sheet.silent(), silent_pieces(sheet, lang), strict=True)
    ]
    return {"score": sheet.to_dict(), "open_holes": sheet.open_holes, "lines": lines, "silent": silent}


def score_text(sheet: ScoreSheet, lang: str) -> str:
    """The score pad with explanations."""
    width = max(len(say(name, lang)) for name in (*NUMBERS, "report-open-holes"))
    out = []
    for line, points, how in explain_sheet(sheet, lang):
        first, *rest = how or [""]
        out.append(f"{say(line, lang):<{width}}  {points:>4}   {first}".rstrip())
        out += [f"{'':<{width + 9}}{text}" for text in rest]
    out.append("─" * (width + 6))
    out.append(f"{say('total', lang):<{width}}  {sheet.total:>4}")
    out.append(f"{say('report-open-holes', lang):<{width}}  {sheet.open_holes:>4}")
    silent = silent_pieces(sheet, lang)
    if silent:
        out += ["", sentence("report-silent", lang) + ":", *(f"  {text}" for text in silent)]
    if not sheet.pieces:
        out += ["", sentence("report-bare", lang)]
    return "\n".join(out)


def ranking_text(places: Sequence[Place], names: Sequence[str], lang: str) -> str:
    """First, second, ... with the tie-break and shared victories."""
    out = []
    winners = sum(place.rank == 1 for place in places)
    for place in places:
        gaps = {"rank": place.rank, "name": names[place.index], "total": place.total, "holes": place.open_holes}
        words = {"vp": say("vp", lang), "open": say("report-open-holes", lang)}
        notes = [say("report-winner" if winners == 1 else "report-shared", lang)] if place.rank == 1 else []
        notes += [say("report-tie", lang)] if place.tie_broken else []
        out.append(say("report-rank", lang, gaps | words) + (f" ({', '.join(notes)})" if notes else ""))
    return "\n".join(out)


def check_text(found: Sequence[Violation], supports: Supports | None, lang: str) -> str:
    hard, soft = [v for v in found if v.hard], [v for v in found if not v.hard]
    out = [sentence("report-illegal" if hard else "report-legal", lang)]
    out += [f"  [{v.code}] {v.sentence(lang)}" for v in hard]
    if soft:
        out += [sentence("report-odd", lang), *(f"  [{v.code}] {v.sentence(lang)}" for v in soft)]
    if supports is not None:
        out.append(sentence("report-supports", lang, {kind: supports.count(kind) for kind in ("single", "double", "statue")}))
    return "\n".join(out)


def verdict_text(verdict: Verdict, lang: str) -> str:
    width = max(len(say(name, lang)) for name in NUMBERS)
    heads = say("report-written", lang), say("report-right", lang)
    out = [f"{'':<{width}}  {heads[0]:>10}  {heads[1]:>10}"]
    for line in verdict.lines:
        mark = "✓" if line.ok else f"✗ {line.written - line.right:+d}"
        out.append(f"{say(line.line, lang):<{width}}  {line.written:>10}  {line.right:>10}  {mark}")
    if verdict.ok:
        return "\n".join([*out, "", sentence("report-all-right", lang)])
    if verdict.slip is not None:
        return "\n".join([*out, "", sentence("report-one-slip", lang, {"sentence": verdict.slip.sentence(lang)})])
    out.append("")
    for line in verdict.lines:
        if not line.ok:
            why = line.slip.sentence(lang) if line.slip else sentence("slip-none", lang)
            out.append(f"{say(line.line, lang)}: {why}")
    return "\n".join(out)
