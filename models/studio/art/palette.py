"""Colour schemes of the four flowers, drawn afresh for every edition around the facts of components.md."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass, replace

import numpy as np

from models.studio.art.canvas import Colour, hex_colour, luma, mix, vary

FLOWERS = ("white", "blue", "yellow", "pink")


@dataclass(frozen=True, slots=True)
class Scheme:
    """All colours of one flower's tiles."""

    flower: str
    rim: Colour
    """Behind the border flowers."""
    petal: Colour
    petal_shade: Colour
    heart: Colour
    deep: Colour
    mid: Colour
    light: Colour
    feature: Colour
    """Path, pond, sand or mosaic."""
    accent: Colour
    pad: Colour
    ink: Colour
    heart_share: float
    """Radius of the flower's heart as a share of the flower's."""


_BASE: dict[str, dict[str, str]] = {
    "white": {
        "rim": "#16281e",
        "petal": "#f6f5f2",
        "petal_shade": "#aab6c8",
        "heart": "#f0b41e",
        "deep": "#17302a",
        "mid": "#34563c",
        "light": "#6d9058",
        "feature": "#d6cc9c",
        "accent": "#e6e2cf",
        "pad": "#d9c6b3",
        "ink": "#815941",
    },
    "blue": {
        "rim": "#1e6a3c",
        "petal": "#2c5ade",
        "petal_shade": "#16308c",
        "heart": "#dfe8ff",
        "deep": "#1f7250",
        "mid": "#3c9a62",
        "light": "#78c870",
        "feature": "#62d2c4",
        "accent": "#f2b8cc",
        "pad": "#aed9d4",
        "ink": "#4a6f66",
    },
    "yellow": {
        "rim": "#c69258",
        "petal": "#f4dca2",
        "petal_shade": "#de9a54",
        "heart": "#7c1618",
        "deep": "#5c4424",
        "mid": "#8a6f3a",
        "light": "#c2a468",
        "feature": "#d39a62",
        "accent": "#b25c28",
        "pad": "#edc7a2",
        "ink": "#85593d",
    },
    "pink": {
        "rim": "#5c8636",
        "petal": "#f0748c",
        "petal_shade": "#c43c60",
        "heart": "#f2c244",
        "deep": "#34562e",
        "mid": "#638a38",
        "light": "#a6b848",
        "feature": "#d8d64e",
        "accent": "#cc3858",
        "pad": "#f2eebb",
        "ink": "#887d44",
    },
}
"""Starting points of the draws; mean colours, pads and inks as measured, the rest chosen to give those means."""

_COMMON_GROUNDS = ("#4c6b3c", "#7d7f6a", "#b18a5c", "#6f8f58", "#8a7258", "#9fae86", "#3f5648")
"""Middle tones of editions whose four grounds look alike, so that only the border tells the flower."""


_COMMON_RIMS = ("#1c2a1e", "#3d5a2c", "#5f7f3a", "#6b4a2c", "#241f1c", "#7a7468", "#35505c", "#8c6a44")
"""Dark enough for white petals to stand out."""


def _draw_petals(rng: np.random.Generator, flower: str, base: dict[str, Colour]) -> dict[str, Colour]:
    """Petal, shade and heart: widely varied, yet each flower stays within its own hues."""
    hue = {"white": 0.05, "blue": 0.055, "yellow": 0.035, "pink": 0.035}[flower]
    petal = vary(rng, base["petal"], hue, 0.25, 0.10 if flower in ("white", "yellow") else 0.2)
    shade = vary(rng, base["petal_shade"], hue * 0.6, 0.3, 0.25)
    if flower in ("blue", "pink") and rng.random() < 0.35:
        petal = mix(petal, (1.0, 1.0, 1.0), float(rng.uniform(0.1, 0.35)))
    if flower in ("blue", "pink"):
        h, s, v = colorsys.rgb_to_hsv(*petal)
        petal = colorsys.hsv_to_rgb(min(h, 0.985) if h > 0.5 else 0.985, max(s, 0.38), max(v, 0.72))
    heart = vary(rng, base["heart"], 0.03, 0.25, 0.2)
    if flower == "blue":
        heart = [heart, (0.96, 0.85, 0.25), (0.07, 0.1, 0.38), (0.95, 0.97, 1.0)][int(rng.integers(4))]
    if flower == "pink" and rng.random() < 0.35:
        heart = vary(rng, (0.55, 0.08, 0.25), 0.02)
    return {"petal": petal, "petal_shade": mix(petal, shade, float(rng.uniform(0.5, 1.0))), "heart": heart}


