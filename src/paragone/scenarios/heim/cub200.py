"""CUB-200-2011: ten captions of each bird of AttnGAN's test split, with its photograph."""

import io
import pickle
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, ClassVar

from paragone.core.foreign import reading
from paragone.core.types import Prompt
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


def read_birds(path: Path) -> dict[str, tuple[str, ...]]:
    """The captions of each photograph of the test split, in the order of AttnGAN's list of names."""
    with reading(lambda said: f"{path} is not AttnGAN's birds.zip ({said}); get it anew"):
        with zipfile.ZipFile(path) as bundle:
            by_end = {name.split("birds/", 1)[-1]: name for name in bundle.namelist()}
            with bundle.open(by_end["test/filenames.pickle"]) as stream:
                names = _names(stream)
            texts = zipfile.ZipFile(io.BytesIO(bundle.read(by_end["text.zip"])))
        found = {}
        with texts:
            place = {name.split("text/", 1)[-1]: name for name in texts.namelist()}
            for name in names:
                lines = texts.read(place[f"{name}.txt"]).decode("utf-8", "replace").split("\n")
                found[name] = tuple(line.strip() for line in lines if line.strip())
    return found


def _names(stream: IO[bytes]) -> list[str]:
    found = _Plain(stream, encoding="latin1").load()
    if not isinstance(found, list) or not all(isinstance(name, str) for name in found):
        raise ValueError("filenames.pickle is no list of names")
    return found


class _Plain(pickle.Unpickler):
    """Lists and texts alone: whatever would name a function or a class is refused."""

    def find_class(self, module: str, name: str) -> None:
        raise pickle.UnpicklingError(f"it names {module}.{name}, where a list of names has no reason to")


scenario = Cub
