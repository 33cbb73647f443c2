"""A tflite network made in the test, converted, and its result worked by hand."""

from pathlib import Path
from typing import Any

import flatbuffers
import numpy as np
import onnxruntime
import pytest

from paragone.annotators._networks.convert import Conversion
from paragone.annotators._networks.tflite import Network, Operator, Tensor, read


def vector(builder: Any, items: list[int], *, width: int = 4, offsets: bool = False) -> int:
    builder.StartVector(width, len(items), width)
    for item in reversed(items):
        if offsets:
            builder.PrependUOffsetTRelative(item)
        elif width == 1:
            builder.PrependByte(item)
        else:
            builder.PrependInt32(item)
    return int(builder.EndVector())


def table(builder: Any, fields: dict[int, tuple[str, int]]) -> int:
    builder.StartObject(8)
    for place, (kind, value) in fields.items():
        getattr(builder, f"Prepend{kind}Slot")(place, value, 0)
    return int(builder.EndObject())


def tensor(builder: Any, shape: list[int], buffer: int, kind: int = 0) -> int:
    sizes = vector(builder, shape)
    return table(builder, {0: ("UOffsetTRelative", sizes), 1: ("Int8", kind), 2: ("Uint32", buffer)})


def conv_file(path: Path, weight: Any, bias: Any, side: int, stride: int) -> None:
    """One convolution with SAME padding and a rectifier, in the layout of the public tflite schema."""
    builder = flatbuffers.Builder(0)
    data = [table(builder, {})]
    for values in (weight, bias):
        content = vector(builder, list(np.asarray(values, np.float32).tobytes()), width=1)
        data.append(table(builder, {0: ("UOffsetTRelative", content)}))
    out = -(-side // stride)
    shapes = [([1, side, side, 1], 0), (list(weight.shape), 1), ([1], 2), ([1, out, out, 1], 0)]
    tensors = vector(builder, [tensor(builder, shape, buffer) for shape, buffer in shapes], offsets=True)
    settings = table(builder, {1: ("Int32", stride), 2: ("Int32", stride), 3: ("Int8", 1)})
    inputs, outputs = vector(builder, [0, 1, 2]), vector(builder, [3])
    fields = {1: ("UOffsetTRelative", inputs), 2: ("UOffsetTRelative", outputs), 4: ("UOffsetTRelative", settings)}
    operators = vector(builder, [table(builder, {0: ("Uint32", 0)} | fields)], offsets=True)
    first, last = vector(builder, [0]), vector(builder, [3])
    parts = {0: tensors, 1: first, 2: last, 3: operators}
    graph = table(builder, {place: ("UOffsetTRelative", at) for place, at in parts.items()})
    codes = vector(builder, [table(builder, {0: ("Int8", 3), 3: ("Int32", 3)})], offsets=True)
    graphs, buffers = vector(builder, [graph], offsets=True), vector(builder, data, offsets=True)
    model = {1: ("UOffsetTRelative", codes), 2: ("UOffsetTRelative", graphs), 4: ("UOffsetTRelative", buffers)}
    builder.Finish(table(builder, model))
    path.write_bytes(bytes(builder.Output()))


def run(conversion: Conversion, output: int, image: Any) -> Any:
    model = conversion.graph.model({"y": conversion.names[output]})
    return onnxruntime.InferenceSession(model).run(None, {"image": image})[0]


def test_same_padding_adds_the_odd_pixel_at_the_end(tmp_path: Path) -> None:
    conv_file(tmp_path / "a.tflite", np.ones((1, 3, 3, 1)), np.array([-4.0]), side=4, stride=2)
    conversion = Conversion(read(tmp_path / "a.tflite")).run()
    found = run(conversion, 3, np.ones((2, 4, 4, 1), np.float32))
    # windows begin at 0 and 2; the second reaches one pixel beyond: 9, 6, 6 and 4 ones, less 4
    assert found[0, 0].tolist() == [[5, 2], [2, 0]]
    assert found.shape == (2, 1, 2, 2)  # any batch


def test_same_padding_of_two_is_one_on_each_side(tmp_path: Path) -> None:
    conv_file(tmp_path / "a.tflite", np.ones((1, 3, 3, 1)), np.array([0.0]), side=3, stride=1)
    conversion = Conversion(read(tmp_path / "a.tflite")).run()
    found = run(conversion, 3, np.ones((1, 3, 3, 1), np.float32))
    assert found[0, 0].tolist() == [[4, 6, 4], [6, 9, 6], [4, 6, 4]]


def test_an_unknown_operator_is_named() -> None:
    blank = Tensor((1, 4, 4, 1), None)
    network = Network((blank, blank), (Operator("operator 99", (0,), (1,), None),), (0,), (1,))
    with pytest.raises(Exception, match="has the operator 'operator 99', which is not converted yet"):
        Conversion(network).run()
