"""Trains the watermark detector and writes it as ONNX with a card beside it; one thread, an hour's fraction.

python -m paragone.baselines.watermark.train --photos FOLDER --minutes 12 --out watermark_own.onnx
"""

import json
import time
import warnings
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import torch
import typer
from torch import Tensor
from torch.nn import functional

from paragone.baselines.training import rate_at
from paragone.baselines.watermark.examples import Pair, batch_of
from paragone.baselines.watermark.net import SIDE, Net
from paragone.baselines.watermark.pictures import Plain, part_of, photographs, scenes
from paragone.core.keys import content_hash

PAIRS = 12  # a step
PEAK, RISE = 4e-3, 0.05
SCENES = 120
CHOOSE = 150  # pairs on which the threshold is chosen: other pictures than those of training, marks of training
FALSE_ALARMS = 0.05


def tensors_of(pairs: list[Pair]) -> tuple[Tensor, Tensor, Tensor]:
    """Images, whether each is marked, and which cells are."""
    images = np.stack([image for pair in pairs for image in (pair.plain, pair.marked)])
    cells = np.stack([part for pair in pairs for part in (np.zeros_like(pair.cells), pair.cells)])
    is_marked = np.tile(np.array([0.0, 1.0], np.float32), len(pairs))
    pixels = torch.from_numpy(np.ascontiguousarray(images.transpose(0, 3, 1, 2))).float()
    return pixels, torch.from_numpy(is_marked), torch.from_numpy(cells)


def loss_of(net: Net, pairs: list[Pair]) -> Tensor:
    """Of images, and of cells, where marked ones are few and count four times."""
    pixels, is_marked, cells = tensors_of(pairs)
    images, found = net(pixels)
    of_images = functional.binary_cross_entropy_with_logits(images, is_marked)
    of_cells = functional.binary_cross_entropy_with_logits(found, cells, pos_weight=torch.tensor(4.0))
    return of_images + 2 * of_cells


def train(net: Net, pictures: list[Plain], minutes: float, rng: np.random.Generator) -> int:
    """Train for so many minutes of processor time; gives the number of steps."""
    optimiser = torch.optim.AdamW(net.parameters(), lr=PEAK, weight_decay=0.01)
    begun, steps, said = time.process_time(), 0, 0.0
    while (part := (time.process_time() - begun) / (60 * minutes)) < 1:
        for group in optimiser.param_groups:
            group["lr"] = rate_at(part, peak=PEAK, rise=RISE)
        loss = loss_of(net, batch_of(pictures, PAIRS, rng))
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        steps += 1
        said = 0.97 * said + 0.03 * float(loss.detach()) if steps > 1 else float(loss.detach())
        if steps % 50 == 0:
            typer.echo(f"{steps} steps, {part:.0%} of the time, loss {said:.3f}")
    return steps


def threshold_for(net: Net, pictures: list[Plain], rng: np.random.Generator) -> float:
    """The probability above which 5 % of unmarked pictures lie, on pictures that were kept for this."""
    pairs = batch_of(pictures, CHOOSE, rng)
    with torch.inference_mode():
        logits = torch.cat([net(tensors_of(pairs[n : n + 10])[0])[0] for n in range(0, CHOOSE, 10)])
    plain, marked = logits[0::2].sigmoid(), logits[1::2].sigmoid()
    found = float(torch.quantile(plain, 1 - FALSE_ALARMS))
    typer.echo(
        f"on {CHOOSE} pairs of other pictures: threshold {found:.3f}, found {(marked > found).float().mean():.2f}"
    )
    return found


def export(net: Net, out: Path) -> None:
    """Write the network for any number of images: `image` to `logit`."""

    class Whole(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.net = net

        def forward(self, pixels: Tensor) -> Tensor:
            logit: Tensor = self.net(pixels)[0]
            return logit

    names: dict[str, Any] = {"input_names": ["image"], "output_names": ["logit"]}
    axes = {"image": {0: "images"}, "logit": {0: "images"}}
    example = torch.zeros(1, 3, SIDE, SIDE)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # torch says at every call that there is a newer exporter
        torch.onnx.export(
            Whole().eval(), (example,), str(out), dynamo=False, dynamic_axes=axes, opset_version=17, **names
        )


def main(
    out: Annotated[Path, typer.Option(help="the ONNX file; a card in JSON is written beside it")],
    photos: Annotated[
        Path | None, typer.Option(help="a folder of photographs, beside those of installed packages")
    ] = None,
    minutes: Annotated[float, typer.Option(help="of processor time")] = 12.0,
    seed: Annotated[int, typer.Option(help="of marks, crops and weights")] = 0,
) -> None:
    """Train, choose the threshold, write the file and its card."""
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    every = [*photographs(photos), *scenes(SCENES, "train")]
    parts = {part: [one for one in every if _part(one) == part] for part in ("train", "choose")}
    typer.echo(f"{len(parts['train'])} pictures to train on, {len(parts['choose'])} to choose the threshold on")
    net = Net()
    steps = train(net, parts["train"], minutes, rng)
    net.eval()
    threshold = threshold_for(net, parts["choose"], rng)
    export(net, out)
    subjects = sorted({one.subject for one in parts["train"] if not one.subject.startswith("scene")})
    card = {
        "weights": content_hash(out.read_bytes()),
        "threshold": round(threshold, 3),
        "steps": steps,
        "minutes": minutes,
        "seed": seed,
        "scenes": SCENES,
        "subjects": subjects,
    }
    out.with_suffix(".json").write_text(json.dumps(card, indent=1) + "\n", encoding="utf-8")


def _part(picture: Plain) -> str:
    return "train" if picture.subject.startswith("scene") else part_of(picture.subject)


if __name__ == "__main__":
    typer.run(main)
