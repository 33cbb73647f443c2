"""Images and prompts that Python hands over as they are: kept in the cache as files, named by their content."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from paragone.core.errors import BadInput
from paragone.core.keys import content_hash, key_of
from paragone.images.decode import read_file
from paragone.images.encode import encode
from paragone.store.atomic import ASIDE, write_whole
from paragone.store.fact_cache import cache_folder

Images: TypeAlias = str | Path | Sequence[Any]  # a folder, table or zip; or Pillow images, arrays, bytes or files


def place_of(images: Images) -> Path:
    """Where the images are: as given, or in a folder of the cache, numbered from 0001 as prompts are."""
    if isinstance(images, (str, Path)):
        return Path(images).expanduser()
    if isinstance(images, np.ndarray) and images.ndim == 3:
        raise BadInput("one array is one image; give a list of them, or an array (images, height, width, 3)")
    data = [as_bytes(image, number) for number, image in enumerate(images, 1)]
    if not data:
        raise BadInput("the list of images is empty; give at least one")
    place = cache_folder() / "given" / key_of([content_hash(one) for one in data])[:24]
    for number, one in enumerate(data, 1):
        path = place / f"{number:04}.png"  # whatever it is: the decoder looks at the content
        if not path.is_file():
            write_whole(path, one, aside=cache_folder() / ASIDE)
    return place


def as_bytes(image: Any, number: int) -> bytes:
    """An encoded image: bytes as they are, a file's content, and pixels as PNG."""
    if isinstance(image, bytes):
        return image
    if isinstance(image, (str, Path)):
        return read_file(Path(image))
    pixels = np.asarray(image.convert("RGB")) if hasattr(image, "convert") else np.asarray(image)
    if pixels.dtype.kind == "f" and pixels.size and pixels.min() >= 0 and pixels.max() <= 1:
        pixels = np.round(pixels * 255).astype(np.uint8)
    if pixels.ndim == 2:
        pixels = np.repeat(pixels[:, :, None], 3, axis=2)
    if pixels.dtype != np.uint8 or pixels.ndim != 3 or pixels.shape[2] != 3:
        found = f"{type(image).__name__} of {pixels.dtype} {pixels.shape}"
        raise BadInput(f"image {number} is a {found}; give a Pillow image, or uint8 (or 0 to 1) (height, width, 3)")
    return encode(np.ascontiguousarray(pixels))


def prompts_at(prompts: str | Path | Sequence[str] | None) -> Path | None:
    """The file of prompts as given, or a list of texts as a file of the cache."""
    if prompts is None or isinstance(prompts, (str, Path)):
        return None if prompts is None else Path(prompts).expanduser()
    if not all(isinstance(text, str) for text in prompts):
        raise BadInput("the list of prompts holds something that is no text; give one text for each image")
    lines = "".join(json.dumps({"prompt": text}, ensure_ascii=False) + "\n" for text in prompts)
    place = cache_folder() / "given" / f"{key_of(list(prompts))[:24]}.jsonl"
    write_whole(place, lines.encode("utf-8"), aside=cache_folder() / ASIDE)
    return place
