"""Images that are already there, in whatever way they are named: the seed is an image's place among its prompt's."""

from pathlib import Path

from paragone.inputs.collection import collect, numbered
from paragone.inputs.prompts import read_prompts
from paragone.models.files.folder import Folder


def model(path: str | Path, prompts_path: str | Path | None = None, *, are_numbered: bool = False) -> Folder:
    """The images at `path`, matched with the prompts of a file as the scenario `images` matches them."""
    place = Path(path)
    found = collect(place, read_prompts(Path(prompts_path)) if prompts_path else None)
    name = place.resolve().name if place.is_dir() else place.stem
    return Folder(name, listing=numbered(found) if are_numbered else found)
