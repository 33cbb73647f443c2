"""Trains AttnGAN, AttnGAN++ or TISE's counter model, small, on simulator scenes.

    python -m paragone.baselines.attngan.train --kind attngan++ --data scenes.npz --damsm damsm --out attngan.pt

As in the source: one pass of the generator, a step of each discriminator on its images, then one of the generator
through the changed discriminators, then a running mean of its weights. Minutes are of CPU time. A checkpoint is written
every minute with a sheet of samples beside it; the same command goes on from it, bit for bit.
"""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias, get_args

import numpy as np
import torch
import typer
from torch import Tensor, nn
from torch.nn.functional import avg_pool2d

from paragone.baselines.attngan.discriminator import Answer, CounterDiscriminator, discriminators
from paragone.baselines.attngan.generator import Drawn, Generator, Given
from paragone.baselines.attngan.loss import conditioning_loss, discriminator_loss, generator_loss
from paragone.baselines.attngan.shape import SMALL, Shape
from paragone.baselines.damsm import data, folder
from paragone.baselines.damsm.image import to_input
from paragone.baselines.damsm.loss import sentence_loss, word_loss
from paragone.baselines.damsm.photographs import Photographs
from paragone.baselines.damsm.text import Captions
from paragone.baselines.damsm.train import captions_for
from paragone.baselines.training import quick, save, train_for
from paragone.core.errors import BadOption
from paragone.images.encode import encode

Kind: TypeAlias = Literal["attngan", "attngan++", "counter"]
BATCH = 16
RATE, BETAS = 2e-4, (0.5, 0.999)
MATCHING = 5.0  # weight of DAMSM's losses, as for birds in the source (50 for COCO)
KEPT = 0.999  # of the running mean, a step


def generator_of(kind: Kind, shape: Shape = SMALL) -> Generator:
    """AttnGAN as published has the mask's slip; AttnGAN++ puts the context first."""
    return Generator(shape, context_first=kind != "attngan", faithful=kind == "attngan", is_counter=kind == "counter")


