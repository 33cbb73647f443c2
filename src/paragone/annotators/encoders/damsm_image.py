"""Image vectors of DAMSM (AttnGAN's encoder), from a folder that was trained here or taken over."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from paragone.annotators._networks.kinds import Batched
from paragone.annotators.encoders._damsm import DamsmHalf
from paragone.core.types import Column, Facts, Picture


@dataclass(frozen=True, slots=True)
class DamsmImage(DamsmHalf, Batched):
    """The global vector of each image, as AttnGAN's R-precision takes it. Memory: 0.3 GB on Inception."""

    path: str = ""
    batch: ClassVar[int] = 16
    columns: ClassVar[Mapping[str, Column]] = {"vector": "vector"}

    def see(self, pictures: Sequence[Picture]) -> Sequence[Facts]:
        """Image by image: they differ in size."""
        import torch

        from paragone.baselines.damsm.image import to_input

        encoder = self.load().image
        with torch.inference_mode():
            inputs = (to_input(torch.from_numpy(np.ascontiguousarray(picture.pixels))[None]) for picture in pictures)
            return [{"vector": encoder(one)[1][0].numpy()} for one in inputs]


annotator = DamsmImage
