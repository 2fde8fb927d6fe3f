"""Every way in which Semiramis can say "cannot".

    SemiramisError(code, hint)
    ├── GameError      the input is no usable garden, sheet or log
    ├── ScannerError   the photo cannot be turned into a garden
    ├── DatasetError   a record cannot be kept, found or read
    └── StudioError    a photo cannot be rendered or written

`code` is stable and meant for programs; `hint` is a sentence for a player. "Unsure" is never an error: it is data.
"""

from __future__ import annotations


class SemiramisError(Exception):
    """An error with a stable code and a hint that a player understands."""

    def __init__(self, code: str, hint: str) -> None:
        super().__init__(f"{code}: {hint}")
        self.code = code
        self.hint = hint

    def to_dict(self) -> dict[str, str]:
        return {"code": self.code, "hint": self.hint}


class GameError(SemiramisError):
    """The input is no usable garden, sheet or log."""


class ScannerError(SemiramisError):
    """The photo cannot be turned into a garden."""


class DatasetError(SemiramisError):
    """A record cannot be kept, found or read."""


class StudioError(SemiramisError):
    """A photo cannot be rendered or written."""
