"""What both networks speak: a picture as a few slots (is there a thing, where, of which kind) and 32 pixel layers.

Numpy only: training and the shipped model, which has no torch, read and write layouts with the same functions.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from paragone.baselines.dual_encoder.words import FILLER, numbering, read, split
from paragone.scenes.compose import cells
from paragone.scenes.vocabulary import CLASSES, SKILLS, Version
from paragone.scenes.wording import write

Floats = npt.NDArray[np.float32]

VERSION: Version = "v2"  # of PaintSkills
KINDS = CLASSES[VERSION]
BACKGROUND = len(KINDS)  # the kind of the layer behind all others
UNTOLD = len(KINDS) + 1  # the kind of a layer when training hides it, for guidance
SLOTS = 4  # things in a picture, at most
SIDE = 32  # pixels of a layer
WORDS = 12  # numbers of a text, the start included
PLACE = 5  # of a slot's numbers: presence, and a box as the networks see it
WIDTH = PLACE + len(KINDS)
MARGIN = 1 / (SIDE - 2)  # of a box, on each side: a layer keeps one pixel free around its thing
WHOLE = (0.0, 0.0, 1.0, 1.0)  # the box of the background
# Boxes are (middle, logarithm of size) about as wide as the noise that flows to them.
_MIDDLE = np.array([0.5, 0.55, -1.3, -1.3], dtype=np.float32)
_SCALE = np.array([4.0, 6.0, 2.0, 2.0], dtype=np.float32)


class Spot(NamedTuple):
    """One thing of a layout: its kind (a place in KINDS) and its box, each coordinate a part of the picture's side."""

    kind: int
    box: tuple[float, float, float, float]  # left, top, right, bottom


def vocabulary() -> tuple[str, ...]:
    """Every word of the training prompts, in order of the alphabet."""
    texts = (write(order, VERSION) for skill in SKILLS[VERSION] for order in cells(VERSION, skill))
    return tuple(sorted({word for text in texts for word in split(text)}))


def text_numbers(text: str, words: Sequence[str]) -> npt.NDArray[np.int64]:
    """A text as a row of numbers of one length; what is too long is cut, an unknown word has a number of its own."""
    found = read(text, numbering(words)).numbers[:WORDS]
    return np.array([*found, *[FILLER] * (WORDS - len(found))], dtype=np.int64)


def seen_box(box: Sequence[float]) -> Floats:
    """A box as the networks see it: middle and log size, scaled."""
    left, top, right, bottom = box
    size = np.maximum([right - left, bottom - top], 1e-3)
    plain = np.array([(left + right) / 2, (top + bottom) / 2, *np.log(size)], dtype=np.float32)
    return (plain - _MIDDLE) * _SCALE


def plain_box(seen: Floats) -> tuple[float, float, float, float]:
    """The box of `seen_box`, kept within the picture.

    >>> [round(x, 6) for x in plain_box(seen_box((0.1, 0.2, 0.5, 0.9)))]
    [0.1, 0.2, 0.5, 0.9]
    """
    x, y, *log_size = seen / _SCALE + _MIDDLE
    width, height = np.exp(np.clip(log_size, -3.2, 0.0))
    box = np.clip([x - width / 2, y - height / 2, x + width / 2, y + height / 2], 0.0, 1.0)
    left, top, right, bottom = (float(value) for value in box)
    return left, top, right, bottom


def to_slots(spots: Sequence[Spot]) -> Floats:
    """A layout as an array (SLOTS, WIDTH); an empty slot is -1 at its presence and 0 elsewhere."""
    slots = np.zeros((SLOTS, WIDTH), dtype=np.float32)
    slots[:, 0] = -1
    for slot, spot in zip(slots, spots, strict=False):
        slot[0] = 1
        slot[1:PLACE] = seen_box(spot.box)
        slot[PLACE:] = -1
        slot[PLACE + spot.kind] = 1
    return slots


def from_slots(slots: Floats) -> list[Spot]:
    """The layout that slots tell, the surest one if none is sure: no picture is without things.

    >>> from_slots(to_slots([Spot(3, (0.25, 0.25, 0.75, 0.75))]))[0].kind
    3
    """
    there = [slot for slot in slots if slot[0] > 0] or [slots[int(slots[:, 0].argmax())]]
    return [Spot(int(slot[PLACE:].argmax()), plain_box(slot[1:PLACE])) for slot in there]
