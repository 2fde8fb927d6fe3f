"""Alembic's folder: `env.py` is run by Alembic, `versions/` holds one step per schema version."""
