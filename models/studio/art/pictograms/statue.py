"""Ways to draw a statue."""

from __future__ import annotations

from collections.abc import Callable

from models.studio.art.pictograms.pen import Pen


def _foot(pen: Pen, y: float, half: float) -> None:
    """A plinth under the figure."""
    pen.box(0.5 - half, y, 0.5 + half, 0.9)
    if pen.rng.random() < 0.5:
        pen.box(0.5 - half - 0.05, 0.85, 0.5 + half + 0.05, 0.92)


def standing(pen: Pen) -> None:
    """A standing man with arms at his sides."""
    pen.oval(0.5, 0.17, 0.075, 0.09)
    pen.lathe([(0.25, 0.05), (0.28, 0.17), (0.34, 0.18), (0.5, 0.13), (0.56, 0.12), (0.82, 0.07)])
    pen.line([(0.33, 0.33), (0.31, 0.56)], 0.055)
    pen.line([(0.67, 0.33), (0.69, 0.56)], 0.055)
    pen.line([(0.5, 0.58), (0.5, 0.82)], 0.02, ink=False)
    _foot(pen, 0.82, 0.17)


def bust(pen: Pen) -> None:
    """Head and shoulders on a column."""
    hat = pen.rng.random() < 0.4
    pen.oval(0.5, 0.25, 0.11, 0.135)
    if hat:
        pen.box(0.4, 0.08, 0.6, 0.2)
    pen.lathe([(0.33, 0.06), (0.42, 0.08), (0.47, 0.24), (0.58, 0.25), (0.66, 0.1), (0.72, 0.09)])
    pen.box(0.36, 0.72, 0.64, 0.78)
    _foot(pen, 0.8, 0.1)


def vase_man(pen: Pen) -> None:
    """A figure so simple that it could be a vase: knob, swelling body, narrow waist, foot."""
    k = float(pen.rng.uniform(0.9, 1.15))
    pen.oval(0.5, 0.16, 0.07 * k, 0.085)
    pen.lathe([(0.22, 0.03), (0.27, 0.1 * k), (0.36, 0.16 * k), (0.47, 0.13 * k), (0.6, 0.05), (0.72, 0.035), (0.78, 0.08), (0.82, 0.12)])
    pen.box(0.5 - 0.2 * k, 0.82, 0.5 + 0.2 * k, 0.89)


def robed(pen: Pen) -> None:
    """A figure in a long robe with folds."""
    pen.oval(0.5, 0.17, 0.08, 0.1)
    pen.lathe([(0.25, 0.05), (0.3, 0.15), (0.45, 0.13), (0.86, 0.25)])
    for x in (-0.09, 0.0, 0.09):
        pen.line([(0.5 + x * 0.4, 0.46), (0.5 + x, 0.84)], 0.018, ink=False)
    pen.box(0.22, 0.86, 0.78, 0.93)


def raised_arm(pen: Pen) -> None:
    """A figure that lifts one arm, perhaps with a torch or staff."""
    pen.oval(0.48, 0.22, 0.075, 0.09)
    pen.lathe([(0.3, 0.05), (0.33, 0.15), (0.5, 0.1), (0.62, 0.11), (0.82, 0.13)], 0.48)
    pen.line([(0.6, 0.36), (0.72, 0.24), (0.74, 0.08)], 0.06)
    pen.line([(0.36, 0.37), (0.28, 0.48), (0.37, 0.58)], 0.055)
    if pen.rng.random() < 0.5:
        pen.line([(0.75, 0.06), (0.75, 0.8)], 0.03)
    _foot(pen, 0.82, 0.2)
    if pen.rng.random() < 0.5:
        pen.mirror()


def on_plinth(pen: Pen) -> None:
    """A small man on a high stepped plinth."""
    pen.oval(0.5, 0.13, 0.06, 0.07)
    pen.lathe([(0.19, 0.04), (0.22, 0.13), (0.38, 0.09), (0.54, 0.06)])
    pen.box(0.34, 0.54, 0.66, 0.6)
    pen.box(0.38, 0.63, 0.62, 0.8)
    pen.box(0.3, 0.82, 0.7, 0.9)


def pawn(pen: Pen) -> None:
    """A pawn-like stele: round head, collar, conical body."""
    pen.oval(0.5, 0.22, 0.12, 0.13)
    pen.box(0.36, 0.34, 0.64, 0.4)
    pen.lathe([(0.4, 0.1), (0.74, 0.17), (0.8, 0.22)])
    pen.box(0.26, 0.8, 0.74, 0.89)


def obelisk_head(pen: Pen) -> None:
    """A herm: a head in profile on a tapering shaft."""
    pen.poly(
        [
            (0.42, 0.12),
            (0.56, 0.1),
            (0.62, 0.18),
            (0.68, 0.26),
            (0.62, 0.29),
            (0.62, 0.36),
            (0.54, 0.38),
            (0.54, 0.43),
            (0.4, 0.43),
            (0.37, 0.26),
        ]
    )
    pen.poly([(0.3, 0.43), (0.7, 0.43), (0.62, 0.8), (0.38, 0.8)])
    pen.line([(0.4, 0.5), (0.6, 0.5)], 0.02, ink=False)
    pen.box(0.32, 0.82, 0.68, 0.9)
    if pen.rng.random() < 0.5:
        pen.mirror()


def seated(pen: Pen) -> None:
    """A king on a throne, from the side."""
    pen.oval(0.42, 0.2, 0.075, 0.09)
    pen.poly([(0.34, 0.3), (0.5, 0.3), (0.54, 0.52), (0.72, 0.54), (0.72, 0.82), (0.62, 0.82), (0.6, 0.64), (0.34, 0.66)])
    pen.line([(0.47, 0.36), (0.6, 0.46), (0.7, 0.44)], 0.05)
    pen.line([(0.27, 0.22), (0.27, 0.82)], 0.06)
    pen.box(0.27, 0.66, 0.54, 0.82)
    pen.box(0.2, 0.84, 0.8, 0.9)
    if pen.rng.random() < 0.5:
        pen.mirror()


DRAWINGS: dict[str, Callable[[Pen], None]] = {
    "standing": standing,
    "bust": bust,
    "vase_man": vase_man,
    "robed": robed,
    "raised_arm": raised_arm,
    "on_plinth": on_plinth,
    "pawn": pawn,
    "obelisk_head": obelisk_head,
    "seated": seated,
}
