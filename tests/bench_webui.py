"""What the web page costs: its weight, what it adds to a scan, many scans at once. Run by `make bench`."""

from __future__ import annotations

import io
import json
import re
import resource
import statistics
import sys
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.webui.fake_scanner import FakeScanner, photo_bytes  # noqa: E402
from tests.webui.sample import find_sample  # noqa: E402
from tests.webui.serving import serving  # noqa: E402
from webui.app import create_app  # noqa: E402

REPEATS, CLIENTS, SCANS = 5, 4, 20
BOUNDARY = "semiramis-bench"


def main() -> None:
    scanner, photo, what = choose()
    scanner.scan(photo)
    with serving(create_app(scanner), threads=24) as port:
        home = f"http://127.0.0.1:{port}"
        parts = weigh(home)
        print(f"first page: {sum(parts.values()) / 1000:.0f} kB in {len(parts)} files, uncompressed")
        post(home, photo)
        # In turns, so that what else the machine does falls on both alike.
        spans = [(timed(lambda: scanner.scan(photo)), timed(lambda: post(home, photo))) for _ in range(REPEATS)]
        alone, served = (statistics.median(column) for column in zip(*spans, strict=True))
        share = f" ({100 * (served / alone - 1):+.0f} %)" if not isinstance(scanner, FakeScanner) else ""
        print(f"{what}: alone {1000 * alone:.0f} ms, through the page {1000 * served:.0f} ms{share}, median of {REPEATS}")
        with ThreadPoolExecutor(CLIENTS) as pool:
            spent = timed(lambda: list(pool.map(lambda _: post(home, photo), range(SCANS))))
    print(f"{SCANS} scans from {CLIENTS} clients: {SCANS / spent:.2f} scans/s, one after the other alone {1 / alone:.2f} scans/s")
    print(f"most memory of the process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000:.0f} MB")


def choose() -> tuple[Any, bytes, str]:
    """The real scanner with a sample; while there is none, one that only decodes a 12-megapixel photo."""
    sample = find_sample()
    if sample is not None:
        from scanner.pipeline import Scanner

        return Scanner(), sample.read_bytes(), f"scan of {sample.name}"
    from PIL import Image

    out = io.BytesIO()
    Image.open(io.BytesIO(photo_bytes())).resize((4000, 3000)).save(out, "JPEG", quality=90)
    return FakeScanner(), out.getvalue(), "a scanner that only decodes 12 megapixels (no networks here)"


def weigh(home: str) -> dict[str, int]:
    """Bytes of everything the first page loads, by address."""
    sizes: dict[str, int] = {}
    waiting = ["/"]
    while waiting:
        path = waiting.pop()
        if path in sizes:
            continue
        with urllib.request.urlopen(home + path) as answer:
            body = answer.read()
        sizes[path] = len(body)
        if path == "/" or path.endswith(".js"):
            text = body.decode()
            waiting += re.findall(r'(?:src|href)="(/static/[^"]+)"', text)
            waiting += [f"/static/{name}" for name in re.findall(r'from "\./([^"]+)"', text)]
    return sizes


def post(home: str, photo: bytes) -> dict[str, Any]:
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="photo"; filename="g.jpg"\r\nContent-Type: image/jpeg\r\n\r\n'
    body = head.encode() + photo + f"\r\n--{BOUNDARY}--\r\n".encode()
    headers = {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"}
    with urllib.request.urlopen(urllib.request.Request(f"{home}/api/v1/scan", body, headers), timeout=120) as answer:
        told: dict[str, Any] = json.load(answer)
    return told


def timed(work: Any) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
