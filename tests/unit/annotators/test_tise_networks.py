"""TISE's own judges on random tensors of the published shapes: the Inception of 80 classes, and CountSeg."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from paragone.annotators.detectors import _countseg
from paragone.annotators.detectors.countseg import CountSeg, by_name
from paragone.annotators.inception import _imagenet
from paragone.annotators.inception._inception import LAYERS
from paragone.annotators.inception.coco_inception import CocoInception
from paragone.core.catalogue import make
from paragone.core.errors import BadInput, NotReady
from paragone.core.types import Picture

torch = pytest.importorskip("torch", reason="the networks are compared with torch's arithmetic (extra `torch`)")


def inception(classes: int) -> tuple[Any, dict[str, Any]]:
    """A trunk with random weights under torchvision's names, and a last layer."""
    from paragone.baselines.damsm.inception import InceptionTrunk

    torch.manual_seed(0)
    trunk = InceptionTrunk().eval()
    for name, value in trunk.state_dict().items():
        if name.endswith("running_var"):
            value.uniform_(0.5, 1.5)
    last = {"fc.weight": torch.randn(classes, 2048) * 0.05, "fc.bias": torch.randn(classes)}
    return trunk, {**trunk.state_dict(), **last}


def picture(side: int = 40) -> Picture:
    pixels = np.random.default_rng(1).integers(0, 256, (side, side, 3), dtype=np.uint8)
    return Picture(pixels, "", "PNG", "RGB", 0)


def test_the_inception_of_80_classes_answers_as_torch_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARAGONE_WEIGHTS", str(tmp_path / "weights"))
    trunk, state = inception(80)
    # 27,161,264 of torchvision's, less both heads of 1,000 classes and the auxiliary one, and the new head.
    assert sum(value.numel() for name, value in trunk.named_parameters()) == 21_785_568
    torch.save(state, tmp_path / "given.pth")
    judge = CocoInception(str(tmp_path / "given.pth"))
    [facts] = judge.look([picture(299)], [])
    image = torch.from_numpy(picture(299).pixels).permute(2, 0, 1)[None].float() / 127.5 - 1
    with torch.no_grad():
        wanted = torch.nn.functional.linear(trunk(image)[1], state["fc.weight"], state["fc.bias"])[0].numpy()
    np.testing.assert_allclose(facts["logits"], wanted, atol=2e-4)


def test_another_file_than_tises_is_refused_by_its_layers(tmp_path: Path) -> None:
    with pytest.raises(NotReady, match="no file was given"):
        CocoInception().check()
    torch.save({"fc.weight": torch.zeros(80, 2048)}, tmp_path / "odd.pth")
    with pytest.raises(BadInput, match=r"lacks 'Conv2d_1a_3x3\.conv\.weight'"):
        CocoInception(str(tmp_path / "odd.pth")).check()
    layers = {name: np.zeros(1) for name in _wanted_names()}
    of_imagenet = {**layers, "fc.weight": np.zeros((1000, 2048)), "fc.bias": np.zeros(1000)}
    with pytest.raises(BadInput, match=r"\(1000, 2048\), wanted is \(80, 2048\)"):
        _imagenet.check(of_imagenet, 80)


def _wanted_names() -> list[str]:
    parts = ("conv.weight", "bn.weight", "bn.bias", "bn.running_mean", "bn.running_var")
    return [f"{layer}.{part}" for layer in LAYERS for part in parts]


def narrow() -> dict[str, Any]:
    """CountSeg's tensors, each width an eighth: all of its layers, small enough for a test."""
    rng = np.random.default_rng(0)

    def less(length: int) -> int:
        return length if length in {1, 3, 7, 80, 120, 240} else length // 8

    found = {}
    for name, shape in _countseg.shapes().items():
        size = tuple(less(length) for length in shape)
        if name.endswith(("running_var", ".weight")) and len(size) == 1:
            found[name] = rng.uniform(0.5, 1.5, size).astype(np.float32)
        else:
            found[name] = (rng.standard_normal(size) / float(np.prod(size[1:])) ** 0.5).astype(np.float32)
    return found


