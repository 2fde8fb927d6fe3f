"""A real Chromium against a real server, with a scanner that needs no networks."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.webui.fake_scanner import FakeScanner, photo_bytes
from tests.webui.sample import need_sample
from tests.webui.serving import serving
from webui.app import create_app

NAMES = ("chromium", "chromium-browser", "google-chrome")
TIMEOUT_MS = 20_000
"""Far beyond what any step takes, so that a busy machine fails no test."""
WIDE, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = os.environ.get("SEMIRAMIS_BROWSER") or next((found for found in map(shutil.which, NAMES) if found), None)
    if path is None and os.environ.get("SEMIRAMIS_NO_BROWSER"):
        pytest.skip("SEMIRAMIS_NO_BROWSER is set and there is no chromium")
    if path is None:
        pytest.fail("No chromium: run .ci/find-browser, which gets one or says how. SEMIRAMIS_NO_BROWSER=1 leaves these tests out.")
    expect.set_options(timeout=TIMEOUT_MS)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def scanner() -> FakeScanner:
    return FakeScanner(stage_s=0.02)


@pytest.fixture(scope="session")
def real_address() -> Iterator[str]:
    """The page with the real scanner; tests are skipped while it has nothing to work with."""
    need_sample()
    yield from _serve(create_app())


def _serve(app: Flask) -> Iterator[str]:
    with serving(app) as port:
        yield f"http://127.0.0.1:{port}"


@pytest.fixture(scope="session")
def address(scanner: FakeScanner, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    from scanner.dataset import open_store

    store = open_store(tmp_path_factory.mktemp("kept"))
    yield from _serve(create_app(scanner, store=store))
    store.close()


@pytest.fixture
def photo() -> dict[str, Any]:
    return {"name": "garden.jpg", "mimeType": "image/jpeg", "buffer": photo_bytes()}


@pytest.fixture
def context_of(browser: Browser, scanner: FakeScanner) -> Iterator[Any]:
    """Opens browser contexts; complaints of any page fail the test."""
    opened: list[BrowserContext] = []
    complaints: list[str] = []
    scanner.mood = "sure"

    def make(*, quiet: bool = False, **options: Any) -> BrowserContext:
        context = browser.new_context(**{"viewport": WIDE, "locale": "en-GB", **options})
        context.set_default_timeout(TIMEOUT_MS)
        if not quiet:
            context.on("weberror", lambda error: complaints.append(str(error.error)))
            context.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        opened.append(context)
        return context

    yield make
    for context in opened:
        context.close()
    assert complaints == []


@pytest.fixture
def page(context_of: Any, address: str) -> Page:
    opened: Page = context_of().new_page()
    opened.goto(address)
    return opened


@pytest.fixture
def shots() -> Path | None:
    """Where to leave pictures, when somebody wants to look: SEMIRAMIS_TEST_SHOTS."""
    folder = os.environ.get("SEMIRAMIS_TEST_SHOTS")
    return Path(folder) if folder else None
