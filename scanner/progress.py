"""A progress bar on a terminal's standard error, silent elsewhere."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field
from typing import TextIO

WIDTH = 28


@dataclass(slots=True)
class Bar:
    """`step()` after each piece of work; `close()` clears the line."""

    total: int
    label: str
    out: TextIO = field(default_factory=lambda: sys.stderr)
    done: int = 0
    start: float = field(default_factory=time.monotonic)

    def step(self, note: str = "") -> None:
        self.done += 1
        if not self.out.isatty():
            return
        filled = WIDTH * self.done // max(self.total, 1)
        left_s = (time.monotonic() - self.start) / self.done * (self.total - self.done)
        bar = "█" * filled + "░" * (WIDTH - filled)
        self.out.write(f"\r{self.label} {bar} {self.done}/{self.total}  {left_s:4.0f} s left  {note[:40]:40}")
        self.out.flush()

    def close(self) -> None:
        if self.out.isatty():
            self.out.write("\r" + " " * 110 + "\r")
            self.out.flush()
