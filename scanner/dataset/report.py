"""The figures as one HTML file: tables and inline SVG plots, nothing loaded from elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from html import escape

from scanner.dataset.figures import Accuracy, Figures
from scanner.dataset.words import REPORT
from scanner.games.phrases import say

Told = Callable[..., str]
WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 640, 220, 44, 34, 12
BIN_POINTS = 10
STYLE = """
:root{color-scheme:light dark;--ink:#222;--soft:#8a8a8a;--bar:#2f7d5d;--paper:#fff}
@media (prefers-color-scheme:dark){:root{--ink:#eee;--soft:#999;--bar:#6cc09b;--paper:#181a1b}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:46rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;margin:.5rem 0 1.5rem}td,th{padding:.15rem .8rem .15rem 0;text-align:left}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}svg{width:100%;height:auto}svg text{fill:var(--ink);font-size:12px}
.bar{fill:var(--bar)}.axis,.whisker{stroke:var(--soft);fill:none}.line{stroke:var(--bar);fill:none;stroke-width:2}code{font-size:.85em}
"""


def render_report(figures: Figures, title: str | None = None, *, lang: str = "en") -> str:
    """A whole page."""
    told = partial(say, REPORT, lang=lang)
    title = title or told("title")
    names = ("records", "games", "gardens", "scanned", "corrected", "consent")
    nothing = told("none")
    counts = _table(("", told("count")), [(told(name), str(figures.counts.get(name, 0))) for name in names], nothing)
    splits = _table((told("split"), told("records")), sorted((name, str(n)) for name, n in figures.splits.items()), nothing)
    doubtful = [
        (f"<code>{r.id}</code>", escape(r.game or ""), escape(r.player or ""), _percent(r.probability), str(r.total or ""))
        for r in figures.next
    ]
    heads = [told(name) for name in ("record", "game", "player", "probability", "points")]
    parts = [
        f"<h1>{escape(title)}</h1>",
        counts,
        splits,
        f"<h2>{told('points-title')}</h2>",
        _histogram(figures.points, told),
        f"<h2>{told('by-networks')}</h2>",
        _shares(figures.by_model, told),
        _accuracy_table(figures.by_model, "networks", told),
        f"<h2>{told('by-month')}</h2>",
        _shares(figures.by_month, told, joined=True),
        _accuracy_table(figures.by_month, "month", told),
        f"<h2>{told('check-next')}</h2>",
        _table(heads, doubtful, nothing, raw=True),
    ]
    head = f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>{escape(title)}</title>'
    view = '<meta name="viewport" content="width=device-width,initial-scale=1">'
    return f"{head}{view}<style>{STYLE}</style></head><body><main>{''.join(parts)}</main></body></html>\n"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], nothing: str, *, raw: bool = False) -> str:
    def cells(tag: str, row: Sequence[str], as_is: bool) -> str:
        return "".join(f"<{tag}{'' if i == 0 else ' class=n'}>{v if as_is else escape(v)}</{tag}>" for i, v in enumerate(row))

    body = "".join(f"<tr>{cells('td', row, raw)}</tr>" for row in rows) or f"<tr><td colspan={len(head)}>{nothing}</td></tr>"
    return f"<table><thead><tr>{cells('th', head, False)}</tr></thead><tbody>{body}</tbody></table>"


def _accuracy_table(found: Sequence[Accuracy], what: str, told: Told) -> str:
    rows = []
    for a in found:
        low, high = a.totals_interval
        totals = f"{_percent(a.totals_right)} ({_percent(low)}–{_percent(high)})"
        rows.append((a.name, str(a.count), totals, _percent(a.gardens_right), _percent(a.cell_error)))
    return _table([told(name) for name in (what, "scans", "totals-right", "gardens-right", "wrong-cells")], rows, told("none"))


def _percent(share: float | None) -> str:
    return "" if share is None else f"{share:.1%}"


def _svg(body: str, label: str) -> str:
    floor = HEIGHT - BOTTOM
    axes = f'<path class="axis" d="M{LEFT} {TOP}V{floor}H{WIDTH - 8}"/>'
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(label)}">{axes}{body}</svg>'


def _histogram(points: Sequence[int], told: Told) -> str:
    if not points:
        return f"<p>{told('no-points')}</p>"
    bins = Counter(p // BIN_POINTS for p in points)
    first, last, most = min(bins), max(bins), max(bins.values())
    step = (WIDTH - LEFT - 16) / (last - first + 1)
    body = f'<text x="{LEFT - 6}" y="{TOP + 8}" text-anchor="end">{most}</text>'
    for i in range(first, last + 1):
        tall = (HEIGHT - BOTTOM - TOP) * bins[i] / most
        x = LEFT + (i - first) * step
        body += f'<rect class="bar" x="{x + 1:.1f}" y="{HEIGHT - BOTTOM - tall:.1f}" width="{max(step - 2, 1):.1f}" height="{tall:.1f}">'
        body += f"<title>{i * BIN_POINTS}–{i * BIN_POINTS + BIN_POINTS - 1}: {bins[i]}</title></rect>"
        body += f'<text x="{x + step / 2:.1f}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{i * BIN_POINTS}</text>'
    return _svg(body, told("histogram", details={"count": len(points)}))


def _shares(found: Sequence[Accuracy], told: Told, *, joined: bool = False) -> str:
    """Shares with their intervals, joined by a line when they follow each other in time."""
    if not found:
        return f"<p>{told('no-scans')}</p>"
    step = (WIDTH - LEFT - 16) / len(found)
    tall = HEIGHT - BOTTOM - TOP
    dots, body = [], ""
    for share in (0.0, 0.5, 1.0):
        body += f'<text x="{LEFT - 6}" y="{HEIGHT - BOTTOM - tall * share + 4:.1f}" text-anchor="end">{share:.0%}</text>'
    for i, a in enumerate(found):
        x, y = LEFT + (i + 0.5) * step, HEIGHT - BOTTOM - tall * a.totals_right
        low, high = (HEIGHT - BOTTOM - tall * v for v in a.totals_interval)
        dots.append(f"{x:.1f} {y:.1f}")
        body += f'<path class="whisker" d="M{x:.1f} {low:.1f}V{high:.1f}"/><circle class="bar" cx="{x:.1f}" cy="{y:.1f}" r="5">'
        share = told("share-of", details={"name": a.name, "share": f"{a.totals_right:.1%}", "count": a.count})
        body += f"<title>{escape(share)}</title></circle>"
        body += f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{escape(a.name)}</text>'
    line = f'<path class="line" d="M{"L".join(dots)}"/>' if joined and len(dots) > 1 else ""
    return _svg(line + body, told("shares"))
