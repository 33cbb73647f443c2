"""Skill accuracy of the trained pilots, by the painter's own evaluation: the same val prompts, our detector judges.

    python -m paragone.baselines.flow.pilots.evaluate runs/pilots --prompts 100

Writes the drawn images and a sheet of samples of each pilot into the folder of the training. Their 64 pixels are
enlarged to 256 before they are judged; scenes of the simulator lose little by that way down and up.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import torch
import typer
from PIL import Image
from torch import Tensor

from paragone.baselines.flow.evaluate import prompts_for, tell
from paragone.baselines.flow.layout import WORDS, text_numbers, vocabulary
from paragone.baselines.flow.picture import PICTURE
from paragone.baselines.flow.pilots import codes, whole
from paragone.baselines.flow.pilots.pictures import SIDE, as_bytes
from paragone.baselines.flow.sheet import TEXTS, laid_out, write_picture
from paragone.core.errors import NotReady
from paragone.core.keys import key_of
from paragone.core.types import Pixels, Prompt

AT_ONCE = 50
Drawer = Callable[[Tensor, Sequence[np.random.Generator]], Tensor]  # texts (n, WORDS) to planes, chance for each


def whole_drawer(folder: Path) -> Drawer:
    """Draws with the flow over whole pictures."""
    net = whole.WholeNet(len(vocabulary()))
    net.load_state_dict(_mean(folder / "whole.pt"))
    net.eval()

    def draw(texts: Tensor, chances: Sequence[np.random.Generator]) -> Tensor:
        noise = [rng.standard_normal((3, SIDE, SIDE), dtype=np.float32) for rng in chances]
        return whole.draw(net, texts, torch.from_numpy(np.stack(noise)))

    return draw


def codes_drawer(folder: Path) -> Drawer:
    """Draws with the transformer over codes."""
    speaker, coder = codes.Speaker(len(vocabulary())), codes.Coder()
    for net, name in ((speaker, "speaker.pt"), (coder, "coder.pt")):
        net.load_state_dict(_mean(folder / name))
        net.eval()

    def draw(texts: Tensor, chances: Sequence[np.random.Generator]) -> Tensor:
        chance = [rng.random(codes.PLACES, dtype=np.float32) for rng in chances]
        return codes.draw(speaker, coder, texts, torch.from_numpy(np.stack(chance)))

    return draw


DRAWERS = {"whole": whole_drawer, "codes": codes_drawer}
ENDS_WITH = {"whole": "whole.pt", "codes": "speaker.pt"}  # the file that a training writes last


def pictures_of(draw: Drawer, prompts: Sequence[Prompt]) -> list[Pixels]:
    """The pictures of prompts, enlarged; the chance of each follows from its id and text alone."""
    words, found = vocabulary(), []
    for start in range(0, len(prompts), AT_ONCE):
        some = prompts[start : start + AT_ONCE]
        texts = torch.from_numpy(np.array([text_numbers(prompt.text, words) for prompt in some]).reshape(-1, WORDS))
        chances = [np.random.default_rng(int(key_of("pilot", prompt.id, prompt.text), 16)) for prompt in some]
        found += [enlarged(image) for image in as_bytes(draw(texts, chances))]
    return found


def enlarged(image: Pixels) -> Pixels:
    """As large as the painter's pictures."""
    return np.asarray(Image.fromarray(image).resize((PICTURE, PICTURE), Image.Resampling.BICUBIC))


def drawn(name: str, folder: Path, prompts: Sequence[Prompt]) -> dict[str, Any]:
    """The model of a plan whose images are drawn here, into files named by prompt; a sheet lies beside them."""
    draw, place = DRAWERS[name](folder), folder / "drawn" / name
    place.mkdir(parents=True, exist_ok=True)
    for prompt, image in zip(prompts, pictures_of(draw, prompts), strict=True):
        Image.fromarray(image).save(place / f"{prompt.id}.png")
    samples = pictures_of(draw, [Prompt("sheet", text) for text in TEXTS])
    write_picture(laid_out(samples, TEXTS), folder / f"samples_{name}.jpg")
    return {"use": "folder", "name": name, "path": str(place)}


def _mean(path: Path) -> dict[str, Tensor]:
    if not path.is_file():
        raise NotReady(f"there is no {path}; train it with `python -m paragone.baselines.flow.pilots.train`")
    state: dict[str, Tensor] = torch.load(path, weights_only=True)["mean"]
    return state


def main(
    folder: Annotated[Path, typer.Argument(help="of the trainings; those that are in it are judged")],
    prompts: Annotated[int, typer.Option(help="val prompts of each skill")] = 60,
    out: Annotated[Path, typer.Option(help="the run folder")] = Path("runs/pilots-judged"),
) -> None:
    """Print the table; the run has the images and the report."""
    torch.set_num_threads(1)
    found = [name for name, last in ENDS_WITH.items() if (folder / last).is_file()]
    if not found:
        raise NotReady(f"{folder} holds no trained pilot; run `python -m paragone.baselines.flow.pilots.train` first")
    asked = prompts_for(prompts)
    tell([drawn(name, folder, asked) for name in found], prompts, out)


if __name__ == "__main__":
    typer.run(main)
