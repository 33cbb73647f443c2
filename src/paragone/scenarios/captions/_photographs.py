"""The photographs that captions belong to, found in a folder by COCO's names for them, or by name."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from paragone.core.errors import BadInput
from paragone.core.types import Prompt, Reference
from paragone.inputs.contents import contents_of
from paragone.inputs.listing import IMAGES


def with_photographs(prompts: Sequence[Prompt], folder: Path) -> list[Prompt]:
    """The prompts, each with its photograph; the tag `image` says which: a number as COCO's, or a file's name."""
    if not folder.is_dir():
        raise BadInput(f"{folder} is no folder of images; check the path")
    known: dict[str, Path] = {}
    for path in sorted(folder.iterdir()):
        if path.suffix.lower() in IMAGES and path.is_file():
            known[path.stem] = known[_number(path.stem)] = path
    paths = [known.get(_number(Path(prompt.tags.get("image", prompt.id)).stem)) for prompt in prompts]
    contents = contents_of(paths)
    if prompts and not any(contents):
        raise BadInput(f"{folder} has none of the photographs; COCO calls them COCO_val2014_000000391895.jpg")
    return [
        replace(prompt, reference=Reference(path, content)) if path and content else prompt
        for prompt, path, content in zip(prompts, paths, contents, strict=True)
    ]


def _number(stem: str) -> str:
    """COCO's number of an image out of its file's name, without leading zeros; other names as they are.

    >>> _number("COCO_val2014_000000391895"), _number("391895"), _number("1000092795")
    ('391895', '391895', '1000092795')
    """
    found = re.fullmatch(r"(?:COCO_\w+_)?0*(\d+)", stem)
    return found[1] if found else stem
