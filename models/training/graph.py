"""Small surgery on exported graphs."""

from __future__ import annotations

from typing import Any


def fold_pads(model: Any) -> int:
    """Write TensorFlow's uneven 'same' padding into the convolutions themselves, in place; returns how many paddings went.

    A padding of its own keeps ONNX Runtime from its blocked memory layout: a quarter of the time went into copying there and back.
    """
    graph = model.graph
    made = {name: node for node in graph.node for name in node.output}
    folded = 0
    for conv in graph.node:
        pad = made.get(conv.input[0]) if conv.op_type == "Conv" else None
        if pad is None or pad.op_type != "Pad":
            continue
        values = {a.name: list(a.ints) for a in conv.attribute}
        totals = [max(k - s, 0) for k, s in zip(values["kernel_shape"], values["strides"], strict=True)]
        attribute = next(a for a in conv.attribute if a.name == "pads")
        attribute.ints[:] = [t // 2 for t in totals] + [t - t // 2 for t in totals]
        conv.input[0] = pad.input[0]
        folded += 1
    _drop_unused(graph)
    return folded


def _drop_unused(graph: Any) -> None:
    """Remove nodes whose outputs nobody reads."""
    while True:
        read = {name for node in graph.node for name in node.input} | {out.name for out in graph.output}
        dead = [node for node in graph.node if not any(name in read for name in node.output)]
        if not dead:
            return
        for node in dead:
            graph.node.remove(node)
