"""The foreground: how much of the image it covers, its box and its outline mask, by U2-Net (small)."""

import base64
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from PIL import Image

from paragone.annotators._networks import onnx
from paragone.annotators._networks.kinds import Batched, Weighted
from paragone.annotators._networks.prepare import IMAGENET_DEVIATION, IMAGENET_MEAN, channels_first, stretched
from paragone.core.types import Column, Facts, Picture

SIDE = 320
KEPT = 80  # side of the mask that is stored


@dataclass(frozen=True, slots=True)
class Foreground(Weighted, Batched):
    """`share` of pixels above one half, the `box` around them, and an 80 x 80 `mask` as base64 PNG.

    The network normalises its own output, so an image without foreground may still give one. Memory: 0.4 GB.
    """

    batch: ClassVar[int] = 4
    columns: ClassVar[Mapping[str, Column]] = {"share": "number", "box": "json", "mask": "text"}
    needs_weights: ClassVar[tuple[str, ...]] = ("u2netp",)

    def see(self, pictures: Sequence[Picture]) -> Sequence[Facts]:
        """The foreground of each image."""
        network = onnx.file_of("u2netp")
        first = onnx.session(network).get_outputs()[0].name
        facts: list[Facts] = []
        for picture in pictures:  # the file takes one image at a time
            image = stretched(picture.pixels, SIDE, policy="pil-lanczos")
            image = image / np.float32(max(float(image.max()), 1e-6)) * np.float32(255)
            scaled = channels_first([(image - IMAGENET_MEAN) / IMAGENET_DEVIATION])
            [found] = onnx.run(network, {"input.1": scaled}, [first])
            facts.append(_facts(found[0, 0], picture))
        return facts


def _facts(mask: npt.NDArray[np.float32], picture: Picture) -> Mapping[str, Any]:
    inside = mask >= 0.5
    height, width = picture.pixels.shape[:2]
    return {
        "share": float(inside.mean()),
        "box": box_of(inside, height, width),
        "mask": encode_mask(mask),
    }


def box_of(inside: npt.NDArray[np.bool_], height: int, width: int) -> list[float] | None:
    """The box around a mask, in the pixels of an image of that size; None if the mask is empty.

    >>> box_of(np.eye(4, dtype=bool)[:, :2] * True, 8, 20)
    [0.0, 0.0, 20.0, 4.0]
    """
    rows, columns = np.flatnonzero(inside.any(axis=1)), np.flatnonzero(inside.any(axis=0))
    if not len(rows):
        return None
    down, across = height / inside.shape[0], width / inside.shape[1]
    edges = (columns[0] * across, rows[0] * down, (columns[-1] + 1) * across, (rows[-1] + 1) * down)
    return [round(float(edge), 2) for edge in edges]


def encode_mask(mask: npt.NDArray[np.float32]) -> str:
    """A mask in 0..1 as a small grey PNG in base64."""
    image = Image.fromarray((mask.clip(0, 1) * 255).round().astype(np.uint8)).resize((KEPT, KEPT), Image.Resampling.BOX)
    stream = io.BytesIO()
    image.save(stream, "PNG", optimize=True)
    return base64.b64encode(stream.getvalue()).decode()


annotator = Foreground
