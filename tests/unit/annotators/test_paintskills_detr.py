"""The loader of DALL-Eval's published detector, on random weights of its architecture."""

from argparse import Namespace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from paragone.annotators.detectors import paintskills_detr
from paragone.annotators.detectors._published_detr import place_of, read_checkpoint
from paragone.annotators.detectors.paintskills_detr import PaintSkillsDetr
from paragone.core.errors import BadInput, NotReady
from paragone.core.types import Picture

pytest.importorskip("transformers", reason="install the hub extra (`pip install 'paragone[hub]'`) to un-skip")
torch = pytest.importorskip("torch", reason="install the torch extra to un-skip")

SMALL = {"stem": 8, "widths": [16, 32, 64, 128], "depths": [1, 1, 1, 2]}
SIZES = {"width": 32, "inner": 24, "layers": 2, "queries": 7, "classes": 91}
FULL = {"stem": 64, "widths": [256, 512, 1024, 2048], "depths": [3, 4, 23, 3]}
FULL_SIZES = {"width": 256, "inner": 2048, "layers": 6, "queries": 100, "classes": 91}
FULL_CONFIG = paintskills_detr.config


def small_config() -> Any:
    return FULL_CONFIG(
        backbone={"embedding_size": 8, "hidden_sizes": [16, 32, 64, 128], "depths": [1, 1, 1, 2]},
        d_model=32, encoder_layers=2, decoder_layers=2, encoder_ffn_dim=24, decoder_ffn_dim=24, num_queries=7,
    )  # fmt: skip


def published(sizes: dict[str, Any] = SMALL, **more: int) -> Any:
    from tests.unit.annotators.detr_as_published import Detr

    torch.manual_seed(3)
    whole: dict[str, Any] = {**sizes, **(more or SIZES)}
    return Detr(**whole).eval()


def save(network: Any, path: Path) -> Path:
    # A checkpoint of DETR's training: tensors, and beside them what the training was told.
    for name, tensor in network.state_dict().items():
        if "running_var" in name:
            tensor.uniform_(0.5, 1.5)
        elif "running_mean" in name or "bn" in name:
            tensor.uniform_(-0.4, 0.9)
        elif "class_embed.weight" in name or "layers.2.weight" in name or "multihead_attn" in name:
            tensor.mul_(12)  # left small, the answer would hardly depend on the image
    torch.save(
        {"model": network.state_dict(), "epoch": 3, "args": Namespace(dilation=True, backbone="resnet101")}, path
    )
    return path


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paintskills_detr, "config", small_config)
    paintskills_detr._load.cache_clear()


def test_the_names_and_shapes_of_the_full_network_are_those_of_the_checkpoint() -> None:
    from transformers import DetrForObjectDetection

    with torch.device("meta"):
        theirs = {name: tuple(tensor.shape) for name, tensor in published(FULL, **FULL_SIZES).state_dict().items()}
        ours = DetrForObjectDetection(FULL_CONFIG()).state_dict()
    places = {name: place_of(name) for name in ours}
    assert {place.name for place in places.values()} == set(theirs)
    for name, place in places.items():
        first, *rest = theirs[place.name]
        assert tuple(ours[name].shape) == (first if place.third is None else first // 3, *rest)


def test_the_annotator_says_what_the_published_network_says(small: None, tmp_path: Path) -> None:
    network = published()
    path = save(network, tmp_path / "detr.pth")
    pixels = np.random.default_rng(1).integers(0, 256, (60, 90, 3), dtype=np.uint8)
    [facts] = PaintSkillsDetr(path=str(path)).look([Picture(pixels, "", "PNG", "RGB", 0)], [])
    from PIL import Image

    seen = np.asarray(Image.fromarray(pixels).resize((800, 800), Image.Resampling.BILINEAR)) / 255
    scaled = (seen - [0.485, 0.456, 0.406]) / [0.229, 0.224, 0.225]
    with torch.inference_mode():
        logits, boxes = network(torch.from_numpy(scaled.transpose(2, 0, 1)[None]).float())
    chances = logits.softmax(-1)[:, :-1]  # the last is "no object"
    order = chances.max(1).values.argsort(descending=True, stable=True)
    assert len(facts["boxes"]) == 7
    # 8-bit rounding of the resized image apart (ours keeps it too), the two networks agree
    np.testing.assert_allclose([box["score"] for box in facts["boxes"]], chances.max(1).values[order], atol=2e-4)
    cx, cy, width, height = boxes[order].T
    corners = torch.stack([cx - width / 2, cy - height / 2, cx + width / 2, cy + height / 2], 1)
    wanted = (corners * torch.tensor([90.0, 60, 90, 60])).clamp(min=0).minimum(torch.tensor([90.0, 60, 90, 60]))
    np.testing.assert_allclose([box["box"] for box in facts["boxes"]], wanted, atol=0.02)


def test_a_tensor_too_few_or_too_many_or_of_another_shape_is_refused(small: None, tmp_path: Path) -> None:
    whole = dict(published().state_dict())
    for change, words in (
        ({"class_embed.bias": None}, "lacks 'class_embed.bias'"),
        ({"mask_head.weight": torch.zeros(1)}, "beyond what DETR has, 'mask_head.weight'"),
        ({"class_embed.bias": torch.zeros(3)}, "do not fit"),
    ):
        state = {name: tensor for name, tensor in {**whole, **change}.items() if tensor is not None}
        torch.save({"model": state}, tmp_path / "odd.pth")
        paintskills_detr._load.cache_clear()
        with pytest.raises(BadInput, match=words):
            PaintSkillsDetr(path=str(tmp_path / "odd.pth")).check()


class Harm:
    """Would write a file if it were unpickled."""

    def __init__(self, place: Path) -> None:
        self.place = place

    def __reduce__(self) -> tuple[Any, ...]:
        return (Path.write_text, (self.place, "harm"))


def test_a_file_that_would_run_something_is_refused_unread(tmp_path: Path) -> None:
    torch.save({"model": {}, "args": Harm(tmp_path / "harm.txt")}, tmp_path / "bad.pth")
    with pytest.raises(BadInput, match=r"bad\.pth is no checkpoint of plain tensors"):
        read_checkpoint(tmp_path / "bad.pth")
    assert not (tmp_path / "harm.txt").exists()


def test_an_absent_checkpoint_names_the_command(tmp_path: Path) -> None:
    with pytest.raises(NotReady, match="run `hf download j-min/PaintSkills-DETR-R101-DC5`"):
        PaintSkillsDetr(path=str(tmp_path / "none.pth")).check()
