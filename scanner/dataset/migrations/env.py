"""Run by Alembic, never imported: migrates the connection that `scanner.dataset.database` hands over."""

from __future__ import annotations

from alembic import context

from scanner.dataset.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
context.run_migrations()
