"""Gardens that are kept. Until a store is handed in, nothing is offered and the address says so."""

from __future__ import annotations

from typing import Any, Protocol

from flask import Blueprint

blueprint = Blueprint("kept", __name__)


class Store(Protocol):
    """What the pages need of a dataset."""

    def list_records(self, query: str) -> list[dict[str, Any]]: ...


def load_store(url: str | None) -> Store | None:
    """The store at `url`; None as long as this house has no datasets."""
    return None
