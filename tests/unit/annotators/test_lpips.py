"""LPIPS as an annotator and a metric, and on the real weights where they are here; parity is in tests/reference."""

import importlib
import pickle
import sys
from pathlib import Path
from typing import Any, get_args

import numpy as np
import numpy.typing as npt
import pytest

from paragone.annotators.pixels import _lpips
from paragone.annotators.pixels._lpips import FILES, Network, build
from paragone.assets import cache
from paragone.assets.pickled_arrays import read_arrays
from paragone.core.catalogue import make
from paragone.core.errors import BadInput, BadOption
from paragone.core.types import Missing, Picture, Prompt, Reference
from paragone.images.encode import encode
from paragone.metrics.likeness.lpips import Lpips

sys.path.append(str(Path(__file__).parents[3] / "benchmarks"))
random_weights: Any = importlib.import_module("_parity_lpips").random_weights
NETWORKS: tuple[Network, ...] = get_args(Network)


def run(model: bytes, image: npt.NDArray[np.float32], reference: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    import onnxruntime

    session = onnxruntime.InferenceSession(model)
    [found] = session.run(["distance"], {"image": image, "reference": reference})
    return np.asarray(found)


def test_equal_images_are_at_no_distance_and_either_may_come_first() -> None:
    rng, model = np.random.default_rng(3), build(random_weights("alex"), "alex")
    one, other = (rng.uniform(-1, 1, (1, 3, 64, 64)).astype(np.float32) for _ in range(2))
    assert run(model, one, one)[0] == 0.0
    assert run(model, one, other) == pytest.approx(run(model, other, one), rel=1e-5)
    assert run(model, one, other)[0] > 0


@pytest.mark.parametrize("network", NETWORKS)
def test_the_real_weights_give_published_values(network: Network) -> None:
    if cache.missing([FILES[network]]):
        pytest.skip(f"run `paragone weights fetch {FILES[network]}` to un-skip")
    model = build(read_arrays(cache.path_of(FILES[network])), network)
    chance = np.random.RandomState(123)
    image, reference = (2 * chance.rand(10, 3, 100, 100).astype(np.float32) - 1 for _ in range(2))
    image, reference = image[:3], reference[:3]
    found = run(model, image, reference)
    if network == "vgg":  # what lpips 0.1.4 printed for these very numbers in a tutorial, with torchvision's VGG16
        told = [0.3497, 0.3494, 0.3473]
        assert found == pytest.approx(told, abs=5.1e-5)
    blurred = (image + np.roll(image, 1, axis=3)) / np.float32(2)
    assert (run(model, blurred, image) < found).all()  # a blurred image is nearer than another one


def test_the_annotator_says_why_there_is_no_distance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = tmp_path / "made.onnx"
    made.write_bytes(build(random_weights("alex"), "alex"))
    monkeypatch.setattr("paragone.annotators._networks.onnx.file_of", lambda *_, **__: made)
    pixels = np.random.default_rng(0).integers(0, 256, (40, 50, 3), dtype=np.uint8)
    (tmp_path / "real.png").write_bytes(encode(pixels))
    (tmp_path / "broken.png").write_bytes(b"no image")
    picture = Picture(pixels, "", "PNG", "RGB", 0)
    prompts = [Prompt("a", "a", reference=Reference(tmp_path / f"{name}.png", name)) for name in ("real", "broken")]
    found = _lpips.distances([picture] * 3, [*prompts, Prompt("b", "b")], "alex")
    assert found[0] == {"distance": 0.0}
    assert isinstance(found[1], Missing)
    assert "cannot be read" in found[1].reason
    assert found[2] == Missing("the prompt has no reference image")


def test_the_metric_names_its_network_and_refuses_others() -> None:
    assert Lpips().name == "lpips(vgg)"
    assert Lpips(network="alex").needs == ("lpips_alex",)
    with pytest.raises(BadOption, match="no network 'squeeze'"):
        make("metrics", "lpips", {"network": "squeeze"})


def test_a_table_of_arrays_is_read_and_nothing_else_is(tmp_path: Path) -> None:
    table: dict[str, Any] = {
        "a": {"b": np.arange(6, dtype=np.float32).reshape(2, 3)},
        "c": np.asfortranarray(np.arange(6.0).reshape(2, 3)),
    }
    (tmp_path / "good").write_bytes(pickle.dumps(table, protocol=3))
    found = read_arrays(tmp_path / "good")
    np.testing.assert_array_equal(found["a.b"], table["a"]["b"])
    np.testing.assert_array_equal(found["c"], table["c"])
    (tmp_path / "hostile").write_bytes(b"cos\nsystem\n(S'true'\ntR.")
    with pytest.raises(BadInput, match="which no file of arrays needs"):
        read_arrays(tmp_path / "hostile")
    (tmp_path / "objects").write_bytes(pickle.dumps({"a": np.array([{}], dtype=object)}, protocol=3))
    with pytest.raises(BadInput, match="not a file of plain arrays"):
        read_arrays(tmp_path / "objects")
    (tmp_path / "short").write_bytes(pickle.dumps(table, protocol=3)[:-40])
    with pytest.raises(BadInput, match="not a file of plain arrays"):
        read_arrays(tmp_path / "short")
