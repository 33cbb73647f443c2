"""Captions of photographs from a file: COCO's annotations, a list of objects in JSON, or any table of prompts."""

import json
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any, Literal, NamedTuple, TypeAlias

from paragone.core.errors import BadInput
from paragone.core.foreign import reading
from paragone.inputs.rows import as_text, read_table

TEXT = ("caption", "text", "prompt", "sentence", "raw")
IMAGE = ("image_id", "coco_val_id", "image", "file_name", "filename")


CocoSplit: TypeAlias = Literal["train", "val"]


class Caption(NamedTuple):
    """What somebody wrote under a photograph: its id, the photograph's, and the text."""

    id: str
    image: str
    text: str


def read_captions(path: Path, split: CocoSplit = "val") -> tuple[Caption, ...]:
    """The captions of a file in its order, each with an id of its own; blanks at the ends of a text are dropped.

    Of COCO's archive of annotations the validation images' are read, as papers on images from text take, or train's.
    """
    if path.suffix.lower() in (".json", ".zip"):
        rows: Sequence[Mapping[str, Any]] = _json_rows(path, split)
    else:
        rows = [row.values for row in read_table(path).rows]
    found = [_caption(row, place) for place, row in enumerate(rows, start=1)]
    kept = [caption for caption in found if caption is not None]
    if not kept:
        raise BadInput(f"{path} holds no captions; give rows with one of the columns {', '.join(TEXT)}")
    ids = [caption.id for caption in kept]
    if len(set(ids)) < len(ids):
        twice = next(id for place, id in enumerate(ids) if id in ids[:place])
        raise BadInput(f"{path} has two captions with the id {twice!r}; give each its own")
    return tuple(kept)


def _json_rows(path: Path, split: CocoSplit) -> list[Mapping[str, Any]]:
    with reading(lambda said: f"{path} cannot be read: {said}; check the path"):
        data = _zipped(path, split) if path.suffix.lower() == ".zip" else path.read_bytes()
    with reading(lambda said: f"{path} is not JSON: {said}; give COCO's annotations or a list of objects"):
        found = json.loads(data)
    rows = found.get("annotations") if isinstance(found, dict) else found
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise BadInput(f"{path} is no file of captions; give COCO's annotations or a list of objects")
    return [{str(name).lower(): value for name, value in row.items()} for row in rows]


def _zipped(path: Path, split: CocoSplit) -> bytes:
    with zipfile.ZipFile(path) as bundle:
        held = [name for name in bundle.namelist() if PurePosixPath(name).name.startswith(f"captions_{split}")]
        if not held:
            raise BadInput(f"{path} holds no captions_{split}....json; give COCO's annotations_trainval2014.zip")
        return bundle.read(held[0])


def _caption(row: Mapping[str, Any], place: int) -> Caption | None:
    text = next((row[name] for name in TEXT if isinstance(row.get(name), str)), "").strip()
    if not text or "\0" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
        return None
    id = as_text(row["id"]).strip() if row.get("id") is not None else f"{place:06d}"
    image = next((as_text(row[name]) for name in IMAGE if row.get(name) is not None), id)
    return Caption(id, image, text)
