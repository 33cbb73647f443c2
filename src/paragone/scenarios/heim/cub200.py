"""CUB-200-2011: ten captions of each bird of AttnGAN's test split, with its photograph."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from paragone.core.types import Prompt
from paragone.inputs.birds import read_birds
from paragone.scenarios.heim._data import Archive, FromFile, with_images

PHOTOGRAPHS = 2_933
CAPTIONS = 10


@dataclass(frozen=True)
class Cub(FromFile):
    """The captions are AttnGAN's birds.zip; `images_path` is CUB_200_2011.tgz or the folder of its images."""

    images_path: str = ""
    title: ClassVar[str] = "CUB-200-2011"
    asset: ClassVar[str] = "cub-attngan-captions"
    source: ClassVar[str] = "CUB-200-2011 with the captions of Reed et al., AttnGAN's test split"
    licence: ClassVar[str] = "for research and education, not for commercial use; captions: not stated"
    citation: ClassVar[str] = "Wah et al., CUB-200-2011, 2011; Reed et al., CVPR 2016; Xu et al., AttnGAN, CVPR 2018"
    aspects: ClassVar[tuple[str, ...]] = ("alignment",)
    images: ClassVar[int | None] = 1
    size: ClassVar[int | None] = PHOTOGRAPHS * CAPTIONS

    def load(self) -> Sequence[Prompt]:
        """A prompt for each caption."""
        return [
            Prompt(f"{name}_{place}", text, {"image": name})
            for name, captions in read_birds(self.file).items()
            for place, text in enumerate(captions)
        ]

    def attach(self, prompts: Sequence[Prompt]) -> Sequence[Prompt]:
        """With the photographs, where they are here."""
        return with_images(prompts, Archive("cub-200-2011", self.images_path), "{}.jpg".format)


scenario = Cub
