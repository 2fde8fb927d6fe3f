"""Gardens that were built by hand and have no photo."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "drawn",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("added_at", sa.String(27), nullable=False, index=True),
        sa.Column("game", sa.Text),
        sa.Column("player", sa.Text),
        sa.Column("edition", sa.String(8), nullable=False),
        sa.Column("sheet", sa.Text),
        sa.Column("total", sa.Integer),
        sa.Column("data", sa.Text, nullable=False),
    )
