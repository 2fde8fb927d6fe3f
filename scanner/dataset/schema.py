"""The tables as they are now; `migrations/versions` brings older databases here."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text

metadata = MetaData()

photos = Table(
    "photos",
    metadata,
    Column("sha256", String(64), primary_key=True),
    Column("phash", String(16), nullable=False, index=True),
    Column("width", Integer, nullable=False),
    Column("height", Integer, nullable=False),
    Column("size_bytes", Integer, nullable=False),
)

gardens = Table(
    "gardens",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", Text),
    Column("player", Text),
    Column("edition", String(8), nullable=False),
    Index("ix_gardens_game_player", "game", "player"),
)

records = Table(
    "records",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("photo_sha256", String(64), ForeignKey("photos.sha256"), nullable=False, index=True),
    Column("garden_id", String(32), ForeignKey("gardens.id"), nullable=False, index=True),
    Column("source_sha256", String(64), nullable=False, index=True),
    Column("added_at", String(27), nullable=False, index=True),
    Column("consent", Boolean, nullable=False),
    Column("licence", Text),
    Column("sheet", Text),
    Column("board_px", Text),
    Column("crop", Text),
    Column("note", Text),
)

scans = Table(
    "scans",
    metadata,
    Column("record_id", String(32), ForeignKey("records.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", String(27), nullable=False),
    Column("model", String(64), nullable=False, index=True),
    Column("probability", Float, index=True),
    Column("total", Integer),
    Column("data", Text, nullable=False),
)

corrections = Table(
    "corrections",
    metadata,
    Column("garden_id", String(32), ForeignKey("gardens.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", String(27), nullable=False),
    Column("by", Text),
    Column("total", Integer),
    Column("data", Text, nullable=False),
)

removals = Table(
    "removals",
    metadata,
    Column("photo_sha256", String(64), primary_key=True),
)
"""Photos whose records are gone and whose files are about to go: a deletion that was interrupted is finished from here."""

drawn = Table(
    "drawn",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("added_at", String(27), nullable=False, index=True),
    Column("game", Text),
    Column("player", Text),
    Column("edition", String(8), nullable=False),
    Column("sheet", Text),
    Column("total", Integer),
    Column("data", Text, nullable=False),
)
"""Gardens built by hand, without a photo: kept for their players, nothing to learn from or to export."""
