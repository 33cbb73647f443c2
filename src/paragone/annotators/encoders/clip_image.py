"""Image vectors of a dual encoder (CLIP, SigLIP, open_clip or an ONNX pair); needs the `hub` extra and a model."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from paragone.annotators._networks.clip import Clip
from paragone.annotators._networks.kinds import Batched
from paragone.core.types import Column, Facts, Picture


@dataclass(frozen=True, slots=True)
class ClipImage(Clip, Batched):
    """Vectors as the encoder gives them, not brought to unit length; `model` is a hub's name or a folder.

    Memory: ViT-B/32 0.6 GB, ViT-L/14 1.7 GB.
    """

    model: str = "openai/clip-vit-base-patch32"
    batch: ClassVar[int] = 16
    columns: ClassVar[Mapping[str, Column]] = {"vector": "vector"}

    def see(self, pictures: Sequence[Picture]) -> Sequence[Facts]:
        """One vector an image."""
        encoder = self.load()
        images = np.stack([encoder.preprocess(picture.pixels) for picture in pictures])
        return [{"vector": vector} for vector in encoder.images(images)]


annotator = ClipImage
