"""Prompts from what a scene must show, and back: PaintSkills' templates of both versions."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import cast, get_args

from paragone.core import expect
from paragone.core.errors import BadInput
from paragone.core.expect import Expect, Thing
from paragone.core.keys import Json
from paragone.scenes.vocabulary import ALL_CLASSES, COLOURS, PLAIN, RELATIONS, SHAPES, Relation, Skill, Version

PLURALS = {
    **{"person": "people", "bus": "buses", "bench": "benches", "couch": "couches", "sandwich": "sandwiches"},
    **{"toothbrush": "toothbrushes", "wine glass": "wine glasses", "knife": "knives", "mouse": "mice"},
    **{"sheep": "sheep", "skis": "skis", "scissors": "scissors"},
}
RELATION_WORDS: dict[Relation, str] = {"left": "left to", "right": "right to", "above": "above", "below": "below"}


@dataclass(frozen=True, slots=True)
class Order:
    """What a drawing must show: one class or two, how many, in what colour, in what relation.

    In a spatial order the second thing is `relation` of the first, as in the original's scene files.
    """

    skill: Skill
    names: tuple[str, ...]
    count: int = 1
    colour: str = PLAIN
    relation: Relation | None = None

    def __post_init__(self) -> None:
        """Refuse what no scene can be made of."""
        wanted = 2 if self.skill == "spatial" else 1
        unknown = [name for name in self.names if name not in SHAPES]
        if unknown or len(self.names) != wanted or self.skill not in get_args(Skill):
            raise BadInput(f"a {self.skill} scene of {self.names}; need {wanted} of {', '.join(ALL_CLASSES)}")
        if (self.relation in RELATIONS) != (self.skill == "spatial"):
            raise BadInput(f"a {self.skill} scene with the relation {self.relation!r}; spatial scenes have one")
        if not 1 <= self.count <= 32 or self.colour not in (PLAIN, *COLOURS):
            raise BadInput(f"{self.count} things in {self.colour!r}; need 1 to 32, plain or {', '.join(COLOURS)}")


def write(order: Order, version: Version) -> str:
    """The prompt of an order.

    >>> write(Order("count", ("dog",), count=3), "v1"), write(Order("count", ("dog",), count=3), "v2")
    ('a photo of 3 dog', '3 dogs')
    """
    return _write_v1(order) if version == "v1" else _write_v2(order)


def read(text: str, classes: Sequence[str] = ALL_CLASSES, kind: type[Order] = Order) -> Order:
    """The order of a prompt of either version (or of HEIM's rewording of them), of some kind and of some classes.

    >>> read("a photo of bus and dog; dog is left to bus")
    Order(skill='spatial', names=('bus', 'dog'), count=1, colour='plain', relation='left')
    >>> read("A potted plant is below a bird").names
    ('bird', 'potted plant')
    """
    plain = " ".join(text.lower().strip(" .").split()).removeprefix("a photo of ")
    relation = re.search(r"(?:^|; )([a-z ]+?) is (above|below|(?:to the )?(?:left|right) (?:to|of)) ([a-z ]+)$", plain)
    if relation:
        where: Relation = next(r for r in RELATIONS if r in relation[2])
        names = _class_of(relation[3], text, classes), _class_of(relation[1], text, classes)
        return kind("spatial", names, relation=where)
    count = re.match(r"(\d+) (.+)$", plain)
    if count:
        return kind("count", (_class_of(count[2], text, classes),), count=int(count[1]))
    first, _, rest = re.sub(r"^an? ", "", plain).partition(" ")
    if first in COLOURS:
        return kind("color", (_class_of(rest, text, classes),), colour=first)
    return kind("object", (_class_of(plain, text, classes),))


def expectation(order: Order, place: Mapping[str, Json] = MappingProxyType({})) -> Expect:
    """What a drawing of the order must show; `place` says which scene of the simulator does."""
    first = Thing(order.names[0], order.count, None if order.colour == PLAIN else order.colour)
    relations = (expect.Relation(1, order.relation, 0),) if order.relation else ()
    objects = (first, *(Thing(name) for name in order.names[1:]))
    return Expect(objects=objects, relations=relations, scene={"skill": order.skill, **place})


def order_of(expected: Expect, text: str) -> Order:
    """The order that a prompt's `expect` states under its scene's skill; without one, read from its text."""
    skill = expected.scene.get("skill")
    if skill is None:
        return read(text)
    if not expected.objects:
        raise BadInput(f"what {text!r} expects names a skill but no object; see docs/simulator.md")
    first, relations = expected.objects[0], [relation.relation for relation in expected.relations]
    names = tuple("bike" if thing.label == "bicycle" else thing.label for thing in expected.objects)
    where = cast("Relation", relations[0]) if relations else None  # an Order refuses what is none
    return Order(skill, names, first.count, first.colour or PLAIN, where)


def original_word(name: str) -> str:
    """The original's word for a class, its shape name in lower-case words: human, fire hydrant."""
    return re.sub(r"([A-Z])", r" \1", SHAPES[name]).lower()


def plural(name: str) -> str:
    """The plural of a class name."""
    return PLURALS.get(name, f"{name}s")


def with_article(name: str) -> str:
    """The name with a or an."""
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def _write_v1(order: Order) -> str:
    words = [original_word(name) for name in order.names]
    if order.relation:
        first, second = words
        return f"a photo of {first} and {second}; {second} is {RELATION_WORDS[order.relation]} {first}"
    before = {"count": f"{order.count} ", "color": f"{order.colour} "}.get(order.skill, "")
    return f"a photo of {before}{words[0]}"


def _write_v2(order: Order) -> str:
    # The paper shows "1 person" and "car is right to dog"; the other forms are our reading of it.
    first = order.names[0]
    if order.relation:
        return f"{with_article(order.names[1])} is {RELATION_WORDS[order.relation]} {with_article(first)}"
    if order.skill == "count":
        return f"{order.count} {first if order.count == 1 else plural(first)}"
    return with_article(first if order.skill == "object" else f"{order.colour} {first}")


def _class_of(words: str, text: str, classes: Sequence[str]) -> str:
    bare = re.sub(r"^an? ", "", words.strip())
    for name in classes:
        older = original_word(name) if name in SHAPES else name
        if bare in (name, plural(name), older, f"{older}s"):
            return name
    if bare in ("bicycle", "bicycles"):
        return "bike"
    known = f"class of the simulator; it has {', '.join(ALL_CLASSES)}" if classes is ALL_CLASSES else "known class"
    raise BadInput(f"{bare!r} in the prompt {text!r} is no {known}")
