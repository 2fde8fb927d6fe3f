"""Surgery on exported graphs, on graphs of plain objects: the package onnx belongs to the training."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from models.training.graph import fold_pads


def node(kind: str, inputs: list[str], outputs: list[str], **attributes: list[int]) -> Any:
    attribute = [SimpleNamespace(name=name, ints=values) for name, values in attributes.items()]
    return SimpleNamespace(op_type=kind, input=inputs, output=outputs, attribute=attribute)


def conv(source: str, out: str, kernel: int, stride: int) -> Any:
    return node("Conv", [source, "w"], [out], kernel_shape=[kernel, kernel], strides=[stride, stride], pads=[0, 0, 0, 0])


def test_uneven_padding_moves_into_the_convolution() -> None:
    first, second = conv("padded", "a", 3, 2), conv("wide", "b", 5, 2)
    nodes = [
        node("Constant", [], ["sizes"]),
        node("Pad", ["rgb", "sizes"], ["padded"]),
        first,
        node("Pad", ["a", "sizes"], ["wide"]),
        second,
    ]
    model = SimpleNamespace(graph=SimpleNamespace(node=nodes, output=[SimpleNamespace(name="b")]))
    assert fold_pads(model) == 2
    assert [n.op_type for n in nodes] == ["Conv", "Conv"], "what only fed the paddings went with them"
    assert (first.input[0], first.attribute[-1].ints) == ("rgb", [0, 0, 1, 1]), "the odd pixel lies at the far end"
    assert (second.input[0], second.attribute[-1].ints) == ("a", [1, 1, 2, 2])


def test_other_convolutions_stay_as_they_are() -> None:
    plain = conv("rgb", "a", 3, 2)
    model = SimpleNamespace(graph=SimpleNamespace(node=[plain], output=[SimpleNamespace(name="a")]))
    assert fold_pads(model) == 0
    assert plain.attribute[-1].ints == [0, 0, 0, 0]
