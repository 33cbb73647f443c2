"""Backgrounds: 13 painted places that keep to the camera's horizon and ground, plain black, or photographs."""

import functools
from dataclasses import replace
from pathlib import Path

import numpy as np

from paragone.core.catalogue import nearest
from paragone.core.errors import BadImage, BadInput, UnknownName
from paragone.core.types import Pixels
from paragone.scenes.rendering import _above, _below
from paragone.scenes.rendering._panorama import WALL, Backdrop, paint, panorama
from paragone.scenes.rendering.camera import Camera

VERSION = "2"  # part of what decides an image: change it when any place looks different
PLACES = {
    "meadow": Backdrop(_above.meadow, _below.meadow, haze="#8fbf74"),
    "desert": Backdrop(_above.desert, _below.desert, haze="#dcab6c"),
    "snow": Backdrop(_above.snow, _below.snow, haze="#e6eef5"),
    "beach": Backdrop(_above.beach, _below.beach, haze="#1f66a6", haze_from=300),
    "road": Backdrop(_above.road, _below.road, haze="#9aa79a"),
    "sunset": Backdrop(_above.sunset, _below.sunset, haze="#5d3648"),
    "mountain": Backdrop(_above.mountain, _below.mountain, haze="#6f7f76"),
    "forest": Backdrop(_above.forest, _below.forest, haze="#4f5a35", haze_from=30),
    "plaza": Backdrop(_above.plaza, _below.plaza, haze="#c5bfb3"),
    "room": Backdrop(_above.room, _below.room, depth=WALL),
    "brickwall": Backdrop(_above.brickwall, _below.brickwall, depth=WALL),
    "studio": Backdrop(_above.studio, _below.studio, depth=WALL),
    "overcast": Backdrop(_above.overcast, _below.overcast, haze="#7a756b"),
}
BACKGROUNDS: tuple[str, ...] = (*PLACES, "empty")
PHOTOGRAPHS = (".jpg", ".jpeg", ".png", ".webp")


def background(name: str, size: tuple[int, int], camera: Camera) -> Pixels:
    """The background of a name, or the photograph at a path, as (height, width, 3); `size` is (width, height)."""
    return _painted(name, replace(camera, size=size))


def photographs(folder: Path | str) -> tuple[str, ...]:
    """The names of all photographs in a folder, each usable as a background, in order of file name."""
    place = Path(folder).expanduser()
    if not place.is_dir():
        raise BadInput(f"no folder of photographs at {str(folder)!r}; give a folder with .jpg, .png or .webp files")
    found = sorted(str(path) for path in place.iterdir() if path.suffix.lower() in PHOTOGRAPHS)
    if not found:
        raise BadInput(f"no photographs in {str(folder)!r}; it needs .jpg, .png or .webp files")
    return tuple(found)


@functools.lru_cache(maxsize=64)
def _painted(name: str, camera: Camera) -> Pixels:
    width, height = camera.size
    if name == "empty":
        pixels = np.zeros((height, width, 3), dtype=np.uint8)
    elif name in PLACES:
        # twice as fine as asked for, then averaged: thin lines in the distance stay calm
        fine = paint(PLACES[name], panorama(replace(camera, size=(2 * width, 2 * height))))
        calm = np.clip(fine, 0, 1).reshape(height, 2, width, 2, 3).mean(axis=(1, 3))
        pixels = np.round(calm * 255).astype(np.uint8)
    elif Path(name).suffix.lower() in PHOTOGRAPHS:
        pixels = _photograph(Path(name), camera.size)
    else:
        raise UnknownName(f"no background is called {name!r}; {nearest(name, BACKGROUNDS)}")
    pixels.flags.writeable = False  # it is shared by everyone who asks for it again
    return pixels


def _photograph(path: Path, size: tuple[int, int]) -> Pixels:
    from PIL import Image, ImageOps

    try:
        with Image.open(path) as photo:
            if photo.width * photo.height > 100_000_000:
                raise BadImage(f"the photograph {path.name} has over 100 million pixels; make it smaller")
            upright = ImageOps.exif_transpose(photo).convert("RGB")
            return np.array(ImageOps.fit(upright, size, Image.Resampling.LANCZOS))
    except (OSError, ValueError, SyntaxError) as error:
        raise BadImage(f"the photograph {str(path)!r} cannot be read ({error}); remove or replace it") from error
