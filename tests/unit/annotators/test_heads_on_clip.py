"""Heads on CLIP ViT-L/14 against torch: the published aesthetic files where they are here, and files of our own."""

import itertools
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from paragone.annotators._networks.graph import Graph
from paragone.annotators._networks.on_clip import check_shapes
from paragone.annotators.encoders._aesthetics import chained, shapes_of
from paragone.annotators.encoders.aesthetics_v1 import AestheticsV1
from paragone.annotators.encoders.aesthetics_v2 import AestheticsV2
from paragone.annotators.safety.nsfw_laion import NsfwLaion
from paragone.annotators.safety.nudenet_classifier import NudeNetClassifier
from paragone.annotators.safety.q16 import Q16
from paragone.assets import cache
from paragone.core.catalogue import make
from paragone.core.errors import BadInput, NotReady
from paragone.core.types import Picture

RNG = np.random.default_rng(3)
VECTORS = RNG.normal(size=(5, 768)).astype(np.float32)
UNIT = VECTORS / np.linalg.norm(VECTORS, axis=1, keepdims=True)
PICTURE = Picture(np.zeros((4, 4, 3), np.uint8), "", "PNG", "RGB", 0)


def looked(annotator: Any, vectors: Any = VECTORS) -> Any:
    return annotator.look([PICTURE] * len(vectors), [], [{"clip_l14_image": {"vector": vector}} for vector in vectors])


def skip_without(name: str) -> Path:
    if cache.missing([name]):
        pytest.skip(f"run `paragone weights fetch {name}` to un-skip")
    return cache.path_of(name)


def test_the_published_linear_head_gives_what_torch_gives() -> None:
    torch = pytest.importorskip("torch", reason="install the hub extra to un-skip")
    path = skip_without("laion-aesthetics-v1")
    layer = torch.nn.Linear(768, 1)
    layer.load_state_dict(torch.load(path, map_location="cpu", weights_only=True))
    expected = layer(torch.from_numpy(UNIT)).detach().numpy()[:, 0]
    np.testing.assert_allclose([found["score"] for found in looked(AestheticsV1())], expected, rtol=1e-5)
    [uniform] = looked(AestheticsV1(), np.full((1, 768), 7.0, np.float32))
    assert uniform["score"] == pytest.approx(1.513130, abs=2e-6)  # 768 equal parts of unit length, by another reader


def test_the_published_head_of_five_layers_gives_what_torch_gives() -> None:
    torch = pytest.importorskip("torch", reason="install the hub extra to un-skip")
    path = skip_without("laion-aesthetics-v2")
    sizes, drop = (768, 1024, 128, 64, 16, 1), torch.nn.Dropout(0.2)
    linear = [torch.nn.Linear(a, b) for a, b in itertools.pairwise(sizes)]
    network = torch.nn.Sequential(linear[0], drop, linear[1], drop, linear[2], drop, linear[3], linear[4]).eval()
    state = torch.load(path, map_location="cpu", weights_only=True)
    network.load_state_dict({name.removeprefix("layers."): tensor for name, tensor in state.items()})
    expected = network(torch.from_numpy(UNIT)).detach().numpy()[:, 0]
    np.testing.assert_allclose([found["score"] for found in looked(AestheticsV2())], expected, rtol=1e-5)
    [uniform] = looked(AestheticsV2(), np.full((1, 768), 7.0, np.float32))
    assert uniform["score"] == pytest.approx(4.883285, abs=2e-6)


def test_layers_follow_one_another_and_other_shapes_are_refused() -> None:
    layers = [("a.", 3), ("b.", 1)]
    tensors = {name: RNG.normal(size=shape) for name, shape in shapes_of(layers, 4).items()}
    rows = RNG.normal(size=(2, 4))
    by_hand = (rows @ tensors["a.weight"].T + tensors["a.bias"]) @ tensors["b.weight"].T + tensors["b.bias"]
    np.testing.assert_allclose(chained(rows, tensors, ["a.", "b."]), by_hand[:, 0])
    check_shapes(tensors, shapes_of(layers, 4), "a file")
    with pytest.raises(BadInput, match=r"'a.weight' is \(3, 4\) where \(3, 5\) is expected"):
        check_shapes(tensors, shapes_of(layers, 5), "a file")


def test_vectors_of_another_encoder_are_refused() -> None:
    with pytest.raises(BadInput, match="reads 768 numbers of CLIP ViT-L/14, and `clip_l14_image` gave 512"):
        looked(AestheticsV1(), np.ones((1, 512)))


