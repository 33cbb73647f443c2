"""Annotators on their real weights: these run where `paragone weights fetch default` has been run."""

import functools
import importlib
import importlib.util
import sys
import types
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tests.unit.annotators.looking import look, weights_of

from paragone.annotators._networks.face import LANDMARKS
from paragone.assets import cache
from paragone.assets.ready import ensure_ready
from paragone.core import catalogue
from paragone.core.components import Annotator
from paragone.core.errors import ParagoneError
from paragone.core.types import Picture, Pixels, Prompt

IMAGE_ANNOTATORS = (
    *(
        "inception_fid",
        "inception_spatial",
        "mobilenet_v2",
        "coco_detector",
        "faces",
        "faces_mtcnn",
        "face_mesh",
        "gender_face",
        "gender_faceres",
        "nsfw",
    ),
    *("nudity", "ocr", "foreground"),
)
TEXT_ANNOTATORS = ("text_en", "text_multilingual")


@functools.cache
def is_ready(name: str) -> bool:
    return not cache.missing(weights_of(name))


def ready(name: str) -> Annotator:
    made: Annotator = catalogue.make("annotators", name)
    if not is_ready(name):
        pytest.skip(f"run `paragone weights fetch {name}` to un-skip")
    return made


def picture(pixels: Pixels) -> Picture:
    return Picture(pixels, "", "PNG", "RGB", 0)


