"""Gardens built by hand, kept without a photo: they are in no export and nothing is learned from them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Row, delete, insert, select, update

from scanner.dataset.judging import points_of, read_garden
from scanner.dataset.record import EDITIONS, canonical
from scanner.dataset.schema import drawn
from scanner.dataset.store import Store
from scanner.dataset.writing import check_json, check_label
from scanner.errors import DatasetError


@dataclass(frozen=True, slots=True)
class Drawn:
    """One garden as a person built it; `added_at` is UTC in ISO 8601."""

    id: str
    added_at: str
    garden: Mapping[str, Any]
    total: int | None
    game: str | None = None
    player: str | None = None
    edition: str = "en"
    sheet: Mapping[str, Any] | None = None
    """The score as written by hand."""


def keep_drawn(
    store: Store,
    garden: Mapping[str, Any],
    *,
    sheet: Mapping[str, Any] | None = None,
    game: str | None = None,
    player: str | None = None,
    edition: str = "en",
) -> Drawn:
    """Durable on return."""
    if edition not in EDITIONS:
        raise DatasetError("dataset.bad_label", f"edition must be one of {', '.join(EDITIONS)}")
    read = read_garden(garden)
    labels = {"game": check_label("game", game), "player": check_label("player", player)}
    kept = Drawn(
        store.make_id(), store.clock(), read, points_of(read, edition), edition=edition, sheet=check_json("sheet", sheet), **labels
    )
    values = {"id": kept.id, "added_at": kept.added_at, "edition": edition, "total": kept.total, "data": canonical(read), **labels}
    with store.database.write() as connection:
        connection.execute(insert(drawn).values(sheet=None if kept.sheet is None else canonical(dict(kept.sheet)), **values))
    return kept


def find_drawn(store: Store) -> list[Drawn]:
    """All of them, newest first."""
    with store.database.read() as connection:
        return [_read(row) for row in connection.execute(select(drawn).order_by(drawn.c.added_at.desc(), drawn.c.id))]


def get_drawn(store: Store, drawn_id: str) -> Drawn:
    """DatasetError when there is none."""
    with store.database.read() as connection:
        row = connection.execute(select(drawn).where(drawn.c.id == drawn_id)).first()
    if row is None:
        raise DatasetError("dataset.unknown_record", f"There is no drawn garden {drawn_id[:40]!r}.")
    return _read(row)


def correct_drawn(store: Store, drawn_id: str, garden: Mapping[str, Any]) -> Drawn:
    """Another garden in its place: unlike with photos, the earlier one is of no use to anybody."""
    kept, read = get_drawn(store, drawn_id), read_garden(garden)
    total = points_of(read, kept.edition)
    with store.database.write() as connection:
        changed = connection.execute(update(drawn).where(drawn.c.id == drawn_id).values(total=total, data=canonical(read)))
    if not changed.rowcount:
        raise DatasetError("dataset.unknown_record", "This garden has been deleted meanwhile.")
    return replace(kept, garden=read, total=total)


def delete_drawn(store: Store, drawn_id: str) -> None:
    """For good; DatasetError when there is none."""
    get_drawn(store, drawn_id)
    with store.database.write() as connection:
        connection.execute(delete(drawn).where(drawn.c.id == drawn_id))
    store.database.forget_pages()


def _read(row: Row[Any]) -> Drawn:
    sheet = None if row.sheet is None else json.loads(row.sheet)
    return Drawn(row.id, row.added_at, json.loads(row.data), row.total, row.game, row.player, row.edition, sheet)
