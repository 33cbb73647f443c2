"""Image vectors of a dual encoder (CLIP, SigLIP, open_clip or an ONNX pair); needs the `hub` extra and a model."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from paragone.annotators._networks import onnx
from paragone.annotators.encoders import _clip
from paragone.core.types import Column, Facts, Picture, Prompt


@dataclass(frozen=True)
class ClipImage:
    """Vectors as the encoder gives them, not brought to unit length; `model` is a hub's name or a folder.

    Memory: ViT-B/32 0.6 GB, ViT-L/14 1.7 GB.
    """

    model: str = "openai/clip-vit-base-patch32"
    name: ClassVar[str] = "clip_image"
    batch: ClassVar[int] = 16
    subject: ClassVar[Literal["image"]] = "image"
    columns: ClassVar[Mapping[str, Column]] = {"vector": "vector"}

    @property
    def version(self) -> str:
        """Code, model and the hash of its files."""
        return _clip.version_of(self.model)

    def check(self) -> None:
        """Refuse to start without the model."""
        _clip.load(self.model)

    def look(self, pictures: Sequence[Picture], prompts: Sequence[Prompt]) -> Sequence[Facts]:
        """One vector an image."""
        encoder = _clip.load(self.model)
        facts: list[Facts] = []
        for rows in onnx.in_batches(len(pictures), self.batch):
            images = np.stack([encoder.eye(picture.pixels) for picture in pictures[rows]])
            facts += [{"vector": vector} for vector in encoder.images(images)]
        return facts


annotator = ClipImage