def noise(seed: int, height: int = 64, width: int = 96) -> Picture:
    coarse = np.random.default_rng(seed).integers(0, 256, (height // 8, width // 8, 3), dtype=np.uint8)
    return picture(np.kron(coarse, np.ones((8, 8, 1), np.uint8)))


ODD: dict[str, Callable[[], Pixels]] = {
    "one pixel": lambda: np.full((1, 1, 3), 200, np.uint8),
    "flat grey": lambda: np.full((40, 50, 3), 128, np.uint8),
    "black": lambda: np.zeros((33, 20, 3), np.uint8),
    "a thin line": lambda: np.full((2, 400, 3), 90, np.uint8),
}


@pytest.mark.parametrize("name", [*IMAGE_ANNOTATORS, *TEXT_ANNOTATORS])
def test_an_annotator_says_what_the_contract_asks(name: str) -> None:
    made = catalogue.make("annotators", name)
    assert made.name == name
    assert "+" in made.version
    assert made.columns
    assert made.batch >= 1
    assert made.look([], []) == [] if is_ready(name) else True


@pytest.mark.parametrize("name", [*IMAGE_ANNOTATORS, *TEXT_ANNOTATORS])
def test_a_plan_is_refused_before_it_starts_where_weights_are_absent(
    name: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARAGONE_WEIGHTS", str(tmp_path))
    with pytest.raises(ParagoneError, match=f"{name} needs weights that are not here; run `paragone weights fetch"):
        ensure_ready(catalogue.make("annotators", name))


@pytest.mark.parametrize("name", IMAGE_ANNOTATORS)
def test_odd_images_give_facts_of_the_right_columns(name: str) -> None:
    made = ready(name)
    for title, make in ODD.items():
        [facts] = look(name, [picture(make())])
        assert isinstance(facts, dict), title
        assert set(facts) == set(made.columns), title
        vectors = [value for value in facts.values() if isinstance(value, np.ndarray)]
        assert all(np.isfinite(vector).all() for vector in vectors), title


BATCHES = {
    **{name: ("vector", (1, 7)) for name in ("inception_fid", "inception_spatial")},
    "mobilenet_v2": ("logits", (1, 7, 64)),
    "nsfw": ("nsfw", (1, 7, 64)),
}


@pytest.mark.parametrize("name", BATCHES)
def test_the_batch_never_changes_a_result(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = ready(name)
    column, sizes = BATCHES[name]
    pictures = [noise(seed, 32, 32) for seed in range(max(sizes))]
    results = []
    for size in sizes:
        monkeypatch.setattr(type(made), "batch", size)
        results.append(np.array([facts[column] for facts in made.look(pictures, [])]))  # type: ignore[index]
    for result in results[1:]:
        np.testing.assert_allclose(result, results[0], atol=1e-5)


def test_a_detector_does_not_depend_on_the_images_beside() -> None:
    made = ready("coco_detector")
    alone = [made.look([noise(seed)], [])[0] for seed in range(3)]
    assert made.look([noise(seed) for seed in range(3)], []) == alone


def vectors_of(name: str, *texts: str) -> Any:
    facts = ready(name).look([], [Prompt(str(at), text) for at, text in enumerate(texts)])
    return np.stack([fact["vector"] for fact in facts])  # type: ignore[index]


def test_english_vectors_put_like_meanings_together() -> None:
    rider, paraphrase, other = vectors_of(
        "text_en", "an astronaut riding a horse", "a person in a space suit on horseback", "the stock report fell"
    )
    assert rider @ paraphrase > 0.6
    assert rider @ other < 0.2


def test_multilingual_vectors_put_translations_together() -> None:
    english, japanese, russian, other = vectors_of(
        "text_multilingual", "a photo of a cat", "猫の写真", "фото кошки", "the stock report fell"
    )
    assert min(english @ japanese, english @ russian) > 0.7
    assert english @ other < 0.3


def test_a_long_prompt_is_cut_and_the_cut_is_counted() -> None:
    [short, long] = ready("text_en").look([], [Prompt("a", "cat"), Prompt("b", "cat " * 300)])
    assert short["cut"] == 0  # type: ignore[index]
    assert long["cut"] == 302 - 256  # type: ignore[index]


@pytest.mark.filterwarnings("ignore:.torch.jit.load. is deprecated")
def test_inception_equals_the_torchscript_file_run_by_torch() -> None:
    torch = pytest.importorskip("torch", reason="install the torch extra to compare with torch")
    made = ready("inception_fid")
    from paragone.images.resize import POLICIES, resize

    image = noise(1)
    reference = torch.jit.load(str(cache.path_of("inception-fid"))).eval()
    scaled = resize(image.pixels, (299, 299), policy=POLICIES["bilinear-torch"]) / 127.5 - 1
    with torch.inference_mode():
        expected = reference(torch.from_numpy(scaled.transpose(2, 0, 1)[None].copy())).numpy()[0]
    np.testing.assert_allclose(made.look([image], [])[0]["vector"], expected, atol=1e-4)  # type: ignore[index]


@pytest.mark.parametrize("name", IMAGE_ANNOTATORS)
def test_a_broken_file_is_refused_before_it_is_loaded(
    name: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from paragone.assets.manifest import find

    made = catalogue.make("annotators", name)
    monkeypatch.setenv("PARAGONE_WEIGHTS", str(tmp_path))
    for weights in made.needs_weights:
        (tmp_path / find(weights).file).write_bytes(b"tampered")
    face = {"score": 0.9, "whole": [4, 4, 60, 60], "landmarks": {mark: [20, 20] for mark in LANDMARKS}}
    with pytest.raises(ParagoneError, match="so it is not used"):
        made.look([noise(0)], [], [{"faces": {"boxes": [face]}}])


def as_pytorch_fid(classes: int) -> dict[str, Any]:
    """The weights that are here under the names of the pytorch-fid file, with a random classifier."""
    from paragone.annotators.inception._inception import LAYERS
    from paragone.assets.pickled import read_tensors

    tensors = read_tensors(cache.path_of("inception-fid"))
    scripted = [name.removesuffix(".weight") for name in tensors if name.endswith(".weight")]
    rng = np.random.default_rng(0)
    state = {"fc.weight": rng.normal(size=(classes, 2048)).astype(np.float32), "fc.bias": np.zeros(classes, np.float32)}
    for layer, name in zip(LAYERS, scripted, strict=True):
        state[f"{layer}.conv.weight"] = tensors[f"{name}.weight"]
        state[f"{layer}.bn.weight"] = np.ones_like(tensors[f"{name}.beta"])
        parts = {"bias": "beta", "running_mean": "mean", "running_var": "var"}
        state |= {f"{layer}.bn.{part}": tensors[f"{name}.{own}"] for part, own in parts.items()}
    return state


def torch_fidelity_network(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module with its network alone: its package also asks for torchvision, which this module does not need."""
    spec = importlib.util.find_spec("torch_fidelity")
    if spec is None or importlib.util.find_spec("torch") is None:
        pytest.skip("install torch and torch-fidelity to compare with them")
    package = types.ModuleType("torch_fidelity")
    package.__path__ = list(spec.submodule_search_locations or [])
    monkeypatch.setitem(sys.modules, "torch_fidelity", package)
    return importlib.import_module("torch_fidelity.feature_extractor_inceptionv3")


def test_inception_equals_torch_fidelity_from_pixels_to_features_and_logits(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    peer = torch_fidelity_network(monkeypatch)
    import torch

    from paragone.annotators._networks import onnx
    from paragone.annotators.inception import _inception
    from paragone.annotators.inception.inception_fid import scaled
    from paragone.annotators.inception.inception_spatial_adm import InceptionSpatialAdm
    from paragone.annotators.inception.inception_torch_fidelity import InceptionTorchFidelity

    ready("inception_fid")
    state = as_pytorch_fid(1008)
    torch.save({name: torch.from_numpy(values) for name, values in state.items()}, tmp_path / "weights.pth")
    reference = peer.FeatureExtractorInceptionV3(
        "inception-v3-compat", ["2048", "logits_unbiased"], feature_extractor_weights_path=str(tmp_path / "weights.pth")
    )
    image, maps = noise(4, 72, 120), []
    # What the file of 2015 calls mixed_6/conv, of which sFID takes seven channels.
    reference.Mixed_6d.branch1x1.register_forward_hook(lambda *given: maps.append(given[2][0, :7].numpy()))
    with torch.inference_mode():
        vector, logits = reference(torch.from_numpy(image.pixels.transpose(2, 0, 1)[None].copy()))
    [fact] = InceptionTorchFidelity().look([image], [])
    np.testing.assert_allclose(fact["vector"], vector[0].numpy(), atol=1e-4)

    [fact] = InceptionSpatialAdm().look([image], [])
    assert maps[0].shape == (7, 17, 17)
    np.testing.assert_allclose(fact["vector"], maps[0].reshape(-1), atol=1e-4)

    (tmp_path / "network.onnx").write_bytes(_inception.build(state))
    given = {"image": scaled([image], "torch-fidelity")}
    np.testing.assert_allclose(onnx.run(tmp_path / "network.onnx", given, ["logits"])[0], logits.numpy(), atol=1e-3)


@pytest.mark.parametrize("name", TEXT_ANNOTATORS)
def test_a_text_does_not_depend_on_the_texts_beside_it(name: str) -> None:
    texts = ["a cat", "a dog on a mat", "the cat", "", "two red apples", "a cat " * 20]
    together = vectors_of(name, *texts)
    alone = np.concatenate([vectors_of(name, text) for text in texts])
    np.testing.assert_allclose(together, alone, atol=1e-5)


def test_english_vectors_equal_those_of_transformers() -> None:
    reason = "install the hub extra to compare with transformers"
    torch = pytest.importorskip("torch", reason=reason)
    library = pytest.importorskip("transformers", reason=reason)
    from paragone.annotators.text._wordpiece import pieces, read_vocabulary
    from paragone.assets.safetensors import read_tensors

    found = vectors_of("text_en", "an astronaut riding a horse")[0]
    settings = library.BertConfig(
        hidden_size=384, num_hidden_layers=6, num_attention_heads=12, intermediate_size=1536, vocab_size=30522
    )
    network = library.BertModel(settings).eval()
    tensors = read_tensors(cache.path_of("minilm-l6"))
    network.load_state_dict({name: torch.from_numpy(value.copy()) for name, value in tensors.items()}, strict=False)
    vocabulary = read_vocabulary(cache.path_of("minilm-vocabulary"))
    numbers = [vocabulary["[CLS]"], *pieces("an astronaut riding a horse", vocabulary), vocabulary["[SEP]"]]
    with torch.inference_mode():
        mean = network(torch.tensor([numbers])).last_hidden_state[0].mean(0)
    np.testing.assert_allclose(found, (mean / mean.norm()).numpy(), atol=1e-5)
