"""A contact sheet: many scenes of a series side by side."""

import numpy as np

from paragone.core.types import Pixels
from paragone.scenes.compose import Series, cells, scene_at
from paragone.scenes.draw import draw
from paragone.scenes.meshes.packs import load_pack


def contact_sheet(series: Series, count: int, *, columns: int = 6) -> tuple[Pixels, list[str]]:
    """That many scenes, spread over the cells, and their prompts in reading order."""
    pack = load_pack(series.pack)
    total = len(cells(series.version, series.skill))
    numbers = [int(k * total / count) if count <= total else k for k in range(count)]
    scenes = [scene_at(series, number, pack) for number in numbers]
    rows = -(-count // columns)
    sheet = np.zeros((rows * series.size, columns * series.size, 3), dtype=np.uint8)
    for k, scene in enumerate(scenes):
        y, x = k // columns * series.size, k % columns * series.size
        sheet[y : y + series.size, x : x + series.size] = draw(scene, pack).rgb
    return sheet, [scene.text for scene in scenes]
