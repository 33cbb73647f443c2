"""What a prompt asks a detector to find: an object, a count or a relation of any classes, as HEIM's prompts do."""

import re
from typing import cast

from paragone.core.coco import NAMES
from paragone.core.errors import BadInput
from paragone.core.types import Prompt
from paragone.metrics.objects._skills import NOT_IN_COCO, OF_COCO, SAME
from paragone.scenes.vocabulary import ALL_CLASSES, Relation, Skill
from paragone.scenes.wording import Order, read

COCO = tuple(NAMES.values())
KNOWN = {SAME.get(name, name) for name in COCO}


class Asked(Order):
    """An order of whatever classes: no scene need be made of it."""

    __slots__ = ()

    def __post_init__(self) -> None:
        """Take it as it is."""


def asked_of(prompt: Prompt) -> Asked | None:
    """What the prompt's `expect` states, or its text says; None where it is no object, count or relation.

    The skill is that of its scene; without one, a relation is one of space, a number at the beginning of the text a
    count, and all else an object.
    """
    if not prompt.expect.objects:
        return _read(prompt.text)
    first, relations = prompt.expect.objects[0], prompt.expect.relations
    names = [SAME.get(thing.label, thing.label) for thing in prompt.expect.objects]
    skill = prompt.expect.scene.get("skill") or _skill(prompt)
    if skill == "spatial" and relations:
        # The scene's order: the second thing is in the relation to the first.
        pair = names[relations[0].object], names[relations[0].subject]
        return Asked("spatial", pair, relation=cast("Relation", relations[0].relation))
    return Asked(cast("Skill", skill), (names[0],), first.count) if skill in ("object", "count") else None


def strange_to(detector: str, asked: Asked) -> str:
    """A class that is asked for and that the detector does not know; '' if it knows them all."""
    known = KNOWN if detector in OF_COCO else {*ALL_CLASSES}
    return next((name for name in asked.names if name not in known or _is_ours_alone(name, detector)), "")


def _is_ours_alone(name: str, detector: str) -> bool:
    return name in NOT_IN_COCO and detector in OF_COCO


def _skill(prompt: Prompt) -> str:
    first = prompt.expect.objects[0]
    if prompt.expect.relations:
        return "spatial"
    if first.colour:
        return "color"
    is_number = re.match(r"(a photo of )?\d", prompt.text.lower())
    return "count" if first.count != 1 or is_number else "object"


def _read(text: str) -> Asked | None:
    for classes in (ALL_CLASSES, COCO):
        try:
            found = read(text, classes, Asked)
        except BadInput:
            continue
        if found.skill == "color":
            return None
        names = tuple(SAME.get(name, name) for name in found.names)
        return Asked(found.skill, names, found.count, found.colour, found.relation)
    return None
