"""MS-COCO's file of captions: from the zip of annotations, or the JSON itself."""

import json
import zipfile
from pathlib import Path
from typing import NamedTuple

from paragone.core.foreign import reading


class Caption(NamedTuple):
    """A caption and the photograph that it describes."""

    id: int
    image_id: int
    text: str


def read_captions(path: Path, split: str = "val2014") -> tuple[Caption, ...]:
    """Every caption of a split, with white space at its end stripped, as HEIM has them: photograph by photograph.

    The file lists captions in another order than photographs; HEIM goes by that of the photographs, and what its seed
    chooses depends on it. `path` is annotations_trainval2014.zip, or a captions_*.json out of it.
    """
    with reading(lambda said: f"{path} is no file of MS-COCO captions ({said}); get it anew"):
        written = json.loads(_bytes(path, f"captions_{split}.json"))
        of: dict[int, list[Caption]] = {image["id"]: [] for image in written["images"]}
        for one in written["annotations"]:
            of[one["image_id"]].append(Caption(one["id"], one["image_id"], one["caption"].rstrip()))
        return tuple(caption for captions in of.values() for caption in captions)


def _bytes(path: Path, member: str) -> bytes:
    if not zipfile.is_zipfile(path):
        return path.read_bytes()
    with zipfile.ZipFile(path) as bundle:
        name = next((name for name in bundle.namelist() if name.rsplit("/", 1)[-1] == member), None)
        if name is None:
            raise KeyError(f"{member} is not in the zip")
        return bundle.read(name)
