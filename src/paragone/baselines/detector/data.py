"""Training scenes, rendered once into plain arrays: images as bytes, and the boxes, classes and colours in them."""

import json
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from paragone.baselines.detector.decode import COLOUR_NAMES, SIZE
from paragone.scenes import compose
from paragone.scenes.compose import Series, scene_at
from paragone.scenes.rendering import render
from paragone.scenes.vocabulary import ALL_CLASSES, PLAIN, Skill, Split, Version

MOST_BOXES = 6
SHARD = 500  # scenes of one version
STRIDE_OF_CELLS = 1009
VERSIONS: tuple[Version, ...] = ("v1", "v2", "v1", "v2", "v2")  # of the shards, in turn; v2 has the places behind
# How often each skill takes its turn. Only v1 has colours, so half of it is for them; lone objects fill the frame.
TURNS: dict[Version, tuple[Skill, ...]] = {
    "v1": ("count", "color", "object", "color", "spatial", "color"),
    "v2": ("count", "spatial", "object", "count", "object", "spatial"),
}
HIDDEN = 0.25  # a thing of which less can be seen is not asked for


class Examples(NamedTuple):
    """Rendered scenes; label -1 means no box."""

    images: npt.NDArray[np.uint8]  # (n, 256, 256, 3)
    boxes: npt.NDArray[np.float32]  # (n, most, 4) pixels
    labels: npt.NDArray[np.int8]  # (n, most)
    colours: npt.NDArray[np.int8]  # (n, most); -1 where it is not painted, for a plain stop sign is red as well


def scenes_of(shard: int, split: Split, seed: int) -> list[tuple[Series, int]]:
    """Series and number of each scene in a shard."""
    version = VERSIONS[shard % len(VERSIONS)]
    turns = TURNS[version]
    found = []
    for number in range(shard * SHARD, (shard + 1) * SHARD):
        turn, skill = number // len(turns), turns[number % len(turns)]
        # Which scene of its own skill it is: the cells take turns by this number, so it may leave none out. The stride
        # has no factor in common with the number of cells, and lets even a few scenes meet all classes.
        place = turn * turns.count(skill) + turns[: number % len(turns)].count(skill)
        found.append((Series(version, skill, split, seed), place * STRIDE_OF_CELLS))
    return found


def render_shard(shard: int, split: Split, seed: int) -> Examples:
    """The scenes of one shard."""
    from paragone.scenes.draw import draw
    from paragone.scenes.meshes.packs import load_pack

    pack = load_pack("procedural")
    images = np.zeros((SHARD, SIZE, SIZE, 3), dtype=np.uint8)
    boxes = np.zeros((SHARD, MOST_BOXES, 4), dtype=np.float32)
    labels, colours = np.full((2, SHARD, MOST_BOXES), -1, dtype=np.int8)
    for row, (series, index) in enumerate(scenes_of(shard, split, seed)):
        scene = scene_at(series, index, pack)
        drawn = draw(scene, pack)
        images[row] = drawn.rgb
        for k, thing in enumerate(scene.things):
            if drawn.visible[k] >= HIDDEN:
                boxes[row, k] = drawn.boxes[k]
                labels[row, k] = ALL_CLASSES.index(thing.name)
                colours[row, k] = COLOUR_NAMES.index(thing.colour) if thing.colour != PLAIN else -1
    return Examples(images, boxes, labels, colours)


def render_all(
    folder: Path, shards: Sequence[int], *, split: Split = "train", seed: int = 0, processes: int = 2
) -> None:
    """Render shards; those that are there already are left as they are."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = [shard for shard in shards if not _path(folder, shard).is_dir()]
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        jobs = [pool.submit(_render_to, _path(folder, shard), shard, split, seed) for shard in wanted]
    for job in jobs:
        job.result()


def load(folder: Path) -> list[Examples]:
    """All shards in the folder, read from disk only where they are looked at."""
    return [_read(path) for path in sorted(folder.glob("shard_*")) if path.is_dir() and not path.suffix]


def pick(shards: Sequence[Examples], count: int, rng: np.random.Generator) -> Examples:
    """That many scenes, each with equal chance."""
    places = rng.integers((len(shards), SHARD), size=(count, 2))
    images, boxes, labels, colours = (np.stack([shards[k][column][row] for k, row in places]) for column in range(4))
    return Examples(images, boxes, labels, colours)


def made_with() -> dict[str, str]:
    """The versions of everything that decides an image."""
    from paragone.scenes.meshes.packs import load_pack

    return {"composer": compose.VERSION, "renderer": render.VERSION, "pack": load_pack("procedural").version}


def _path(folder: Path, shard: int) -> Path:
    return folder / f"shard_{shard:04d}"


def _read(path: Path) -> Examples:
    images, *small = (np.load(path / f"{name}.npy", mmap_mode="r") for name in Examples._fields)
    return Examples(images, *(np.array(column) for column in small))


def _render_to(path: Path, shard: int, split: Split, seed: int) -> None:
    part = path.with_suffix(".part")
    part.mkdir(exist_ok=True)
    for name, column in render_shard(shard, split, seed)._asdict().items():
        np.save(part / f"{name}.npy", column)
    (part / "made_with.json").write_text(json.dumps(made_with()), encoding="utf-8")
    part.replace(path)
