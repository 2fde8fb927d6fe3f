"""The pieces network: a window around one cell in, what stands in its middle out."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from models.training.evidence_net import conv_norm
from models.training.trunk import load_trunk
from scanner.types import CONTENTS

TAPS = (0, 2, 4, 10)
VIEW_CHANNELS = 3
TRUNKS = ("frozen", "tuned", "scratch")


class Centre(nn.Module):
    """The middle half of the window at full resolution: what a few pixels of edge and shade tell about the piece on the cell."""

    def __init__(self, hidden: int, *, width: int = 80) -> None:
        super().__init__()
        self.first = conv_norm(16, 40, 3, 2)
        self.second = conv_norm(40 + 24, width, 3)
        self.again = conv_norm(width, width, 3)
        self.third = conv_norm(width, width, 3, 2)
        self.fourth = conv_norm(width + 40, width, 3)
        self.narrow = conv_norm(width, 48, 3, 2)
        self.drop = nn.Dropout(0.1)
        self.out = nn.Linear(48 * 16, hidden)
        nn.init.zeros_(self.out.weight)

    def forward(self, f2: Tensor, f4: Tensor, f8: Tensor) -> Tensor:
        x = self.second(torch.cat([self.first(_middle(f2)), _middle(f4)], dim=1))
        x = x + self.again(x)
        x = self.fourth(torch.cat([self.third(x), _middle(f8)], dim=1))
        out: Tensor = self.out(self.drop(self.narrow(x).flatten(1)))
        return out


def _middle(x: Tensor) -> Tensor:
    quarter = x.shape[-1] // 4
    return x[..., quarter : 3 * quarter, quarter : 3 * quarter]


class PieceNet(nn.Module):
    """(n, 3, 128, 128) windows and (n, 3) views -> (n, contents) logits."""

    def __init__(self, trunk: str = "frozen", *, width: int = 96, hidden: int = 160) -> None:
        super().__init__()
        self.trunk = load_trunk(TAPS, pretrained=trunk != "scratch")
        self.frozen = trunk == "frozen"
        if not self.frozen:
            self.trunk.requires_grad_(True)
        self.fine = conv_norm(40, 48, 3, 2)
        self.coarse = conv_norm(112, width, 1)
        self.mix = conv_norm(width + 48, width, 3)
        self.again = conv_norm(width, width, 3)
        self.narrow = conv_norm(width, 64, 3, 2)
        self.drop = nn.Dropout(0.1)
        self.hidden = nn.Linear(64 * 16, hidden)
        self.view = nn.Linear(VIEW_CHANNELS, hidden)
        self.centre = Centre(hidden)
        self.out = nn.Linear(hidden, len(CONTENTS))

    def train(self, mode: bool = True) -> PieceNet:
        super().train(mode)
        if self.frozen:
            self.trunk.eval()
        return self

    def forward(self, windows: Tensor, views: Tensor) -> Tensor:
        with torch.set_grad_enabled(torch.is_grad_enabled() and not self.frozen):
            f2, f4, f8, f16 = self.trunk(windows)
        x = self.mix(torch.cat([self.coarse(f16), self.fine(f8)], dim=1))
        x = x + self.again(x)
        x = self.narrow(x).flatten(1)
        x = torch.relu(self.hidden(self.drop(x)) + self.centre(f2, f4, f8) + self.view(views))
        out: Tensor = self.out(self.drop(x))
        return out
