"""The command `semiramis`: finds its commands by their place and turns every error into a sentence and an exit code.

Exit codes: 0 done, 1 the input cannot be used, 2 wrong usage.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import json
import os
import pkgutil
import sys
from collections.abc import Sequence
from types import ModuleType

from scanner import commands
from scanner.errors import SemiramisError

DONE, UNUSABLE, MISUSED = 0, 1, 2


def command_modules() -> list[ModuleType]:
    """The modules of `scanner.commands` in alphabetical order; each offers `add_parser(subparsers)` and `run(args)`."""
    names = sorted(info.name for info in pkgutil.iter_modules(commands.__path__) if not info.name.startswith("_"))
    return [importlib.import_module(f"{commands.__name__}.{name}") for name in names]


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="semiramis", description="From a photo of a finished garden to its exact score.")
    subparsers = parser.add_subparsers(dest="command", metavar="command", required=True)
    for module in command_modules():
        before = set(subparsers.choices)
        module.add_parser(subparsers)
        for name in set(subparsers.choices) - before:
            subparsers.choices[name].set_defaults(run=module.run)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8")  # score pads have lines and ticks that other encodings lack
    try:
        args = build_parser().parse_args(argv)
    except SystemExit as stop:  # argparse has said why
        return stop.code if isinstance(stop.code, int) else MISUSED
    try:
        code: int = args.run(args)
        print(end="", flush=True)  # sys.stdout may be closed; print knows
    except SemiramisError as error:
        return fail(error, as_json=getattr(args, "json", False))
    except ModuleNotFoundError as error:
        return fail(_missing(error), as_json=getattr(args, "json", False))
    except BrokenPipeError:  # the reader has seen enough; keep the interpreter from complaining at exit
        _drop_output()
        return DONE
    except OSError as error:  # a full disk, a folder that may not be read
        if error.filename is not None:
            return fail(SemiramisError("system", f"{error.filename}: {error.strerror}"), as_json=getattr(args, "json", False))
        _drop_output()  # it may be standard output that cannot be written
        return fail(SemiramisError("system", str(error.strerror or error)), as_json=False)
    except KeyboardInterrupt:
        return fail(SemiramisError("interrupted", "stopped by the user"), as_json=getattr(args, "json", False))
    return code


def _drop_output() -> None:
    """Send what standard output still holds nowhere: writing it would fail once more when the interpreter ends."""
    if sys.stdout is not None:
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def fail(error: SemiramisError, *, as_json: bool) -> int:
    """Say what is wrong, the same way for every command."""
    if as_json:
        print(json.dumps({"error": error.to_dict()}, ensure_ascii=False))
    else:
        print(f"semiramis: {error.hint} [{error.code}]", file=sys.stderr)
    return UNUSABLE


def _missing(error: ModuleNotFoundError) -> SemiramisError:
    """A package that is not installed is the user's business; a missing module of our own is a bug and stays a traceback."""
    root = (error.name or "").partition(".")[0]
    if root in ("scanner", "webui", ""):
        raise error
    return SemiramisError("not-installed", f"this command needs {root!r}, which is not installed; see the extras in pyproject.toml")


if __name__ == "__main__":
    sys.exit(main())
