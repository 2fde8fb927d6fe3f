"""The sample photos through the page with the real scanner."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.webui.sample import need_sample

SCAN_MS = 100_000
"""Longer than the time limit of a scan, so that giving up is told too."""


def test_a_sample_gets_its_score(context_of: Any, real_address: str) -> None:
    page = context_of(viewport=PHONE, is_mobile=True, has_touch=True).new_page()
    page.goto(real_address)
    page.set_input_files("#photos", need_sample())
    expect(page.locator("#total")).to_have_text(re.compile(r"^[1-9]\d*"), timeout=SCAN_MS)
    expect(page.locator(".overlay polygon.cell")).to_have_count(64)
    assert page.locator(".photo-card img").evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
