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


def sheet(voices: Voices, texts: Sequence[str] = TEXTS, *, seed: int = 0, manner: Manner | None = None) -> Pixels:
    """The pictures of some texts in rows, each with its text below."""
    rows = -(-len(texts) // COLUMNS)
    height = PICTURE + 18
    canvas = Image.new("RGB", (COLUMNS * PICTURE, rows * height), "white")
    pen = ImageDraw.Draw(canvas)
    for place, text in enumerate(texts):
        x, y = place % COLUMNS * PICTURE, place // COLUMNS * height
        picture = draw(voices, text, np.random.default_rng([seed, place]), manner)
        canvas.paste(Image.fromarray(picture.pixels), (x, y))
        pen.text((x + 4, y + PICTURE + 3), text, fill="black")
    return np.asarray(canvas)


def write_sheet(voices: Voices, out: Path) -> None:
    """The sheet at half size, as a JPEG."""
    image = Image.fromarray(sheet(voices))
    image.resize((image.width // 2, image.height // 2), Image.Resampling.LANCZOS).save(out, quality=85)
