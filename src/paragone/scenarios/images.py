"""The prompts of images that are already there: those of a file of prompts that have an image, else one per image."""

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from paragone.core.errors import BadInput
from paragone.core.keys import key_of
from paragone.core.types import Prompt, Reference
from paragone.inputs.collection import Collection, collect, numbered, prompts_of
from paragone.inputs.contents import contents_of
from paragone.inputs.prompts import read_prompts
from paragone.scenarios._own import OwnFiles


@dataclass(frozen=True)
class Images(OwnFiles):
    """A folder or table of images at `path`, with the prompts of the file at `prompts_path` if one is given.

    An image without a prompt is a prompt without text, named like the image. With `are_real`, each image is the
    reference image of a prompt of its own: the real side of set metrics. Images of several models are at `path` and
    `other_paths`: then a prompt has an image of at least one. With `are_numbered`, names of files do not count.
    """

    prompts_path: str | Path | None = None
    are_real: bool = False
    other_paths: Sequence[str] = ()
    are_numbered: bool = False

    @functools.cached_property
    def collections(self) -> list[Collection]:
        """The images by prompt, for each place."""
        prompts = read_prompts(Path(self.prompts_path)) if self.prompts_path else None
        found = [collect(Path(place), prompts) for place in (self.path, *self.other_paths)]
        return [numbered(one) for one in found] if self.are_numbered else found

    @functools.cached_property
    def version(self) -> str:
        """A hash of the prompts."""
        every = ("text", "tags", "expect", "origin", "reference")
        return key_of([[prompt.id, prompt.key(every)] for prompt in self._prompts])[:16]

    def load(self) -> Sequence[Prompt]:
        """The prompts that have an image."""
        return self._prompts

    @functools.cached_property
    def _prompts(self) -> tuple[Prompt, ...]:
        return _real_images(self.collections[0]) if self.are_real else prompts_of(self.collections)


scenario = Images


def _real_images(collection: Collection) -> tuple[Prompt, ...]:
    """A prompt for each image that is there, with the image as its reference."""
    named = {
        id if len(paths) == 1 else f"{id}/{seed}": path
        for id, paths in collection.images.items()
        for seed, path in enumerate(paths)
    }
    try:
        contents = contents_of(named.values())
    except OSError as error:
        raise BadInput(f"{error.filename} cannot be read: {error.strerror}; check its permissions") from error
    pairs = zip(named.items(), contents, strict=True)
    return tuple(Prompt(name, "", reference=Reference(path, content)) for (name, path), content in pairs if content)
