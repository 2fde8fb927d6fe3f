"""A client of the page with a scanner that needs no networks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.webui.fake_scanner import FakeScanner
from webui.app import create_app


@pytest.fixture
def scanner() -> FakeScanner:
    return FakeScanner()


@pytest.fixture
def store(tmp_path: Path) -> Any:
    from scanner.dataset import open_store

    opened = open_store(tmp_path / "kept")
    yield opened
    opened.close()


@pytest.fixture
def app(scanner: FakeScanner, store: Any) -> Flask:
    return create_app(scanner, store=store)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()
