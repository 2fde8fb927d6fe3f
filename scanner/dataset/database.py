"""One SQLite file or one PostgreSQL database: opened, brought up to date, and its errors turned into sentences."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, exc, inspect, text
from sqlalchemy.engine import URL, make_url

from scanner.errors import DatasetError

BUSY_S = 30
"""How long a writer waits for another one before it gives up."""
HOPELESS = ("dataset.full", "dataset.gone", "dataset.read_only", "dataset.unreachable", "dataset.photos_unreachable", "dataset.damaged")
"""Codes after which the next record would fare no better: a long run ends there, and goes on when it is started again."""
MIGRATION_LOCK = 0x5E3144
"""Any number that only we use as PostgreSQL advisory lock."""
MIGRATIONS = Path(__file__).parent / "migrations"
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "fullfsync=ON", "foreign_keys=ON", "secure_delete=ON", f"busy_timeout={BUSY_S * 1000}")
"""FULL syncs the log at every commit: what was acknowledged is on the disk. secure_delete overwrites what was deleted."""


@dataclass(frozen=True, slots=True)
class Database:
    """An engine whose schema is current; `file` is the SQLite file, None for a server."""

    engine: Engine
    file: Path | None

    @contextmanager
    def read(self) -> Iterator[Connection]:
        with guard(), self.engine.connect() as connection:
            self._still_there(connection)
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """One transaction, committed and on the disk at the end; on SQLite it waits for its turn at the start."""
        with guard(), self.engine.connect().execution_options(semiramis_write=True) as connection:
            with connection.begin():
                self._still_there(connection)
                yield connection
            self._still_there(connection)  # before anybody is told that it was kept

    def lock(self, connection: Connection, name: str) -> None:
        """Until the end of the transaction nobody else holds `name` (SQLite writers are alone anyway)."""
        if self.file is None:
            connection.execute(text("SELECT pg_advisory_xact_lock(hashtextextended(:name, 0))"), {"name": name})

    def forget_pages(self) -> None:
        """After a deletion: no copy of the deleted rows stays in SQLite's log."""
        if self.file is not None:
            with guard(), self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)"))

    def close(self) -> None:
        self.engine.dispose()

    def _still_there(self, connection: Connection) -> None:
        """A SQLite file that was deleted or replaced still takes writes, which nobody will ever see again."""
        if self.file is None:
            return
        if connection.connection.info.get("inode") != _inode(self.file) or not self.file.exists():
            connection.invalidate()
            self.engine.dispose()
            raise DatasetError("dataset.gone", f"The database {self.file} was removed or replaced while it was in use.")


