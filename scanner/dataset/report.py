"""The figures as one HTML file: tables and inline SVG plots, nothing loaded from elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from html import escape
from math import ceil

from scanner.dataset.figures import Accuracy, Figures
from scanner.dataset.splits import SPLITS
from scanner.dataset.words import REPORT
from scanner.games.phrases import say

Told = Callable[..., str]
WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 400, 190, 44, 28, 12
"""Of a plot, in its own pixels: about those of a phone, so that its words stay legible there."""
LETTER_PX, BETWEEN_PX = 6.5, 8
"""A letter under an axis, and the least room between two words there."""
BIN_POINTS = 10
STYLE = """
:root{color-scheme:light dark;--ink:#222;--soft:#8a8a8a;--bar:#2f7d5d;--paper:#fff}
@media (prefers-color-scheme:dark){:root{--ink:#eee;--soft:#999;--bar:#6cc09b;--paper:#181a1b}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:52rem;margin:2rem auto;padding:0 1rem}
h1,h2{line-height:1.25}.wide{overflow-x:auto;margin:.5rem 0 1.5rem}.wide:focus-visible{outline:2px solid var(--bar)}
table{border-collapse:collapse}td,th{padding:.15rem .8rem .15rem 0;text-align:left;white-space:nowrap}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
@media (max-width:40rem){table{font-size:.8rem}td,th{padding-right:.6rem}}
.beside{display:flex;flex-wrap:wrap;gap:0 3rem}
svg{display:block;width:100%;max-width:34rem;height:auto}svg text{fill:var(--ink);font-size:12px}
.bar{fill:var(--bar)}.axis,.whisker{stroke:var(--soft);fill:none}.line{stroke:var(--bar);fill:none;stroke-width:2}code{font-size:.85em}
"""


def render_report(figures: Figures, title: str | None = None, *, lang: str = "en") -> str:
    """A whole page."""
    told = partial(say, REPORT, lang=lang)
    title = title or told("title")
    names = ("records", "games", "gardens", "scanned", "corrected", "consent")
    nothing = told("none")
    counts = _table(("", told("count")), [(told(name), str(figures.counts.get(name, 0))) for name in names], nothing)
    splits = _table((told("split"), told("records")), [(told(f"split-{s}"), str(figures.splits.get(s, 0))) for s in SPLITS], nothing)
    doubtful = [
        (_percent(r.probability, told), _number(r.total), escape(r.game or ""), escape(r.player or ""), f"<code>{r.id}</code>")
        for r in figures.next
    ]
    heads = [told(name) for name in ("probability", "points", "game", "player", "record")]
    parts = [
        f"<h1>{escape(title)}</h1>",
        f'<div class="beside">{counts}{splits}</div>',
        f"<h2>{told('points-title')}</h2>",
        _histogram(figures.points, told),
        f"<h2>{told('by-networks')}</h2>",
        _shares(figures.by_model, told),
        _accuracy_table(figures.by_model, "networks", told),
        f"<h2>{told('by-month')}</h2>",
        _shares(figures.by_month, told, joined=True),
        _accuracy_table(figures.by_month, "month", told),
        f"<h2>{told('check-next')}</h2>",
        _table(heads, doubtful, nothing, raw=True, words=(2, 3, 4)),
    ]
    head = f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>{escape(title)}</title>'
    view = '<meta name="viewport" content="width=device-width,initial-scale=1">'
    return f"{head}{view}<style>{STYLE}</style></head><body><main>{''.join(parts)}</main></body></html>\n"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], nothing: str, *, raw: bool = False, words: Sequence[int] = ()) -> str:
    """The first column and those of `words` stand left, numbers right."""

    def cells(tag: str, row: Sequence[str], as_is: bool) -> str:
        return "".join(f"<{tag}{'' if i in (0, *words) else ' class=n'}>{v if as_is else escape(v)}</{tag}>" for i, v in enumerate(row))

    body = "".join(f"<tr>{cells('td', row, raw)}</tr>" for row in rows) or f"<tr><td colspan={len(head)}>{nothing}</td></tr>"
    name = escape(head[0] or head[1])
    table = f"<table><thead><tr>{cells('th', head, False)}</tr></thead><tbody>{body}</tbody></table>"
    return f'<div class="wide" role="region" tabindex="0" aria-label="{name}">{table}</div>'


def _accuracy_table(found: Sequence[Accuracy], what: str, told: Told) -> str:
    rows = []
    for a in found:
        low, high = a.totals_interval
        totals = f"{_percent(a.totals_right, told)} ({_percent(low, told)}–{_percent(high, told)})"
        rows.append((a.name, str(a.count), totals, _percent(a.cell_error, told), _percent(a.gardens_right, told), a.since))
    return _table([told(name) for name in (what, "scans", "totals-right", "wrong-cells", "gardens-right", "since")], rows, told("none"))


def _percent(share: float | None, told: Told) -> str:
    if share is None:
        return "–"
    return told("percent", details={"number": f"{100 * share:.1f}".replace(".", told("decimal"))})


def _number(value: int | None) -> str:
    return "–" if value is None else str(value)


def _under(x_px: float, words: str) -> str:
    return f'<text x="{x_px:.1f}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{escape(words)}</text>'


def _every(words: Sequence[str], step_px: float) -> int:
    """Under an axis every so many words fit beside each other; the table below has them all."""
    return max(ceil((max(map(len, words), default=0) * LETTER_PX + BETWEEN_PX) / step_px), 1)


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
    names = {i: f"{i * BIN_POINTS}–{i * BIN_POINTS + BIN_POINTS - 1}" for i in range(first, last + 1)}
    every = _every(list(names.values()), step)
    for i in range(first, last + 1):
        tall = (HEIGHT - BOTTOM - TOP) * bins[i] / most
        x = LEFT + (i - first) * step
        body += f'<rect class="bar" x="{x + 1:.1f}" y="{HEIGHT - BOTTOM - tall:.1f}" width="{max(step - 2, 1):.1f}" height="{tall:.1f}">'
        body += f"<title>{names[i]}: {bins[i]}</title></rect>"
        body += _under(x + step / 2, names[i]) if (i - first) % every == 0 else ""
    return _svg(body, told("histogram", details={"count": len(points)}))


def _shares(found: Sequence[Accuracy], told: Told, *, joined: bool = False) -> str:
    """Shares with their intervals, joined by a line when they follow each other in time."""
    if not found:
        return f"<p>{told('no-scans')}</p>"
    step = (WIDTH - LEFT - 16) / len(found)
    tall = HEIGHT - BOTTOM - TOP
    dots, body, every = [], "", _every([a.name for a in found], step)
    for share in (0.0, 0.5, 1.0):
        words = told("percent", details={"number": f"{100 * share:.0f}"})
        body += f'<text x="{LEFT - 4}" y="{HEIGHT - BOTTOM - tall * share + 4:.1f}" text-anchor="end">{words}</text>'
    for i, a in enumerate(found):
        x, y = LEFT + (i + 0.5) * step, HEIGHT - BOTTOM - tall * a.totals_right
        low, high = (HEIGHT - BOTTOM - tall * bound for bound in a.totals_interval)
        dots.append(f"{x:.1f} {y:.1f}")
        body += f'<path class="whisker" d="M{x:.1f} {low:.1f}V{high:.1f}"/><circle class="bar" cx="{x:.1f}" cy="{y:.1f}" r="5">'
        tip = told("share-of", details={"name": a.name, "share": _percent(a.totals_right, told), "count": a.count})
        body += f"<title>{escape(tip)}</title></circle>"
        body += _under(x, a.name) if i % every == 0 else ""
    line = f'<path class="line" d="M{"L".join(dots)}"/>' if joined and len(dots) > 1 else ""
    return _svg(line + body, told("shares"))
