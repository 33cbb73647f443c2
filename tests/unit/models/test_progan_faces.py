"""The progressive GAN: its arithmetic against torch on small tensors, its file, and faces of the real weights."""

import io
import json
import tarfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from paragone.assets import cache, manifest
from paragone.core.catalogue import make
from paragone.core.components import Model
from paragone.core.errors import BadInput, BadOption
from paragone.core.types import Drawing, Prompt
from paragone.models.local import _progan

CHANNELS = 8


def tensors() -> dict[str, np.ndarray[tuple[int, ...], np.dtype[np.float32]]]:
    """Of the real names and order, with 8 channels where the real ones have up to 512."""
    rng = np.random.default_rng(0)
    found = {}
    for place in range(13):
        side, out = (4, CHANNELS) if place == 0 else (1, 3) if place == 12 else (3, CHANNELS)
        name = f"module_apply_default/Conv2D{f'_{place}' if place else ''}/merged_input"
        found[name] = rng.normal(size=(side, side, CHANNELS, out)).astype(np.float32)
        bias = "module_apply_default/add_26" if place == 12 else f"module/g_model/res_{place // 2}/conv{place % 2}/bias"
        found[bias] = rng.normal(size=out).astype(np.float32)
    return found


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """As npm has it: a topology and two files of weights."""
    given = tensors()
    data = b"".join(one.tobytes() for one in given.values())
    rows = [{"name": name, "dtype": "float32", "shape": list(one.shape)} for name, one in given.items()]
    model = {"weightsManifest": [{"paths": ["a.bin", "b.bin"], "weights": rows}]}
    path = tmp_path / "package.tgz"
    with tarfile.open(path, "w:gz") as pack:
        parts = {"b.bin": data[999:], "model.json": json.dumps(model).encode(), "a.bin": data[:999]}
        for name, content in parts.items():
            entry = tarfile.TarInfo(f"package/progan/{name}")
            entry.size = len(content)
            pack.addfile(entry, io.BytesIO(content))
    return path


def test_the_generator_draws_what_torch_draws(package: Path) -> None:
    torch = pytest.importorskip("torch", reason="torch is the other implementation; install paragone[train]")
    from torch.nn import functional

    def normalised(x: Any) -> Any:
        return x / (x.pow(2).mean(dim=1, keepdim=True) + 1e-8).sqrt()

    given = {name: torch.from_numpy(one) for name, one in tensors().items()}
    latent = np.random.default_rng(1).standard_normal(CHANNELS)
    x = functional.pad(normalised(torch.tensor(latent, dtype=torch.float32)[None])[:, :, None, None], (3, 3, 3, 3))
    for place in range(12):
        if place and place % 2 == 0:
            x = functional.interpolate(x, scale_factor=2, mode="nearest")
        kernel = given[f"module_apply_default/Conv2D{f'_{place}' if place else ''}/merged_input"].permute(3, 2, 0, 1)
        x = functional.conv2d(x, kernel, padding=0 if place == 0 else 1)
        x = x + given[f"module/g_model/res_{place // 2}/conv{place % 2}/bias"][None, :, None, None]
        x = normalised(functional.leaky_relu(x, 0.2))
    x = functional.conv2d(x, given["module_apply_default/Conv2D_12/merged_input"].permute(3, 2, 0, 1))
    x = x + given["module_apply_default/add_26"][None, :, None, None]
    expected = (x.clamp(0, 1) * 255).round()[0].permute(1, 2, 0).numpy()
    drawn = _progan.draw(_progan.read(package), latent)
    assert drawn.shape == (128, 128, 3)
    assert np.mean((drawn > 0) & (drawn < 255)) > 0.1, "there is something to compare"
    assert np.abs(drawn.astype(float) - expected).max() <= 1  # rounding alone


def test_another_file_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "package.tgz"
    path.write_bytes(b"no archive")
    with pytest.raises(BadInput, match="is not the package of ProGAN"):
        _progan.read(path)


def test_what_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(BadOption, match="take 16 to 1024 pixels"):
        make("models", "progan_faces", {"size": 4})
    with pytest.raises(BadOption, match="damage of amount 2"):
        make("models", "progan_faces", {"blur": 2.0})


def test_streams_are_other_faces_and_a_prompt_its_own() -> None:
    if not cache.is_present(manifest.find("progan-faces")):
        pytest.skip("no weights here: paragone weights fetch progan-faces")
    same, other = (make("models", "progan_faces", {"stream": stream}) for stream in (0, 1))
    first, again, strange, next_seed = (
        one(same, "a nurse", 0),
        one(same, "a nurse", 0),
        one(other, "a nurse", 0),
        one(same, "a nurse", 1),
    )
    assert np.array_equal(first, again)
    assert not np.array_equal(first, strange)
    assert not np.array_equal(first, next_seed)


def one(model: Model, text: str, seed: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    [drawing] = model.draw([Prompt(text, text)], seed)
    assert isinstance(drawing, Drawing)
    return np.asarray(drawing.image)
