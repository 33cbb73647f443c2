"""Trains the dual encoder: images to their captions among others of the batch and false rewritings of their own.

    python -m paragone.baselines.dual_encoder.train --data FOLDER --detector detector.pt --out model.pt --minutes 30

FOLDER and detector.pt are what `paragone.baselines.detector.train` rendered and wrote. The image half has that
detector's CNN, which stays as it is: its features of each scene, plain and mirrored, are written beside the
checkpoint once (40 kB a scene and view), and the rest learns from them. Each process takes its own batches; gradients
are averaged. Minutes are of each process's CPU time, the first look apart. A checkpoint is written every minute; the
same command goes on from it.
"""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
import torch
import typer
from torch import Tensor
from torch.nn.functional import cross_entropy

from paragone.baselines.dual_encoder import captions, data
from paragone.baselines.dual_encoder.net import DualEncoder
from paragone.baselines.dual_encoder.words import FILLER, numbering, read
from paragone.baselines.training import Learner, rate_at, save
from paragone.core.keys import content_hash
from paragone.scenes.wording import Order

BATCH = 96  # images a step over all processes
FALSE_OWN, FALSE_OBJECT = 4, 1  # rewritings of each image's caption; a relation has four
PEAK_RATE = 2e-3
APART = -1e4


class Batch(NamedTuple):
    """Images with a true caption each, false ones of their own, and which captions of others may be true as well."""

    scenes: data.Scenes
    numbers: Tensor  # (n, 1 + false, words)
    excused: Tensor  # (n, n): APART where caption j may be true of image i, else 0


def batch_of(scenes: data.Scenes, numbers: dict[str, int], rng: np.random.Generator) -> Batch:
    """Captions for scenes."""
    said = [_one_true(order, rng) for order in scenes.orders]
    rows = [[order, *_false(order, scenes.orders[place], rng)] for place, order in enumerate(said)]
    excused = torch.tensor(
        [
            [APART * (i != j and captions.may_hold(seen, other)) for j, other in enumerate(said)]
            for i, seen in enumerate(scenes.orders)
        ]
    )
    texts = [[read(captions.say(order, rng), numbers).numbers for order in row] for row in rows]
    return Batch(scenes, padded(texts), excused)


def padded(texts: list[list[list[int]]]) -> Tensor:
    """Rows of texts as one array, the short ones filled up."""
    longest = max(len(text) for row in texts for text in row)
    return torch.tensor([[[*text, *[FILLER] * (longest - len(text))] for text in row] for row in texts])


def contrast(images: Tensor, texts: Tensor, sharpness: Tensor, excused: Tensor) -> Tensor:
    """Cross entropy of each image's own caption (texts[:, 0]) among all, among its rewritings alone, and the reverse.

    Among all, the few rewritings drown in the batch; alone they are half of what is learnt.
    """
    scale = sharpness.exp().clamp(max=100.0)
    among_batch = scale * images @ texts[:, 0].T + excused
    among_own = scale * (texts[:, 1:] @ images[:, :, None])[:, :, 0]
    own = torch.arange(len(images))
    all_of_them = cross_entropy(torch.cat([among_batch, among_own], dim=1), own)
    alone = cross_entropy(torch.cat([among_batch.diag()[:, None], among_own], dim=1), torch.zeros_like(own))
    return all_of_them + alone + 0.5 * cross_entropy(among_batch.T, own)


class Training(Learner[DualEncoder]):
    """The dual encoder and all that its training has come to; the detector's CNN in it does not learn."""

    def __init__(self, seed: int) -> None:
        torch.manual_seed(seed)
        words = captions.vocabulary()
        self.numbers = numbering(words)
        nets = DualEncoder(len(words)), DualEncoder(len(words))
        for net in nets:
            net.image.sight.requires_grad_(requires_grad=False).eval()
        super().__init__(*nets, rate=PEAK_RATE)
        self.detector: dict[str, float] = {}

    def begin_with(self, detector: dict[str, Any]) -> None:
        """Take over a trained detector's CNN: that of its running mean."""
        for net in (self.net, self.mean):
            net.image.sight.load_state_dict(detector["mean"])
        seconds, steps = detector["at"]
        self.detector = {"minutes": round(seconds / 60, 1), "steps": steps}

    def state(self) -> dict[str, Any]:
        """All of it, to be saved."""
        return {**super().state(), "words": captions.vocabulary(), "detector": self.detector}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from a saved state."""
        super().restore(state)
        self.detector = state["detector"]

    def look(self, images: data.Images) -> data.Floats:
        """The features that the detector's CNN finds in images."""
        with torch.inference_mode():
            features: data.Floats = self.mean.image.features(torch.from_numpy(images).permute(0, 3, 1, 2)).numpy()
        return features

    def step(self, batch: Batch, part: float) -> float:
        """One batch, when that part of the time is over; gives its loss."""
        images = self.net.image.vector(torch.from_numpy(batch.scenes.features))
        texts = self.net.text(batch.numbers.flatten(0, 1)).unflatten(0, batch.numbers.shape[:2])
        loss = contrast(images, texts, self.net.sharpness, batch.excused)
        return self.descend(loss, rate_at(part, peak=PEAK_RATE, rise=0.04))


