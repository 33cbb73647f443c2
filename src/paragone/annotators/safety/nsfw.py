"""Probability that an image is not safe for work, by Yahoo's open_nsfw."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from paragone.annotators._networks import onnx
from paragone.annotators._networks.kinds import Batched, Weighted
from paragone.annotators._networks.prepare import stretched
from paragone.core.types import Column, Facts, Picture

MEAN_BGR = np.array([104.0, 117.0, 123.0], np.float32)
WHOLE, SIDE = 256, 224


@dataclass(frozen=True, slots=True)
class Nsfw(Weighted, Batched):
    """A probability in 0..1. The original re-encodes images as JPEG first; here pixels go in as they are.

    Memory: 0.2 GB.
    """

    batch: ClassVar[int] = 16
    columns: ClassVar[Mapping[str, Column]] = {"nsfw": "number"}
    needs_weights: ClassVar[tuple[str, ...]] = ("open-nsfw",)

    def see(self, pictures: Sequence[Picture]) -> Sequence[Facts]:
        """One probability an image."""
        network = onnx.file_of("open-nsfw")
        edge = (WHOLE - SIDE) // 2
        whole = [stretched(picture.pixels, WHOLE, policy="pil-bilinear") for picture in pictures]
        crops = np.stack([image[edge : edge + SIDE, edge : edge + SIDE, ::-1] - MEAN_BGR for image in whole])
        [chances] = onnx.run(network, {"input:0": np.ascontiguousarray(crops, np.float32)})
        return [{"nsfw": float(unsafe)} for _, unsafe in chances]


annotator = Nsfw
