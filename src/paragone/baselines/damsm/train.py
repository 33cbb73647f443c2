"""Trains DAMSM on scenes: each image to its caption and each caption to its image, by words and by sentences.

    python -m paragone.baselines.damsm.train --data scenes.npz --out damsm --minutes 10

Adam (0.5, 0.999) at 0.002, 0.98 of it after each pass; the text encoder's gradient is clipped at 0.25, as in the source
(whose Adam forgets its state after each pass: not here). Minutes are of CPU time. The same command goes on from the
checkpoint, `OUT/training.pt`, which is written every minute.
"""

import time
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import torch
import typer
from torch.optim.swa_utils import update_bn

from paragone.baselines.damsm import data
from paragone.baselines.damsm.folder import Damsm, make, save
from paragone.baselines.damsm.image import to_input
from paragone.baselines.damsm.loss import sentence_loss, word_loss
from paragone.baselines.damsm.photographs import Photographs
from paragone.baselines.damsm.text import Captions, captions_of, read
from paragone.baselines.training import quick, train_for
from paragone.baselines.training import save as save_checkpoint

BATCH = 48
SETTLING = 40  # batches that the statistics of batch norm are taken from at the end
RATE, DECAY, LEAST = 0.002, 0.98, 0.0002


class Training:
    """Both halves, their optimiser, and how far they are."""

    def __init__(self, scenes: data.Scenes | Photographs, *, features: int, seed: int) -> None:
        torch.manual_seed(seed)
        self.scenes, self.seed, self.steps, self.seconds = scenes, seed, 0, 0.0
        self.damsm = make("small", scenes.vocabulary, features=features, longest=scenes.longest)
        self.classes = torch.from_numpy(scenes.classes)
        weights = [*self.damsm.image.parameters(), *self.damsm.text.parameters()]
        self.optimiser = torch.optim.Adam(weights, lr=RATE, betas=(0.5, 0.999))

    def state(self) -> dict[str, Any]:
        """All of it, to be saved."""
        halves = {"image": self.damsm.image.state_dict(), "text": self.damsm.text.state_dict()}
        return {**halves, "optimiser": self.optimiser.state_dict(), "at": (self.steps, self.seconds)}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from a saved state."""
        self.damsm.image.load_state_dict(state["image"])
        self.damsm.text.load_state_dict(state["text"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.steps, self.seconds = state["at"]

    def step(self) -> float:
        """One batch; what is drawn depends on the step alone, so that going on is as never having stopped."""
        started = time.process_time()
        torch.manual_seed(self.seed * 1_000_003 + self.steps)  # for dropout
        rng = np.random.default_rng([self.seed, self.steps])
        rows = rng.integers(self.scenes.size, size=BATCH)
        seen = self.scenes.visit(rows, rng)
        captions = captions_for(self.damsm, seen.texts)
        with quick():
            regions, images = self.damsm.image(to_input(torch.from_numpy(seen.images)))
        words, sentences = self.damsm.text(captions)
        classes = self.classes[rows]
        by_words = word_loss(regions.float(), words, captions.lengths, classes).total
        loss = by_words + sentence_loss(images.float(), sentences, classes).total
        for group in self.optimiser.param_groups:
            group["lr"] = max(RATE * DECAY ** (self.steps * BATCH // self.scenes.size), LEAST)
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.damsm.text.parameters(), 0.25)
        self.optimiser.step()
        self.steps += 1
        self.seconds += time.process_time() - started
        return float(loss.detach())


def settle(training: Training) -> None:
    """Take the statistics of batch norm anew, with the weights as they are.

    Those that followed the steps lag behind, and on a dark ground, where most places of an image are one constant, a
    little is enough: looked at one by one, scenes found 0.01 of their captions (among 147) instead of 0.87.
    """
    rng = np.random.default_rng([training.seed, SETTLING])
    rows = (rng.integers(training.scenes.size, size=BATCH) for _ in range(SETTLING))
    seen = (training.scenes.visit(some, rng).images for some in rows)
    update_bn((to_input(torch.from_numpy(images)) for images in seen), training.damsm.image)


def captions_for(damsm: Damsm, texts: list[str]) -> Captions:
    """Texts as the encoder's numbers."""
    return captions_of([read(text, damsm.words, longest=damsm.longest) for text in texts])


def main(
    scenes: Annotated[Path, typer.Option("--data", help="what `paragone.baselines.damsm.data` or `collect` wrote")],
    out: Annotated[Path, typer.Option(help="the folder of the trained encoder")],
    minutes: Annotated[float, typer.Option(help="of CPU time")] = 10.0,
    features: Annotated[int, typer.Option(help="numbers of a word's vector")] = 128,
    seed: int = 0,
) -> None:
    """Train, and write the folder that `damsm_image`, `damsm_text` and the GANs take."""
    torch.set_num_threads(1)
    training = Training(data.load(scenes), features=features, seed=seed)
    checkpoint = out / "training.pt"
    out.mkdir(parents=True, exist_ok=True)
    if checkpoint.is_file():
        training.restore(torch.load(checkpoint, weights_only=True))
    train_for(minutes, training, lambda: save_checkpoint(training.state(), checkpoint), "loss")
    settle(training)
    card = {"what": f"DAMSM on {scenes.name}", "trunk": "small", "features": features, "steps": training.steps}
    save(training.damsm, out, {**card, "minutes": round(training.seconds / 60, 1), "scenes": len(training.classes)})


if __name__ == "__main__":
    typer.run(main)
