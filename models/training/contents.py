"""How often windows of the pieces network are read right, at the true place of every cell, before any rule.

    python -m models.training.contents DIR… [--run DIR --trunk tuned] [--picture mistakes.jpg]

Without --run the shipped network is asked. What is wrong is told as pairs (true -> read), and shown with --picture.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.evaluate import interval
from models.training.truth import Truth, load_truths, make_labels
from scanner.closer import WINDOW, cell_windows, window_views
from scanner.raster import shrink_to
from scanner.types import CONTENTS, FloatArray

Reader = Callable[[NDArray[np.uint8], FloatArray], FloatArray]
MOST_PAIRS = 12
CAPTION_PX = 22


@dataclass(frozen=True, slots=True)
class Read:
    """All cells of a photo that a tile covers: what stands there, what was read, and the windows it was read from."""

    true: NDArray[np.int64]
    read: NDArray[np.int64]
    windows: NDArray[np.uint8]


def read_contents(truth: Truth, reader: Reader) -> Read:
    rgb = np.asarray(cv2.imread(str(truth.path))[..., ::-1], np.uint8)
    labels, (first, step) = make_labels(truth.garden), truth.level_heights
    rows, cols = np.nonzero(labels.top)
    if not len(rows):
        return Read(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros((0, WINDOW.side_px, WINDOW.side_px, 3), np.uint8))
    centres = np.stack([cols, -rows, first + (labels.top[rows, cols] - 1) * step], axis=1).astype(np.float64)
    small, shrink = shrink_to(rgb, truth.camera, WINDOW.px_per_cell)
    windows = cell_windows(small, shrink, truth.camera, centres)
    told = reader(windows, window_views(truth.camera, centres))
    return Read(labels.content[rows, cols], told.argmax(axis=-1), windows)


def shipped_reader() -> Reader:
    from scanner.networks import load_network

    network = load_network("pieces")
    return lambda windows, views: network.run({"windows": _channels_first(windows), "views": views})[0]


def trained_reader(run: Path, trunk: str) -> Reader:
    """The averaged network of a run of `fit`."""
    import torch

    from models.training.fit import load_averaged
    from models.training.tasks import PieceTask

    net = load_averaged(PieceTask(trunk), run)

    def read(windows: NDArray[np.uint8], views: FloatArray) -> FloatArray:
        with torch.no_grad():
            out = net(torch.from_numpy(_channels_first(windows)), torch.from_numpy(views))
        return np.asarray(out.numpy(), np.float32)

    return read


def _channels_first(windows: NDArray[np.uint8]) -> FloatArray:
    return np.ascontiguousarray(windows.transpose(0, 3, 1, 2), dtype=np.float32)


def _kind(content: int) -> str:
    return CONTENTS[content].partition("-")[0]


def report(folder: Path, reader: Reader, mistakes: list[NDArray[np.uint8]]) -> str:
    """One line about the folder; pictures of what was misread are added to `mistakes`."""
    pairs: Counter[tuple[str, str]] = Counter()
    photos = clean = cells = wrong = 0
    for truth in load_truths(folder):
        if not truth.has_board or truth.expect != "garden":
            continue
        seen = read_contents(truth, reader)
        true, read = seen.true, seen.read
        off = true != read
        mistakes += [_captioned(seen.windows[i], f"{_kind(int(true[i]))} -> {_kind(int(read[i]))}") for i in np.flatnonzero(off)]
        pairs.update((_kind(int(a)), _kind(int(b))) for a, b in zip(true[off], read[off], strict=True))
        photos, clean, cells, wrong = photos + 1, clean + int(not off.any()), cells + len(true), wrong + int(off.sum())
    low, high = interval(wrong, cells)
    told = ", ".join(f"{a} -> {b} {n}" for (a, b), n in pairs.most_common(MOST_PAIRS))
    head = f"{folder}: {photos} photos, {clean} without a mistake; {wrong}/{cells} cells wrong = {wrong / max(cells, 1):.2%}"
    return f"{head} ({low:.2%}-{high:.2%}): {told}"


def _captioned(window: NDArray[np.uint8], text: str) -> NDArray[np.uint8]:
    side = 2 * WINDOW.side_px
    big = cv2.resize(window[..., ::-1], (side, side), interpolation=cv2.INTER_LINEAR)
    out = cv2.copyMakeBorder(big, CAPTION_PX, 2, 2, 2, cv2.BORDER_CONSTANT, value=(40, 40, 40))
    cv2.putText(out, text, (5, CAPTION_PX - 7), cv2.FONT_HERSHEY_SIMPLEX, 0.46, (255, 255, 255), 1, cv2.LINE_AA)
    return np.asarray(out, np.uint8)


def gallery(mistakes: list[NDArray[np.uint8]], columns: int = 6, rows: int = 3) -> NDArray[np.uint8]:
    """An even choice of the mistakes in rows and columns."""
    most = columns * rows
    chosen = [mistakes[int(i)] for i in np.linspace(0, len(mistakes) - 1, min(most, len(mistakes)))]
    chosen += [np.zeros_like(chosen[0])] * (-len(chosen) % columns)
    return np.concatenate([np.concatenate(chosen[i : i + columns], axis=1) for i in range(0, len(chosen), columns)])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--run", type=Path)
    parser.add_argument("--trunk", default="frozen")
    parser.add_argument("--picture", type=Path, help="what was misread, as a picture")
    args = parser.parse_args()
    reader = trained_reader(args.run, args.trunk) if args.run else shipped_reader()
    mistakes: list[NDArray[np.uint8]] = []
    for folder in args.folders:
        print(report(folder, reader, mistakes))
    if args.picture and mistakes:
        cv2.imwrite(str(args.picture), gallery(mistakes))


if __name__ == "__main__":
    main()
