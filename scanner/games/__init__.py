"""The shared scoring engine: standard library only, one folder per game."""
