"""From SVG text to PNG bytes."""

from __future__ import annotations

from scanner.errors import SemiramisError


def png_from_svg(svg: str, *, scale: float = 1.0) -> bytes:
    """The picture, `scale` pixels for each unit of the SVG."""
    try:
        import resvg_py
    except ImportError:  # the engine alone is installed
        raise SemiramisError("no-renderer", "PNG needs the package resvg-py; install the project, or ask for SVG") from None
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=scale))
