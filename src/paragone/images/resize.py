"""Named ways to resize an image, as values: the same pixels under another policy give another FID."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt
from PIL import Image

from paragone.core.catalogue import nearest
from paragone.core.errors import UnknownName
from paragone.core.types import Pixels

Floats: TypeAlias = npt.NDArray[np.float32]  # (height, width, 3), 0..255
KERNELS = {
    "bilinear": Image.Resampling.BILINEAR,
    "bicubic": Image.Resampling.BICUBIC,
    "lanczos": Image.Resampling.LANCZOS,
}


@dataclass(frozen=True, slots=True)
class ResizePolicy:
    """How to resize: kernel, whether it widens when shrinking, what is rounded, and where a pixel's centre is."""

    name: str
    kernel: Literal["bilinear", "bicubic", "lanczos"]
    antialias: bool
    rounded: bool  # every result is a whole number, as in an 8-bit image
    centres: Literal["half-pixel", "corner"] = "half-pixel"


# clean-fid: each channel as a float image, so that nothing is rounded; results are clipped to 0..255.
CLEAN = ResizePolicy("clean", "bicubic", antialias=True, rounded=False)
PIL_BICUBIC = ResizePolicy("pil-bicubic", "bicubic", antialias=True, rounded=True)
PIL_LANCZOS = ResizePolicy("pil-lanczos", "lanczos", antialias=True, rounded=True)
PIL_BILINEAR = ResizePolicy("pil-bilinear", "bilinear", antialias=True, rounded=True)
# pytorch-fid: F.interpolate(mode="bilinear", align_corners=False); output i looks at (i + 1/2) in/out - 1/2.
BILINEAR_TORCH = ResizePolicy("bilinear-torch", "bilinear", antialias=False, rounded=False)
# The FID graph of TensorFlow 1: ResizeBilinear without half-pixel centres; output i looks at i in/out.
BILINEAR_TF1 = ResizePolicy("bilinear-tf1", "bilinear", antialias=False, rounded=False, centres="corner")

POLICIES: Mapping[str, ResizePolicy] = MappingProxyType(
    {
        **{
            policy.name: policy
            for policy in (CLEAN, PIL_BICUBIC, PIL_LANCZOS, PIL_BILINEAR, BILINEAR_TORCH, BILINEAR_TF1)
        },
        "bilinear-no-antialias": BILINEAR_TORCH,  # the name most papers use for what pytorch-fid does
    }
)


def policy_named(name: str) -> ResizePolicy:
    """The policy of that name.

    >>> policy_named("bilinear-no-antialias").name
    'bilinear-torch'
    """
    if name not in POLICIES:
        raise UnknownName(f"no resize policy is called {name!r}; {nearest(name, POLICIES)}")
    return POLICIES[name]


def resize(pixels: Pixels, size: tuple[int, int], *, policy: ResizePolicy) -> Floats:
    """The image at (height, width) as floats in 0..255."""
    height, width = size
    if height < 1 or width < 1:
        raise ValueError(f"an image cannot be resized to {height} x {width} pixels")
    if not policy.antialias:
        return _interpolate(pixels, size, centres=policy.centres)
    kernel = KERNELS[policy.kernel]
    if policy.rounded:
        return np.asarray(Image.fromarray(pixels).resize((width, height), kernel), dtype=np.float32)
    result = np.zeros((height, width, 3), dtype=np.float32)
    for channel in range(3):
        plane = Image.fromarray(pixels[:, :, channel].astype(np.float32))
        result[:, :, channel] = np.asarray(plane.resize((width, height), kernel))
    return result.clip(0.0, 255.0)


def resize_to_bytes(pixels: Pixels, size: tuple[int, int], *, policy: ResizePolicy) -> Pixels:
    """The image at (height, width), each value rounded to a byte."""
    return np.rint(resize(pixels, size, policy=policy)).astype(np.uint8)


def _interpolate(pixels: Pixels, size: tuple[int, int], *, centres: Literal["half-pixel", "corner"]) -> Floats:
    """Bilinear between the four nearest pixels, however much the image shrinks."""
    top, bottom, down = _neighbours(pixels.shape[0], size[0], centres=centres)
    left, right, across = _neighbours(pixels.shape[1], size[1], centres=centres)
    down, across = down[:, None, None], across[None, :, None]
    needed = pixels[top].astype(np.float64) * (1.0 - down) + pixels[bottom] * down
    return (needed[:, left] * (1.0 - across) + needed[:, right] * across).astype(np.float32)


def _neighbours(
    length: int, wanted: int, *, centres: Literal["half-pixel", "corner"]
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp], npt.NDArray[np.float64]]:
    """For each wanted position: the pixel before, the pixel after, and the weight of the latter."""
    # Scale and place are rounded to single precision, as in both libraries: at 1024 pixels it moves a value by 0.01.
    scale = float(np.float32(length / wanted))
    index = np.arange(wanted, dtype=np.float64)
    exact = np.maximum((index + 0.5) * scale - 0.5, 0.0) if centres == "half-pixel" else index * scale
    place = exact.astype(np.float32)
    before = np.minimum(place.astype(np.intp), length - 1)
    return before, np.minimum(before + 1, length - 1), place.astype(np.float64) - before
