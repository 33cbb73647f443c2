"""TensorFlow.js networks: each operator against values worked with numpy, and the real one against its own runtime."""

import base64
import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import onnxruntime
import pytest
from tests.unit.annotators.looking import skip_without_weights

from paragone.annotators._networks import onnx, tfjs
from paragone.annotators.faces.gender_faceres import WEIGHTS, converted
from paragone.core.errors import BadInput


def text(value: str) -> dict[str, str]:
    return {"s": base64.b64encode(value.encode()).decode()}


def node(name: str, op: str, *inputs: str, **attr: Any) -> dict[str, Any]:
    return {"name": name, "op": op, "input": list(inputs), "attr": attr}


def written(folder: Path, nodes: list[dict[str, Any]], tensors: dict[str, npt.NDArray[Any]]) -> tuple[Path, Path]:
    """A model in the format's own two files, weights kept as float16."""
    entries = [
        {"name": name, "shape": list(values.shape), "dtype": "float32", "quantization": {"dtype": "float16"}}
        for name, values in tensors.items()
    ]
    shape = {"shape": {"dim": [{"size": "-1"}, {"size": "5"}, {"size": "5"}, {"size": "2"}]}}
    start = [{"name": "in", "op": "Placeholder", "attr": {"shape": shape}}, *(node(name, "Const") for name in tensors)]
    model = {"modelTopology": {"node": [*start, *nodes]}, "weightsManifest": [{"weights": entries}]}
    (folder / "model.json").write_text(json.dumps(model))
    (folder / "model.bin").write_bytes(b"".join(values.astype(np.float16).tobytes() for values in tensors.values()))
    return folder / "model.json", folder / "model.bin"


def test_a_small_network_gives_what_numpy_gives(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    kernel, dense = rng.integers(-2, 3, (3, 3, 2, 1)).astype(float), rng.integers(-2, 3, (2, 1)).astype(float)
    step = {"strides": {"list": {"i": ["1", "2", "2", "1"]}}, "padding": text("SAME")}
    nodes = [
        node("dw", "DepthwiseConv2dNative", "in", "kernel", **step),
        node("scaled", "Mul", "dw", "scale"),
        node("least", "Minimum", "scaled", "six"),
        node("pool", "Mean", "least", "kernel"),
        node("fc", "_FusedMatMul", "pool", "dense", "bias", fused_ops={"list": {"s": [tfjs.BIAS]}}),
        node("p", "Sigmoid", "fc"),
    ]
    tensors = {"kernel": kernel, "scale": np.array([0.5, 2]), "six": np.array(6.0), "dense": dense, "bias": np.ones(1)}
    made = tfjs.to_onnx(*written(tmp_path, nodes, tensors), {"p": "p"})
    image = rng.integers(-3, 4, (1, 5, 5, 2)).astype(np.float32)
    [found] = onnxruntime.InferenceSession(made).run(None, {"image": image.transpose(0, 3, 1, 2)})
    # Stride 2 over 5 pixels with a kernel of 3 needs one pixel of rim on each side: outputs at 0, 2 and 4.
    wide = np.pad(image[0], ((1, 1), (1, 1), (0, 0)))
    seen = [[(wide[y : y + 3, x : x + 3] * kernel[..., 0]).sum((0, 1)) for x in (0, 2, 4)] for y in (0, 2, 4)]
    pooled = np.minimum(np.array(seen) * [0.5, 2], 6).mean((0, 1))
    assert found == pytest.approx(1 / (1 + np.exp(-(pooled @ dense + 1)))[None], abs=1e-5)


def test_what_is_not_known_is_refused_in_one_line(tmp_path: Path) -> None:
    files = written(tmp_path, [node("odd", "SparseToDense", "in")], {"one": np.ones(3)})
    with pytest.raises(BadInput, match="'SparseToDense', which is not converted"):
        tfjs.to_onnx(*files, {"odd": "odd"})
    files[1].write_bytes(b"\0\0")
    with pytest.raises(BadInput, match="fewer weights"):
        tfjs.to_onnx(*files, {"odd": "odd"})


def test_the_real_network_gives_what_tensorflow_js_gives() -> None:
    """0.882225751876831 is what tfjs-core with its plain CPU backend says of the same numbers."""
    skip_without_weights("gender_faceres")
    y, x = np.mgrid[:224, :224]
    channels = [(x * 3 + y) % 256 - 103.939, (x + y * 2) % 256 - 116.779, (x * y // 7) % 256 - 123.68]
    network = onnx.file_of(WEIGHTS, converted, version=tfjs.VERSION)
    [[[male]]] = onnx.run(network, {"image": np.stack(channels)[None].astype(np.float32)})
    assert male == pytest.approx(0.882225751876831, abs=1e-5)
