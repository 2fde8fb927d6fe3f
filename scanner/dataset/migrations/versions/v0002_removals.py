"""Deletions that survive an interruption, and a note by the owner."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table("removals", sa.Column("photo_sha256", sa.String(64), primary_key=True))
    op.add_column("records", sa.Column("note", sa.Text))
