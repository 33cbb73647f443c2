"""Known damage: an order or an image made worse by a stated amount, so that metrics can be put to the test.

`amount` is 0 to 1. For what an image either has or has not, it is the chance of the damage; the same chance decides at
every amount, so that what is damaged at a small amount is damaged at every larger one. For blur and noise it is a
strength.
"""

from dataclasses import replace
from typing import Literal, TypeAlias, TypeVar, get_args

import numpy as np

from paragone.core.errors import BadOption
from paragone.core.types import Pixels
from paragone.scenes.spec import Scene
from paragone.scenes.vocabulary import ALL_CLASSES, COLOURS, RELATIONS
from paragone.scenes.wording import Order

Kind: TypeAlias = Literal["drop", "miscount", "recolour", "misplace", "replace", "blur", "noise"]
Item = TypeVar("Item")
KINDS: tuple[Kind, ...] = get_args(Kind)
CONCERNS: dict[str, tuple[Kind, ...]] = {
    "object": ("drop", "replace", "blur", "noise"),
    "count": ("drop", "miscount", "replace", "blur", "noise"),
    "color": ("drop", "recolour", "replace", "blur", "noise"),
    "spatial": ("drop", "misplace", "replace", "blur", "noise"),
}
BLUR_PIXELS = 8.0  # standard deviation at amount 1, for an image of 256 pixels
NOISE_LEVEL = 160.0  # standard deviation at amount 1, of 255


def check(kind: str, amount: float) -> None:
    """Refuse damage that we do not have."""
    if kind not in KINDS:
        raise BadOption(f"no damage is called {kind!r}; there are {', '.join(KINDS)}")
    if not 0 <= amount <= 1:
        raise BadOption(f"damage of amount {amount}; it must be 0 to 1")


def damaged_order(order: Order, kind: Kind, amount: float, rng: np.random.Generator) -> Order:
    """The order as a model that errs in this way would take it."""
    chance, other = rng.random(), int(rng.integers(1, 1000))
    if chance >= amount:
        return order
    if kind == "miscount" and not order.relation:
        return replace(order, skill="count", count=_other(tuple(range(1, 6)), order.count, other))
    if kind == "recolour" and order.colour in COLOURS:
        return replace(order, colour=_other(tuple(COLOURS), order.colour, other))
    if kind == "misplace" and order.relation:
        turned = {"left": "right", "right": "left", "above": "below", "below": "above"}
        # For two things of one class, left and right are the same picture: cross over to the other axis.
        same = order.names[0] == order.names[1]
        wrong = [r for r in RELATIONS if r != order.relation and not (same and r == turned[order.relation])]
        return replace(order, relation=wrong[other % len(wrong)])
    if kind == "replace":
        return replace(order, names=(_other(ALL_CLASSES, order.names[0], other), *order.names[1:]))
    return order


def without_some(scene: Scene, amount: float, rng: np.random.Generator) -> Scene:
    """The scene with each thing left out by that chance."""
    chances = rng.random(len(scene.things))
    return replace(scene, things=tuple(t for t, chance in zip(scene.things, chances, strict=True) if chance >= amount))


def blurred(image: Pixels, amount: float) -> Pixels:
    """The image out of focus."""
    from scipy.ndimage import gaussian_filter

    width = BLUR_PIXELS * amount * image.shape[0] / 256
    return np.round(gaussian_filter(image.astype(np.float32), (width, width, 0))).clip(0, 255).astype(np.uint8)


def noisy(image: Pixels, amount: float, rng: np.random.Generator) -> Pixels:
    """The image under noise."""
    noise = rng.standard_normal(image.shape, dtype=np.float32) * np.float32(NOISE_LEVEL * amount)
    return (image + noise).clip(0, 255).astype(np.uint8)


def _other(known: tuple[Item, ...], current: Item, number: int) -> Item:
    rest = [item for item in known if item != current]
    return rest[number % len(rest)]
