"""Shipped ONNX networks: found through models/manifest.toml, checked, loaded once and only when needed."""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Protocol

import numpy as np

from scanner.errors import ScannerError
from scanner.profile import with_tuned
from scanner.types import FloatArray

MODELS = Path(__file__).resolve().parent.parent / "models"


class Network(Protocol):
    """Named arrays in, arrays out."""

    def run(self, inputs: dict[str, FloatArray]) -> list[FloatArray]: ...


@dataclass(frozen=True, slots=True)
class OnnxNetwork:
    """One loaded network."""

    name: str
    version: str
    session: object

    def run(self, inputs: dict[str, FloatArray]) -> list[FloatArray]:
        found = self.session.run(None, inputs)  # type: ignore[attr-defined]
        return [np.asarray(a, np.float32) for a in found]


@lru_cache(maxsize=8)
def load_network(name: str, threads: int = 2) -> OnnxNetwork:
    """The shipped network `name`; refuses a file that is not the one in the manifest."""
    import onnxruntime as ort  # a quarter of a second: only who scans should pay

    entry = manifest().get(name)
    path = MODELS / (entry["file"] if entry else f"{name}.onnx")
    if entry is None or not path.exists():
        raise ScannerError("models.missing", f"The network {path.name} is missing. Install Semiramis again.")
    if hashlib.sha256(path.read_bytes()).hexdigest() != entry["sha256"]:
        raise ScannerError("models.damaged", f"The network {entry['file']} is damaged. Install Semiramis again.")
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 3
    options.enable_cpu_mem_arena = False  # it would keep the largest pass of every network for good: half a gigabyte
    session = ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    return OnnxNetwork(name, entry["sha256"][:12], session)


@lru_cache(maxsize=1)
def manifest() -> dict[str, dict[str, str]]:
    """models/manifest.toml: file and checksum of every shipped network, or of the one that was finetuned from it."""
    path = MODELS / "manifest.toml"
    if not path.exists():
        raise ScannerError("models.missing", "No networks are installed. Install Semiramis again.")
    try:
        return with_tuned(tomllib.loads(path.read_text(encoding="utf-8")))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ScannerError("models.damaged", "The list of networks is damaged. Install Semiramis again.") from error
