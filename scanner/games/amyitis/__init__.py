"""Amyitis (Cyril Demaegd): games as event logs as far as the box is known, and the final result."""