class Training:
    """Generator, discriminators, their optimisers, and how far they are."""

    def __init__(
        self,
        kind: Kind,
        scenes: data.Scenes | Photographs,
        damsm: folder.Damsm,
        *,
        seed: int,
        matching: float = MATCHING,
    ) -> None:
        torch.manual_seed(seed)
        self.kind, self.scenes, self.damsm, self.seed, self.matching = kind, scenes, damsm, seed, matching
        self.generator = generator_of(kind)
        self.judges: nn.ModuleList = (
            nn.ModuleList([CounterDiscriminator(SMALL)])
            if kind == "counter"
            else discriminators(SMALL, spectral=kind == "attngan++")
        )
        for net in (self.generator, self.judges):
            net.apply(_begin)
        self.mean = {name: weight.detach().clone() for name, weight in self.generator.named_parameters()}
        self.optimisers = [_adam(net) for net in (self.generator, *self.judges)]
        self.classes = torch.from_numpy(scenes.classes)
        self.steps, self.seconds = 0, 0.0
        for half in (damsm.image, damsm.text):
            half.eval().requires_grad_(requires_grad=False)

    def state(self) -> dict[str, Any]:
        """All of it, to be saved."""
        nets = {"generator": self.generator.state_dict(), "judges": self.judges.state_dict(), "mean": self.mean}
        optimisers = [optimiser.state_dict() for optimiser in self.optimisers]
        return {**nets, "optimisers": optimisers, "at": (self.steps, self.seconds), "kind": self.kind}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from a saved state."""
        if state["kind"] != self.kind:
            raise BadOption(f"the checkpoint is of {state['kind']}, not of {self.kind}; give another --out")
        self.generator.load_state_dict(state["generator"])
        self.judges.load_state_dict(state["judges"])
        self.mean = state["mean"]
        for optimiser, found in zip(self.optimisers, state["optimisers"], strict=True):
            optimiser.load_state_dict(found)
        self.steps, self.seconds = state["at"]

    def step(self) -> tuple[float, float]:
        """One batch; gives the discriminators' loss and the generator's."""
        started = time.process_time()
        rng = np.random.default_rng([self.seed, self.steps])
        rows = rng.integers(self.scenes.size, size=BATCH)
        seen = self.scenes.visit(rows, rng)
        captions = captions_for(self.damsm, seen.texts)
        real = to_input(torch.from_numpy(seen.images))
        given = given_for(self.damsm, captions, torch.Generator().manual_seed(self.seed * 1_000_003 + self.steps))
        with quick():
            drawn: Drawn = self.generator(given)
        judged = self._teach_judges(_sizes(real, drawn.images), drawn, given.sentence)
        loss = self._teach_generator(drawn, given, captions, self.classes[rows])
        self.steps += 1
        self.seconds += time.process_time() - started
        return judged, loss

    def _views(self, images: Sequence[Tensor]) -> list[Any]:
        return [list(images)] if self.kind == "counter" else list(images)

    def _teach_judges(self, real: Sequence[Tensor], drawn: Drawn, sentences: Tensor) -> float:
        total = 0.0
        fakes = [image.detach() for image in drawn.images]
        views = zip(self.judges, self._views(real), self._views(fakes), self.optimisers[1:], strict=True)
        for judge, real_view, fake_view, optimiser in views:
            with quick():
                seen = judge.features(real_view)
                right, wrong = (judge.heads(seen, said) for said in (sentences, sentences.roll(-1, dims=0)))
                fake = judge(fake_view, sentences)
            loss = discriminator_loss(_floats(right), _floats(fake), wrong.fitting.float())
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
            total += float(loss.detach())
        return total

    def _teach_generator(self, drawn: Drawn, given: Given, captions: Captions, classes: Tensor) -> float:
        with quick():
            pairs = zip(self.judges, self._views(drawn.images), strict=True)
            answers = [judge(view, given.sentence) for judge, view in pairs]
            regions, images = self.damsm.image(drawn.images[-1])
        loss = sum((generator_loss(_floats(answer)) for answer in answers), torch.zeros(()))
        matching = word_loss(regions.float(), given.words, captions.lengths, classes).total
        matching = matching + sentence_loss(images.float(), given.sentence, classes).total
        loss = loss + self.matching * matching + conditioning_loss(drawn.mean, drawn.log_variance)
        self.optimisers[0].zero_grad(set_to_none=True)
        loss.backward()
        self.optimisers[0].step()
        kept = min(
            KEPT, (self.steps + 1) / (self.steps + 10)
        )  # at first it follows faster: the source trains for weeks
        for name, weight in self.generator.named_parameters():
            self.mean[name].lerp_(weight.detach(), 1 - kept)
        return float(loss.detach())

    def averaged(self) -> Generator:
        """The generator with the running mean of its weights, which is what is sampled."""
        net = generator_of(self.kind)
        net.load_state_dict({**self.generator.state_dict(), **self.mean})
        net.eval()
        return net


def given_for(damsm: folder.Damsm, captions: Captions, chance: torch.Generator, shape: Shape = SMALL) -> Given:
    """What the generator draws for captions."""
    with torch.no_grad():
        words, sentences = damsm.text(captions)
    n = len(sentences)
    noise, more = (torch.randn(n, size, generator=chance) for size in (shape.noise, shape.condition))
    return Given(sentences, words, captions.is_padding, noise, more)


def to_pixels(images: Tensor) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """Images in -1..1 as bytes (n, height, width, 3)."""
    found: np.ndarray[Any, np.dtype[np.uint8]] = (
        ((images.permute(0, 2, 3, 1) + 1) * 127.5).round().clamp(0, 255).to(torch.uint8).numpy()
    )
    return found


def _floats(answer: Answer) -> Answer:
    return Answer(answer.plain.float(), answer.fitting.float())


def _sizes(real: Tensor, drawn: Sequence[Tensor]) -> list[Tensor]:
    return [avg_pool2d(real, real.shape[-1] // image.shape[-1]) for image in drawn]


def _begin(module: nn.Module) -> None:
    if isinstance(module, nn.Conv2d | nn.Conv1d | nn.Linear):
        weight = module.parametrizations.weight.original if hasattr(module, "parametrizations") else module.weight
        nn.init.orthogonal_(weight)
    elif isinstance(module, nn.BatchNorm1d | nn.BatchNorm2d):
        nn.init.normal_(module.weight, 1.0, 0.02)


def _adam(net: nn.Module) -> torch.optim.Adam:
    return torch.optim.Adam(net.parameters(), lr=RATE, betas=BETAS)


def sheet(training: Training, path: Path, count: int = 32) -> None:
    """Write samples of the first captions as one picture, eight in a row."""
    captions = captions_for(training.damsm, training.scenes.first_texts(count))
    given = given_for(training.damsm, captions, torch.Generator().manual_seed(0))
    with torch.no_grad():
        images = to_pixels(training.averaged()(given).images[-1])
    rows = [np.concatenate(list(images[start : start + 8]), axis=1) for start in range(0, count, 8)]
    path.write_bytes(encode(np.concatenate(rows)))


def main(  # noqa: PLR0913 (the options of a command)
    kind: Annotated[str, typer.Option(help=", ".join(get_args(Kind)))],
    scenes: Annotated[Path, typer.Option("--data", help="what `paragone.baselines.damsm.data` or `collect` wrote")],
    damsm: Annotated[Path, typer.Option(help="the folder that `paragone.baselines.damsm.train` wrote")],
    out: Annotated[Path, typer.Option(help="the checkpoint")],
    minutes: Annotated[float, typer.Option(help="of CPU time")] = 60.0,
    matching: Annotated[float, typer.Option(help="weight of DAMSM's losses; the source has 5 for birds")] = MATCHING,
    seed: int = 0,
) -> None:
    """Train, and write a checkpoint that the model `attngan` draws with."""
    named = next((name for name in get_args(Kind) if name == kind), None)
    if named is None:
        raise BadOption(f"there is no {kind!r}; there are {', '.join(get_args(Kind))}")
    torch.set_num_threads(1)
    training = Training(named, data.load(scenes), folder.load(damsm), seed=seed, matching=matching)
    if out.is_file():
        training.restore(torch.load(out, weights_only=True))

    def keep() -> None:
        save(training.state(), out)
        sheet(training, out.with_suffix(".png"))

    train_for(minutes, training, keep, "D", "G")


if __name__ == "__main__":
    typer.run(main)
