"""The numbers of the reconstruction, each with its reason."""

from __future__ import annotations

from dataclasses import dataclass

from scanner.errors import ScannerError

EDITIONS = ("cs", "pl", "en", "de")


@dataclass(frozen=True, slots=True)
class ReconstructParams:
    """Weights of the evidence, prices of odd things (nats) and limits of the search."""

    w_level: float = 1.0
    w_content: float = 1.0
    w_tile: float = 0.5
    """Tile evidence repeats what the four cells' levels say, so it counts half until calibrated."""
    w_flower: float = 1.0
    logp_floor: float = -30.0
    """No single reading may rule anything out for good: a saturated network is not a proof."""

    hidden_tile_price: float = 3.0
    """A tile nobody sees from above: happens in tall gardens, but only as a support."""
    hidden_belvedere_price: float = 0.05
    """Breaks ties in favour of fewer inferred belvederes."""
    hidden_end_price: float = 3.0
    """A two-cell piece with one end under a higher tile: legal and rare."""
    covered_bridge_price: float = 5.0
    """A higher tile over a bridge's middle cell: legal when it came later, and rare."""
    extra_tile_price: float = 8.0
    """Per tile beyond `max_tiles`."""
    statue_link_price: float = 2.0
    """Per group of visible statues (beyond the first) linked to the others by no row or column: a hidden one may be the link."""

    max_tiles: int = 16
    max_statues: int = 38
    max_pieces: int = 15
    """Fountains, bridges and stairs in the box, each."""

    k: int = 12
    reach: float = 9.0
    """Gardens more than this many nats below the best are not listed: e^-9 is one in eight thousand."""
    margin: float = 6.0
    """A hypothesis this far below the best one of its cell is left out of the model at first."""
    time_limit_s: float = 5.0
    """Of one integer program; typical ones take some hundredths of a second."""
    budget_s: float = 4.0
    """Of the search for alternatives after the best garden is known; what is left unproven then makes the judgement doubtful."""
    widenings: int = 5
    """How often the margin is doubled when nothing legal is left, before the evidence is called contradictory."""
    max_expansions: int = 4000
    """Flower and statue variations looked at per structure."""


def check_edition(edition: str) -> str:
    if edition not in EDITIONS:
        raise ScannerError("edition-unknown", f"Choose one of the editions {', '.join(EDITIONS)}.")
    return edition
