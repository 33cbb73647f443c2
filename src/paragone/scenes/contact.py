"""Contact sheets: every class of a pack from eight directions, and every background, in one small picture each.

paragone scenes contact procedural --out docs/images/procedural.png
paragone scenes contact backgrounds --out docs/images/backgrounds.png
"""

from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from paragone.core.types import Pixels
from paragone.scenes.meshes.mesh import Mesh, bounds
from paragone.scenes.meshes.packs import Pack
from paragone.scenes.rendering.backgrounds import BACKGROUNDS, background
from paragone.scenes.rendering.camera import Camera
from paragone.scenes.rendering.render import Placed, render

DIRECTIONS = tuple(range(0, 360, 45))
PAPER = (226, 229, 232)


def view_of(mesh: Mesh, yaw: float, *, side: int) -> Pixels:
    """One mesh on grey paper, as large as it fits whichever way it is turned."""
    size = bounds(mesh).size.astype(float)
    half_diagonal = float(np.linalg.norm(size)) / 2
    middle = float(size[2]) / 2
    camera = Camera((0.0, -6.0 * half_diagonal, middle + 1.9 * half_diagonal), (0.0, 0.0, middle), 19.5, (side, side))
    paper = np.full((side, side, 3), PAPER, dtype=np.uint8)
    return render([Placed(mesh, yaw=yaw)], camera, background=paper).rgb


def pack_sheet(pack: Pack, *, side: int = 72, panels: int = 2) -> Pixels:
    """A row for each class and state, a column for each direction; the variants take turns along a row."""
    rows = []
    for class_name in pack.classes:
        for state in pack.states(class_name) or (None,):
            views = [
                view_of(
                    pack.mesh(class_name, (column + column // 4) % pack.variants(class_name), state), yaw, side=side
                )
                for column, yaw in enumerate(DIRECTIONS)
            ]
            label = class_name if state in (None, "none") else f"{class_name}, {state}"
            rows.append(labelled(np.concatenate(views, axis=1), label))
    high = -(-len(rows) // panels)
    rows += [np.full_like(rows[0], PAPER[0])] * (high * panels - len(rows))
    return np.concatenate([np.concatenate(rows[at : at + high]) for at in range(0, len(rows), high)], axis=1)


def background_sheet(*, side: int = 144, columns: int = 5) -> Pixels:
    """All painted places, with their names."""
    places = [name for name in BACKGROUNDS if name != "empty"]
    tiles = [labelled(background(name, (side, side), Camera()), name) for name in places]
    tiles += [np.full_like(tiles[0], PAPER[0])] * (-len(tiles) % columns)
    lines = [np.concatenate(tiles[at : at + columns], axis=1) for at in range(0, len(tiles), columns)]
    return np.concatenate(lines)


def labelled(pixels: Pixels, text: str) -> Pixels:
    """The picture under a line of text."""
    line = Image.new("RGB", (pixels.shape[1], 12), PAPER)
    ImageDraw.Draw(line).text((3, 0), text, fill=(20, 20, 20))
    return np.concatenate([np.asarray(line), pixels])


def save(pixels: Pixels, path: Path) -> None:
    """The sheet as a PNG of at most 256 colours, which keeps it small."""
    path.parent.mkdir(parents=True, exist_ok=True)
    reduced = Image.fromarray(pixels).quantize(256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    reduced.save(path, optimize=True)
