"""How `semiramis dataset` shows records and what was done, as words or as JSON."""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from scanner.commands._dataset_words import PHRASES
from scanner.games.phrases import say

if TYPE_CHECKING:
    from scanner.dataset import Record
    from scanner.dataset.doctor import Finding
    from scanner.dataset.export import Outcome
    from scanner.dataset.figures import Figures
    from scanner.dataset.record import Scanned

NAME_WIDTH, STATE_WIDTH = 14, 10
MOST_ALIKE = 5
"""Failures with one reason that are named one by one."""


def remark(key: str, lang: str, **gaps: Any) -> None:
    """Beside the result: on standard error, so that JSON stays JSON."""
    print(say(PHRASES, key, lang, gaps), file=sys.stderr)


def print_record(record: Record, lang: str, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(record.to_dict(), ensure_ascii=False))
        return
    rows = {"record": record.id, "garden": record.garden_id, "game": record.game, "player": record.player, "edition": record.edition}
    rows |= {"when": record.added_at, "photo": f"{record.photo_sha256}, {record.width} × {record.height}", "licence": record.licence}
    rows |= {"consent": say(PHRASES, "yes" if record.consent else "no", lang), "note": record.note}
    rows |= {"sheet": None if record.sheet is None else ", ".join(f"{name} {value}" for name, value in record.sheet.items())}
    for name, value in rows.items():
        if value is not None:
            print(f"{say(PHRASES, name, lang):<{NAME_WIDTH}} {value}")
    for scanned in record.scans:
        words = say(PHRASES, "scan-line", lang, {"at": scanned.at[:19], "model": scanned.model, "found": _found(scanned, lang)})
        print(f"{say(PHRASES, 'scan', lang):<{NAME_WIDTH}} {words}")
    for corrected in record.corrections:
        who = f" {corrected.by}" if corrected.by else ""
        points = say(PHRASES, "points", lang, {"total": "–" if corrected.total is None else corrected.total})
        print(f"{say(PHRASES, 'corrected', lang):<{NAME_WIDTH}} {corrected.at[:19]}{who}: {points}")


def _found(scanned: Scanned, lang: str) -> str:
    if scanned.total is None:
        return scanned.error or "–"
    percent = None if scanned.probability is None else f"{100 * scanned.probability:.0f}"
    return say(PHRASES, "points" if percent is None else "points-sure", lang, {"total": scanned.total, "percent": percent})


def print_table(records: Sequence[Record], lang: str, limit: int, *, as_json: bool) -> int:
    """At most `limit` of them, and whether there are more."""
    for r in records[:limit]:
        if as_json:
            print(json.dumps(r.to_dict(), ensure_ascii=False))
            continue
        sure = "" if r.probability is None else f"{r.probability:.0%}"
        state = say(PHRASES, "corrected" if r.corrected else "scanned" if r.scans else "photo", lang)
        points = "" if r.total is None else r.total
        print(f"{r.id}  {r.added_at[:10]}  {state:<{STATE_WIDTH}} {points:>4} {sure:>5}  {r.game or '–'} / {r.player or '–'}")
    if not records:
        remark("no-records", lang)
    if len(records) > limit:
        remark("truncated", lang, count=limit)
    return 0


def print_outcome(outcome: Outcome, verb: str, lang: str, *, as_json: bool, twins: str = "near") -> int:
    if as_json:
        print(json.dumps(asdict(outcome), ensure_ascii=False))
        return 1 if outcome.failed else 0
    alike: dict[str, list[str]] = defaultdict(list)
    for what, why in outcome.failed:
        alike[why].append(what)
    for why, names in alike.items():
        for what in names[:MOST_ALIKE]:
            print(f"! {what}: {why}")
        if len(names) > MOST_ALIKE:
            print("! " + say(PHRASES, "and-more", lang, {"count": len(names) - MOST_ALIKE}))
    for what, twin in outcome.near:
        print("  " + say(PHRASES, twins, lang, {"what": what, "twin": twin}))
    gaps = {"verb": say(PHRASES, verb, lang), "done": outcome.done, "skipped": outcome.skipped, "failed": len(outcome.failed)}
    print(say(PHRASES, "outcome", lang, gaps))
    if outcome.unagreed:
        remark("unagreed", lang, count=outcome.unagreed)
    return 1 if outcome.failed else 0


def print_figures(figures: Figures, lang: str) -> None:
    """The report in a few lines."""
    from scanner.dataset.words import REPORT

    for name, number in figures.counts.items():
        print(f"{say(REPORT, name, lang):<20}{number:>8}")
    for name, number in sorted(figures.splits.items()):
        print(f"{say(PHRASES, 'split-line', lang, {'name': say(REPORT, f'split-{name}', lang)}):<20}{number:>8}")
    for row in figures.by_model:
        low, high = (f"{v:.1%}" for v in row.totals_interval)
        gaps = {"name": row.name, "count": row.count, "share": f"{row.totals_right:.1%}", "low": low, "high": high}
        cells = "" if row.cell_error is None else say(PHRASES, "cells", lang, {"share": f"{row.cell_error:.2%}"})
        print(say(PHRASES, "accuracy", lang, gaps) + cells)


def print_findings(findings: Sequence[Finding], records: int, lang: str, *, as_json: bool) -> int:
    if as_json:
        print(json.dumps([asdict(f) for f in findings]))
    else:
        for f in findings:
            words = [say(PHRASES, f.code, lang, {"about": f.about}), *([say(PHRASES, f.detail, lang)] if f.detail else [])]
            repaired = f" ({say(PHRASES, 'repaired', lang)})" if f.repaired else ""
            print(f"{'!' if f.grave else ' '} {', '.join(words)}{repaired} [{f.code}]")
        grave = sum(f.grave for f in findings)
        print(say(PHRASES, "doctor", lang, {"records": records, "findings": len(findings), "grave": grave}))
    return 1 if any(f.grave for f in findings) else 0
