"""From a folder or an address to a Store."""

from __future__ import annotations

import os
from pathlib import Path

from scanner.dataset.database import guard, open_database
from scanner.dataset.photos import open_photos
from scanner.dataset.store import Store
from scanner.errors import DatasetError

DATABASE, PHOTOS = "dataset.sqlite", "photos"
PRIVATE, SHARED = 0o700, 0o777
"""Modes of a new folder: the usual place is nobody else's business; a folder that was named may be shared, as the umask says."""


def default_folder() -> Path:
    """$SEMIRAMIS_DATASET, or the user's data folder."""
    told = os.environ.get("SEMIRAMIS_DATASET")
    if told:
        return Path(told)
    data = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local/share")
    return Path(data) / "semiramis" / "dataset"


def open_store(place: str | os.PathLike[str] | None = None, *, photos: str | os.PathLike[str] | None = None, create: bool = True) -> Store:
    """A folder (SQLite and the photos inside), or `postgresql://…` or `sqlite:///file` with `photos` as a folder or an fsspec location
    such as `s3://bucket/prefix`. What is missing is made, or refused without `create`. Deletions that were interrupted are finished."""
    told = place is not None
    place = os.fspath(place) if place is not None else str(default_folder())
    if "://" in place:
        if photos is None:
            raise DatasetError("dataset.no_photos", "With a database address, also say where the photos lie (--photos).")
        url, photo_place = place, os.fspath(photos)
    else:
        with guard():
            if create:
                mode = SHARED if told else PRIVATE
                Path(place).mkdir(mode, parents=True, exist_ok=True)
        url = f"sqlite:///{Path(place).absolute() / DATABASE}"
        photo_place = os.fspath(photos) if photos is not None else str(Path(place).absolute() / PHOTOS)
    store = Store(open_database(url, create=create), open_photos(photo_place))
    for sha256 in store.pending_removals():
        store.finish_removal(sha256)
    return store
