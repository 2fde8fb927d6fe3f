"""Where the photos lie, each named by the sha256 of its bytes: a folder, or any fsspec location."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from scanner.errors import DatasetError

ASIDE, LOST = "aside", "lost"
SUFFIX = ".jpg"


def place_of(sha256: str) -> str:
    """Relative path; 256 folders keep each of them short."""
    return f"{sha256[:2]}/{sha256}{SUFFIX}"


class Photos(Protocol):
    """Writing has two steps, so that the slow one happens before the database's lock is taken."""

    def stage(self, data: bytes, sha256: str) -> str:
        """Bring the bytes to the disk without giving them their name yet; returns a handle."""

    def publish(self, handle: str, data: bytes, sha256: str) -> None:
        """Give them their name; durable on return."""

    def drop(self, handle: str) -> None:
        """Forget staged bytes."""

    def read(self, sha256: str) -> bytes:
        """The bytes; DatasetError when they are missing."""

    def remove(self, sha256: str) -> None:
        """Remove for good; nothing happens when they are not there."""

    def names(self) -> Iterator[tuple[str, float]]:
        """(sha256, age in seconds) of every photo here."""

    def leftovers(self) -> Iterator[tuple[str, float]]:
        """(handle, age in seconds) of staged bytes that nobody published."""

    def set_aside(self, sha256: str) -> None:
        """Move a photo that no record knows to lost/."""

    def bring_back(self, sha256: str) -> bool:
        """Move it back from lost/; False when it is not there."""


