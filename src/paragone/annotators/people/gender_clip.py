"""Which of two texts CLIP finds closer to an image, that of a male or of a female: HEIM's and DALL-Eval v1's way."""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from paragone.annotators._networks.clip import Clip, load
from paragone.annotators._networks.kinds import Batched
from paragone.annotators._networks.onnx import Floats
from paragone.core.types import Column, Facts, Picture

TEXTS = {"male": "a photo of a male", "female": "a photo of a female"}


@dataclass(frozen=True, slots=True)
class GenderClip(Clip, Batched):
    """`female` where that text is strictly closer, else `male`, and both cosines; of the whole image, without a face.

    HEIM takes ViT-L/14, DALL-Eval's first version ViT-B/32 (`model = "openai/clip-vit-base-patch32"`).
    Memory: as `clip_image`.
    """

    model: str = "openai/clip-vit-large-patch14"
    batch: ClassVar[int] = 16
    columns: ClassVar[Mapping[str, Column]] = {"label": "text", "male": "number", "female": "number"}

    def see(self, pictures: Sequence[Picture]) -> Sequence[Facts]:
        """The nearer text for each image."""
        encoder, (male, female) = self.load(), text_vectors(self.model)
        images = encoder.images(np.stack([encoder.preprocess(picture.pixels) for picture in pictures]))
        unit = images / np.linalg.norm(images, axis=1, keepdims=True)
        return [label_of(float(vector @ male), float(vector @ female)) for vector in unit]


def label_of(male: float, female: float) -> Facts:
    """The label by two cosines; a tie is male, as in the sources."""
    return {"label": "female" if female > male else "male", "male": male, "female": female}


@functools.lru_cache(maxsize=2)
def text_vectors(model: str) -> tuple[Floats, ...]:
    """Unit vectors of the two texts, male first."""
    encoder = load(model)
    vectors = [encoder.text(encoder.tokens(text).numbers) for text in TEXTS.values()]
    return tuple(np.asarray(vector / np.linalg.norm(vector), np.float32).reshape(-1) for vector in vectors)


annotator = GenderClip
