"""Checkpoints -> ONNX with labels and preprocessing in the metadata, and the manifest: `python -m models.training.export --run DIR`."""

from __future__ import annotations

import argparse
import hashlib
import json
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from models.training.fit import load_averaged, save_start
from models.training.graph import fold_pads
from models.training.tasks import TASKS
from scanner.types import CONTENTS, LEVELS

MODELS = Path(__file__).resolve().parent.parent
EXAMPLES: dict[str, tuple[tuple[str, tuple[int, ...]], ...]] = {
    "board": (("picture", (1, 3, 320, 320)),),
    "holes": (("raster", (1, 3, 320, 320)),),
    "evidence": (("rasters", (1, LEVELS, 3, 320, 320)), ("views", (1, LEVELS, 3, 10, 10))),
    "pieces": (("windows", (2, 3, 128, 128)), ("views", (2, 3))),
}
HALF_FROM = 512
"""Smaller tensors (biases, norms) stay as they are."""
OUTPUTS = {
    "board": ["map"],
    "holes": ["holes", "upright"],
    "evidence": ["level", "content", "tile", "flower", "scale", "lift", "material"],
    "pieces": ["content"],
}
_BOTH = {0: "n", 1: "planes"}
DYNAMIC: dict[str, dict[str, dict[int, str]]] = {
    "holes": {"raster": {0: "n"}, "holes": {0: "n"}, "upright": {0: "n"}},
    "pieces": {name: {0: "n"} for name in ("windows", "views", "content")},
    "evidence": {name: {0: "n"} if name == "scale" else _BOTH for name in ("rasters", "views", *OUTPUTS["evidence"])},
}


def export(name: str, run: Path, *, last: bool = False, folder: Path = MODELS) -> Path:
    """Write <name>.onnx into the folder, check it against torch and enter it into the manifest there."""
    import onnx
    import onnxruntime as ort

    net = load_averaged(TASKS[name], run, last=last)
    inputs = tuple(torch.rand(shape) * (255.0 if shape[-1] > 64 else 0.3) for _, shape in EXAMPLES[name])
    path = folder / f"{name}.onnx"
    names = [n for n, _ in EXAMPLES[name]]
    torch.onnx.export(
        net,
        inputs,
        str(path),
        input_names=names,
        output_names=OUTPUTS[name],
        opset_version=17,
        dynamo=False,
        dynamic_axes=DYNAMIC.get(name),
    )
    model = onnx.load(str(path))
    fold_pads(model)
    _halve(model)
    _describe(model, name, run)
    onnx.save(model, str(path))
    found = ort.InferenceSession(str(path), providers=["CPUExecutionProvider"]).run(
        None, {n: x.numpy() for n, x in zip(names, inputs, strict=True)}
    )
    worst = max(float(np.abs(a - b.detach().numpy()).max()) for a, b in zip(found, _as_list(net, inputs), strict=True))
    print(f"{path.name}: {path.stat().st_size / 1e6:.2f} MB, largest difference to torch {worst:.2e}")
    _enter(name, path)
    return path


def _as_list(net: nn.Module, inputs: tuple[Tensor, ...]) -> list[Tensor]:
    with torch.no_grad():
        out = net(*inputs)
    return list(out) if isinstance(out, tuple) else [out]


def _halve(model: Any) -> None:
    """Keep large weights as float16 and widen them on loading: half the download, the same arithmetic."""
    import onnx

    graph, casts = model.graph, []
    for tensor in list(graph.initializer):
        values = onnx.numpy_helper.to_array(tensor)
        if values.dtype != np.float32 or values.size < HALF_FROM:
            continue
        small = onnx.numpy_helper.from_array(values.astype(np.float16), tensor.name + "_half")
        graph.initializer.remove(tensor)
        graph.initializer.append(small)
        casts.append(onnx.helper.make_node("Cast", [small.name], [tensor.name], to=onnx.TensorProto.FLOAT))
    for node in reversed(casts):
        graph.node.insert(0, node)


def _describe(model: Any, name: str, run: Path) -> None:
    import onnx

    facts = {
        "network": name,
        "preprocessing": "RGB 0..255 float32, channels first; (x - 127) / 128 happens inside",
        "contents": json.dumps(CONTENTS),
        "step": json.loads((run / f"{name}.json").read_text())["step"],
        "features": "EfficientNet-Lite0, ImageNet, Apache-2.0, frozen",
    }
    onnx.helper.set_model_props(model, {k: str(v) for k, v in facts.items()})


def _enter(name: str, path: Path) -> None:
    manifest = path.parent / "manifest.toml"
    entries = tomllib.loads(manifest.read_text()) if manifest.exists() else {}
    entries[name] = {"file": path.name, "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
    lines = ["# Written by models/training/export.py: the shipped networks and their checksums.\n"]
    for key in sorted(entries):
        lines += [f"[{key}]\n", *(f'{k} = "{v}"\n' for k, v in entries[key].items()), "\n"]
    manifest.write_text("".join(lines))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=sorted(TASKS))
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument("--last", action="store_true", help="the last weights instead of the averaged ones")
    args = parser.parse_args()
    for name in args.names:
        export(name, args.run, last=args.last)
        print(f"to go on from: {save_start(TASKS[name], args.run)}")


if __name__ == "__main__":
    main()
