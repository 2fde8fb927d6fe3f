"""`semiramis show`: a garden drawn from above and isometrically, as SVG or PNG."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from scanner.commands._input import add_common, load_states
from scanner.errors import GameError
from scanner.games.registry import game_names


def add_parser(subparsers: Any) -> None:
    parser = subparsers.add_parser("show", help="draw a garden as SVG or PNG")
    parser.add_argument("garden", help="a file, - for standard input, or notation")
    parser.add_argument("-o", "--out", type=Path, help="a file ending in .svg or .png; without it, SVG goes to standard output")
    parser.add_argument("--view", default="both", help="Babylon: plan, isometric or both (default)")
    parser.add_argument("--scale", type=float, default=1.5, help="PNG: pixels per unit of the drawing (default: 1.5)")
    parser.add_argument("--game", choices=game_names(), help="the game (default: what the input says)")
    add_common(parser)


def run(args: argparse.Namespace) -> int:
    if args.out is not None and args.out.suffix.lower() not in (".svg", ".png"):
        raise GameError("bad-picture", f"{args.out}: the name must end in .svg or .png")
    if not 0.1 <= args.scale <= 10:
        raise GameError("bad-picture", f"scale {args.scale}: choose between 0.1 and 10")
    doors, (state,) = load_states([args.garden], args.game)
    svg = doors.draw(state, args.view, args.lang)
    if args.out is None:
        print(json.dumps({"svg": svg}, ensure_ascii=False) if args.json else svg)
        return 0
    data = svg.encode()
    if args.out.suffix.lower() == ".png":
        from scanner.draw import png_from_svg

        data = png_from_svg(svg, scale=args.scale)
    try:
        args.out.write_bytes(data)
    except OSError as error:
        raise GameError("unwritable-file", f"{args.out}: {error.strerror}") from None
    print(json.dumps({"out": str(args.out), "bytes": len(data)}) if args.json else f"{args.out}: {len(data)} bytes", file=sys.stdout)
    return 0
