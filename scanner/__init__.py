"""Semiramis: one photo of a finished Babylon garden in, its exact score out.

from scanner import Scanner
Scanner().scan(photo_bytes).to_dict()
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scanner.pipeline import Scanner

__all__ = ["Scanner"]


def __getattr__(name: str) -> Any:
    """The scanner is loaded when somebody asks for it: the scoring engine in this package needs none of its libraries."""
    if name == "Scanner":
        from scanner.pipeline import Scanner

        return Scanner
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
