"""What every game offers to the rest of the house: the functions of its module `doors`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Report:
    """One answer in two forms: for programs and for people."""

    data: Mapping[str, Any]
    text: str


class Doors(Protocol):
    """The module `scanner.games.<name>.doors`; `state` is whatever the game calls a finished position or log."""

    def parse(self, text: str) -> Any:
        """The state in a text; GameError when it cannot be used."""

    def to_dict(self, state: Any) -> dict[str, Any]:
        """The JSON form, which `parse` reads again."""

    def read_settings(self, values: Mapping[str, str]) -> Any:
        """Settings of the game from `name=value` pairs."""

    def score(self, states: Sequence[Any], names: Sequence[str], settings: Any, lang: str) -> Report:
        """The score with its explanation; with several states also their ranking."""

    def check(self, state: Any, settings: Any, lang: str) -> Report:
        """All violations."""

    def verify(self, state: Any, sheet: object, settings: Any, lang: str) -> Report:
        """A written score against the right one, with the likeliest slip."""

    def draw(self, state: Any, view: str, lang: str) -> str:
        """A drawing as SVG text."""

    def play(self, seed: int, players: int, lang: str) -> tuple[Sequence[Any], Report]:
        """One complete game between simple players: the states and a report about them."""
