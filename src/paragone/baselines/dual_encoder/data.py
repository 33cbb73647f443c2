"""The detector's training scenes once more, each with the order that it shows."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from paragone.baselines.detector.data import scenes_of
from paragone.baselines.dual_encoder.captions import mirrored
from paragone.scenes.compose import cells
from paragone.scenes.vocabulary import Split
from paragone.scenes.wording import Order


class Shard(NamedTuple):
    """Images, read from disk only where they are looked at; what each shows; and which show all that they should."""

    images: npt.NDArray[np.uint8]  # (n, 256, 256, 3)
    orders: Sequence[Order]
    whole: npt.NDArray[np.intp]


class Scenes(NamedTuple):
    """Some images and what they show."""

    images: npt.NDArray[np.uint8]
    orders: Sequence[Order]


def orders_of(shard: int, split: Split, seed: int) -> list[Order]:
    """What each scene of a shard shows."""
    found = []
    for series, index in scenes_of(shard, split, seed):
        turns = cells(series.version, series.skill)
        found.append(turns[index % len(turns)])
    return found


def load(folder: Path, split: Split, seed: int) -> list[Shard]:
    """All shards in the folder. Where a thing is hidden the caption may be false: such a scene is not `whole`."""
    shards = []
    for path in sorted(folder.glob("shard_*")):
        if path.is_dir() and not path.suffix:
            orders = orders_of(int(path.name.removeprefix("shard_")), split, seed)
            things = (np.load(path / "labels.npy") >= 0).sum(axis=1)
            wanted = [len(order.names) * order.count for order in orders]
            shards.append(Shard(np.load(path / "images.npy", mmap_mode="r"), orders, np.flatnonzero(things == wanted)))
    return shards


def pick(shards: Sequence[Shard], count: int, rng: np.random.Generator) -> Scenes:
    """That many whole scenes, each with equal chance, mirrored half of the time with what is said of them."""
    chosen = [shards[k] for k in rng.integers(len(shards), size=count)]
    rows = [int(rng.choice(shard.whole)) for shard in chosen]
    images = np.stack([shard.images[row] for shard, row in zip(chosen, rows, strict=True)])
    orders = [shard.orders[row] for shard, row in zip(chosen, rows, strict=True)]
    flip = rng.random(count) < 0.5
    images[flip] = images[flip][:, :, ::-1]
    return Scenes(images, [mirrored(order) if turn else order for order, turn in zip(orders, flip, strict=True)])
