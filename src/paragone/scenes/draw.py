"""From a scene to its picture: meshes from a pack, a background, and the renderer."""

from paragone.core.errors import BadInput
from paragone.scenes.arrange import Meshes
from paragone.scenes.geometry import scale_for
from paragone.scenes.rendering.backgrounds import background
from paragone.scenes.rendering.render import Placed, Render, render
from paragone.scenes.spec import Scene, Thing
from paragone.scenes.vocabulary import COLOURS, PLAIN


def draw(scene: Scene, pack: Meshes) -> Render:
    """The picture of a scene with its masks and boxes."""
    placed = [_placed(thing, pack) for thing in scene.things]
    behind = background(scene.background, scene.camera.size, scene.camera)
    return render(placed, scene.camera, background=behind, sun=scene.sun)


def _placed(thing: Thing, pack: Meshes) -> Placed:
    if thing.colour != PLAIN and thing.colour not in COLOURS:
        raise BadInput(f"a {thing.name} in {thing.colour!r}; the colours are {', '.join(COLOURS)}")
    mesh = pack.mesh(thing.name, thing.variant, thing.state)
    colour = None if thing.colour == PLAIN else COLOURS[thing.colour]
    return Placed(mesh, thing.position, thing.yaw, scale_for(mesh, thing.size), colour)