def _inode(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def open_database(url: str, *, create: bool = True) -> Database:
    """`sqlite:///file` or `postgresql://…`; an older schema is brought up to date, and a missing one made if we may `create` it."""
    with guard():
        parsed = _parse(url)
        file = Path(parsed.database or "").absolute() if parsed.get_backend_name() == "sqlite" else None
        if file:
            if not create and not file.exists():
                raise _nothing_there(str(file.parent))
            file.touch()
            engine = create_engine(parsed, creator=partial(_connect_file, file))
            _prepare_sqlite(engine, file)
        else:
            engine = create_engine(parsed, pool_pre_ping=True)
        database = Database(engine, file)
        try:
            if not create and file is None and _is_empty(database):
                raise _nothing_there("this database")
            migrate(database)
        except BaseException:
            engine.dispose()
            raise
    return database


def _is_empty(database: Database) -> bool:
    with database.read() as connection:
        return schema_version(connection) is None


def _nothing_there(place: str) -> DatasetError:
    return DatasetError("dataset.none", f"There is no dataset in {place} yet. `semiramis dataset add` and `import` make one.")


def _parse(url: str) -> URL:
    try:
        parsed = make_url(url)
    except exc.ArgumentError as error:
        raise DatasetError("dataset.bad_url", "The database address cannot be read; write postgresql://user@host/name.") from error
    if parsed.get_backend_name() not in ("sqlite", "postgresql"):
        raise DatasetError("dataset.bad_url", f"{parsed.get_backend_name()} databases are not used; write postgresql://… or a folder.")
    return parsed.set(drivername="postgresql+psycopg") if parsed.drivername == "postgresql" else parsed


def _connect_file(file: Path) -> sqlite3.Connection:
    """Of an existing file only: a new connection must not put an empty database where the old one was."""
    return sqlite3.connect(f"{file.as_uri()}?mode=rw", uri=True, timeout=BUSY_S, check_same_thread=False)


def _prepare_sqlite(engine: Engine, file: Path) -> None:
    @event.listens_for(engine, "connect")
    def _connect(raw: Any, entry: Any) -> None:
        raw.isolation_level = None  # we say BEGIN ourselves, so that writers queue up instead of failing half-way
        for pragma in PRAGMAS:
            raw.execute(f"PRAGMA {pragma}")
        entry.info["inode"] = _inode(file)

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        write = connection.get_execution_options().get("semiramis_write")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")


def migrate(database: Database, target: str = "head") -> None:
    """Bring the schema to `target`; refuses a database that a newer Semiramis made."""
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    known = [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()]
    with database.read() as connection:
        if schema_version(connection) == known[0] and target == "head":
            return
    with database.write() as connection:
        if database.file is None:
            connection.execute(text("SELECT pg_advisory_xact_lock(:n)"), {"n": MIGRATION_LOCK})
        found = schema_version(connection)
        if found is not None and found not in known:
            raise DatasetError("dataset.newer", f"This dataset has schema {found}, made by a newer Semiramis. Update Semiramis.")
        config.attributes["connection"] = connection
        command.upgrade(config, target)


def schema_version(connection: Connection) -> str | None:
    """The revision the database is at; None for an empty one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


@contextmanager
def guard() -> Iterator[None]:
    """Errors of databases and disks as DatasetErrors."""
    try:
        yield
    except exc.SQLAlchemyError as error:
        raise explain(error) from error
    except OSError as error:
        raise explain_os(error) from error


def explain(error: exc.SQLAlchemyError) -> DatasetError:
    words = str(getattr(error, "orig", error)).lower()
    if "full" in words or "no space" in words or "file too large" in words or "disk i/o error" in words:
        return DatasetError("dataset.full", "The disk is full or failing: nothing was kept of this change.")
    if "locked" in words or "busy" in words:
        return DatasetError("dataset.busy", f"Another program has been writing to the dataset for more than {BUSY_S} s. Try again.")
    if "malformed" in words or "not a database" in words:
        return DatasetError("dataset.damaged", "The database file is damaged. Restore it from a backup or an export.")
    if "unable to open database file" in words or "no such table" in words:
        return DatasetError("dataset.gone", "The database was removed or replaced while it was in use.")
    if "readonly" in words or "read-only" in words:
        return DatasetError("dataset.read_only", "The dataset cannot be written to. Are the permissions of its folder right?")
    if isinstance(error, exc.OperationalError | exc.InterfaceError) or getattr(error, "connection_invalidated", False):
        return DatasetError("dataset.unreachable", "The database cannot be reached: nothing was kept of this change. Is it running?")
    return DatasetError("dataset.refused", f"The database refused: {type(error).__name__}: {words.splitlines()[0][:200] if words else ''}")


def explain_os(error: OSError) -> DatasetError:
    place = f"{error.filename}: " if error.filename else ""
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return DatasetError("dataset.full", f"{place}the disk is full: nothing was kept of this change.")
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return DatasetError("dataset.read_only", f"{place}cannot be written to. Are the permissions right?")
    if error.errno in (errno.ENOENT, errno.ENOTDIR):
        return DatasetError("dataset.gone", f"{place}is not there any more.")
    return DatasetError("dataset.disk", f"{place}{error.strerror or error or os.strerror(error.errno or 0)}")
