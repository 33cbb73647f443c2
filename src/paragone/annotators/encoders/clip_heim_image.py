"""Image vectors of CLIP ViT-L/14 as HEIM's CLIPScore feeds it: values divided by 255 twice, so nearly black."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from paragone.annotators.encoders.clip_image import ClipImage
from paragone.core.types import Facts, Picture


@dataclass(frozen=True, slots=True)
class ClipHeimImage(ClipImage):
    """HEIM hands on numbers from 0 to 1, and the library it calls divides by 255 once more (transformers 4.26 on).

    For `clipscore` with `encoder = "clip_heim"`; the right image is that of `clip_image`.
    """

    model: str = "openai/clip-vit-large-patch14"

    def see(self, pictures: Sequence[Picture]) -> Sequence[Facts]:
        """One vector an image."""
        encoder = self.load()
        right = encoder.preprocess
        # (x / 255 / 255 - mean) / deviation is the usual scaling with mean and deviation 255 times as large.
        twice = right._replace(mean=_times_255(right.mean), deviation=_times_255(right.deviation))
        images = np.stack([twice(picture.pixels) for picture in pictures])
        return [{"vector": vector} for vector in encoder.images(images)]


annotator = ClipHeimImage


def _times_255(parts: tuple[float, float, float]) -> tuple[float, float, float]:
    red, green, blue = parts
    return 255 * red, 255 * green, 255 * blue
