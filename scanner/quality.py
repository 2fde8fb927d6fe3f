"""Why a photo cannot be scored: darkness and blur explain themselves better than "no board", and tiles may lie the wrong way up."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from scanner.errors import ScannerError
from scanner.games.babylon.garden import Garden
from scanner.surface import visible_garden
from scanner.types import FloatArray, Photo

WRONG_SIDE_SHARE = 0.5
"""Of the tiles that can be seen: a single dark one may be a shadow, half of them are not."""
UNSEEN = ("board.not_found",)
"""Errors that a better photo might not have had."""


@dataclass(frozen=True, slots=True)
class QualityParams:
    """When a photo that shows no board counts as too dark or too blurred. Never used against a photo whose board was found."""

    side_px: int = 800
    """Looked at in this size, so that the figures do not depend on the camera."""
    bright_share: float = 0.98
    dark_below: float = 40.0
    """Of 255: when 98 % of the pixels are darker, only noise is left."""
    flat_below: float = 6.0
    """Standard deviation of an evenly grey picture; its sharpness means nothing."""
    blur_below: float = 0.001
    """Variance of the Laplacian over that of the grey values: a blur of 2 px sigma at 800 px reaches it, sharp photos have 0.01."""


def explain_miss(photo: Photo, error: ScannerError, *, params: QualityParams | None = None) -> ScannerError:
    """The error, or a better reason for it."""
    params = params or QualityParams()
    if error.code not in UNSEEN:
        return error
    grey = _small_grey(photo, params.side_px)
    if float(np.quantile(grey, params.bright_share)) < params.dark_below:
        return ScannerError("photo.too_dark", "The photo is too dark to find the board. Put on a lamp and take it again.")
    if float(grey.std()) >= params.flat_below and sharpness(grey) < params.blur_below:
        return ScannerError("photo.too_blurred", "The photo is too blurred to find the board. Hold still and take it again.")
    return error


def refuse_wrong_side(garden: Garden, material_logit: FloatArray) -> None:
    """Raise when most visible tiles seem to lie material side up: a garden nobody can score. `material_logit` is [level, row, col]."""
    tiles = visible_garden(garden).tiles
    wrong = [t for t in tiles if material_logit[min(t.level, len(material_logit) - 1), t.row, t.col] > 0]
    if tiles and len(wrong) > WRONG_SIDE_SHARE * len(tiles):
        raise ScannerError("garden.wrong_side", "The tiles lie material side up. Turn them garden side up and take the photo again.")


def _small_grey(photo: Photo, side_px: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    factor = min(side_px / max(photo.width, photo.height), 1.0)
    size = (max(1, round(photo.width * factor)), max(1, round(photo.height * factor)))
    grey = cv2.cvtColor(cv2.resize(photo.rgb, size, interpolation=cv2.INTER_AREA), cv2.COLOR_RGB2GRAY)
    return np.asarray(grey, np.float32)


def sharpness(grey: np.ndarray[tuple[int, ...], np.dtype[np.float32]]) -> float:
    """Share of the finest detail in everything there is."""
    return float(cv2.Laplacian(grey, cv2.CV_32F).var() / max(float(grey.var()), 1e-6))
