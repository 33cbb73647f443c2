"""Networks of our own and converted ones, checked on small random weights; no downloaded file is needed."""

from pathlib import Path

import numpy as np
import onnxruntime
import pytest

from paragone.annotators._networks import onnx
from paragone.annotators._networks.graph import Graph
from paragone.annotators._networks.onnx import Floats
from paragone.annotators.encoders import mobilenet_v2
from paragone.annotators.faces._centerface import decode
from paragone.annotators.inception import _inception, inception_fid
from paragone.core.catalogue import make
from paragone.core.errors import BadInput, BadOption, NotReady
from paragone.core.types import Picture

SEED = 3


def run(model: bytes, image: Floats) -> list[Floats]:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    found: list[Floats] = onnxruntime.InferenceSession(model, options).run(None, {"image": image})
    return found


def test_a_convolution_by_hand() -> None:
    graph = Graph()
    x = graph.input("image", ["N", 1, 3, 3])
    model = graph.model({"y": graph.relu(graph.conv(x, np.ones((1, 1, 3, 3)), np.array([-10.0]), pad=(1, 1)))})
    [found] = run(model, np.ones((1, 1, 3, 3), np.float32) * 2)
    # nine twos less ten in the middle; six at an edge, four in a corner, held at 0 from below
    assert found[0, 0].tolist() == [[0, 2, 0], [2, 8, 2], [0, 2, 0]]


def test_mobilenet_needs_all_its_layers() -> None:
    with pytest.raises(KeyError):
        mobilenet_v2.build({})


def test_inception_refuses_a_file_with_another_number_of_layers() -> None:
    with pytest.raises(BadInput, match="Inception has 94 convolutions, the file 1"):
        _inception.kernels({"net.conv.weight": np.zeros((1, 1, 1, 1))})


def test_folding_equals_convolution_then_normalisation() -> None:
    rng = np.random.default_rng(SEED)
    name = _inception.LAYERS[0]
    tensors = {f"{layer}.conv.weight": rng.normal(size=(2, 2, 1, 1)) for layer in _inception.LAYERS}
    for layer in _inception.LAYERS:
        for part in ("weight", "bias", "running_mean", "running_var"):
            tensors[f"{layer}.bn.{part}"] = rng.uniform(0.5, 2, 2)
    weight, bias = _inception.kernels(tensors)[name]
    x = rng.normal(size=2)
    mean, variance = tensors[f"{name}.bn.running_mean"], tensors[f"{name}.bn.running_var"]
    plain = (tensors[f"{name}.conv.weight"][:, :, 0, 0] @ x - mean) / np.sqrt(variance + 0.001)
    expected = plain * tensors[f"{name}.bn.weight"] + tensors[f"{name}.bn.bias"]
    np.testing.assert_allclose(weight[:, :, 0, 0] @ x + bias, expected)


def test_a_face_is_decoded_where_the_heat_is() -> None:
    heat = np.zeros((8, 8), np.float32)
    heat[2, 5] = 0.9
    scale, offset = np.zeros((2, 8, 8), np.float32), np.zeros((2, 8, 8), np.float32)
    scale[:, 2, 5] = np.log([10, 5])  # height 40, width 20
    points = np.full((10, 8, 8), 0.5, np.float32)
    boxes, scores, marks = decode(heat, scale, offset, points, threshold=0.5)
    # centre at ((5 + 0.5) * 4, (2 + 0.5) * 4) = (22, 10)
    np.testing.assert_allclose(boxes, [[12, -10, 32, 30]], atol=1e-4)
    np.testing.assert_allclose(marks[0], [[22, 10]] * 5, atol=1e-4)
    assert scores.tolist() == [np.float32(0.9)]


def test_a_file_that_is_no_network_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "broken.onnx").write_bytes(b"not a network")
    with pytest.raises(NotReady, match=r"onnxruntime cannot load broken\.onnx"):
        onnx.session(tmp_path / "broken.onnx")


def test_an_unknown_file_of_weights_is_answered_with_the_nearest() -> None:
    with pytest.raises(BadOption, match="'inception_clean_fid' has no weights 'registri'; did you mean registry"):
        make("annotators", "inception_clean_fid", {"weights": "registri"})


def test_absent_weights_name_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from paragone.annotators.safety.nsfw import Nsfw

    monkeypatch.setenv("PARAGONE_WEIGHTS", str(tmp_path))
    picture = Picture(np.zeros((4, 4, 3), np.uint8), "", "PNG", "RGB", 0)
    with pytest.raises(NotReady, match="run `paragone weights fetch open-nsfw`"):
        Nsfw().look([picture], [])


RESIZINGS = {
    **{"inception_fid": "pytorch-fid", "inception_clean_fid": "clean-fid"},
    **{"inception_torch_fidelity": "torch-fidelity", "inception_spatial_adm": "torch-fidelity"},
}


@pytest.mark.parametrize("name", RESIZINGS)
def test_another_resizing_has_another_name_and_version(name: str) -> None:
    made = make("annotators", name, {})
    assert made.name == name
    assert RESIZINGS[name] in made.version
    assert made.version.endswith("+7ff4a85c")


def test_each_resizing_gives_the_network_other_numbers() -> None:
    rng = np.random.default_rng(0)
    pictures = [Picture(rng.integers(0, 256, (50, 70, 3), dtype=np.uint8), "", "PNG", "RGB", 0)]
    torch, clean, tf1 = (
        inception_fid.scaled(pictures, name) for name in ("pytorch-fid", "clean-fid", "torch-fidelity")
    )
    assert float(np.abs(torch - clean).max()) > 0.05
    assert float(np.abs(torch - tf1).max()) > 0.05


def test_threads_follow_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    assert onnx.threads() == 3
    monkeypatch.setenv("OMP_NUM_THREADS", "none")
    assert onnx.threads() >= 1
