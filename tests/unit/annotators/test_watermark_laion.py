"""LAION's watermark network on random tensors of the published shapes, against a plain torch version of it."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from paragone.annotators.originality._efficientnet import blocks, build, shapes
from paragone.annotators.originality.watermark_laion import WatermarkLaion
from paragone.core.errors import BadInput
from paragone.core.types import Picture


def tensors() -> dict[str, Any]:
    rng = np.random.default_rng(0)
    found = {}
    for name, shape in shapes().items():
        scale = (2 / max(1, int(np.prod(shape[1:])))) ** 0.5
        values = rng.normal(scale=scale, size=shape) if len(shape) > 1 else rng.uniform(0.5, 1.5, shape)
        if name.endswith(("bias", "running_mean")):
            values = rng.normal(scale=0.1, size=shape)
        if name.startswith("blocks.") and name.endswith((".bn2.weight", ".bn3.weight")):
            values *= 0.2  # small steps: a random network this deep is chaotic, and rounding alone would decide
        found[name] = values.astype(np.float32)
    return found


def by_torch(torch: Any, given: dict[str, Any], image: Any) -> Any:
    """The network as timm's code reads, layer by layer."""
    t = {name: torch.from_numpy(value) for name, value in given.items()}
    f = torch.nn.functional

    def conv(x: Any, name: str, norm: str, *, stride: int = 1, groups: int = 1) -> Any:
        x = f.conv2d(x, t[f"{name}.weight"], stride=stride, padding=t[f"{name}.weight"].shape[2] // 2, groups=groups)
        parts = (t[f"{norm}.{part}"] for part in ("running_mean", "running_var", "weight", "bias"))
        return f.batch_norm(x, *parts, eps=1e-5)

    x = f.silu(conv(torch.from_numpy(image), "conv_stem", "bn1", stride=2))
    for block in blocks():
        at, before = block.at, x
        wide = block.inner != block.inputs
        if wide:
            x = f.silu(conv(x, f"{at}.conv_pw", f"{at}.bn1"))
        norm = "bn2" if wide else "bn1"
        x = f.silu(conv(x, f"{at}.conv_dw", f"{at}.{norm}", stride=block.stride, groups=block.inner))
        gate = f.silu(
            f.conv2d(x.mean((2, 3), keepdim=True), *(t[f"{at}.se.conv_reduce.{p}"] for p in ("weight", "bias")))
        )
        x = x * f.conv2d(gate, *(t[f"{at}.se.conv_expand.{p}"] for p in ("weight", "bias"))).sigmoid()
        last = ("conv_pwl", "bn3") if wide else ("conv_pw", "bn2")
        x = conv(x, *(f"{at}.{part}" for part in last))
        x = x + before if x.shape == before.shape else x
    x = f.silu(conv(x, "conv_head", "bn2")).mean((2, 3))
    for layer in ("classifier.0", "classifier.3"):
        x = f.relu(f.linear(x, t[f"{layer}.weight"], t[f"{layer}.bias"]))
    return f.linear(x, t["classifier.5.weight"], t["classifier.5.bias"]).softmax(1)


def test_the_published_network_has_its_published_size() -> None:
    body = {name: shape for name, shape in shapes().items() if not name.startswith("classifier")}
    weights = {name: shape for name, shape in body.items() if "running" not in name}
    total = sum(int(np.prod(shape)) for shape in weights.values())
    assert total == 10_696_232  # EfficientNet-B3 has 12,233,232 parameters, 1,537,000 of them in its own 1000-way head
    assert len(list(blocks())) == 26
    assert shapes()["blocks.0.0.se.conv_reduce.weight"] == (10, 40, 1, 1)
    assert shapes()["blocks.6.1.conv_pw.weight"] == (2304, 384, 1, 1)


def test_it_gives_what_torch_gives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    torch = pytest.importorskip("torch", reason="install the hub extra to un-skip")
    monkeypatch.setenv("PARAGONE_WEIGHTS", str(tmp_path / "weights"))
    given = tensors()
    state = {name: torch.from_numpy(value) for name, value in given.items()}
    torch.save(state | {"bn1.num_batches_tracked": torch.tensor(3)}, tmp_path / "model.pt")
    pixels = np.random.default_rng(1).integers(0, 256, (256, 256, 3), dtype=np.uint8)
    [fact] = WatermarkLaion(path=str(tmp_path / "model.pt")).look([Picture(pixels, "", "PNG", "RGB", 0)], [])
    scaled = (pixels / 255 - [0.485, 0.456, 0.406]) / [0.229, 0.224, 0.225]
    image = np.ascontiguousarray(scaled.transpose(2, 0, 1)[None], np.float32)
    expected = float(by_torch(torch, given, image)[0, 0])
    assert 0.001 < expected < 0.999
    assert fact["chance"] == pytest.approx(expected, abs=2e-4)


def test_a_file_with_another_head_is_refused() -> None:
    given = tensors()
    given["classifier.5.weight"] = given["classifier.5.weight"][:1]
    with pytest.raises(BadInput, match=r"'classifier.5.weight' is \(1, 256\) where \(2, 256\) is expected"):
        build(given)
