"""A sheet of samples: the same texts and noise each time, so that sheets of one training can be laid side by side."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from paragone.baselines.flow.picture import PICTURE
from paragone.baselines.flow.sample import Manner, Voices, draw
from paragone.core.types import Pixels

TEXTS = (
    *("a dog", "an airplane", "a bike", "a potted plant", "a person", "a train"),
    *("2 chairs", "3 cars", "4 boats", "3 umbrellas", "2 people", "4 suitcases"),
    *("a dog is left to a car", "a bus is right to a bench", "a truck is above a boat"),
    *("a fire hydrant is below an airplane", "a chair is left to a dog", "a person is above a train"),
)
COLUMNS = 6


def sheet(voices: Voices, texts: Sequence[str] = TEXTS, *, seed: int = 0, manner: Manner | None = None) -> Image.Image:
    """The pictures of some texts in rows, each with its text below."""
    chances = (np.random.default_rng([seed, place]) for place in range(len(texts)))
    pictures = [draw(voices, text, rng, manner).pixels for text, rng in zip(texts, chances, strict=True)]
    return laid_out(pictures, texts)


def laid_out(pictures: Sequence[Pixels], texts: Sequence[str]) -> Image.Image:
    """Pictures in rows, each with its text below."""
    rows = -(-len(texts) // COLUMNS)
    height = PICTURE + 18
    canvas = Image.new("RGB", (COLUMNS * PICTURE, rows * height), "white")
    pen = ImageDraw.Draw(canvas)
    for place, (picture, text) in enumerate(zip(pictures, texts, strict=True)):
        x, y = place % COLUMNS * PICTURE, place // COLUMNS * height
        canvas.paste(Image.fromarray(picture), (x, y))
        pen.text((x + 4, y + PICTURE + 3), text, fill="black")
    return canvas


def write_sheet(voices: Voices, out: Path) -> None:
    """The sheet, as `write_picture` does."""
    write_picture(sheet(voices), out)


def write_picture(image: Image.Image, out: Path) -> None:
    """At half size, as a JPEG."""
    image.resize((image.width // 2, image.height // 2), Image.Resampling.LANCZOS).save(out, quality=85)
