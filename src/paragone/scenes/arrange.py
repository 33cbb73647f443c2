"""Puts the things of an order into the world at random, so that the image keeps to a rule."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np

from paragone.scenes.geometry import Box, Rule, fits, image_box, is_clearly, scale_for
from paragone.scenes.meshes.mesh import Mesh
from paragone.scenes.rendering.camera import Camera, Point
from paragone.scenes.spec import Link, Thing
from paragone.scenes.vocabulary import STATES, Skill
from paragone.scenes.wording import Order

# Metres (see Thing.size). The originals' scales stand in the same order: object and colour large, count small.
SIZES: dict[Skill, tuple[float, float]] = {
    "object": (1.6, 3.0),
    "color": (1.6, 3.0),
    "spatial": (1.1, 1.6),
    "count": (1.1, 1.7),
}
VAL_RULE = Rule(margin=4, least_side=20, most_overlap=0.1, least_distance=30)
# Training scenes may be harder: things hide each other by up to half a box, and are smaller.
TRAIN_RULE = Rule(margin=0, least_side=12, most_overlap=0.5, least_distance=20, clear=1.05)
FRONTAL = {"stop sign": 50.0, "traffic light": 60.0}  # degrees: from behind they cannot be told
TRIES = 30  # for one thing, before the whole scene is begun anew


class Meshes(Protocol):
    """What composing needs of an asset pack."""

    def mesh(self, class_name: str, variant: int = 0, state: str | None = None) -> Mesh: ...  # noqa: D102
    def variants(self, class_name: str) -> int: ...  # noqa: D102


def arrange(
    order: Order, rule: Rule, *, pack: Meshes, camera: Camera, rng: np.random.Generator
) -> tuple[Thing, ...] | None:
    """The things of one attempt at an order; None if they do not keep to the rule."""
    names = order.names * order.count
    rule = _scaled(rule, camera)
    things: list[Thing] = []
    boxes: list[Box] = []
    for name in names:
        for _ in range(TRIES):
            thing = _thing(name, order, base=things[0] if things else None, pack=pack, rng=rng)
            box = _box(thing, pack, camera)
            if fits(box, boxes, rule, camera):
                break
        else:
            return None
        things.append(thing)
        boxes.append(box)
    if order.relation and not is_clearly(order.relation, boxes[1], boxes[0], rule.clear):
        return None
    return tuple(things)


def boxes_of(things: Sequence[Thing], pack: Meshes, camera: Camera) -> list[Box]:
    """The boxes of things as composing sees them, without rendering."""
    return [_box(thing, pack, camera) for thing in things]


def _thing(name: str, order: Order, *, base: Thing | None, pack: Meshes, rng: np.random.Generator) -> Thing:
    low, high = SIZES[order.skill]
    size = float(rng.uniform(low, high))
    states = STATES.get(name, (None,))
    half = FRONTAL.get(name, 180.0)
    thing = Thing(
        name=name,
        size=size,
        yaw=float(rng.uniform(-half, half)),
        variant=int(rng.integers(pack.variants(name))),
        state=states[rng.integers(len(states))],
        colour=order.colour,
        position=_spot(order, size, base=base, rng=rng),
        link=Link(order.relation, 0) if order.relation and base else None,
    )
    lift = float(rng.uniform(0.2, 1.2)) if thing.state == "flying" and not order.relation else 0.0
    x, y, z = thing.position
    return replace(thing, position=(x, y, z + lift))


def _spot(order: Order, size: float, *, base: Thing | None, rng: np.random.Generator) -> Point:
    """A place on the ground, or in a relation beside, above or below the first thing; the upper one floats."""
    if order.relation is None:
        depth = float(rng.uniform(-2.0, 4.0)) if order.count > 1 else float(rng.uniform(-1.0, 2.0))
        half_width = 2.3 + 0.25 * depth
        return float(rng.uniform(-half_width, half_width)), depth, 0.0
    floats = float(rng.uniform(1.3, 2.6))
    if base is None:
        x = float(rng.uniform(-1.8, 1.8))
        return x, float(rng.uniform(-0.8, 1.2)), floats if order.relation == "below" else 0.0
    x, y, z = base.position
    if order.relation in ("above", "below"):
        return x + float(rng.uniform(-0.6, 0.6)), y, floats if order.relation == "above" else 0.0
    side = float(rng.uniform(1.0, 3.5)) * (1 if order.relation == "right" else -1)
    return x + side, y + float(rng.uniform(-0.8, 0.8)), z


def _box(thing: Thing, pack: Meshes, camera: Camera) -> Box:
    mesh = pack.mesh(thing.name, thing.variant, thing.state)
    scale = scale_for(mesh, thing.size)
    return image_box(mesh, scale=scale, yaw=thing.yaw, position=thing.position, camera=camera)


def _scaled(rule: Rule, camera: Camera) -> Rule:
    # The rule is in pixels of a 256 pixel image.
    k = min(camera.size) / 256
    return Rule(rule.margin * k, rule.least_side * k, rule.most_overlap, rule.least_distance * k, rule.clear)
