"""The generator of Progressive GAN (Karras et al., 2018) at 128 pixels, in numpy, from its TensorFlow.js package."""

import functools
import json
import tarfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from paragone.assets.tfjs import weights_in
from paragone.core.errors import BadInput
from paragone.core.types import Pixels

Floats: TypeAlias = npt.NDArray[np.float32]
LATENT, SIDE, BLOCKS, LEAK = 512, 128, 6, np.float32(0.2)
FOLDER = "package/progan/"


@functools.lru_cache(maxsize=1)
def read(path: Path) -> Mapping[str, npt.NDArray[Any]]:
    """The tensors in the package, by the names of ours that `draw` uses."""
    try:
        with tarfile.open(path) as pack:
            names = [name for name in pack.getnames() if name.startswith(FOLDER)]
            files = {name: part.read() for name in names if (part := pack.extractfile(name)) is not None}
        model = json.loads(files[f"{FOLDER}model.json"])
        paths = [place for group in model["weightsManifest"] for place in group["paths"]]
        tensors = weights_in(model["weightsManifest"], b"".join(files[f"{FOLDER}{place}"] for place in paths))
        return _named(tensors)
    except (OSError, EOFError, tarfile.TarError, KeyError, TypeError, ValueError) as error:
        raise BadInput(
            f"{path} is not the package of ProGAN ({type(error).__name__}: {error}); fetch it anew"
        ) from error


def _named(tensors: Mapping[str, npt.NDArray[Any]]) -> dict[str, npt.NDArray[Any]]:
    """Kernels are numbered in order, two for each size, and one last for colour."""
    inner = "module_apply_default/"
    found = {}
    for place in range(2 * BLOCKS + 1):
        found[f"kernel {place}"] = tensors[f"{inner}Conv2D{f'_{place}' if place else ''}/merged_input"]
    for place in range(2 * BLOCKS):
        found[f"bias {place}"] = tensors[f"module/g_model/res_{place // 2}/conv{place % 2}/bias"]
    found[f"bias {2 * BLOCKS}"] = tensors[f"{inner}add_26"]
    return found


def draw(tensors: Mapping[str, npt.NDArray[Any]], latent: npt.NDArray[np.float64]) -> Pixels:
    """A face for 512 numbers of chance, of which the direction alone counts."""
    vector = normalised(latent.astype(np.float32))
    # A convolution of one pixel amid zeros with a kernel of 4 x 4: each place sees the kernel turned round.
    x = np.einsum("c,ijcd->ijd", vector, tensors["kernel 0"][::-1, ::-1])
    for place in range(2 * BLOCKS):
        if place:
            x = x if place % 2 else x.repeat(2, axis=0).repeat(2, axis=1)
            x = convolved(x, tensors[f"kernel {place}"])
        x = x + tensors[f"bias {place}"]
        x = normalised(np.maximum(x, LEAK * x))
    x = convolved(x, tensors[f"kernel {2 * BLOCKS}"]) + tensors[f"bias {2 * BLOCKS}"]
    return np.asarray(np.round(x.clip(0.0, 1.0) * 255), np.uint8)


def normalised(x: Floats) -> Floats:
    """Each place by the root of its mean square over channels.

    >>> [f"{one:.3f}" for one in normalised(np.array([3.0, 4.0], np.float32))]  # over sqrt(12.5)
    ['0.849', '1.131']
    """
    return np.asarray(x / np.sqrt((x * x).mean(axis=-1, keepdims=True) + np.float32(1e-8)), np.float32)


def convolved(x: Floats, kernel: Floats) -> Floats:
    """With zeros around, so that the size stays: (height, width, in) by (k, k, in, out), k odd."""
    side, height, width = kernel.shape[0], *x.shape[:2]
    padded = np.pad(x, ((side // 2, side // 2), (side // 2, side // 2), (0, 0)))
    out = np.zeros((height * width, kernel.shape[3]), np.float32)
    for row in range(side):
        for column in range(side):
            part = padded[row : row + height, column : column + width]
            out += part.reshape(height * width, -1) @ kernel[row, column]
    return out.reshape(height, width, -1)