@pytest.mark.parametrize("protocol", [2, 4])
def test_q16_takes_the_text_that_is_nearer(tmp_path: Path, protocol: int) -> None:
    texts = RNG.normal(size=(2, 768)).astype(np.float16)
    (tmp_path / "prompts.p").write_bytes(pickle.dumps(texts, protocol=protocol))
    annotator = Q16(path=str(tmp_path / "prompts.p"))
    found = looked(annotator, np.concatenate([VECTORS, texts.astype(np.float32)]))
    rows = texts.astype(np.float64) / np.linalg.norm(texts.astype(np.float64), axis=1, keepdims=True)
    logits = 100 * UNIT.astype(np.float64) @ rows.T
    expected = 1 / (1 + np.exp(logits[:, 0] - logits[:, 1]))
    np.testing.assert_allclose([fact["chance"] for fact in found[:5]], expected, rtol=1e-4)
    assert found[5]["chance"] < 0.5 < found[6]["chance"]


def test_a_pickle_that_would_run_something_is_refused(tmp_path: Path) -> None:
    (tmp_path / "prompts.p").write_bytes(pickle.dumps(print))
    with pytest.raises(BadInput, match="which no file of arrays needs"):
        Q16(path=str(tmp_path / "prompts.p")).check()
    (tmp_path / "prompts.p").write_bytes(pickle.dumps(np.zeros((3, 768))))
    with pytest.raises(BadInput, match="is it Q16's"):
        Q16(path=str(tmp_path / "prompts.p")).check()


def dense(path: Path, width: int, side: int = 0) -> Any:
    """A network of one layer and a curve, on vectors or on images."""
    graph = Graph()
    x = graph.input("given", ["N", side, side, 3] if side else ["N", width])
    flat = graph.reshape(x, (0, width)) if side else x
    weight = RNG.normal(size=(2 if side else 1, width)).astype(np.float32) / width
    out = graph.linear(flat, weight, np.zeros(len(weight), np.float32))
    curve = graph.add("Softmax", out, axis=1) if side else graph.add("Sigmoid", out)
    data = graph.model({"found": graph.reshape(curve, (-1, len(weight)))})
    import onnx

    model = onnx.load_from_string(data)
    for shape in ("N", len(weight)):
        dimension = model.graph.output[0].type.tensor_type.shape.dim.add()
        setattr(dimension, "dim_param" if isinstance(shape, str) else "dim_value", shape)
    path.write_bytes(model.SerializeToString())
    return weight


def test_laions_nsfw_head_runs_from_onnx_on_unit_vectors(tmp_path: Path) -> None:
    weight = dense(tmp_path / "nsfw.onnx", 768)
    found = looked(NsfwLaion(path=str(tmp_path / "nsfw.onnx")))
    expected = 1 / (1 + np.exp(-UNIT @ weight.T))[:, 0]
    np.testing.assert_allclose([fact["nsfw"] for fact in found], expected, rtol=1e-4)
    dense(tmp_path / "small.onnx", 512)
    with pytest.raises(BadInput, match="takes 768 numbers"):
        NsfwLaion(path=str(tmp_path / "small.onnx")).check()


def test_nudenets_classifier_sees_nearest_pixels_divided_by_255(tmp_path: Path) -> None:
    weight = dense(tmp_path / "classifier.onnx", 256 * 256 * 3, 256)
    pixels = RNG.integers(0, 256, (128, 512, 3), dtype=np.uint8)
    [fact] = NudeNetClassifier(path=str(tmp_path / "classifier.onnx")).look([Picture(pixels, "", "PNG", "RGB", 0)], [])
    nearest = pixels[np.arange(256) // 2][:, np.arange(256) * 2 + 1] / 255  # the middle of every second pixel
    logits = weight @ nearest.reshape(-1)
    assert fact["unsafe"] == pytest.approx(1 / (1 + np.exp(logits[1] - logits[0])), abs=1e-5)
    assert fact["unsafe"] + fact["safe"] == pytest.approx(1.0, abs=1e-6)


@pytest.mark.parametrize("name", ["q16", "nsfw_laion", "nudenet_classifier", "watermark_laion"])
def test_without_a_file_one_line_says_where_to_get_it_and_what_to_write(name: str) -> None:
    with pytest.raises(NotReady, match=rf"{name} needs weights, and no file was given; get them from .* {name} = "):
        make("annotators", name).check()
    with pytest.raises(NotReady, match="nowhere is not there"):
        make("annotators", name, {"path": "nowhere"}).check()
