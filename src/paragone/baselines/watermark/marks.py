"""Visible marks laid over a picture: a line of text, a logo, a tiling, a large translucent one, a small one at the rim.

Marks of training and held-out marks share no typeface, no word and no shape.
"""

import functools
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias, get_args

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

from paragone.core.types import Pixels

Kind: TypeAlias = Literal["text", "logo", "tiled", "translucent", "rim"]
KINDS: tuple[Kind, ...] = get_args(Kind)
Points: TypeAlias = list[tuple[float, float]]
FONTS = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), Path("/Library/Fonts"), Path("C:/Windows/Fonts"))
OURS_TO_LEARN = (
    *("SAMPLE", "PREVIEW", "stock photo", "Copyright", "do not copy", "PixelBank", "shutterimage", "(c) 2019"),
    *("imagestock.com", "PROOF", "depositpics", "DRAFT", "www.photohub.net", "BigArchive", "Foto Agency"),
)
OURS_TO_HOLD = (
    *("WATERMARK", "trial version", "vistapress", "Picture House", "unlicensed", "cameraworks.org", "(c) Nordlys"),
    *("EVALUATION", "alamode", "RIGHTS RESERVED"),
)
SEEN = 50  # levels between a mark and what is behind it
ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789"


class Marked(NamedTuple):
    """A picture with a mark, and how strongly the mark covers each pixel (0 to 1)."""

    pixels: Pixels
    cover: npt.NDArray[np.float32]


def lay(pixels: Pixels, kind: Kind, rng: np.random.Generator, *, is_held: bool) -> Marked:
    """The picture with one mark of a kind laid over it."""
    height, width = pixels.shape[:2]
    sheet = _SHEETS[kind]((width, height), rng, is_held)
    strength = rng.uniform(0.18, 0.5) if kind in ("translucent", "tiled") else rng.uniform(0.35, 1.0)
    cover = (np.asarray(sheet, np.float32) / 255 * strength).astype(np.float32)
    levels = rng.choice([255, 255, 230, 20, 0]) if rng.random() < 0.85 else rng.integers(0, 256, 3)
    colour = np.broadcast_to(np.asarray(levels, np.float32), (3,))
    behind = (pixels * cover[..., None]).sum((0, 1)) / max(float(cover.sum()), 1.0)
    if np.abs(colour - behind).mean() < SEEN:  # white on snow is no visible mark
        colour = 255 - colour
    mixed = pixels * (1 - cover[..., None]) + colour * cover[..., None]
    return Marked(np.clip(mixed + 0.5, 0, 255).astype(np.uint8), cover)


@functools.cache
def typefaces(*, is_held: bool) -> tuple[str, ...]:
    """Files of typefaces on this machine: those with serifs or narrow ones are held out. Empty: Pillow's own."""
    found = sorted(str(path) for root in FONTS if root.is_dir() for path in root.rglob("*.ttf"))
    chosen = [path for path in found if ("Serif" in path or "Narrow" in path) == is_held and "Math" not in path]
    return tuple(chosen)


def _font(size: float, rng: np.random.Generator, *, is_held: bool) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    faces = typefaces(is_held=is_held)
    if not faces:
        return ImageFont.load_default(max(8, round(size)))
    return ImageFont.truetype(faces[int(rng.integers(len(faces)))], max(8, round(size)))


def _words(rng: np.random.Generator, *, is_held: bool) -> str:
    known = OURS_TO_HOLD if is_held else OURS_TO_LEARN
    if is_held or rng.random() < 0.6:
        return known[int(rng.integers(len(known)))]
    letters = "".join(ALPHABET[int(n)] for n in rng.integers(0, len(ALPHABET), int(rng.integers(4, 11))))
    return str(rng.choice([letters, letters.upper(), letters.title()]))


def _text(size: float, rng: np.random.Generator, *, is_held: bool) -> Image.Image:
    """A line of words on a sheet of its own size."""
    font, words = _font(size, rng, is_held=is_held), _words(rng, is_held=is_held)
    stroke = int(rng.random() < 0.25)
    left, top, right, bottom = font.getbbox(words)
    sheet = Image.new("L", (int(right - left) + 6, int(bottom - top) + 6), 0)
    ImageDraw.Draw(sheet).text((3 - left, 3 - top), words, fill=255, font=font, stroke_width=stroke)
    return sheet


def _regular(corners: int, start: float = 0.0, inner: float = 1.0) -> Points:
    turns = [start + 2 * math.pi * n / corners for n in range(corners)]
    lengths = [1.0 if n % 2 == 0 else inner for n in range(corners)]
    polar = [(turn, 0.46 * far) for turn, far in zip(turns, lengths, strict=True)]
    return [(0.5 + far * math.sin(turn), 0.5 - far * math.cos(turn)) for turn, far in polar]


SHAPES: dict[bool, Sequence[Points]] = {
    False: (
        _regular(40),
        _regular(4, math.pi / 4),
        _regular(3),
        _regular(10, inner=0.45),
        _regular(5),
        [(0.1, 0.4), (0.4, 0.4), (0.4, 0.1), (0.6, 0.1), (0.6, 0.4), (0.9, 0.4), (0.9, 0.6), (0.1, 0.6)],
    ),
    True: (
        _regular(6),
        _regular(12, inner=0.6),
        _regular(4),
        [(0.05, 0.4), (0.6, 0.4), (0.6, 0.15), (0.95, 0.5), (0.6, 0.85), (0.6, 0.6), (0.05, 0.6)],
        [(0.5, 0.95), (0.05, 0.45), (0.1, 0.15), (0.35, 0.1), (0.5, 0.28), (0.65, 0.1), (0.9, 0.15), (0.95, 0.45)],
    ),
}


