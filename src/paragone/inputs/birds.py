"""AttnGAN's birds.zip: ten captions of each photograph of CUB-200-2011, and the source's lists of train and test."""

import io
import pickle
import zipfile
from pathlib import Path
from typing import IO, Literal, TypeAlias

from paragone.core.foreign import reading

BirdSplit: TypeAlias = Literal["train", "test"]


def read_birds(path: Path, split: BirdSplit = "test") -> dict[str, tuple[str, ...]]:
    """The captions of each photograph of a split, in the order of AttnGAN's list of names."""
    with reading(lambda said: f"{path} is not AttnGAN's birds.zip ({said}); get it anew"):
        with zipfile.ZipFile(path) as bundle:
            by_end = {name.split("birds/", 1)[-1]: name for name in bundle.namelist()}
            with bundle.open(by_end[f"{split}/filenames.pickle"]) as stream:
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
