"""Two small networks that find the board: a coarse one over the whole photo, and one that refines hole centres on the rectified board."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from models.training.evidence_net import conv_norm
from models.training.trunk import load_trunk

COARSE_TAPS = (4, 10)
REFINE_TAPS = (2, 4)


class DilatedBlock(nn.Module):
    """Residual 3 x 3 with a wide reach: the strip on one side tells which way round the other side is."""

    def __init__(self, channels: int, dilation: int) -> None:
        super().__init__()
        self.conv = nn.Conv2d(channels, channels, 3, padding=dilation, dilation=dilation, bias=False)
        self.norm = nn.BatchNorm2d(channels)

    def forward(self, x: Tensor) -> Tensor:
        return x + F.relu(self.norm(self.conv(x)))


class BoardNet(nn.Module):
    """(b, 3, 320, 320) -> (b, 3, 40, 40): logit of "main board here" (seen through what stands on it) and its board coordinates."""

    def __init__(self, *, pretrained: bool = True, width: int = 112) -> None:
        super().__init__()
        self.trunk = load_trunk(COARSE_TAPS, pretrained=pretrained)
        self.enter = conv_norm(112, width, 1)
        self.wide = nn.Sequential(*(DilatedBlock(width, d) for d in (1, 2, 4, 8, 1, 2, 4)))
        self.pool = nn.Linear(width, width)
        self.fine = conv_norm(40, 48, 1)
        self.out = nn.Sequential(conv_norm(width + 48, 80, 3), conv_norm(80, 80, 3), nn.Conv2d(80, 3, 1))

    def train(self, mode: bool = True) -> BoardNet:
        super().train(mode)
        self.trunk.eval()
        return self

    def forward(self, picture: Tensor) -> Tensor:
        with torch.no_grad():
            f8, f16 = self.trunk(picture)
        x = self.wide(self.enter(f16))
        x = x + self.pool(x.mean(dim=(2, 3)))[:, :, None, None]
        x = F.interpolate(x, size=f8.shape[-2:], mode="bilinear", align_corners=False)
        out: Tensor = self.out(torch.cat([x, self.fine(f8)], dim=1))
        return out


class HoleNet(nn.Module):
    """(b, 3, 320, 320) board raster -> holes (b, 3, 8, 8): logit "seen", offset x and y in cells; and (b,) logit "right way round"."""

    def __init__(self, *, pretrained: bool = True, width: int = 96) -> None:
        super().__init__()
        self.trunk = load_trunk(REFINE_TAPS, pretrained=pretrained)
        self.fine = conv_norm(24, 40, 1)
        self.coarse = conv_norm(40, 40, 1)
        self.local = conv_norm(80, 64, 3)
        self.down = conv_norm(64, 80, 3, 2)
        self.patch = conv_norm(80, width, 4, 4)
        self.blocks = nn.Sequential(DilatedBlock(width, 1), DilatedBlock(width, 2), DilatedBlock(width, 1))
        self.hole = nn.Conv2d(width, 3, 1)
        self.upright = nn.Sequential(conv_norm(width, 48, 3), nn.Flatten(), nn.Linear(48 * 100, 48), nn.ReLU(), nn.Linear(48, 1))

    def train(self, mode: bool = True) -> HoleNet:
        super().train(mode)
        self.trunk.eval()
        return self

    def forward(self, raster: Tensor) -> tuple[Tensor, Tensor]:
        with torch.no_grad():
            f4, f8 = self.trunk(raster)
        coarse = F.interpolate(self.coarse(f8), size=f4.shape[-2:], mode="bilinear", align_corners=False)
        x = self.local(torch.cat([self.fine(f4), coarse], dim=1))
        x = self.patch(self.down(x))
        x = self.blocks(x)
        holes: Tensor = self.hole(x[:, :, 1:-1, 1:-1])
        upright: Tensor = self.upright(x)[:, 0]
        return holes, upright
