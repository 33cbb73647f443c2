"""From a prompt to the scene that shows it: the referee's perfect drawing."""

import numpy as np

from paragone.core.errors import BadInput
from paragone.core.expect import Expect
from paragone.core.keys import key_of
from paragone.core.types import Prompt
from paragone.scenes.arrange import Meshes
from paragone.scenes.compose import Series, compose, scene_at
from paragone.scenes.spec import Scene
from paragone.scenes.vocabulary import CLASSES, Split, Version
from paragone.scenes.wording import Order, expectation, order_of

READS = ("text", "objects", "relations", "scene")  # what a scene follows from; models that draw scenes declare it


def expect_of(order: Order, series: Series, index: int) -> Expect:
    """What a drawing of scene number `index` must show, and which scene that is."""
    place = {"version": series.version, "split": series.split, "seed": series.seed, "index": index}
    return expectation(order, place)


def order_in(prompt: Prompt) -> Order:
    """What the prompt asks for."""
    return order_of(prompt.expect, prompt.text)


def series_in(prompt: Prompt, *, pack: str, size: int) -> Series:
    """The series that a prompt's scene belongs to; a prompt from elsewhere gets the version that can show it."""
    order, place = order_in(prompt), prompt.expect.scene
    in_v2 = order.skill != "color" and set(order.names) <= set(CLASSES["v2"])
    version: Version = place.get("version") or ("v2" if in_v2 else "v1")
    split: Split = place.get("split", "val")
    return Series(version, order.skill, split, place.get("seed", 0), pack, size)


def scene_for(prompt: Prompt, seed: int, *, pack: Meshes, series: Series) -> Scene:
    """Seed 0 gives the very scene that the prompt was written for (if it names it), any other seed another like it."""
    index = prompt.expect.scene.get("index")
    if index is not None and seed == 0:
        return scene_at(series, index, pack)
    return scene_of(order_in(prompt), series, pack=pack, rng=chance_for(prompt, "scene", seed))


def scene_of(order: Order, series: Series, *, pack: Meshes, rng: np.random.Generator) -> Scene:
    """A fresh scene of an order."""
    if series.skill != order.skill:
        raise BadInput(f"a {order.skill} order in a {series.skill} series")
    return compose(order, series, name=f"{order.skill}_{series.split}_fresh", pack=pack, rng=rng)


def chance_for(prompt: Prompt, purpose: str, seed: int) -> np.random.Generator:
    """Chance that depends on the prompt's id and what is read of it, what it is for, and the seed alone."""
    return np.random.default_rng(int(key_of("chance", purpose, prompt.id, prompt.key(READS), seed), 16))
