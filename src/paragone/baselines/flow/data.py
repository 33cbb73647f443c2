"""Training scenes as arrays: each text, its layout, and every thing cut out as a layer, rendered once.

A part of the texts is held out: no scene of them is trained on, so that what the model does with them is its own.
"""

import functools
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from paragone.baselines.flow.layout import (
    BACKGROUND,
    KINDS,
    MARGIN,
    SIDE,
    VERSION,
    WHOLE,
    Spot,
    seen_box,
    text_numbers,
    to_slots,
    vocabulary,
)
from paragone.baselines.flow.picture import stretched
from paragone.core.keys import key_of
from paragone.scenes.compose import Series, scene_at
from paragone.scenes.draw import draw
from paragone.scenes.meshes.packs import load_pack
from paragone.scenes.rendering.backgrounds import background
from paragone.scenes.rendering.camera import Camera
from paragone.scenes.rendering.render import Render
from paragone.scenes.spec import Scene
from paragone.scenes.vocabulary import BACKGROUNDS, EMPTY, SKILLS, Split

SHARD = 300  # scenes, of all skills in turn
STRIDE_OF_CELLS = 1009  # lets even a few scenes meet all cells of a skill
HELD_OUT = 8  # one text in so many, lone objects apart: they must be seen to be painted
SEEN = 0.9  # the part of a thing that must be visible for its scene to be of use


class Scenes(NamedTuple):
    """Texts with their layouts, and the layers of all their things; layer m belongs to scene `scene[m]`."""

    texts: npt.NDArray[np.int64]  # (n, WORDS)
    slots: npt.NDArray[np.float32]  # (n, SLOTS, WIDTH)
    layers: npt.NDArray[np.uint8]  # (m, SIDE, SIDE, 4) RGB on grey where nothing is, and how much is there
    kinds: npt.NDArray[np.int64]  # (m,)
    boxes: npt.NDArray[np.float32]  # (m, 4) as the networks see them
    scene: npt.NDArray[np.int64]  # (m,)


def is_held_out(text: str) -> bool:
    """Whether a text is kept from training."""
    counts_or_relates = text[0].isdigit() or " is " in text
    return counts_or_relates and int(key_of("held out", text)[:8], 16) % HELD_OUT == 0


