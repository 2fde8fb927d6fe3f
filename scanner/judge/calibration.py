"""The calibration: a few numbers in models/calibration.toml that turn log scores into probabilities one can rely on.

Fitted by models/training/calibrate.py. The map is monotone: better odds never lower the probability, worse circumstances never raise it.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path

from scanner.errors import ScannerError
from scanner.networks import MODELS

FORMAT = "semiramis.calibration/1"


@dataclass(frozen=True, slots=True)
class Features:
    """What a probability is made of. `odds` speaks for the total; the others are zero when all is well and grow with trouble."""

    odds: float
    """Log-odds of the best garden's total among the tempered k best."""
    strain: float
    """log(1 + nats) that the rules took from what the cells would say each on its own."""
    unproven: float
    """1 when the order of the gardens is not proven."""
    tilt: float
    """Tens of degrees beyond a comfortable tilt."""
    residual: float
    """Pose residual over a usual one."""
    smallness: float
    """How often the board's scale would have to double to be comfortable."""
    stranger: float
    """-log of the board finder's confidence."""

    def to_dict(self) -> dict[str, float]:
        return {f.name: float(getattr(self, f.name)) for f in fields(self)}


NAMES = tuple(f.name for f in fields(Features))


@dataclass(frozen=True, slots=True)
class Calibration:
    """Temperature, a logistic map over the features and the threshold of "sure"."""

    temperature: float
    rest: float
    """How many gardens at the floor everything not listed is worth."""
    sure_from: float
    bias: float
    weights: Mapping[str, float]
    """By name of the feature: odds at least 0, all others at most 0."""

    def __post_init__(self) -> None:
        numbers = (self.temperature, self.rest, self.sure_from, self.bias, *self.weights.values())
        if not all(math.isfinite(n) for n in numbers) or self.temperature <= 0 or self.rest < 0 or not 0 < self.sure_from <= 1:
            raise ValueError("temperature, rest or threshold out of range")
        if set(self.weights) != set(NAMES):
            raise ValueError(f"weights wanted for {', '.join(NAMES)}")
        if self.weights["odds"] < 0 or any(self.weights[name] > 0 for name in NAMES[1:]):
            raise ValueError("the map must be monotone: odds >= 0, all other weights <= 0")

    def probability(self, features: Features) -> float:
        z = self.bias + sum(self.weights[name] * getattr(features, name) for name in NAMES)
        return 1.0 / (1.0 + math.exp(-max(min(z, 40.0), -40.0)))


@lru_cache(maxsize=2)
def load_calibration(path: Path = MODELS / "calibration.toml") -> Calibration:
    """The calibration in a file; the shipped one unless told otherwise."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ScannerError("models.missing", f"The calibration {path.name} is missing. Install Semiramis again.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise _damaged(path) from error
    try:
        if data["format"] != FORMAT:
            raise ValueError(data["format"])
        weights = {str(name): float(value) for name, value in data["weights"].items()}
        temperature, rest, sure_from, bias = (float(data[name]) for name in ("temperature", "rest", "sure_from", "bias"))
        return Calibration(temperature, rest, sure_from, bias, weights)
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise _damaged(path) from error


def _damaged(path: Path) -> ScannerError:
    return ScannerError("models.damaged", f"The calibration {path.name} is damaged. Install Semiramis again.")
