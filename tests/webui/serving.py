"""An application behind the real server, for the length of a test."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask
from waitress import create_server, wasyncore


@contextmanager
def serving(app: Flask, threads: int = 8) -> Iterator[int]:
    """The port on 127.0.0.1 where it answers."""
    channels: dict[int, object] = {}
    server = create_server(app, map=channels, host="127.0.0.1", port=0, threads=threads)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield server.effective_port
    finally:
        # Closed by the server's own thread: it must not be waiting for sockets that are gone.
        server.trigger.pull_trigger(lambda: wasyncore.close_all(channels, ignore_all=True))
        thread.join(timeout=10)
        server.task_dispatcher.shutdown()
