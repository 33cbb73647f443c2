"""Scenes from numbers: every cell of a skill equally often, everything else drawn evenly at random."""

import functools
from dataclasses import dataclass
from itertools import product

import numpy as np

from paragone.core.errors import BadInput
from paragone.core.keys import key_of
from paragone.scenes.arrange import TRAIN_RULE, VAL_RULE, Meshes, arrange
from paragone.scenes.rendering.camera import Camera
from paragone.scenes.rendering.render import Sun
from paragone.scenes.spec import Scene
from paragone.scenes.vocabulary import (
    BACKGROUNDS,
    CLASSES,
    COLOURS,
    COUNTS,
    EMPTY,
    RELATIONS,
    REPEATS,
    SKILLS,
    Skill,
    Split,
    Version,
)
from paragone.scenes.wording import Order, write

VERSION = "1"
ATTEMPTS = 4000


@dataclass(frozen=True, slots=True)
class Series:
    """One split of one skill of one version, under a seed: scene number i of it is always the same scene."""

    version: Version
    skill: Skill
    split: Split
    seed: int = 0
    pack: str = "procedural"
    size: int = 256  # pixels on a side

    def __post_init__(self) -> None:
        """Refuse a skill that the version does not have."""
        if self.version not in SKILLS or self.skill not in SKILLS[self.version] or self.split not in ("train", "val"):
            have = "; ".join(f"{version}: {', '.join(skills)}" for version, skills in SKILLS.items())
            raise BadInput(f"no {self.version} {self.skill} {self.split}; there are train and val of {have}")


@functools.cache
def cells(version: Version, skill: Skill) -> tuple[Order, ...]:
    """Every combination that a skill asks for, once."""
    classes = CLASSES[version]
    if skill == "object":
        return tuple(Order(skill, (name,)) for name in classes)
    if skill == "count":
        return tuple(Order(skill, (name,), count=count) for name, count in product(classes, COUNTS))
    if skill == "color":
        return tuple(Order(skill, (name,), colour=colour) for name, colour in product(classes, COLOURS))
    return tuple(Order(skill, (a, b), relation=r) for a, b, r in product(classes, classes, RELATIONS))


def full_size(series: Series) -> int:
    """How many scenes the papers have."""
    return len(cells(series.version, series.skill)) * REPEATS[series.version, series.skill, series.split]


def scene_at(series: Series, index: int, pack: Meshes) -> Scene:
    """Scene number `index`; the cells take turns, so the first n of a series are balanced to within one each."""
    orders = cells(series.version, series.skill)
    order = orders[index % len(orders)]
    seed = int(key_of("scene", VERSION, series.version, series.skill, series.split, series.seed, index), 16)
    name = f"{series.skill}_{series.split}_{index:05d}"
    return compose(order, series, name=name, pack=pack, rng=np.random.default_rng(seed))


def compose(order: Order, series: Series, *, name: str, pack: Meshes, rng: np.random.Generator) -> Scene:
    """A scene that shows an order and keeps to the split's rule."""
    camera = Camera(size=(series.size, series.size))
    sun = Sun(azimuth=float(rng.uniform(-70, 70)), elevation=float(rng.uniform(35, 65)))
    background = EMPTY if series.version == "v1" else BACKGROUNDS[rng.integers(len(BACKGROUNDS))]
    rule = VAL_RULE if series.split == "val" else TRAIN_RULE
    for _ in range(ATTEMPTS):
        things = arrange(order, rule, pack=pack, camera=camera, rng=rng)
        if things:
            text = write(order, series.version)
            head = (name, text, series.version, order.skill, series.split)
            return Scene(*head, things, background, camera, sun, series.pack)
    raise BadInput(f"no place for {write(order, series.version)!r} after {ATTEMPTS} attempts; is a mesh very long?")
