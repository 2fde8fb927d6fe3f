"""Babylon (Olivier Grégoire, 2024): gardens as data, their score and their legality."""