def draw_scheme(rng: np.random.Generator, flower: str) -> Scheme:
    """One flower's colours, varied in hue, saturation and brightness."""
    base = {role: hex_colour(text) for role, text in _BASE[flower].items()}
    hue, sat, val = float(rng.uniform(-0.03, 0.03)), float(rng.uniform(0.65, 1.35)), float(rng.uniform(0.8, 1.3))
    colours: dict[str, Colour] = {}
    for role in ("rim", "deep", "mid", "light", "feature", "accent"):
        moved = vary(rng, base[role], 0.025, 0.15, 0.12)
        colours[role] = _shift(moved, hue, sat, val)
    colours |= _draw_petals(rng, flower, base)
    if flower == "white" and luma(colours["rim"]) > 0.35:
        colours["rim"] = mix(colours["rim"], (0.04, 0.1, 0.06), 0.6)
    pad = vary(rng, base["pad"], 0.03, 0.45, 0.06)
    ink = vary(rng, base["ink"], 0.04, 0.5, 0.3)
    dark = float(rng.uniform(0.0, 0.75))
    ink = mix(ink, (0.08, 0.06, 0.05), dark)
    while luma(pad) - luma(ink) < 0.32:
        ink = mix(ink, (0.05, 0.04, 0.03), 0.3)
    share = {"white": (0.28, 0.42), "blue": (0.14, 0.3), "yellow": (0.36, 0.62), "pink": (0.12, 0.3)}[flower]
    return Scheme(flower=flower, pad=pad, ink=ink, heart_share=float(rng.uniform(*share)), **colours)


def _shift(colour: Colour, hue: float, sat: float, val: float) -> Colour:
    """Move a colour by fixed amounts."""
    h, s, v = colorsys.rgb_to_hsv(*colour)
    return colorsys.hsv_to_rgb((h + hue) % 1.0, min(s * sat, 1.0), min(v * val, 1.0))


def _share_rim(rng: np.random.Generator, schemes: dict[str, Scheme], share: float) -> dict[str, Scheme]:
    """The schemes with one colour behind all border flowers, so that the flowers themselves must tell."""
    rim = vary(rng, hex_colour(_COMMON_RIMS[int(rng.integers(len(_COMMON_RIMS)))]), 0.03, 0.3, 0.2)
    return {f: replace(s, rim=mix(s.rim, rim, share)) for f, s in schemes.items()}


def draw_schemes(rng: np.random.Generator, cues: str, rim: str) -> dict[str, Scheme]:
    """The four schemes of an edition. cues 'border' gives all four a similar ground, rim 'shared' the same colour behind the flowers."""
    schemes = {flower: draw_scheme(rng, flower) for flower in FLOWERS}
    if rim == "shared":
        schemes = _share_rim(rng, schemes, float(rng.uniform(0.8, 1.0)))
    if rng.random() < 0.4:
        pad, ink = schemes["yellow"].pad, schemes["yellow"].ink
        schemes = {f: replace(s, pad=mix(pad, s.pad, 0.25), ink=mix(ink, s.ink, 0.2)) for f, s in schemes.items()}
    if cues != "border":
        return schemes
    middle = vary(rng, hex_colour(_COMMON_GROUNDS[int(rng.integers(len(_COMMON_GROUNDS)))]), 0.03, 0.3, 0.2)
    share = float(rng.uniform(0.65, 0.95))
    return {
        f: replace(
            s,
            deep=mix(s.deep, mix(middle, (0.0, 0.0, 0.0), 0.5), share),
            mid=mix(s.mid, middle, share),
            light=mix(s.light, mix(middle, (1.0, 1.0, 0.9), 0.3), share),
            feature=mix(s.feature, mix(middle, (1.0, 1.0, 0.9), 0.5), share),
        )
        for f, s in schemes.items()
    }
