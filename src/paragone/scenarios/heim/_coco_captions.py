"""MS-COCO's file of captions: from the zip of annotations, or the JSON itself."""

import functools
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
    file: str  # of the photograph


@functools.lru_cache(maxsize=4)
def read_captions(path: Path, split: str = "val2014") -> tuple[Caption, ...]:
    """Every caption of a split in the file's order, with white space at its end stripped, as HEIM does.

    `path` is annotations_trainval2014.zip, or a captions_*.json out of it.
    """
    with reading(lambda said: f"{path} is no file of MS-COCO captions ({said}); get it anew"):
        written = json.loads(_bytes(path, f"captions_{split}.json"))
        files = {image["id"]: image["file_name"] for image in written["images"]}
        return tuple(
            Caption(one["id"], one["image_id"], one["caption"].rstrip(), files[one["image_id"]])
            for one in written["annotations"]
        )


def _bytes(path: Path, member: str) -> bytes:
    if not zipfile.is_zipfile(path):
        return path.read_bytes()
    with zipfile.ZipFile(path) as bundle:
        name = next((name for name in bundle.namelist() if name.rsplit("/", 1)[-1] == member), None)
        if name is None:
            raise KeyError(f"{member} is not in the zip")
        return bundle.read(name)
