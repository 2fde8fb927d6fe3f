"""A record's photo through networks of one's choice, before any profile: what learning and finetuning compare."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from scanner.board import board_from_corners, find_board
from scanner.dataset.record import Record
from scanner.errors import ScannerError
from scanner.evidence import gather_evidence
from scanner.networks import Network, OnnxNetwork, load_network
from scanner.photo import load_photo
from scanner.types import Board, Evidence, Photo


@dataclass(frozen=True, slots=True)
class Looked:
    """What a photo told."""

    photo: Photo
    board: Board
    evidence: Evidence
    height_scale: float


@dataclass(frozen=True, slots=True)
class Eyes:
    """The networks."""

    board: Network
    holes: Network
    evidence: Network
    pieces: Network | None = None

    def look(self, data: bytes, record: Record | None = None) -> Looked:
        """The board is looked for, and taken from the record when it is not found."""
        photo = load_photo(data)
        try:
            board = find_board(photo, self.board, self.holes)
        except ScannerError:
            if record is None or record.board_px is None:
                raise
            board = board_from_corners(photo, np.array(record.board_px) * (photo.width / record.width), self.holes)
        sweep = gather_evidence(photo, board, self.evidence, self.pieces)
        return Looked(photo, sweep.board, sweep.evidence, sweep.height_scale)


def usual_eyes(threads: int = 2) -> Eyes:
    """The networks in use."""
    board, holes, evidence, pieces = (load_network(name, threads) for name in ("board", "holes", "evidence", "pieces"))
    return Eyes(board, holes, evidence, pieces)


def load_candidate(name: str, path: Path, threads: int = 2) -> OnnxNetwork:
    """A network that is not in use yet."""
    import onnxruntime as ort

    options = ort.SessionOptions()
    options.intra_op_num_threads, options.log_severity_level = threads, 3
    session = ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    return OnnxNetwork(name, hashlib.sha256(path.read_bytes()).hexdigest()[:12], session)
