"""From a prompt to the scene that shows it: the referee's perfect drawing."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from paragone.core.errors import BadInput
from paragone.core.keys import key_of
from paragone.core.types import Prompt
from paragone.scenes.arrange import Meshes
from paragone.scenes.compose import Series, compose, scene_at
from paragone.scenes.spec import Scene
from paragone.scenes.vocabulary import CLASSES, Split, Version
from paragone.scenes.wording import Order, expectation, order_of


def expect_of(order: Order, series: Series, index: int) -> dict[str, Any]:
    """What a drawing of scene number `index` must show, and which scene that is."""
    scene = {"split": series.split, "seed": series.seed, "index": index}
    return {**expectation(order), "version": series.version, "scene": scene}


def order_in(prompt: Prompt) -> Order:
    """What the prompt asks for."""
    return order_of(prompt.expect, prompt.text)


def series_in(prompt: Prompt, *, pack: str, size: int) -> Series:
    """The series that a prompt's scene belongs to; a prompt from elsewhere gets the version that can show it."""
    order = order_in(prompt)
    in_v2 = order.skill != "color" and set(order.names) <= set(CLASSES["v2"])
    version: Version = prompt.expect.get("version") or ("v2" if in_v2 else "v1")
    place: Mapping[str, Any] = prompt.expect.get("scene") or {"split": "val", "seed": 0}
    split: Split = place["split"]
    return Series(version, order.skill, split, place["seed"], pack, size)


def scene_for(prompt: Prompt, seed: int, *, pack: Meshes, series: Series) -> Scene:
    """Seed 0 gives the very scene that the prompt was written for (if it tells it), any other seed another like it."""
    place = prompt.expect.get("scene")
    if place and seed == 0:
        return scene_at(series, place["index"], pack)
    return scene_of(order_in(prompt), series, pack=pack, rng=chance_for(prompt, "scene", seed))


def scene_of(order: Order, series: Series, *, pack: Meshes, rng: np.random.Generator) -> Scene:
    """A fresh scene of an order."""
    if series.skill != order.skill:
        raise BadInput(f"a {order.skill} order in a {series.skill} series")
    return compose(order, series, name=f"{order.skill}_{series.split}_fresh", pack=pack, rng=rng)


def chance_for(prompt: Prompt, purpose: str, seed: int) -> np.random.Generator:
    """Chance that depends on the prompt, what it is for, and the seed alone."""
    return np.random.default_rng(int(key_of("chance", purpose, prompt.key, seed), 16))
