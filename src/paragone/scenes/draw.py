"""From a scene to its picture: meshes from a pack, a background, and the renderer."""

import functools
import importlib

import numpy as np

from paragone.core.errors import BadInput
from paragone.core.types import Pixels
from paragone.scenes.arrange import Meshes
from paragone.scenes.camera import Camera
from paragone.scenes.geometry import scale_for
from paragone.scenes.render import Placed, Render, render
from paragone.scenes.spec import Scene, Thing
from paragone.scenes.vocabulary import COLOURS, EMPTY, PLAIN


def draw(scene: Scene, pack: Meshes) -> Render:
    """The picture of a scene with its masks and boxes."""
    placed = [_placed(thing, pack) for thing in scene.things]
    background = None if scene.background == EMPTY else backdrop(scene.background, scene.camera)
    return render(placed, scene.camera, background=background, sun=scene.sun)


@functools.lru_cache(maxsize=64)
def backdrop(name: str, camera: Camera) -> Pixels:
    """The background of that name as bytes."""
    image = importlib.import_module("paragone.scenes.backgrounds").background(name, camera.size, camera)
    if image.dtype == np.uint8:
        return np.ascontiguousarray(image)
    return np.ascontiguousarray(np.round(np.clip(image, 0, 1) * 255).astype(np.uint8))


def _placed(thing: Thing, pack: Meshes) -> Placed:
    if thing.colour != PLAIN and thing.colour not in COLOURS:
        raise BadInput(f"a {thing.name} in {thing.colour!r}; the colours are {', '.join(COLOURS)}")
    mesh = pack.mesh(thing.name, thing.variant, thing.state)
    colour = None if thing.colour == PLAIN else COLOURS[thing.colour]
    return Placed(mesh, thing.position, thing.yaw, scale_for(mesh, thing.size), colour)
