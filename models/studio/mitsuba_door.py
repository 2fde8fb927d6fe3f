"""The one door to the renderer: Mitsuba 3 with its fast variant."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path
from typing import Any

from scanner.errors import StudioError

LLVM = ("/usr/lib/x86_64-linux-gnu/libLLVM.so.19.1", "/usr/lib/llvm-19/lib/libLLVM.so.1")
"""LLVM 14 to 16 crash the renderer; Debian's libllvm19 works."""


@lru_cache(maxsize=1)
def load_mitsuba(threads: int = 1) -> Any:
    """Mitsuba with its fast variant where LLVM is there, the plain one otherwise."""
    found = next((p for p in LLVM if Path(p).exists()), None)
    if found:
        os.environ.setdefault("DRJIT_LIBLLVM_PATH", found)
    try:
        import mitsuba as mi
    except ImportError as error:
        raise StudioError("no-renderer", "Mitsuba is missing: install the extra with  pip install 'semiramis[studio]'") from error
    try:
        mi.set_variant("llvm_ad_rgb")
        import drjit as dr

        dr.set_thread_count(threads)
    except (ImportError, RuntimeError) as error:
        raise StudioError("no-renderer", f"Mitsuba's LLVM variant does not start ({error}); install Debian's libllvm19") from error
    mi.set_log_level(mi.LogLevel.Error)
    return mi
