"""What a scan of a 12-megapixel photo costs, against OpenCV's decoding of the same bytes: `python tests/bench_scan.py [PHOTO…]`."""

from __future__ import annotations

import io
import resource
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from scanner import Scanner  # noqa: E402

PIXELS, QUALITY = 12e6, 92
DECODINGS, SCANS = 5, 3


def enlarged(path: Path) -> bytes:
    """The photo with 12 megapixels and its own EXIF."""
    picture = Image.open(path)
    exif, factor = picture.info.get("exif"), (PIXELS / (picture.width * picture.height)) ** 0.5
    big = picture.resize((round(picture.width * factor), round(picture.height * factor)), Image.Resampling.BICUBIC)
    big.save(out := io.BytesIO(), "JPEG", quality=QUALITY, **({"exif": exif} if exif else {}))
    return out.getvalue()


def timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def main() -> None:
    scanner = Scanner()
    for path in map(Path, sys.argv[1:] or [str(ROOT / "samples" / "garden-02.jpg")]):
        data = enlarged(path)
        pixels = np.frombuffer(data, np.uint8)
        decoding = statistics.median(timed(lambda d=pixels: cv2.imdecode(d, cv2.IMREAD_COLOR)) for _ in range(DECODINGS))
        first = timed(lambda d=data: scanner.scan(d))
        scan = statistics.median(timed(lambda d=data: scanner.scan(d)) for _ in range(SCANS))
        stages = ", ".join(f"{name} {ms:.0f}" for name, ms in scanner.scan(data).timings_ms.items())
        goal = 4 * decoding + 1
        print(f"{path.name}: decoding {decoding:.3f} s, scan {scan:.2f} s (first {first:.2f} s), goal {goal:.2f} s; ms: {stages}")
    print(f"most memory of the process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
