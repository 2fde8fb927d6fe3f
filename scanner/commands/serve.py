"""`semiramis serve`: the web page on this machine, or with --lan for phones in the same network."""

from __future__ import annotations

import argparse
import secrets
import socket
import sys
from typing import Any

from scanner.errors import SemiramisError

CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Without letters and digits that look alike."""
CODE_LENGTH = 10
"""Fifty bits: not to be guessed over a network."""
THREADS = 24
"""More than the queue of photos holds, so that waiting uploads never keep a page from being shown."""
IDLE_S = 60
"""A connection that sends nothing for so long is closed."""


def add_parser(subparsers: Any) -> None:
    parser = subparsers.add_parser("serve", help="the web page: photograph, look, correct, verify")
    parser.add_argument("--port", type=int, default=8000, help="port (default: 8000)")
    parser.add_argument("--lan", action="store_true", help="let phones of the same network in, by a QR code with an access code")
    parser.add_argument("--data", metavar="FOLDER", help="where gardens are kept (default: $SEMIRAMIS_DATASET or the user's data folder)")


def run(args: argparse.Namespace) -> int:
    from waitress import create_server

    from webui.app import WebParams, create_app
    from webui.kept import load_store

    if not 0 <= args.port <= 65_535:
        raise SemiramisError("bad-port", "a port is a number from 0 to 65535")
    code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH)) if args.lan else None
    params = WebParams(access_code=code, hosts=None) if args.lan else WebParams()
    app = create_app(store=load_store(args.data), params=params)
    try:
        server = create_server(
            app, host="0.0.0.0" if args.lan else "127.0.0.1", port=args.port, threads=THREADS, channel_timeout=IDLE_S, ident="semiramis"
        )
    except OSError as error:
        raise SemiramisError("bad-port", f"port {args.port} cannot be used: {error.strerror or error}; try --port 8080") from None
    _announce(int(server.effective_port), code)
    app.extensions["semiramis"].desk.warm()
    try:
        server.run()
    finally:
        server.close()
    return 0


def _announce(port: int, code: str | None) -> None:
    if code is None:
        print(f"Semiramis is at http://127.0.0.1:{port}/   (Ctrl+C ends it)", flush=True)
        return
    import segno

    link = f"http://{find_address()}:{port}/?code={code}"
    if sys.stdout.isatty():
        segno.make(link).terminal(compact=True)
    print(f"Scan the code, or open {link}\nWhoever has not got the code is refused: {code}   (Ctrl+C ends it)", flush=True)


def find_address() -> str:
    """This machine's address in the local network; nothing is sent for it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation: only the route is looked up
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()
