"""Babylonia (Reiner Knizia): the map, a whole game as an event log, its points, and what a final position proves."""
