"""Strict JSON for every game: no doubled keys, no NaN, bounded size, and one kind of error whatever is wrong."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from scanner.errors import GameError


def load_json(text: str, most: int) -> Any:
    """The value in a text of at most `most` characters; GameError names the line and column, or says what is wrong."""
    if len(text) > most:
        raise GameError("too-large", f"the input has {len(text)} characters; at most {most} are read")
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise GameError("bad-json", f"line {error.lineno}, column {error.colno}: {error.msg}") from None
    except RecursionError:
        raise GameError("bad-json", "the JSON is nested too deeply") from None
    except ValueError:  # what json leaves to int()
        raise GameError("bad-json", "the JSON holds a number with thousands of digits") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for key, value in pairs:
        if key in out:
            raise GameError("duplicate-key", f"the key {key[:40]!r} stands twice in one object")
        out[key] = value
    return out


def _no_constant(name: str) -> NoReturn:
    raise GameError("bad-json", f"{name} is no number")
