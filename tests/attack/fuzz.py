"""Fuzzers: bytes of strangers, damaged at random, into every reader; only the reader's own error may come out."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import polars as pl
from PIL import Image

from paragone.core.errors import DamagedPart, ParagoneError
from paragone.core.keys import key_of
from paragone.images.decode import decode
from paragone.images.limits import Limits
from paragone.store.table import Table

SMALL = Limits(max_pixels=10_000, max_side=1000)
FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF", "PPM", "AVIF")


class Reader(NamedTuple):
    """A way in: well-formed bytes to begin with, and what reads them."""

    name: str
    examples: list[bytes]
    read: Callable[[bytes], object]


def damaged(whole: bytes, rng: np.random.Generator) -> bytes:
    """The bytes after one to four accidents: other values, a cut, a repetition, a splice."""
    data = bytearray(whole)
    for _ in range(int(rng.integers(1, 5))):
        place = int(rng.integers(len(data) or 1))
        kind = int(rng.integers(5))
        if kind <= 1 and data:
            data[place] = int(rng.integers(256))
        elif kind == 2:
            data[place : place + 4] = bytes(rng.choice(np.array([0, 1, 127, 128, 255]), 4).tolist())
        elif kind == 3:
            del data[place : place + int(rng.integers(1, 40))]
        else:
            data[place:place] = data[: int(rng.integers(1, 40))]
    return bytes(data)


def image_reader() -> Reader:
    """Every format that is opened, in a few modes."""
    pixels = np.random.default_rng(1).integers(0, 256, (12, 9, 3), dtype=np.uint8)
    picture = Image.fromarray(pixels)
    examples = []
    for name in FORMATS:
        for mode in ("RGB", "P", "L", "RGBA", "1", "I;16"):
            file = io.BytesIO()
            try:
                picture.convert("L" if mode == "I;16" else mode).convert(mode).save(file, name)
            except (OSError, ValueError, KeyError):
                continue  # a mode that the format cannot hold, or a format that is not built
            examples.append(file.getvalue())
    return Reader("images", examples, lambda data: decode(data, SMALL))


def fuzz(reader: Reader, count: int, rng: np.random.Generator) -> int:
    """How many of so many damaged inputs were refused; any other error than our own passes through and fails."""
    refused = 0
    for number in range(count):
        data = damaged(reader.examples[number % len(reader.examples)], rng)
        try:
            reader.read(data)
        except ParagoneError as error:
            refused += 1
            if "\n" in str(error):
                raise AssertionError(f"more than one line: {error}") from error
    return refused


def flip_parts(folder: Path, count: int, rng: np.random.Generator) -> int:
    """How many of so many flipped bits in a part of a table were believed: it must be none."""
    table = Table(folder / "things", {"key": pl.String(), "value": pl.Float64()}, root=folder)
    table.append([{"key": key_of(number), "value": number / 7} for number in range(50)])
    (part,) = table.parts()
    whole, believed = part.read_bytes(), 0
    for bit in rng.integers(len(whole) * 8, size=count).tolist():
        data = bytearray(whole)
        data[bit // 8] ^= 1 << bit % 8
        part.write_bytes(bytes(data))
        try:
            table.read()
            believed += 1
        except DamagedPart:
            pass
    part.write_bytes(whole)
    return believed
