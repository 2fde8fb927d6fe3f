"""The evidence network: a stack of plane-sweep rasters in, what lies on every cell and tile place out.

Frozen features (stride 2, 4, 8, 16) -> one map per plane at 8 px per cell, mixed with the planes above and below -> one token per cell
and plane -> tokens talk to their neighbours on the plane and between planes (occlusion, support), and twice to all others -> heads. The
same weights serve every plane, so the network learns "a tile lies exactly here", not "this is level 3".
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from models.training.trunk import load_trunk
from scanner.types import CONTENTS, LEVELS, SCALE_STEPS

TAPS = (0, 2, 4, 7)
VIEW_CHANNELS = 3
GRID = 10
"""Tokens per side: eight cells and one cell of margin on either side."""
VOTES = 20.0
"""About as many independent witnesses as a garden has tiles to be seen."""


@dataclass(frozen=True, slots=True)
class Widths:
    """Channel counts, chosen for two CPU cores."""

    lateral: int = 24
    maps: int = 56
    patch: int = 80
    token: int = 128
    blocks: int = 3


class PlaneMix(nn.Module):
    """1 x 1 convolution over a plane and its two neighbours in height."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.mix = nn.Conv2d(3 * channels, channels, 1, bias=False)
        self.norm = nn.BatchNorm2d(channels)

    def forward(self, x: Tensor, planes: int) -> Tensor:
        # The convolution of the three stacked planes, as a sum: nothing is copied, and channels stay last in memory.
        below, own, above = (F.conv2d(x, part) for part in self.mix.weight.chunk(3, dim=1))
        n, c, h, w = own.shape
        stack = own.reshape(n // planes, planes, c, h, w)
        if planes > 1:
            lower, upper = (y.reshape(n // planes, planes, c, h, w) for y in (below, above))
            nothing = torch.zeros_like(stack[:, :1])
            stack = stack + torch.cat([nothing, lower[:, :-1]], dim=1) + torch.cat([upper[:, 1:], nothing], dim=1)
        return F.relu(self.norm(stack.reshape(n, c, h, w)))


def conv_norm(inside: int, out: int, kernel: int, stride: int = 1) -> nn.Sequential:
    padding = 0 if kernel == stride else kernel // 2
    return nn.Sequential(nn.Conv2d(inside, out, kernel, stride, padding, bias=False), nn.BatchNorm2d(out), nn.ReLU())


class TokenBlock(nn.Module):
    """Residual block: 3 x 3 on the plane, then mixing between planes."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.spatial = conv_norm(channels, channels, 3)
        self.planes = PlaneMix(channels)

    def forward(self, x: Tensor, planes: int) -> Tensor:
        out: Tensor = x + self.planes(self.spatial(x), planes)
        return out


class Conference(nn.Module):
    """Every token hears every other one, on all planes: how large tiles look elsewhere tells how high this one lies."""

    def __init__(self, channels: int, heads: int = 4) -> None:
        super().__init__()
        self.heads = heads
        self.norm = nn.LayerNorm(channels)
        self.row, self.col = (nn.Parameter(torch.randn(GRID, channels) * 0.02) for _ in range(2))
        self.plane = nn.Parameter(torch.randn(LEVELS, channels) * 0.02)
        self.ask, self.offer, self.tell = (nn.Linear(channels, channels) for _ in range(3))
        self.out = nn.Linear(channels, channels)
        self.think = nn.Sequential(nn.LayerNorm(channels), nn.Linear(channels, 2 * channels), nn.ReLU(), nn.Linear(2 * channels, channels))
        for last in (self.out, self.think[-1]):
            nn.init.zeros_(last.weight)  # type: ignore[arg-type]  # what was learned without a conference stays
            nn.init.zeros_(last.bias)  # type: ignore[arg-type]

    def forward(self, x: Tensor, planes: int) -> Tensor:
        n, c = x.shape[0] // planes, x.shape[1]
        tokens = x.reshape(n, planes, c, GRID * GRID).transpose(2, 3).reshape(n, -1, c)
        place = (self.row[:, None] + self.col[None]).reshape(1, -1, c) + self.plane[:planes, None]
        y = self.norm(tokens)
        placed = y + place.reshape(1, -1, c)
        ask, offer, tell = (
            part.reshape(n, -1, self.heads, c // self.heads).transpose(1, 2)
            for part in (self.ask(placed), self.offer(placed), self.tell(y))
        )
        heard = torch.softmax(ask @ offer.transpose(2, 3) * (c // self.heads) ** -0.5, dim=-1) @ tell
        tokens = tokens + self.out(heard.transpose(1, 2).reshape(n, -1, c))
        tokens = tokens + self.think(tokens)
        out: Tensor = tokens.reshape(n * planes, GRID * GRID, c).transpose(1, 2).reshape(n * planes, c, GRID, GRID)
        return out


class EvidenceNet(nn.Module):
    """(b, planes, 3, s, s) rasters and (b, planes, 3, 10, 10) views -> raw logits.

    The last two outputs are the measured height of a place's tile above the plane (mean in levels, and logarithm of its variance) and the
    logit of its lying material side up.
    """

    def __init__(self, widths: Widths | None = None, *, pretrained: bool = True) -> None:
        super().__init__()
        w = widths or Widths()
        self.trunk = load_trunk(TAPS, pretrained=pretrained)
        self.fine = conv_norm(16, w.lateral, 3, 2)
        self.laterals = nn.ModuleList(conv_norm(c, w.lateral, 1) for c in (24, 40, 80))
        self.merge = conv_norm(4 * w.lateral + VIEW_CHANNELS, w.maps, 1)
        self.mix = PlaneMix(w.maps)
        self.local = conv_norm(w.maps, w.maps, 3)
        self.down = conv_norm(w.maps, w.patch, 3, 2)
        self.local2 = conv_norm(w.patch, w.patch, 3)
        self.patch = conv_norm(w.patch, w.token, 4, 4)
        self.view = nn.Conv2d(VIEW_CHANNELS, w.token, 1)
        self.blocks = nn.ModuleList(TokenBlock(w.token) for _ in range(w.blocks))
        self.conferences = nn.ModuleList(Conference(w.token) for _ in range(w.blocks - 1))
        self.cell_head = nn.Conv2d(w.token, 1 + len(CONTENTS), 1)
        self.tile_mid = conv_norm(w.token, w.token, 2, 1)
        self.tile_mid[0].padding = (0, 0)
        self.tile_head = nn.Conv2d(w.token, 8, 1)
        self.scale_head = nn.Conv2d(w.token, len(SCALE_STEPS), 1)
        self.scale_gain = nn.Parameter(torch.zeros(()))

    def train(self, mode: bool = True) -> EvidenceNet:
        super().train(mode)
        self.trunk.eval()
        return self

    def features(self, rasters: Tensor) -> list[Tensor]:
        with torch.no_grad():
            found: list[Tensor] = self.trunk(rasters)
        return found

    def forward(self, rasters: Tensor, views: Tensor) -> tuple[Tensor, ...]:
        b, planes = rasters.shape[:2]
        flat = rasters.reshape(b * planes, 3, rasters.shape[-2], rasters.shape[-1])
        view = views.reshape(b * planes, VIEW_CHANNELS, GRID, GRID)
        f2, *rest = self.features(flat)
        maps = [self.fine(f2)]
        size = maps[0].shape[-2:]
        for lateral, f in zip(self.laterals, rest, strict=True):
            y = lateral(f)
            maps.append(y if y.shape[-2:] == size else F.interpolate(y, size=size, mode="bilinear", align_corners=False))
        maps.append(F.interpolate(view, size=size, mode="bilinear", align_corners=False))
        x = self.merge(torch.cat(maps, dim=1))
        x = self.mix(x, planes)
        x = x + self.local(x)
        x = self.down(x)
        x = x + self.local2(x)
        x = self.patch(x) + self.view(view)
        x = self.blocks[0](x, planes)
        for conference, block in zip(self.conferences, list(self.blocks)[1:], strict=True):
            x = block(conference(x, planes), planes)
        return self._heads(x, b, planes)

    def _heads(self, x: Tensor, b: int, planes: int) -> tuple[Tensor, ...]:
        inner = x[:, :, 1:-1, 1:-1]
        cell = self.cell_head(inner).reshape(b, planes, 1 + len(CONTENTS), 8, 8)
        tile = self.tile_head(self.tile_mid(inner)).reshape(b, planes, 8, 7, 7)
        # Every token has its say about every height scale: nats that add up, as those of independent witnesses would.
        votes = self.scale_head(x).reshape(b, planes, len(SCALE_STEPS), -1)
        scale = votes.mean(dim=(1, 3)) * VOTES * torch.exp(self.scale_gain)
        level = cell[:, :, 0]
        content = cell[:, :, 1:].permute(0, 1, 3, 4, 2)
        places = tile.permute(0, 1, 3, 4, 2)
        return level, content, tile[:, :, 0], places[..., 1:5], scale, places[..., 5:7], places[..., 7]
