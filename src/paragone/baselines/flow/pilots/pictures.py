"""The painter's training scenes as whole pictures of 64 pixels, with where their things are."""

from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from paragone.baselines.damsm.data import RENDERED, smaller
from paragone.baselines.damsm.photographs import SIDE
from paragone.baselines.flow.data import SEEN, is_held_out, scenes_of
from paragone.baselines.flow.layout import text_numbers, vocabulary
from paragone.scenes.compose import Series, scene_at
from paragone.scenes.draw import draw
from paragone.scenes.meshes.packs import load_pack

THINGS_WEIGH = 15.0  # times more than what is behind them: a sixteenth of the pixels, so half of the loss


class Pictures(NamedTuple):
    """Texts, pictures and how much of each pixel is a thing."""

    texts: npt.NDArray[np.int64]  # (n, WORDS)
    images: npt.NDArray[np.uint8]  # (n, SIDE, SIDE, 3)
    masks: npt.NDArray[np.uint8]  # (n, SIDE, SIDE), 255 where all of it is


def render(shards: int, seed: int = 0) -> Pictures:
    """The scenes that the painter is trained on, shard by shard: no text that is held out, nothing much hidden."""
    pack, words = load_pack("procedural"), vocabulary()
    texts, images, masks = [], [], []
    for series, index in (found for shard in range(shards) for found in scenes_of(shard, "train", seed)):
        scene = scene_at(Series(series.version, series.skill, series.split, seed, size=RENDERED), index, pack)
        if is_held_out(scene.text):
            continue
        drawn = draw(scene, pack)
        if drawn.visible.min() < SEEN:
            continue
        texts.append(text_numbers(scene.text, words))
        images.append(smaller(drawn.rgb))
        masks.append(smaller(np.repeat((drawn.instances > 0)[:, :, None] * np.uint8(255), 3, axis=2))[:, :, 0])
    return Pictures(np.stack(texts), np.stack(images), np.stack(masks))


def load(path: Path, *, shards: int = 40) -> Pictures:
    """The pictures in a file; they are rendered into it if it is not there."""
    if not path.is_file():
        part = path.with_suffix(".part")
        with part.open("wb") as file:
            np.savez_compressed(file, **render(shards)._asdict())
        part.replace(path)
    with np.load(path) as found:
        return Pictures(*(found[name] for name in Pictures._fields))


def batch_of(pictures: Pictures, rows: npt.NDArray[np.int64]) -> tuple[Tensor, Tensor]:
    """Pictures (n, 3, SIDE, SIDE) in -1..1, and the weight of each pixel (n, 1, SIDE, SIDE), 1 in the mean."""
    planes = torch.from_numpy(pictures.images[rows]).permute(0, 3, 1, 2).float() / 127.5 - 1
    weight = 1 + THINGS_WEIGH * torch.from_numpy(pictures.masks[rows]).float()[:, None] / 255
    return planes.contiguous(memory_format=torch.channels_last), weight / weight.mean()


def as_bytes(planes: Tensor) -> npt.NDArray[np.uint8]:
    """Planes (n, 3, height, width) in -1..1 as pictures of bytes."""
    levels = ((planes.permute(0, 2, 3, 1) + 1) * 127.5).round().clamp(0, 255)
    found: npt.NDArray[np.uint8] = levels.to(torch.uint8).numpy()
    return found


__all__ = ["SIDE", "Pictures", "as_bytes", "batch_of", "load", "render"]
