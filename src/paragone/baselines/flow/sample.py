"""Draws pictures for texts: noise flows to a layout, then noise flows to each of its layers. Numpy, whatever says.

The networks come as two callables, so that a training in torch and the shipped ONNX files are sampled by one code.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from paragone.baselines.dual_encoder.words import FILLER, START
from paragone.baselines.flow.layout import (
    BACKGROUND,
    SIDE,
    SLOTS,
    UNTOLD,
    WHOLE,
    WIDTH,
    WORDS,
    Floats,
    Spot,
    from_slots,
    seen_box,
    text_numbers,
)
from paragone.baselines.flow.picture import composed
from paragone.core.types import Pixels

Numbers = npt.NDArray[np.int64]


class Voices(NamedTuple):
    """The two networks and the words they know."""

    layout: Callable[[Numbers, Floats, Floats], Floats]  # numbers (n, WORDS), slots, t (n,) -> slots
    layer: Callable[[Floats, Floats, Numbers, Floats], Floats]  # layers (n, 4, SIDE, SIDE), t, kinds, boxes -> layers
    words: tuple[str, ...]


class Manner(NamedTuple):
    """How to sample; guidance 1 is none."""

    layout_steps: int = 24
    layer_steps: int = 16
    layout_guidance: float = 1.5
    layer_guidance: float = 1.5


class Picture(NamedTuple):
    """What was drawn, and the layout it was drawn by."""

    pixels: Pixels
    spots: list[Spot]


def draw(voices: Voices, text: str, rng: np.random.Generator, manner: Manner | None = None) -> Picture:
    """The picture of one text."""
    manner = manner or Manner()
    spots = _layout(voices, text, rng, manner)
    layers = _layers(voices, spots, rng, manner)
    return Picture(composed(layers[0], list(zip(spots, layers[1:], strict=True))), spots)


def flow(say: Callable[[Floats, float], Floats], noise: Floats, steps: int) -> Floats:
    """Follow the velocity from noise to the truth, in equal steps; `say` tells the truth it sees from there.

    >>> flow(lambda x, t: np.full(2, 3.0), np.zeros(2), 4)  # one truth for all: it is reached
    array([3., 3.])
    """
    x = noise
    for step in range(steps):
        t = step / steps
        x = x + (say(x, t) - x) * np.float32(1 / (1 - t) / steps)
    return x


def guided(conditional: Floats, unconditional: Floats, strength: float) -> Floats:
    """What is said when told, pushed away from what is said when not (Ho and Salimans 2022)."""
    return unconditional + strength * (conditional - unconditional)


def _layout(voices: Voices, text: str, rng: np.random.Generator, manner: Manner) -> list[Spot]:
    numbers = np.array([text_numbers(text, voices.words), [START, *[FILLER] * (WORDS - 1)]])

    def say(slots: Floats, t: float) -> Floats:
        conditional, unconditional = voices.layout(numbers, np.stack([slots, slots]), np.full(2, t, dtype=np.float32))
        return guided(conditional, unconditional, manner.layout_guidance)

    noise = rng.standard_normal((SLOTS, WIDTH), dtype=np.float32)
    return from_slots(flow(say, noise, manner.layout_steps))


def _layers(voices: Voices, spots: list[Spot], rng: np.random.Generator, manner: Manner) -> Floats:
    """The background and a layer for each spot: (1 + spots, SIDE, SIDE, 4)."""
    kinds = np.array([BACKGROUND, *(spot.kind for spot in spots), *[UNTOLD] * len(spots)], dtype=np.int64)
    boxes = np.stack([seen_box(box) for box in (WHOLE, *[spot.box for spot in spots] * 2)])
    count = 1 + len(spots)

    def say(layers: Floats, t: float) -> Floats:
        both = np.concatenate([layers, layers[1:]])
        said = voices.layer(both, np.full(len(both), t, dtype=np.float32), kinds, boxes)
        things = guided(said[1:count], said[count:], manner.layer_guidance)
        return np.concatenate([said[:1], things])

    noise = rng.standard_normal((count, 4, SIDE, SIDE), dtype=np.float32)
    return flow(say, noise, manner.layer_steps).transpose(0, 2, 3, 1)
