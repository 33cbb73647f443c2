"""Trains the detector: first mostly on crops (cheap and many), then on whole images, the rate falling to 0.

    python -m paragone.baselines.detector.train --data FOLDER --scenes 20000 --out model.pt --minutes 60

Renders what is missing of the training scenes first. Several processes can share the work: each takes its own batches,
and gradients are averaged. Minutes are of each process's CPU time, so that a busy machine makes training slower, not
worse. A checkpoint is written every minute; the same command goes on from it.
"""

import time
from pathlib import Path
from typing import Annotated

import numpy as np
import torch
import typer

from paragone.baselines.detector import augment, data
from paragone.baselines.detector.data import Examples
from paragone.baselines.detector.decode import SIZE
from paragone.baselines.detector.net import Net
from paragone.baselines.detector.targets import loss_of
from paragone.baselines.training import Learner, rate_at, save

# Images a step over all processes, by their side. Whole images are among the crops: some things fill the frame.
BATCH = {96: 96, 128: 96, 256: 48}
EARLY_SIDES = (96, 128, 96, 256)
EARLY_PART = 0.5  # of the time
PEAK_RATE = 3e-3


class Training(Learner[Net]):
    """The detector and all that its training has come to."""

    def __init__(self, seed: int) -> None:
        torch.manual_seed(seed)
        super().__init__(Net(), Net(), rate=PEAK_RATE)

    def step(self, batch: Examples, rate: float, rng: np.random.Generator) -> float:
        """One batch; gives its loss."""
        image = torch.from_numpy(augment.worn(batch.images, rng)).permute(0, 3, 1, 2)
        boxes, labels, colours = (torch.from_numpy(column) for column in batch[1:])
        self.net.train()
        return self.descend(loss_of(self.net(image), boxes, labels, colours), rate)


def train(training: Training, folder: Path, *, out: Path, minutes: float, rank: int, processes: int) -> None:
    """Train until the minutes are used up; new shards in the folder are taken up as they come."""
    shards, rng = data.load(folder), np.random.default_rng([rank, training.steps])
    saved = time.monotonic()
    losses: list[float] = []
    while (part := training.seconds / (60 * minutes)) < 1:
        side = EARLY_SIDES[training.steps % len(EARLY_SIDES)] if part < EARLY_PART else SIZE
        batch = data.pick(shards, BATCH[side] // processes, rng)
        batch = augment.crops(batch, side, rng) if side < SIZE else augment.mirrored(batch, rng)
        losses.append(training.step(batch, rate_at(part, peak=PEAK_RATE, rise=0.03), rng))
        now = time.monotonic()
        if rank == 0 and now - saved > 60:
            save(training.state(), out)
            typer.echo(f"{part:6.1%} step {training.steps} loss {np.mean(losses):.3f}, {len(shards)} shards")
            saved, losses = now, []
        if training.steps % 50 == 0:
            shards = data.load(folder)
    if rank == 0:
        save(training.state(), out)


def _work(rank: int, processes: int, folder: Path, out: Path, minutes: float, seed: int) -> None:
    torch.set_num_threads(1)
    if processes > 1:
        meeting = f"file://{out.absolute()}.meeting"
        torch.distributed.init_process_group("gloo", init_method=meeting, rank=rank, world_size=processes)
    training = Training(seed)
    if out.is_file():
        training.restore(torch.load(out, weights_only=True))
    train(training, folder, out=out, minutes=minutes, rank=rank, processes=processes)


def main(
    folder: Annotated[Path, typer.Option("--data", help="where the rendered scenes are kept")],
    out: Annotated[Path, typer.Option(help="the checkpoint")],
    scenes: Annotated[int, typer.Option(help="training scenes to render first; 0: use what is there")] = 20_000,
    minutes: float = 60.0,
    processes: int = 2,
    seed: int = 0,
) -> None:
    """Train the detector."""
    if scenes:
        data.render_all(folder, range(-(-scenes // data.SHARD)), seed=seed, processes=processes)
    Path(f"{out.absolute()}.meeting").unlink(missing_ok=True)
    torch.multiprocessing.spawn(_work, (processes, folder, out, minutes, seed), nprocs=processes)


if __name__ == "__main__":
    typer.run(main)
