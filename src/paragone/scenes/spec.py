"""A scene as plain frozen data: what stands where, before what, seen and lit from where. It knows no renderer."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from paragone.core.errors import BadInput
from paragone.core.keys import Json, key_of
from paragone.scenes.rendering.camera import Camera, Point
from paragone.scenes.rendering.render import Sun
from paragone.scenes.vocabulary import PLAIN, Relation, Skill, Split, Version


class Link(NamedTuple):
    """A relation to another thing of the scene: this thing is `relation` of thing `other`."""

    relation: Relation
    other: int


@dataclass(frozen=True, slots=True)
class Thing:
    """One object: its class, looks and place. `size` is the geometric mean of its two longest sides, in metres."""

    name: str
    size: float
    position: Point = (0.0, 0.0, 0.0)
    yaw: float = 0.0
    variant: int = 0
    state: str | None = None
    colour: str = PLAIN
    link: Link | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture to render, and the prompt that asks for it."""

    id: str
    text: str
    version: Version
    skill: Skill
    split: Split
    things: tuple[Thing, ...]
    background: str
    camera: Camera = field(default_factory=Camera)
    sun: Sun = field(default_factory=Sun)
    pack: str = "procedural"

    @property
    def key(self) -> str:
        """What makes this scene this scene."""
        return key_of("scene", to_json(self))


def to_json(scene: Scene) -> dict[str, Json]:
    """The scene as JSON values; `from_json` reads it back."""
    return dataclasses.asdict(scene)


def from_json(values: Mapping[str, Any]) -> Scene:
    """The scene that `to_json` wrote."""
    try:
        things = tuple(_thing(item) for item in values["things"])
        camera: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in values["camera"].items()
        }
        plain = {name: values[name] for name in ("id", "text", "version", "skill", "split", "background", "pack")}
        return Scene(**plain, things=things, camera=Camera(**camera), sun=Sun(**values["sun"]))
    except (KeyError, TypeError, AttributeError) as error:
        raise BadInput(f"this is not a scene of ours: {error!r}; `paragone scenes make` writes them") from error


def _thing(values: Mapping[str, Any]) -> Thing:
    link = values["link"]
    plain = {name: value for name, value in values.items() if name not in ("link", "position")}
    x, y, z = values["position"]
    return Thing(**plain, position=(x, y, z), link=Link(*link) if link else None)
