"""Photos, gardens, records, scans, corrections."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision: str | None = None


def upgrade() -> None:
    op.create_table(
        "photos",
        sa.Column("sha256", sa.String(64), primary_key=True),
        sa.Column("phash", sa.String(16), nullable=False, index=True),
        sa.Column("width", sa.Integer, nullable=False),
        sa.Column("height", sa.Integer, nullable=False),
        sa.Column("size_bytes", sa.Integer, nullable=False),
    )
    op.create_table(
        "gardens",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.Text),
        sa.Column("player", sa.Text),
        sa.Column("edition", sa.String(8), nullable=False),
    )
    op.create_index("ix_gardens_game_player", "gardens", ["game", "player"])
    op.create_table(
        "records",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("photo_sha256", sa.String(64), sa.ForeignKey("photos.sha256"), nullable=False, index=True),
        sa.Column("garden_id", sa.String(32), sa.ForeignKey("gardens.id"), nullable=False, index=True),
        sa.Column("source_sha256", sa.String(64), nullable=False, index=True),
        sa.Column("added_at", sa.String(27), nullable=False, index=True),
        sa.Column("consent", sa.Boolean, nullable=False),
        sa.Column("licence", sa.Text),
        sa.Column("sheet", sa.Text),
        sa.Column("board_px", sa.Text),
        sa.Column("crop", sa.Text),
    )
    op.create_table(
        "scans",
        sa.Column("record_id", sa.String(32), sa.ForeignKey("records.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("at", sa.String(27), nullable=False),
        sa.Column("model", sa.String(64), nullable=False, index=True),
        sa.Column("probability", sa.Float, index=True),
        sa.Column("total", sa.Integer),
        sa.Column("data", sa.Text, nullable=False),
    )
    op.create_table(
        "corrections",
        sa.Column("garden_id", sa.String(32), sa.ForeignKey("gardens.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("at", sa.String(27), nullable=False),
        sa.Column("by", sa.Text),
        sa.Column("total", sa.Integer),
        sa.Column("data", sa.Text, nullable=False),
    )
