"""Images that are already there, in whatever way they are named: the seed is an image's place among its prompt's."""

from pathlib import Path

from paragone.inputs.collection import collect
from paragone.inputs.prompts import read_prompts
from paragone.models.files.folder import Folder


def model(path: str | Path, prompts_path: str | Path | None = None) -> Folder:
    """The images at `path`, matched with the prompts of a file as the scenario `images` matches them."""
    place = Path(path)
    prompts = read_prompts(Path(prompts_path)) if prompts_path else None
    return Folder(place.resolve().name if place.is_dir() else place.stem, listing=collect(place, prompts))
