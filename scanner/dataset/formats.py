"""The three forms of an export. Each writes its files below a folder and finds its records there again.

Photos lie where the form's readers expect them; what the form has no place for stands in a field or file of our own, so that nothing
is lost.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

from scanner.dataset.record import Record, canonical
from scanner.dataset.splits import SPLITS
from scanner.errors import DatasetError

CORNERS = ("far_left", "far_right", "near_right", "near_left")
SEEN = 2
"""COCO and YOLO: a keypoint that is labelled and visible."""


class Form(Protocol):
    """How one form lies on the disk."""

    def photo_place(self, record: Record, split: str) -> str:
        """Path of the photo below the export's folder."""

    def texts(self, split: str, records: Sequence[Record]) -> Iterator[tuple[str, str]]:
        """(path, text) of every other file of the split."""

    def load(self, folder: Path, split: str) -> list[Record]:
        """The records of a split that was written here."""


class JsonLines:
    """One record per line; photos by checksum."""

    def photo_place(self, record: Record, split: str) -> str:
        return f"photos/{record.photo_sha256}.jpg"

    def texts(self, split: str, records: Sequence[Record]) -> Iterator[tuple[str, str]]:
        yield f"{split}.jsonl", "".join(canonical(r.to_dict()) + "\n" for r in records)

    def load(self, folder: Path, split: str) -> list[Record]:
        return read_lines(folder / f"{split}.jsonl")


class Coco:
    """Object detection with keypoints: one category, the player board with its four corners."""

    def photo_place(self, record: Record, split: str) -> str:
        return f"images/{split}/{record.id}.jpg"

    def texts(self, split: str, records: Sequence[Record]) -> Iterator[tuple[str, str]]:
        licences = sorted({r.licence or "" for r in records})
        images: list[dict[str, Any]] = []
        annotations: list[dict[str, Any]] = []
        for number, record in enumerate(records, 1):
            image: dict[str, Any] = {"id": number, "file_name": f"{record.id}.jpg", "width": record.width, "height": record.height}
            image |= {"license": licences.index(record.licence or "") + 1, "date_captured": record.added_at}
            images.append({**image, "semiramis": record.to_dict()})
            if record.board_px is not None:
                annotations.append(_annotation(len(annotations) + 1, number, record))
        skeleton = [[1, 2], [2, 3], [3, 4], [4, 1]]
        data = {
            "info": {"description": f"Semiramis dataset, {split}", "version": "1"},
            "licenses": [{"id": i, "name": name or "unspecified", "url": ""} for i, name in enumerate(licences, 1)],
            "categories": [{"id": 1, "name": "board", "supercategory": "game", "keypoints": list(CORNERS), "skeleton": skeleton}],
            "images": images,
            "annotations": annotations,
        }
        yield f"annotations/{split}.json", json.dumps(data, ensure_ascii=False, sort_keys=True, indent=1) + "\n"

    def load(self, folder: Path, split: str) -> list[Record]:
        data = read_json(read_text(folder / f"annotations/{split}.json"))
        try:
            return [Record.from_dict(image["semiramis"]) for image in data["images"]]
        except (KeyError, TypeError) as error:
            raise DatasetError("dataset.bad_export", f"annotations/{split}.json was not written by Semiramis.") from error


class Yolo:
    """YOLO pose: one class, the player board, with four keypoints; the whole records beside it as JSON lines."""

    def photo_place(self, record: Record, split: str) -> str:
        return f"images/{split}/{record.id}.jpg"

    def texts(self, split: str, records: Sequence[Record]) -> Iterator[tuple[str, str]]:
        if split == SPLITS[0]:
            yield "data.yaml", _yolo_yaml()
        for record in records:
            yield f"labels/{split}/{record.id}.txt", _yolo_label(record)
        yield f"records/{split}.jsonl", "".join(canonical(r.to_dict()) + "\n" for r in records)

    def load(self, folder: Path, split: str) -> list[Record]:
        return read_lines(folder / f"records/{split}.jsonl")


FORMS: dict[str, Form] = {"jsonl": JsonLines(), "coco": Coco(), "yolo": Yolo()}


def _inside(record: Record) -> tuple[list[float], list[tuple[float, float, int]]]:
    """The board's box [x, y, width, height] within the picture, and its corners with their visibility."""
    assert record.board_px is not None
    xs = [min(max(x, 0.0), float(record.width)) for x, _ in record.board_px]
    ys = [min(max(y, 0.0), float(record.height)) for _, y in record.board_px]
    points = [(x, y, SEEN if 0 <= x <= record.width and 0 <= y <= record.height else 0) for x, y in record.board_px]
    box = [min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)]
    return box, [point if point[2] else (0.0, 0.0, 0) for point in points]


def _annotation(number: int, image: int, record: Record) -> dict[str, Any]:
    box, points = _inside(record)
    assert record.board_px is not None
    return {
        "id": number,
        "image_id": image,
        "category_id": 1,
        "iscrowd": 0,
        "bbox": [round(v, 2) for v in box],
        "area": round(box[2] * box[3], 2),
        "segmentation": [[v for point in record.board_px for v in point]],
        "keypoints": [v for point in points for v in point],
        "num_keypoints": sum(point[2] > 0 for point in points),
    }


def _yolo_label(record: Record) -> str:
    """Empty for a photo whose board nobody has marked."""
    if record.board_px is None:
        return ""
    (x, y, w, h), points = _inside(record)
    numbers = [(x + w / 2) / record.width, (y + h / 2) / record.height, w / record.width, h / record.height]
    words = [f"{v:.6f}" for v in numbers]
    for px, py, seen in points:
        words += [f"{px / record.width:.6f}", f"{py / record.height:.6f}", str(seen)]
    return "0 " + " ".join(words) + "\n"


def _yolo_yaml() -> str:
    lines = ["path: .", "train: images/train", "val: images/validation", "test: images/test", "names:", "  0: board"]
    return "\n".join([*lines, "kpt_shape: [4, 3]", "flip_idx: [1, 0, 3, 2]", ""])


def read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DatasetError("dataset.bad_export", f"{path} cannot be read: {error}") from error


def read_lines(path: Path) -> list[Record]:
    """One record per line. Only the newline ends a line here: `splitlines` would also cut at separators inside a note."""
    return [Record.from_dict(read_json(line)) for line in read_text(path).split("\n") if line]


def read_json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DatasetError("dataset.bad_export", f"This is no JSON: {text[:60]!r}") from error