def by_torch(given: dict[str, Any], image: Any) -> tuple[Any, Any]:
    """The network as its code reads, in eval mode."""
    t, f = {name: torch.from_numpy(value) for name, value in given.items()}, torch.nn.functional

    def norm(x: Any, at: str) -> Any:
        return f.batch_norm(x, *(t[f"{at}.{part}"] for part in ("running_mean", "running_var", "weight", "bias")))

    def conv(x: Any, at: str, after: str, *, stride: int = 1) -> Any:
        return norm(f.conv2d(x, t[f"{at}.weight"], stride=stride, padding=t[f"{at}.weight"].shape[2] // 2), after)

    at = "backbond.features"
    x = f.max_pool2d(f.relu(conv(image, f"{at}.0", f"{at}.1", stride=2)), 3, 2, 1)
    for stage, blocks, stride in ((4, 3, 1), (5, 4, 2), (6, 6, 2), (7, 3, 2)):
        for block in range(blocks):
            here, step = f"{at}.{stage}.{block}", stride if block == 0 else 1
            inner = f.relu(conv(x, f"{here}.conv1", f"{here}.bn1"))
            inner = f.relu(conv(inner, f"{here}.conv2", f"{here}.bn2", stride=step))
            inner = conv(inner, f"{here}.conv3", f"{here}.bn3")
            side = conv(x, f"{here}.downsample.0", f"{here}.downsample.1", stride=step) if block == 0 else x
            x = f.relu(inner + side)
    x = f.conv2d(x, t["backbond.classifier.0.weight"], t["backbond.classifier.0.bias"])
    halves = (
        f.conv2d(
            f.relu(norm(half, f"addedmodule.{branch}.0")),
            *(t[f"addedmodule.{branch}.2.{p}"] for p in ("weight", "bias")),
        )
        for half, branch in zip(x.chunk(2, 1), ("branch1", "branch2"), strict=True)
    )
    return next(halves), next(halves)


def test_countseg_has_the_published_layers() -> None:
    learnt = {name: shape for name, shape in _countseg.shapes().items() if "running" not in name}
    # ResNet-50 has 25,557,032 parameters, 2,049,000 of them its last layer; then 240 maps and two branches.
    rest = 2048 * 240 + 240 + 2 * (2 * 120 + 120 * 80 + 80)
    assert sum(int(np.prod(shape)) for shape in learnt.values()) == 25_557_032 - 2_049_000 + rest


def test_countsegs_maps_and_confidence_are_those_of_torch() -> None:
    import onnxruntime

    given = narrow()
    image = np.random.default_rng(3).standard_normal((1, 3, 96, 96)).astype(np.float32)
    session = onnxruntime.InferenceSession(_countseg.build(given), providers=["CPUExecutionProvider"])
    classes, density = session.run(["classes", "density"], {"image": image})
    with torch.no_grad():
        wanted = by_torch(given, torch.from_numpy(image))
    np.testing.assert_allclose(classes, wanted[0].numpy(), atol=2e-4)
    np.testing.assert_allclose(density, wanted[1].numpy(), atol=2e-4)

    padded = torch.nn.functional.pad(wanted[0], (1, 1, 1, 1), value=-torch.inf)
    _, where = torch.nn.functional.max_pool2d(padded, 3, 1, return_indices=True)
    own = torch.arange(padded[0, 0].numel()).view(padded[0, 0].shape)[1:-1, 1:-1]
    median = wanted[0].flatten(2).median(2).values[:, :, None, None]
    peaks = ((where == own) & (wanted[0] >= median)).float()
    by_its_rule = (wanted[0] * peaks).flatten(2).sum(2) / peaks.flatten(2).sum(2)
    np.testing.assert_allclose(_countseg.confidence(wanted[0][0].numpy()), by_its_rule[0].numpy(), atol=1e-5)


def test_counts_are_rounded_densities_of_the_classes_that_are_there() -> None:
    classes, density = np.full((80, 2, 2), -1.0, np.float32), np.full((80, 2, 2), 3.0, np.float32)
    classes[0, 0, 0], density[0] = 2.0, 2.6  # a person, 2.6 of them
    classes[15, 1, 1], density[15] = 1.0, 0.3  # a cat, but hardly any
    assert by_name(_countseg.counts(classes, density)) == {"person": 3}


def test_a_checkpoint_trained_in_parallel_is_read_and_another_refused(tmp_path: Path) -> None:
    tensors = {f"module.{name}": torch.from_numpy(value) for name, value in narrow().items()}
    torch.save({"model": tensors, "epoch": 3}, tmp_path / "coco14.pt")
    with pytest.raises(BadInput, match=r"'backbond\.features\.0\.weight' of CountSeg is \(64, 3, 7, 7\)"):
        CountSeg(str(tmp_path / "coco14.pt")).check()  # the names are right, and the widths are an eighth


def test_countseg_counts_in_tises_alignment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """From a file to the score: all weights nought, so that the last biases decide what is seen."""
    monkeypatch.setenv("PARAGONE_WEIGHTS", str(tmp_path / "weights"))
    from paragone.core.expect import Expect, Thing
    from paragone.core.types import Prompt, Sample, View

    state = {name: torch.zeros(shape) for name, shape in _countseg.shapes().items()}
    state["addedmodule.branch1.2.bias"][16] = 1.0  # a dog is there
    state["addedmodule.branch2.2.bias"][16] = 4.2
    torch.save({"model": {f"module.{name}": value for name, value in state.items()}}, tmp_path / "coco14.pt")
    counter = CountSeg(str(tmp_path / "coco14.pt"))
    [facts] = counter.look([picture()], [])
    assert facts == {"counts": {"dog": 4}}
    prompt = Prompt("p", "two dogs and a cat", expect=Expect(objects=(Thing("dog", 2), Thing("cat", 1))))
    sample = Sample("k", "m", "s", "p", 0, "i", "drawn", "", None)
    metric = make("metrics", "counting_alignment", {"detector": "countseg", "protocol": "tise"})
    score = metric.judge(View(prompt, sample, {"countseg": facts}))
    assert score.value == pytest.approx(((2**2 + 1**2) / 2) ** 0.5)  # two dogs too many, a cat missing