def train(
    training: Training, views: Sequence[data.View], *, out: Path, minutes: float, rank: int, processes: int
) -> None:
    """Train until the minutes are used up."""
    rng = np.random.default_rng([rank, training.steps])
    training.start_clock()
    saved = time.monotonic()
    losses: list[float] = []
    while (part := training.seconds / (60 * minutes)) < 1:
        batch = batch_of(data.pick(views, BATCH // processes, rng), training.numbers, rng)
        losses.append(training.step(batch, part))
        now = time.monotonic()
        if rank == 0 and now - saved > 60:
            save(training.state(), out)
            typer.echo(f"{part:6.1%} step {training.steps} loss {np.mean(losses):.3f}")
            saved, losses = now, []
    if rank == 0:
        save(training.state(), out)


def _one_true(order: Order, rng: np.random.Generator) -> Order:
    others = captions.also_true(order)
    return others[rng.integers(len(others))] if others and rng.random() < 0.25 else order


def _false(said: Order, seen: Order, rng: np.random.Generator) -> list[Order]:
    """False rewritings of what is said, of its own fact and of the object."""
    own, objects = ([o for o in kind if not captions.may_hold(seen, o)] for kind in captions.rewritings(said))
    first = [own[k] for k in rng.permutation(len(own))[:FALSE_OWN]]
    more = [objects[k] for k in rng.permutation(len(objects))[: FALSE_OWN + FALSE_OBJECT - len(first)]]
    return first + more


class Job(NamedTuple):
    """What every process is given."""

    processes: int
    folder: Path
    detector: Path
    out: Path
    minutes: float
    seed: int


def _views(training: Training, job: Job, rank: int) -> list[data.View]:
    """Every shard seen plain and mirrored; each process looks at its share first."""
    shards = data.load(job.folder, "train", job.seed)
    # Named by the detector that looked: another one never learns from the features of this one.
    folder = job.out.with_suffix(".features") / content_hash(job.detector.read_bytes())[:12]
    folder.mkdir(parents=True, exist_ok=True)

    def seen(place: int, *, mirror: bool) -> data.View:
        file = folder / f"{place:04d}_{'mirrored' if mirror else 'plain'}.npy"
        return data.view(shards[place], file, training.look, mirror=mirror, seed=job.seed + place)

    for place in range(rank, len(shards), job.processes):
        for mirror in (False, True):
            seen(place, mirror=mirror)
    if job.processes > 1:
        torch.distributed.barrier()
    return [seen(place, mirror=mirror) for place in range(len(shards)) for mirror in (False, True)]


def _work(rank: int, job: Job) -> None:
    torch.set_num_threads(1)
    if job.processes > 1:
        meeting = f"file://{job.out.absolute()}.meeting"
        torch.distributed.init_process_group("gloo", init_method=meeting, rank=rank, world_size=job.processes)
    training = Training(job.seed)
    if job.out.is_file():
        training.restore(torch.load(job.out, weights_only=True))
    else:
        training.begin_with(torch.load(job.detector, weights_only=True))
    views = _views(training, job, rank)
    train(training, views, out=job.out, minutes=job.minutes, rank=rank, processes=job.processes)


def main(
    folder: Annotated[Path, typer.Option("--data", help="the scenes that the detector's training rendered")],
    detector: Annotated[Path, typer.Option(help="the checkpoint that the detector's training wrote")],
    out: Annotated[Path, typer.Option(help="the checkpoint")],
    minutes: float = 30.0,
    processes: int = 2,
    seed: int = 0,
) -> None:
    """Train the dual encoder."""
    Path(f"{out.absolute()}.meeting").unlink(missing_ok=True)
    job = Job(processes, folder, detector, out, minutes, seed)
    torch.multiprocessing.spawn(_work, (job,), nprocs=processes)


if __name__ == "__main__":
    typer.run(main)
