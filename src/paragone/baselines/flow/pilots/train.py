"""Trains a pilot for some minutes of CPU time, beside the painter's own scenes.

    python -m paragone.baselines.flow.pilots.train whole --minutes 13 --out runs/pilots
    python -m paragone.baselines.flow.pilots.train codes --minutes 13 --out runs/pilots

Three tenths of the minutes of `codes` go to the autoencoder. The same command goes on after a kill.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, TypeVar

import numpy as np
import numpy.typing as npt
import torch
import typer
from torch import Tensor, nn

from paragone.baselines.flow.layout import vocabulary
from paragone.baselines.flow.pilots import codes, whole
from paragone.baselines.flow.pilots.pictures import Pictures, batch_of, load
from paragone.baselines.logs import writer_for
from paragone.baselines.training import Learner, rate_at, save
from paragone.core.errors import BadOption

BATCH = 48
PEAK_RATE, RISE = 1e-3, 0.05
EVERY = 50  # steps between rows of the log and checkpoints
CODER_PART = 0.3
Net = TypeVar("Net", bound=nn.Module)
Loss = Callable[[Net, npt.NDArray[np.int64], np.random.Generator], Tensor]


def learn(nets: tuple[Net, Net], loss: Loss[Net], *, count: int, minutes: float, path: Path) -> Net:
    """The running mean of a network after so many minutes; what a step does follows from its number."""
    learner = Learner(*nets, rate=PEAK_RATE)
    if path.is_file():
        learner.restore(torch.load(path, weights_only=True))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.with_suffix("").mkdir(exist_ok=True)
    log, losses = writer_for(path.with_suffix("")), []
    learner.start_clock()
    while (part := learner.seconds / (60 * minutes)) < 1:
        rng = np.random.default_rng([0, learner.steps])
        found = loss(learner.net, rng.integers(count, size=BATCH), rng)
        losses.append(learner.descend(found, rate_at(part, peak=PEAK_RATE, rise=RISE)))
        if learner.steps % EVERY == 0:
            save(learner.state(), path)
            row = {"step": learner.steps, "minutes": learner.seconds / 60, "loss": float(np.mean(losses))}
            log(row)
            typer.echo(f"{path.stem}  " + "  ".join(f"{name} {value:.4g}" for name, value in row.items()))
            losses = []
    save(learner.state(), path)
    learner.mean.eval()
    return learner.mean


def train_whole(pictures: Pictures, out: Path, minutes: float) -> None:
    """The flow over whole pictures."""
    nets = whole.WholeNet(len(vocabulary())), whole.WholeNet(len(vocabulary()))
    learn(
        nets,
        lambda net, rows, rng: whole.loss_of(net, pictures, rows, rng),
        count=len(pictures.texts),
        minutes=minutes,
        path=out / "whole.pt",
    )


def train_codes(pictures: Pictures, out: Path, minutes: float) -> None:
    """The autoencoder, then the transformer over its codes."""
    coder = learn(
        (codes.Coder(), codes.Coder()),
        lambda net, rows, rng: codes.coder_loss(net, pictures, rows, rng),
        count=len(pictures.texts),
        minutes=CODER_PART * minutes,
        path=out / "coder.pt",
    )
    coded, texts = coded_by(coder, pictures), torch.from_numpy(pictures.texts)
    nets = codes.Speaker(len(vocabulary())), codes.Speaker(len(vocabulary()))
    learn(
        nets,
        lambda net, rows, rng: codes.speaker_loss(net, texts[rows], coded[rows]),
        count=len(texts),
        minutes=(1 - CODER_PART) * minutes,
        path=out / "speaker.pt",
    )


def coded_by(coder: codes.Coder, pictures: Pictures) -> Tensor:
    """All pictures as codes (n, PLACES)."""
    rows = np.arange(len(pictures.texts))
    with torch.no_grad():
        parts = [
            coder.numbers(coder.encoder(batch_of(pictures, part)[0]))
            for part in np.array_split(rows, len(rows) // 256 + 1)
        ]
    return torch.cat(parts)


KINDS = {"whole": train_whole, "codes": train_codes}


def main(
    kind: Annotated[str, typer.Argument(help=" or ".join(KINDS))],
    out: Annotated[Path, typer.Option(help="the folder; pictures.npz is rendered into it first")],
    minutes: Annotated[float, typer.Option(help="of CPU time")] = 13.0,
    shards: Annotated[int, typer.Option(help="of 300 scenes each, the painter's own")] = 40,
) -> None:
    """Train one."""
    if kind not in KINDS:
        raise BadOption(f"there is no pilot {kind!r}; there are {', '.join(KINDS)}")
    torch.set_num_threads(1)
    torch.manual_seed(0)
    out.mkdir(parents=True, exist_ok=True)
    KINDS[kind](load(out / "pictures.npz", shards=shards), out, minutes)


if __name__ == "__main__":
    typer.run(main)