@dataclass(frozen=True, slots=True)
class FolderPhotos:
    """A folder on this machine: written aside, synced, renamed, and the folder synced."""

    folder: Path

    def stage(self, data: bytes, sha256: str) -> str:
        aside = self.folder / ASIDE
        _make_folder(aside)
        path = aside / f"{sha256[:12]}-{secrets.token_hex(8)}.part"
        try:
            with path.open("xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
        except BaseException:
            path.unlink(missing_ok=True)
            raise
        return str(path)

    def publish(self, handle: str, data: bytes, sha256: str) -> None:
        target = self._path(sha256)
        _make_folder(target.parent)
        os.replace(handle, target)
        _sync_folder(target.parent)

    def drop(self, handle: str) -> None:
        Path(handle).unlink(missing_ok=True)

    def read(self, sha256: str) -> bytes:
        try:
            return self._path(sha256).read_bytes()
        except FileNotFoundError as error:
            raise _missing(sha256) from error

    def remove(self, sha256: str) -> None:
        path = self._path(sha256)
        path.unlink(missing_ok=True)
        (self.folder / LOST / path.name).unlink(missing_ok=True)
        if path.parent.exists():
            _sync_folder(path.parent)

    def names(self) -> Iterator[tuple[str, float]]:
        now = time.time()
        for path in sorted(self.folder.glob(f"[0-9a-f][0-9a-f]/*{SUFFIX}")):
            yield path.stem, now - path.stat().st_mtime

    def leftovers(self) -> Iterator[tuple[str, float]]:
        now = time.time()
        for path in sorted((self.folder / ASIDE).glob("*.part")):
            yield str(path), now - path.stat().st_mtime

    def set_aside(self, sha256: str) -> None:
        _make_folder(self.folder / LOST)
        os.replace(self._path(sha256), self.folder / LOST / f"{sha256}{SUFFIX}")
        _sync_folder(self.folder / LOST)

    def bring_back(self, sha256: str) -> bool:
        lost = self.folder / LOST / f"{sha256}{SUFFIX}"
        if not lost.exists():
            return False
        _make_folder(self._path(sha256).parent)
        os.replace(lost, self._path(sha256))
        _sync_folder(self._path(sha256).parent)
        return True

    def _path(self, sha256: str) -> Path:
        return self.folder / place_of(sha256)


@dataclass(frozen=True, slots=True)
class RemotePhotos:
    """An fsspec location (s3://bucket/prefix and the like). Object stores show an object only when it is complete."""

    fs: Any
    root: str

    def stage(self, data: bytes, sha256: str) -> str:
        self._put(data, sha256)
        return sha256

    def publish(self, handle: str, data: bytes, sha256: str) -> None:
        """Somebody may have deleted the same photo since it was staged."""
        with remote_errors():
            there = self.fs.exists(self._path(sha256))
        if not there:
            self._put(data, sha256)

    def drop(self, handle: str) -> None:
        """Another record may have published it by now: the doctor finds it if not."""

    def read(self, sha256: str) -> bytes:
        with remote_errors():
            try:
                data: bytes = self.fs.cat_file(self._path(sha256))
            except FileNotFoundError as error:
                raise _missing(sha256) from error
        return data

    def remove(self, sha256: str) -> None:
        with remote_errors():
            for path in (self._path(sha256), self._lost(sha256)):
                if self.fs.exists(path):
                    self.fs.rm_file(path)

    def names(self) -> Iterator[tuple[str, float]]:
        with remote_errors():
            self.fs.invalidate_cache()
            found = self.fs.find(self.root, detail=True)
        for path, info in sorted(found.items()):
            if path.endswith(SUFFIX) and f"/{LOST}/" not in path:
                yield path.rpartition("/")[2].removesuffix(SUFFIX), _age_s(info)

    def leftovers(self) -> Iterator[tuple[str, float]]:
        return iter(())

    def set_aside(self, sha256: str) -> None:
        with remote_errors():
            self.fs.mv(self._path(sha256), self._lost(sha256))

    def bring_back(self, sha256: str) -> bool:
        with remote_errors():
            if not self.fs.exists(self._lost(sha256)):
                return False
            self.fs.mv(self._lost(sha256), self._path(sha256))
        return True

    def _put(self, data: bytes, sha256: str) -> None:
        with remote_errors():
            path = self._path(sha256)
            self.fs.makedirs(path.rpartition("/")[0], exist_ok=True)
            self.fs.pipe_file(path, data)
            self.fs.invalidate_cache()
            if self.fs.info(path)["size"] != len(data):
                raise DatasetError("dataset.photos_unreachable", "The photo did not arrive complete at its location. Try again.")

    def _path(self, sha256: str) -> str:
        return f"{self.root}/{place_of(sha256)}"

    def _lost(self, sha256: str) -> str:
        return f"{self.root}/{LOST}/{sha256}{SUFFIX}"


class remote_errors:
    """Whatever an fsspec backend throws, as a DatasetError; each has its own family of exceptions."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: object) -> None:
        if isinstance(error, Exception) and not isinstance(error, DatasetError):
            raise DatasetError(
                "dataset.photos_unreachable", f"The photos' location answers: {type(error).__name__}: {str(error)[:200]}"
            ) from error


def open_photos(location: str) -> Photos:
    """A folder, or `s3://bucket/prefix` and whatever else fsspec and its installed backends know."""
    if "://" not in location:
        return FolderPhotos(Path(location))
    if location.startswith("file://"):
        return FolderPhotos(Path(location.removeprefix("file://")))
    import fsspec

    try:
        fs, root = fsspec.core.url_to_fs(location)
    except (ValueError, ImportError) as error:
        raise DatasetError("dataset.bad_url", f"{location}: {error}") from error
    return RemotePhotos(fs, root.rstrip("/"))


def _make_folder(folder: Path) -> None:
    if not folder.is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        _sync_folder(folder.parent)


def _sync_folder(folder: Path) -> None:
    """A rename is on the disk only when its folder is."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _age_s(info: dict[str, Any]) -> float:
    """Unknown ages count as old."""
    stamp = info.get("LastModified") or info.get("mtime") or info.get("created")
    if stamp is None:
        return float("inf")
    seconds = stamp.timestamp() if hasattr(stamp, "timestamp") else float(stamp)
    return time.time() - float(seconds)


def _missing(sha256: str) -> DatasetError:
    return DatasetError("dataset.photo_missing", f"The photo {sha256[:12]}… is missing. Run: semiramis dataset doctor")
