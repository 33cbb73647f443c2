"""Trains the painter: each step one batch of layouts and one of layers, and one step down the sum of both losses.

    paragone train flow --data v2 --minutes 240 --out runs/flow

The folder holds the rendered scenes, `last.pt` (everything; the same command goes on from it), `best.pt` (the least
loss on val), `log.csv` and sheets of samples. What a step does follows from the seed and its number alone, so that a
training that was killed ends with the same bits as one that was not, on one thread and counted in steps. Counted in
minutes (of CPU time) the clock decides when the rate falls.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from paragone.baselines.dual_encoder.words import FILLER, START
from paragone.baselines.flow import data
from paragone.baselines.flow.flow import loss_along
from paragone.baselines.flow.layout import UNTOLD, vocabulary
from paragone.baselines.flow.net import Painter
from paragone.baselines.training import Learner, save

PEAK_RATE = 1e-3
RISE, FALL = 200, 0.7  # steps until the rate is full; the part of the training after which it falls to 0
UNTOLD_PART = 0.1  # of the batch is trained without text or kind, so that samples can be guided
PLATES_PART = 0.08  # of the layers of a batch are backgrounds
SHEETS = 5  # looks from one sheet of samples to the next
SNAPSHOTS = {"early": 0.2, "middle": 0.5}  # parts of the training whose weights are kept


@dataclass(frozen=True, slots=True)
class Settings:
    """How to train; `steps` counts, or the minutes if it is 0."""

    minutes: float = 240.0
    steps: int = 0
    seed: int = 0
    share: float = 1.0  # of the training scenes
    layouts: int = 96  # of a batch
    layers: int = 48
    every: int = 100  # steps between looks at val, rows of the log, checkpoints
    layout_size: tuple[int, int] = (96, 4)
    layer_size: tuple[int, int] = (64, 128)


class Training(Learner[Painter]):
    """The painter and all that its training has come to."""

    def __init__(self, settings: Settings) -> None:
        torch.manual_seed(settings.seed)
        words = len(vocabulary())
        sizes = {"layout": settings.layout_size, "layer": settings.layer_size}
        super().__init__(Painter(words, **sizes), Painter(words, **sizes), rate=PEAK_RATE)
        self.settings = settings
        self.best = float("inf")

    def part(self) -> float:
        """How much of the training is over."""
        wanted = self.settings
        return self.steps / wanted.steps if wanted.steps else self.seconds / (60 * wanted.minutes)

    def step(self, scenes: data.Scenes) -> float:
        """One batch; gives its loss."""
        rng = np.random.default_rng([self.settings.seed, self.steps])
        self.net.train()
        layouts = layout_loss(self.net, scenes, self.settings.layouts, rng)
        loss = layouts + layer_loss(self.net, scenes, self.settings.layers, rng)
        return self.descend(loss, rate_of(self.steps, self.part()))


def rate_of(step: int, part: float) -> float:
    """The learning rate: a short rise, then full, then a straight fall.

    >>> rate_of(100, 0.0), rate_of(1000, 0.5), round(rate_of(1000, 0.85), 6)
    (0.0005, 0.001, 0.0005)
    """
    return PEAK_RATE * min(step / RISE, 1.0, max((1 - part) / (1 - FALL), 0.001))


def layout_loss(net: Painter, scenes: data.Scenes, count: int, rng: np.random.Generator) -> Tensor:
    """The loss of a batch of layouts."""
    rows = rng.integers(len(scenes.texts), size=count)
    texts, slots = torch.from_numpy(scenes.texts[rows]), torch.from_numpy(scenes.slots[rows])
    without_text = torch.from_numpy(rng.random(count) < UNTOLD_PART)
    texts[without_text] = FILLER
    texts[without_text, 0] = START
    return loss_along(lambda x, t: net.layout(texts, x, t), slots, rng)


def layer_loss(net: Painter, scenes: data.Scenes, count: int, rng: np.random.Generator) -> Tensor:
    """The loss of a batch of layers, some of them backgrounds."""
    plates = round(PLATES_PART * count)
    behind = [column[rng.integers(len(column), size=plates)] for column in data.background_layers()]
    rows = rng.integers(len(scenes.kinds), size=count - plates)
    things = [column[rows] for column in (scenes.layers, scenes.kinds, scenes.boxes)]
    layers, kinds, boxes = (np.concatenate(pair) for pair in zip(things, behind, strict=True))
    kinds[rng.random(count) < UNTOLD_PART] = UNTOLD
    truth = as_floats(layers)
    conditions = torch.from_numpy(kinds), torch.from_numpy(boxes)
    with torch.autocast("cpu", dtype=torch.bfloat16, enabled=net.training):  # half as fast again as float32
        return loss_along(lambda x, t: net.layer(x, t, *conditions).float(), truth, rng)


def as_floats(layers: Any) -> Tensor:
    """Layers of bytes (n, side, side, 4) as the network sees them: (n, 4, side, side) in -1..1."""
    planes = torch.from_numpy(layers).permute(0, 3, 1, 2).float() / 127.5 - 1
    return planes.contiguous(memory_format=torch.channels_last)


def val_loss(net: Painter, scenes: data.Scenes, count: int = 256) -> tuple[float, float]:
    """The losses of layouts and layers on val: always the same rows, times and noise."""
    net.eval()
    rng = np.random.default_rng(0)
    with torch.no_grad():
        return float(layout_loss(net, scenes, count, rng)), float(layer_loss(net, scenes, count, rng))


def train(
    training: Training, folder: Path, *, tell: Callable[[dict[str, float]], None], sheet: Callable[[str], None]
) -> None:
    """Train until steps or minutes are used up; `tell` gets a row of figures now and then, `sheet` draws samples."""
    scenes = data.load(folder / "scenes", "train", share=training.settings.share)
    val = data.load(folder / "scenes", "val")
    losses: list[float] = []
    looked = time.monotonic()
    while (before := training.part()) < 1:
        losses.append(training.step(scenes))
        for name in [name for name, at in SNAPSHOTS.items() if before < at <= training.part()]:
            save(small(training), folder / f"{name}.pt")
            sheet(name)
            training.start_clock()
        if training.steps % training.settings.every == 0 or training.part() >= 1:
            now = time.monotonic()
            tell({**_look(training, val, folder), "loss": float(np.mean(losses)), "wall": now - looked})
            losses, looked = [], now
            if training.steps % (SHEETS * training.settings.every) == 0:
                sheet("newest")
            training.start_clock()  # looking is no training
    save(small(training), folder / "final.pt")
    sheet("final")


def start(settings: Settings, folder: Path) -> Training:
    """A training that begins, or goes on from the folder's checkpoint."""
    training = Training(settings)
    if (folder / "last.pt").is_file():
        state = torch.load(folder / "last.pt", weights_only=True)
        training.restore(state)
        training.best = state["best"]
        training.start_clock()
    return training


def _look(training: Training, val: data.Scenes, folder: Path) -> dict[str, float]:
    layouts, layers = val_loss(training.mean, val)
    if layouts + layers < training.best:
        training.best = layouts + layers
        save(small(training), folder / "best.pt")
    save(training.state() | {"best": training.best}, folder / "last.pt")
    at = {"step": training.steps, "minutes": training.seconds / 60, "part": training.part()}
    return at | {"val_layout": layouts, "val_layer": layers}


def small(training: Training) -> dict[str, Any]:
    """What is needed to draw with it."""
    settings = training.settings
    sizes = {"layout_size": settings.layout_size, "layer_size": settings.layer_size}
    at = (training.seconds, training.steps)
    return {"mean": training.mean.state_dict(), "at": at, "sizes": sizes, "share": settings.share}
