"""The sample photo that goes through the page with the real scanner."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.webui.fake_scanner import ROOT


def find_sample() -> Path | None:
    """An ordinary photo from the table, neither the easiest nor a hard one; None while photos or networks are missing."""
    truths = (path for path in sorted((ROOT / "samples").glob("*.json")) if path.with_suffix(".jpg").exists())
    found = next((path for path in truths if json.loads(path.read_text(encoding="utf-8")).get("like") == "table"), None)
    return None if found is None or not (ROOT / "models/evidence.onnx").exists() else found.with_suffix(".jpg")


def need_sample() -> Path:
    """The photo, or a skipped test that says what is missing."""
    photo = find_sample()
    if photo is None:
        pytest.skip("needs a table photo in samples/ and models/evidence.onnx")
    return photo
