"""The detector's training scenes once more: the order that each shows, and what the detector's CNN says of it."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from paragone.baselines.detector.augment import worn
from paragone.baselines.detector.data import scenes_of
from paragone.baselines.dual_encoder.captions import mirrored
from paragone.scenes.compose import cells
from paragone.scenes.vocabulary import Split
from paragone.scenes.wording import Order

Images = npt.NDArray[np.float32]  # (n, 256, 256, 3)
Floats = npt.NDArray[np.float32]
AT_ONCE = 50


class Shard(NamedTuple):
    """Images, read from disk only where they are looked at; what each shows; and which show all that they should."""

    images: npt.NDArray[np.uint8]  # (n, 256, 256, 3)
    orders: Sequence[Order]
    whole: npt.NDArray[np.intp]


class View(NamedTuple):
    """A shard as the detector's CNN saw it once, plain or mirrored; and what its scenes then show."""

    features: npt.NDArray[np.float16]  # (n, numbers), read from disk only where it is looked at
    orders: Sequence[Order]
    whole: npt.NDArray[np.intp]


class Scenes(NamedTuple):
    """What the CNN says of some scenes, and what they show."""

    features: npt.NDArray[np.float32]
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


def view(shard: Shard, path: Path, look: Callable[[Images], Floats], *, mirror: bool, seed: int) -> View:
    """The shard as the CNN sees it, worn as drawings are; written to that file unless it is there."""
    if not path.is_file():
        rng = np.random.default_rng([seed, mirror])
        step = -1 if mirror else 1
        parts = [
            look(worn(shard.images[start : start + AT_ONCE, :, ::step], rng))
            for start in range(0, len(shard.images), AT_ONCE)
        ]
        part = path.with_suffix(".part")
        with part.open("wb") as file:
            np.save(file, np.concatenate(parts).astype(np.float16))
        part.replace(path)
    orders = [mirrored(order) for order in shard.orders] if mirror else shard.orders
    return View(np.load(path, mmap_mode="r"), orders, shard.whole)


def pick(views: Sequence[View], count: int, rng: np.random.Generator) -> Scenes:
    """That many whole scenes, each with equal chance."""
    chosen = [views[k] for k in rng.integers(len(views), size=count)]
    rows = [int(rng.choice(view.whole)) for view in chosen]
    features = np.stack([view.features[row] for view, row in zip(chosen, rows, strict=True)])
    return Scenes(features.astype(np.float32), [view.orders[row] for view, row in zip(chosen, rows, strict=True)])
