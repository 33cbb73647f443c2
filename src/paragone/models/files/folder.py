"""Bring your own images: a folder of files named by prompt id, or a table of prompts and image paths.

A table (CSV, TSV, JSONL or Parquet) has the columns `image` (a path relative to the table), `prompt_id` or `prompt`
(the text), and if you like `seed`. Without a table, files are called `ID.png`, `ID_SEED.png` or `ID/SEED.png`.
"""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from paragone.core.components import Model
from paragone.core.errors import BadImage, BadInput
from paragone.core.keys import key_of
from paragone.core.types import Drawing, Missing, Prompt
from paragone.images.decode import read_file
from paragone.inputs.contents import contents_of
from paragone.inputs.listing import Listing, listing_of


def model(path: str | Path, name: str | None = None, where: Mapping[str, str] | None = None) -> "Folder":
    """The images below `path`; `where` chooses rows of a table, such as { model = "mine" }."""
    place = Path(path)
    if not place.exists():
        raise BadInput(f"there is no folder or table of images at {place}; check the path")
    own_name = place.resolve().name if place.is_dir() else place.stem
    return Folder(name or own_name, listing=listing_of(place, where or {}))


@dataclass(frozen=True, slots=True)
class Folder(Model):
    """Gives the bytes of files as they are."""

    name: str = field()  # said so: else a dataclass takes the protocol's property for a default
    listing: Listing = field()
    is_timed: ClassVar[bool] = False
    batch: ClassVar[int] = 16
    threads: ClassVar[int] = 4

    @functools.cached_property
    def revision(self) -> str:
        """A hash of what is listed and of every file's content; a file that is not there may be there another time."""
        listed = sorted(self.listing.files.items())
        try:
            contents = contents_of(path for _, path in listed)
        except OSError as error:
            raise BadInput(f"{error.filename} cannot be read: {error.strerror}; check its permissions") from error
        return key_of("folder", [[entry, content] for (entry, _), content in zip(listed, contents, strict=True)])

    def draw(self, prompts: Sequence[Prompt], seed: int) -> list[Drawing | Missing]:
        """The file of each prompt, or that there is none."""
        return [self._read(prompt, seed) for prompt in prompts]

    def _read(self, prompt: Prompt, seed: int) -> Drawing | Missing:
        path = self.listing.find(prompt, seed)
        if path is None:
            return Missing(f"no image is listed for prompt {prompt.id!r} with seed {seed}", outcome="absent")
        if not path.is_file():
            return Missing(f"the listed file {path.name} is not there", outcome="absent")
        try:
            return Drawing(read_file(path), details={"file": path.name})
        except BadImage as error:
            return Missing(str(error), outcome="undecodable", details={"file": path.name})
