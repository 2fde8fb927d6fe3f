"""What the views share, from the application that serves the request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import current_app

if TYPE_CHECKING:
    from webui.app import Room


def room() -> Room:
    found: Room = current_app.extensions["semiramis"]
    return found
