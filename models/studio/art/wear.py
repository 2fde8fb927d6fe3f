"""What printing, cutting and years of play do to the art: paper, halftone, misregister, fading, scratches, white edges."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from models.studio.art.canvas import Mask, Picture, blend, clouds, grain, noise, smooth_step, stroke


@dataclass(frozen=True, slots=True)
class Press:
    """How an edition was printed and how long it was used; the same for all its cardboard."""

    saturation: float
    contrast: float
    lift: float
    tint: tuple[float, float, float]
    fade: float
    paper: float
    halftone: float
    misregister: tuple[int, int, int]
    scratches: int
    white_edges: float
    dirt: float


def draw_press(rng: np.random.Generator) -> Press:
    """One printing: most are good, some pale, dull, garish or worn."""
    worn = float(rng.random()) ** 3
    return Press(
        saturation=float(np.exp(np.clip(rng.normal(0.0, 0.18), -0.45, 0.3))),
        contrast=float(rng.uniform(0.8, 1.25)),
        lift=float(rng.normal(0.0, 0.03)),
        tint=(float(rng.normal(1, 0.03)), float(rng.normal(1, 0.02)), float(rng.normal(1, 0.04))),
        fade=float(rng.uniform(0, 0.25)) * worn,
        paper=float(rng.uniform(0.0, 0.03)),
        halftone=float(rng.choice([0.0, 0.0, 0.0, 0.05, 0.1])),
        misregister=(int(rng.integers(3)), int(rng.integers(-1, 2)), int(rng.integers(-1, 2))) if rng.random() < 0.3 else (0, 0, 0),
        scratches=int(rng.integers(0, 9) * worn * 1.5),
        white_edges=worn if rng.random() < 0.4 else 0.0,
        dirt=float(rng.uniform(0, 0.12)) * worn,
    )


def printed(rng: np.random.Generator, press: Press, picture: Picture) -> Picture:
    """The art as it comes from the press: graded, on paper, with the press's dots and misregister."""
    height, width = picture.shape[:2]
    grey = picture.mean(axis=-1, keepdims=True)
    out = grey + (picture - grey) * np.float32(press.saturation)
    out = (out - 0.45) * np.float32(press.contrast) + np.float32(0.45 + press.lift)
    out = out * np.asarray(press.tint, np.float32)
    channel, dx, dy = press.misregister
    if dx or dy:
        out[..., channel] = np.roll(out[..., channel], (dy, dx), (0, 1))
    if press.paper > 0:
        out = out * (1 + press.paper * (0.6 * grain(rng, height, width) + noise(rng, height, width, width / 3)))[..., None]
    if press.halftone > 0:
        y, x = np.mgrid[0:height, 0:width].astype(np.float32)
        dots = np.sin((x + y) * 1.55) * np.sin((x - y) * 1.55)
        out = out * (1 + press.halftone * dots)[..., None]
    return np.clip(out, 0, 1).astype(np.float32)


def worn(rng: np.random.Generator, press: Press, picture: Picture, rim: Mask | None) -> Picture:
    """The print after use; `rim` is the distance in cells from the cut edge."""
    height, width = picture.shape[:2]
    out = picture
    if press.fade > 0.02:
        out = blend(out, (0.86, 0.82, 0.74), press.fade * np.clip(0.7 + 0.5 * clouds(rng, height, width, 3, 2), 0, 1.4))
    if press.dirt > 0.02:
        out = out * (1 - press.dirt * smooth_step(clouds(rng, height, width, 4, 3), 0.2, 1.5))[..., None]
    if press.white_edges > 0.02 and rim is not None:
        reach = -0.008 + 0.022 * press.white_edges * np.clip(clouds(rng, height, width, 18, 2) + 0.3, 0, 2)
        # Only near the cut: how deep a tile's waves are varies, and beyond our guess of them the art must go on.
        chips = smooth_step(reach - rim, 0, 0.012) * smooth_step(rim, -0.012, 0.0)
        out = blend(out, (0.9, 0.87, 0.8), 0.85 * chips)
    if press.scratches:
        marks = np.zeros((height, width), np.uint8)
        for _ in range(press.scratches):
            start, turn = rng.uniform(0, 1, 2) * (width, height), rng.uniform(0, 6.28)
            end = start + rng.uniform(0.05, 0.3) * width * np.array([np.cos(turn), np.sin(turn)])
            stroke(marks, np.stack([start, (start + end) / 2 + rng.normal(0, 2, 2), end]), float(rng.uniform(0.2, 0.7)), 1)
        out = blend(out, (0.93, 0.9, 0.85), cv2.GaussianBlur(marks, (0, 0), 0.5).astype(np.float32) / 255)
    return np.clip(out, 0, 1).astype(np.float32)