def scenes_of(shard: int, split: Split, seed: int) -> list[tuple[Series, int]]:
    """Series and number of each scene of a shard; the skills take turns."""
    skills, found = SKILLS[VERSION], []
    for place in range(shard * SHARD // len(skills), (shard + 1) * SHARD // len(skills)):
        found += [(Series(VERSION, skill, split, seed), place * STRIDE_OF_CELLS) for skill in skills]
    return found


def render_shard(shard: int, split: Split, seed: int) -> Scenes:
    """The usable scenes of one shard; texts that are held out are no part of the training split."""
    pack, words = load_pack("procedural"), vocabulary()
    texts: list[npt.NDArray[np.int64]] = []
    slots, cut = [], []
    for series, index in scenes_of(shard, split, seed):
        scene = replace(scene_at(series, index, pack), background=EMPTY)
        if split == "train" and is_held_out(scene.text):
            continue
        drawn = draw(scene, pack)
        if drawn.visible.min() < SEEN:
            continue
        spots = _spots(scene, drawn)
        cut += [(layer_of(drawn, k), spots[k], len(texts)) for k in range(len(spots))]
        # Equal things have no order of their own; from left to right is the easiest to learn.
        slots.append(to_slots(sorted(spots, key=lambda spot: spot.box[0]) if scene.skill == "count" else spots))
        texts.append(text_numbers(scene.text, words))
    return _gathered(texts, slots, cut)


def layer_of(drawn: Render, thing: int) -> npt.NDArray[np.uint8]:
    """A thing cut out of a picture on black: its box with a margin, as SIDE x SIDE pixels, grey where it is not."""
    mask = (drawn.instances == thing + 1).astype(np.float32)[:, :, None]
    colour = drawn.rgb.astype(np.float32) * mask + 128 * (1 - mask)
    whole = np.concatenate([colour, mask * 255], axis=2)
    left, top, right, bottom = drawn.boxes[thing].astype(float)
    dx, dy = (right - left) * MARGIN, (bottom - top) * MARGIN
    return _cut(whole, (left - dx, top - dy, right + dx, bottom + dy))


def plates() -> npt.NDArray[np.uint8]:
    """The places behind the things, small, as layers that are all there."""
    camera = Camera()
    found = np.full((len(BACKGROUNDS), SIDE, SIDE, 4), 255, dtype=np.uint8)
    for row, name in enumerate(BACKGROUNDS):
        place = background(name, camera.size, camera).astype(np.float32)
        found[row, :, :, :3] = _cut(place, (0.0, 0.0, float(camera.size[0]), float(camera.size[1])))
    return found


def render_all(folder: Path, shards: Sequence[int], *, split: Split, seed: int = 0, processes: int = 2) -> None:
    """Render shards; those that are there already are left as they are."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = [shard for shard in shards if not _path(folder, split, shard).is_file()]
    if processes == 1:
        for shard in wanted:
            _render_to(_path(folder, split, shard), shard, split, seed)
        return
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        jobs = [pool.submit(_render_to, _path(folder, split, shard), shard, split, seed) for shard in wanted]
    for job in jobs:
        job.result()


def load(folder: Path, split: Split, *, share: float = 1.0) -> Scenes:
    """All shards of a split in a folder, or the first part of its scenes: a share of 0.1 is within one of 0.5."""
    parts = [dict(np.load(path)) for path in sorted(folder.glob(f"{split}_*.npz"))]
    starts = np.cumsum([0, *(len(part["texts"]) for part in parts)])
    for part, start in zip(parts, starts, strict=False):
        part["scene"] = part["scene"] + start
    whole = Scenes(*(np.concatenate([part[name] for part in parts]) for name in Scenes._fields))
    kept = max(round(share * len(whole.texts)), 1)
    mine = whole.scene < kept
    things = (whole.layers[mine], whole.kinds[mine], whole.boxes[mine], whole.scene[mine])
    return Scenes(whole.texts[:kept], whole.slots[:kept], *things)


@functools.cache
def background_layers() -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64], npt.NDArray[np.float32]]:
    """The plates as layers with their kind and box."""
    layers = plates()
    boxes = np.tile(seen_box(WHOLE), (len(layers), 1))
    return layers, np.full(len(layers), BACKGROUND, dtype=np.int64), boxes


def _spots(scene: Scene, drawn: Render) -> list[Spot]:
    side = scene.camera.size[0]
    found = []
    for thing, box in zip(scene.things, drawn.boxes, strict=True):
        left, top, right, bottom = (float(value) / side for value in box)
        found.append(Spot(KINDS.index(thing.name), (left, top, right, bottom)))
    return found


def _cut(picture: npt.NDArray[np.float32], box: tuple[float, float, float, float]) -> npt.NDArray[np.uint8]:
    padded = np.pad(picture, ((16, 16), (16, 16), (0, 0)), mode="edge")
    left, top, right, bottom = (value + 16 for value in box)
    small = stretched(padded, (SIDE, SIDE), box=(left, top, right, bottom))
    return np.clip(np.round(small), 0, 255).astype(np.uint8)


def _gathered(
    texts: list[npt.NDArray[np.int64]],
    slots: list[npt.NDArray[np.float32]],
    cut: list[tuple[npt.NDArray[np.uint8], Spot, int]],
) -> Scenes:
    layers, spots, scene = zip(*cut, strict=True)
    kinds = np.array([spot.kind for spot in spots], dtype=np.int64)
    boxes = np.stack([seen_box(spot.box) for spot in spots])
    return Scenes(np.stack(texts), np.stack(slots), np.stack(layers), kinds, boxes, np.array(scene, dtype=np.int64))


def _path(folder: Path, split: Split, shard: int) -> Path:
    return folder / f"{split}_{shard:04d}.npz"


def _render_to(path: Path, shard: int, split: Split, seed: int) -> None:
    part = path.with_suffix(".part")
    with part.open("wb") as file:
        np.savez(file, **render_shard(shard, split, seed)._asdict())
    part.replace(path)
