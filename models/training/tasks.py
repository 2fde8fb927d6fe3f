"""What each network learns: which photos it wants, its batches and its losses."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any, Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional as F

from models.training.board_data import coarse_example, hole_example
from models.training.board_net import BoardNet, HoleNet
from models.training.evidence_net import EvidenceNet
from models.training.piece_data import piece_windows
from models.training.piece_net import PieceNet
from models.training.sweep_data import make_example
from models.training.truth import IGNORE, Truth
from scanner.closer import WINDOW
from scanner.types import LEVELS, SCALE_STEPS

Pair = tuple[Truth, NDArray[np.uint8]]


class Task(Protocol):
    name: str
    side_px: int
    """Of the squares that the network reads."""
    pretrained: bool

    def network(self) -> nn.Module: ...
    def wants(self, truth: Truth) -> bool: ...
    def groups(self, truths: list[Truth], size: int, rng: np.random.Generator) -> Iterator[list[Truth]]: ...
    def batch(self, pairs: list[Pair], rng: np.random.Generator) -> Any: ...
    def losses(self, net: nn.Module, batch: Any) -> dict[str, Tensor]: ...


def _shuffled(truths: list[Truth], size: int, rng: np.random.Generator) -> Iterator[list[Truth]]:
    order = rng.permutation(len(truths))
    for i in range(0, len(order) - size + 1, size):
        yield [truths[j] for j in order[i : i + size]]


def _pictures(arrays: list[NDArray[np.uint8]]) -> Tensor:
    """uint8 (n, h, w, 3) -> float (n, 3, h, w), channels last in memory."""
    stack = torch.from_numpy(np.stack(arrays)).permute(0, 3, 1, 2)
    return stack.float().contiguous(memory_format=torch.channels_last)


class BoardTask:
    name = "board"
    side_px, pretrained = 320, True

    def network(self) -> nn.Module:
        return BoardNet()

    def wants(self, truth: Truth) -> bool:
        return True

    def groups(self, truths: list[Truth], size: int, rng: np.random.Generator) -> Iterator[list[Truth]]:
        return _shuffled(truths, size, rng)

    def batch(self, pairs: list[Pair], rng: np.random.Generator) -> Any:
        made = [coarse_example(t, rgb, rng) for t, rgb in pairs]
        return _pictures([m[0] for m in made]), torch.from_numpy(np.stack([m[1] for m in made]))

    def losses(self, net: nn.Module, batch: Any) -> dict[str, Tensor]:
        picture, target = batch
        out = net(picture).float()
        mask = target[:, 0]
        seen = F.binary_cross_entropy_with_logits(out[:, 0], mask)
        error = F.smooth_l1_loss(out[:, 1:], target[:, 1:], reduction="none", beta=0.05).sum(dim=1)
        return {"mask": seen, "uv": 4 * (error * mask).sum() / mask.sum().clamp(min=1)}


class HoleTask:
    name = "holes"
    side_px, pretrained = 320, True

    def network(self) -> nn.Module:
        return HoleNet()

    def wants(self, truth: Truth) -> bool:
        return True

    def groups(self, truths: list[Truth], size: int, rng: np.random.Generator) -> Iterator[list[Truth]]:
        return _shuffled(truths, size, rng)

    def batch(self, pairs: list[Pair], rng: np.random.Generator) -> Any:
        made = [hole_example(t, rgb, rng) for t, rgb in pairs]
        upright = torch.tensor([m[2] for m in made])
        return _pictures([m[0] for m in made]), torch.from_numpy(np.stack([m[1] for m in made])), upright

    def losses(self, net: nn.Module, batch: Any) -> dict[str, Tensor]:
        raster, target, upright = batch
        holes, logit = net(raster)
        holes = holes.float()
        seen = F.binary_cross_entropy_with_logits(holes[:, 0], target[:, 0])
        weight = target[:, 1]
        error = F.smooth_l1_loss(holes[:, 1:], target[:, 2:], reduction="none", beta=0.02).sum(dim=1)
        return {
            "seen": seen,
            "offset": 10 * (error * weight).sum() / weight.sum().clamp(min=1),
            "upright": F.binary_cross_entropy_with_logits(logit.float(), upright),
        }


class EvidenceTask:
    name = "evidence"
    side_px, pretrained = 320, True
    fewest_planes = 3
    planes_per_photo = 5
    """A batch of `size` photos holds about this many planes for each of them, whatever their heights."""

    def network(self) -> nn.Module:
        return EvidenceNet()

    def wants(self, truth: Truth) -> bool:
        return truth.has_board

    def planes(self, truth: Truth) -> int:
        """The levels of the garden and one above: sweeping more planes only costs time. Every third garden gets two further ones, for
        the scanner sweeps them all."""
        highest = max((t.level for t in truth.garden.tiles), default=0)
        spare = 2 if zlib.crc32(truth.path.stem.encode()) % 3 == 0 else 0
        return min(LEVELS, max(self.fewest_planes, highest + 2 + spare))

    def groups(self, truths: list[Truth], size: int, rng: np.random.Generator) -> Iterator[list[Truth]]:
        made = []
        for planes in range(self.fewest_planes, LEVELS + 1):
            chosen = [t for t in truths if self.planes(t) == planes]
            made += list(_shuffled(chosen, max(1, round(size * self.planes_per_photo / planes)), rng))
        for i in rng.permutation(len(made)):
            yield made[i]

    def batch(self, pairs: list[Pair], rng: np.random.Generator) -> Any:
        planes = self.planes(pairs[0][0])
        made = [make_example(t, rgb, planes, rng) for t, rgb in pairs]
        stack = torch.stack([_pictures(list(m.rasters)) for m in made])
        labels = {
            "top": torch.from_numpy(np.stack([m.labels.top for m in made])),
            "content": torch.from_numpy(np.stack([m.labels.content for m in made])),
            "tile": torch.from_numpy(np.stack([m.labels.tile for m in made]))[:, :planes],
            "flower": torch.from_numpy(np.stack([m.labels.flower for m in made]))[:, :planes],
            "scale": torch.tensor([m.log_scale for m in made]),
            "tame": torch.tensor([0.0 if m.wild else 1.0 for m in made]),
            "material": torch.tensor([float(t.material_up) for t, _ in pairs]),
            "lift": torch.from_numpy(np.stack([m.lift for m in made])),
            "built": torch.tensor([1.0 if m.labels.top.max() > 0 else 0.0 for m in made]),
        }
        return stack, torch.from_numpy(np.stack([m.views for m in made])), labels

    def losses(self, net: nn.Module, batch: Any) -> dict[str, Tensor]:
        rasters, views, y = batch
        level, content, tile, flower, scale, lift, material = (o.float() for o in net(rasters, views))
        planes = level.shape[1]
        tame = y["tame"]
        share = tame / tame.sum().clamp(min=1)
        top = torch.where(y["top"] < planes, y["top"], torch.full_like(y["top"], IGNORE))
        level_loss = F.cross_entropy(level, top, ignore_index=IGNORE, reduction="none").mean(dim=(1, 2))
        at = y["top"].clamp(max=planes - 1)[:, None, :, :, None].expand(-1, 1, -1, -1, content.shape[-1])
        chosen = content.gather(1, at)[:, 0]
        built = (y["top"] > 0) & (y["top"] < planes)
        weight = built * torch.where(y["content"] > 0, 1.0, 0.6)
        content_loss = F.cross_entropy(chosen.permute(0, 3, 1, 2), y["content"], reduction="none")
        content_loss = (content_loss * weight).sum(dim=(1, 2)) / weight.sum(dim=(1, 2)).clamp(min=4)
        known = (y["tile"] != IGNORE)[:, 1:]
        tile_loss = F.binary_cross_entropy_with_logits(tile[:, 1:], y["tile"].clamp(min=0).float()[:, 1:], reduction="none")
        tile_loss = (tile_loss * known).sum(dim=(1, 2, 3)) / 60.0
        flower_loss = F.cross_entropy(flower.permute(0, 4, 1, 2, 3), y["flower"], ignore_index=IGNORE, reduction="none")
        count = (y["flower"] != IGNORE).sum(dim=(1, 2, 3)).clamp(min=1)
        flower_loss = 0.5 * flower_loss.sum(dim=(1, 2, 3)) / count
        scale_loss = -(_scale_target(y["scale"]) * F.log_softmax(scale, dim=1)).sum(dim=1) * y["built"]
        return {
            "level": (level_loss * share).sum(),
            "content": (content_loss * share).sum(),
            "tile": (tile_loss * share).sum(),
            "flower": (flower_loss * share).sum(),
            "scale": 0.3 * scale_loss.mean(),
            "lift": 0.3 * _lift_loss(lift, y["lift"]),
            "material": 0.3 * _material_loss(material, y),
        }


SCALE_SIGMA = 0.05
"""Finer than this nobody needs to know the height scale; the steps are 0.06 apart."""


def _scale_target(log_scale: Tensor) -> Tensor:
    """(b, steps): the true scale, spread over the steps nearest to it."""
    steps = torch.tensor(SCALE_STEPS)
    return torch.softmax(-0.5 * ((steps - log_scale[:, None]) / SCALE_SIGMA) ** 2, dim=1)


def _material_loss(material: Tensor, y: dict[str, Tensor]) -> Tensor:
    """Every visible tile tells which side of the cardboard is up."""
    seen = (y["tile"] == 1) & (y["tame"][:, None, None, None] > 0)
    if not seen.any():
        return material.sum() * 0
    target = y["material"][:, None, None, None].expand_as(material)
    return F.binary_cross_entropy_with_logits(material[seen], target[seen])


def _lift_loss(lift: Tensor, target: Tensor) -> Tensor:
    """Nats of a Gaussian with the variance that the network gives, gentle with gross errors."""
    known = ~target.isnan()
    if not known.any():
        return lift.sum() * 0
    mean, log_variance = lift[..., 0][known], lift[..., 1][known].clamp(-6, 2)
    error = F.smooth_l1_loss(mean, target[known], reduction="none", beta=0.5)
    return (error * torch.exp(-log_variance) + 0.5 * log_variance).mean()


PIECE_TRUNK = "frozen"
"""What measured best of the three (model card)."""


class PieceTask:
    name = "pieces"

    def __init__(self, trunk: str = PIECE_TRUNK) -> None:
        self.trunk, self.side_px, self.pretrained = trunk, WINDOW.side_px, trunk != "scratch"

    def network(self) -> nn.Module:
        return PieceNet(self.trunk)

    def wants(self, truth: Truth) -> bool:
        return truth.has_board and truth.expect == "garden"

    def groups(self, truths: list[Truth], size: int, rng: np.random.Generator) -> Iterator[list[Truth]]:
        return _shuffled(truths, size, rng)

    def batch(self, pairs: list[Pair], rng: np.random.Generator) -> Any:
        made = [piece_windows(t, rgb, rng) for t, rgb in pairs]
        windows, views, contents = (np.concatenate([m[i] for m in made]) for i in range(3))
        return _pictures(list(windows)), torch.from_numpy(views), torch.from_numpy(contents)

    def losses(self, net: nn.Module, batch: Any) -> dict[str, Tensor]:
        windows, views, contents = batch
        return {"content": F.cross_entropy(net(windows, views).float(), contents)}


TASKS: dict[str, Task] = {t.name: t for t in (BoardTask(), HoleTask(), EvidenceTask(), PieceTask())}