def _logo(side: float, rng: np.random.Generator, *, is_held: bool) -> Image.Image:
    """One shape, or one within another, filled or as a line; a letter in it now and then."""
    size = max(14, round(side))
    sheet = Image.new("L", (size, size), 0)
    pen, shapes = ImageDraw.Draw(sheet), SHAPES[is_held]
    for scale in (1.0, 0.55)[: 1 + int(rng.random() < 0.6)]:
        shape = shapes[int(rng.integers(len(shapes)))]
        corners = [(size * (0.5 + scale * (x - 0.5)), size * (0.5 + scale * (y - 0.5))) for x, y in shape]
        if rng.random() < 0.5 and scale == 1.0:
            pen.line([*corners, corners[0], corners[1]], fill=255, width=max(1, size // 14))
        else:
            pen.polygon(corners, fill=255 if scale == 1.0 else int(rng.choice([0, 255])))
    if rng.random() < 0.4:
        letter = ALPHABET[int(rng.integers(26))].upper()
        font = _font(size * 0.4, rng, is_held=is_held)
        pen.text((size / 2, size / 2), letter, fill=int(rng.choice([0, 255])), font=font, anchor="mm")
    return sheet


def _turned(sheet: Image.Image, degrees: float) -> Image.Image:
    return sheet.rotate(degrees, Image.Resampling.BICUBIC, expand=True)


def _placed(size: tuple[int, int], sheet: Image.Image, x: float, y: float) -> Image.Image:
    """A sheet of the picture's size with another whose middle is at x, y (parts of the whole), kept within."""
    whole = Image.new("L", size, 0)
    left = min(max(0, round(x * size[0] - sheet.width / 2)), max(0, size[0] - sheet.width))
    top = min(max(0, round(y * size[1] - sheet.height / 2)), max(0, size[1] - sheet.height))
    whole.paste(sheet, (left, top))
    return whole


def _line_of_text(size: tuple[int, int], rng: np.random.Generator, is_held: bool) -> Image.Image:  # noqa: FBT001
    sheet = _text(rng.uniform(0.07, 0.15) * size[1], rng, is_held=is_held)
    turn = float(rng.choice([0, 0, 30, -30, 45, 90]))
    return _placed(size, _turned(sheet, turn) if turn else sheet, rng.uniform(0.2, 0.8), rng.uniform(0.1, 0.9))


def _one_logo(size: tuple[int, int], rng: np.random.Generator, is_held: bool) -> Image.Image:  # noqa: FBT001
    sheet = _logo(rng.uniform(0.12, 0.34) * min(size), rng, is_held=is_held)
    return _placed(size, sheet, rng.uniform(0.1, 0.9), rng.uniform(0.1, 0.9))


def _tiling(size: tuple[int, int], rng: np.random.Generator, is_held: bool) -> Image.Image:  # noqa: FBT001
    sheet = _logo(0.12 * min(size), rng, is_held=is_held)
    if rng.random() < 0.7:
        sheet = _text(rng.uniform(0.05, 0.1) * size[1], rng, is_held=is_held)
    sheet = _turned(sheet, float(rng.choice([0, 25, 35, -30])))
    whole = Image.new("L", size, 0)
    across, down = sheet.width * rng.uniform(1.1, 1.8), sheet.height * rng.uniform(1.2, 2.5)
    for row in range(int(size[1] / down) + 2):
        for column in range(int(size[0] / across) + 2):
            at = (round((column - 0.5 * (row % 2)) * across - across / 3), round(row * down - down / 3))
            whole.paste(255, at, sheet)
    return whole


def _large(size: tuple[int, int], rng: np.random.Generator, is_held: bool) -> Image.Image:  # noqa: FBT001
    is_text = rng.random() < 0.7
    sheet = _text(0.2 * size[1], rng, is_held=is_held) if is_text else _logo(0.6 * min(size), rng, is_held=is_held)
    sheet = _turned(sheet, float(rng.choice([0, 30, -35])))
    ratio = min(rng.uniform(0.6, 0.95) * size[0] / sheet.width, 0.95 * size[1] / sheet.height)
    sheet = sheet.resize((max(8, round(sheet.width * ratio)), max(8, round(sheet.height * ratio))))
    return _placed(size, sheet, rng.uniform(0.45, 0.55), rng.uniform(0.4, 0.6))


def _at_the_rim(size: tuple[int, int], rng: np.random.Generator, is_held: bool) -> Image.Image:  # noqa: FBT001
    sheet = _text(rng.uniform(0.04, 0.07) * size[1], rng, is_held=is_held)
    if rng.random() < 0.25:
        sheet = _logo(rng.uniform(0.08, 0.13) * min(size), rng, is_held=is_held)
    if rng.random() < 0.2:
        return _placed(size, _turned(sheet, 90), float(rng.choice([0.04, 0.96])), rng.uniform(0.2, 0.8))
    return _placed(size, sheet, rng.choice([0.02, 0.5, 0.98]), float(rng.choice([0.03, 0.97])))


_SHEETS: dict[str, Callable[[tuple[int, int], np.random.Generator, bool], Image.Image]] = {
    "text": _line_of_text,
    "logo": _one_logo,
    "tiled": _tiling,
    "translucent": _large,
    "rim": _at_the_rim,
}
