"""What holds for all tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(autouse=True, scope="session")
def no_profiles_of_the_owner(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What somebody taught the scanner on this machine must not change what the tests see."""
    folder: Path = tmp_path_factory.mktemp("profiles")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SEMIRAMIS_PROFILES", str(folder))
        yield
