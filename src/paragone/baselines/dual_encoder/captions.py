"""Puts scenes into words in several ways, rewrites their facts into false ones, and knows what is false of a scene."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

import numpy as np

from paragone.baselines.dual_encoder.words import split
from paragone.scenes.vocabulary import ALL_CLASSES, COLOURS, COUNTS, PLAIN, RELATIONS, Relation
from paragone.scenes.wording import Order, original_word, plural, with_article, write

OPPOSITE: dict[Relation, Relation] = {"left": "right", "right": "left", "above": "below", "below": "above"}
ALSO_CALLED = {
    "airplane": ("plane",),
    "bike": ("bicycle",),
    "fire hydrant": ("hydrant",),
    "dining table": ("table",),
    "backpack": ("rucksack",),
    "traffic light": ("traffic signal",),
    "potted plant": ("plant",),
    "car": ("automobile",),
}
NUMBER_WORDS = ("zero", "one", "two", "three", "four")
BEGINNINGS = ("", "", "a photo of ", "a picture of ", "an image of ", "a rendering of ")
# These are not in the vocabulary, so that unknown words are met in training, and learnt to mean nothing.
STRANGE_BEGINNINGS = ("a sketch of ", "a cartoon of ", "a painting showing ")
PLACES: dict[Relation, tuple[str, ...]] = {
    "left": ("left to", "to the left of", "left of"),
    "right": ("right to", "to the right of", "right of"),
    "above": ("above", "over"),
    "below": ("below", "under", "beneath"),
}


def say(order: Order, rng: np.random.Generator) -> str:
    """A caption of what an order shows: a template of PaintSkills half of the time, else words of our own."""
    if rng.random() < 0.5:
        return write(order, "v1" if rng.random() < 0.5 else "v2")
    strange = rng.random() < 0.1
    beginning = str(rng.choice(STRANGE_BEGINNINGS if strange else BEGINNINGS))
    nouns = [str(rng.choice(names_of(name))) for name in order.names]
    return beginning + _body(order, nouns, rng)


def names_of(name: str) -> tuple[str, ...]:
    """What a class is called.

    >>> names_of("bike")
    ('bike', 'bicycle')
    """
    return tuple(dict.fromkeys((name, original_word(name), *ALSO_CALLED.get(name, ()))))


def vocabulary() -> list[str]:
    """Every word that a caption may have, but for the strange beginnings."""
    nouns = [noun for name in ALL_CLASSES for noun in names_of(name)]
    numbers = [str(count) for count in COUNTS] + [NUMBER_WORDS[count] for count in COUNTS]
    texts = [*nouns, *map(plural, nouns), *numbers, *COLOURS, *BEGINNINGS, *chain(*PLACES.values()), "a an and is the"]
    return sorted({word for text in texts for word in split(text)})


def rewritings(order: Order) -> tuple[list[Order], list[Order]]:
    """All false versions with one fact changed: first the fact that the skill is about, then the object."""
    if order.skill == "object":
        return [], _other_objects(order)
    if order.skill == "count":
        own = [replace(order, count=count) for count in COUNTS]
    elif order.skill == "color":
        own = [replace(order, colour=colour) for colour in COLOURS]
    else:
        own = [replace(order, relation=relation) for relation in RELATIONS]
        own.append(replace(order, names=order.names[::-1]))
    return [said for said in own if not may_hold(order, said)], _other_objects(order)


def also_true(order: Order) -> list[Order]:
    """Other captions that are true of the same scene."""
    if order.relation:
        turned = Order("spatial", order.names[::-1], relation=OPPOSITE[order.relation])
        return [turned, *(Order("object", (name,)) for name in order.names)]
    if order.count > 1:
        return []  # whether "a dog" is true of three dogs is a matter of taste
    single = [Order("object", order.names), Order("count", order.names)]
    return [said for said in single if said != order]


def mirrored(order: Order) -> Order:
    """What the mirror image shows."""
    return replace(order, relation=OPPOSITE[order.relation]) if order.relation in ("left", "right") else order


def may_hold(seen: Order, said: Order) -> bool:
    """Whether a caption can be true of a scene. What is unclear counts as true: it is then no false caption.

    >>> dog, three = Order("object", ("dog",)), Order("count", ("dog",), count=3)
    >>> may_hold(three, dog), may_hold(dog, three), may_hold(dog, Order("color", ("dog",), colour="red"))
    (True, False, True)
    """
    there = Counter(seen.names * seen.count)
    if any(name not in there for name in said.names):
        return False
    if said.skill == "count":
        return there[said.names[0]] == said.count
    if said.skill == "color":
        return seen.colour in (PLAIN, said.colour)  # a plain thing may well look red
    return said.relation is None or _may_stand(seen, said, there)


def _may_stand(seen: Order, said: Order, there: Counter[str]) -> bool:
    if said.names[0] == said.names[1] and there[said.names[0]] < 2:
        return False
    if seen.relation is None or said.relation is None:
        return True
    same = seen.names == said.names and seen.relation == said.relation
    return same or (seen.names == said.names[::-1] and seen.relation == OPPOSITE[said.relation])


def _other_objects(order: Order) -> list[Order]:
    def changed() -> Iterator[Order]:
        for place in range(len(order.names)):
            for name in ALL_CLASSES:
                if name not in order.names:
                    yield replace(order, names=(*order.names[:place], name, *order.names[place + 1 :]))

    return list(changed())


def _body(order: Order, nouns: list[str], rng: np.random.Generator) -> str:
    if order.relation:
        place = str(rng.choice(PLACES[order.relation]))
        return f"{with_article(nouns[1])} {rng.choice(('', 'is '))}{place} {with_article(nouns[0])}"
    if order.skill == "count":
        number = NUMBER_WORDS[order.count] if rng.random() < 0.5 else str(order.count)
        return f"{number} {nouns[0] if order.count == 1 else plural(nouns[0])}"
    return with_article(nouns[0] if order.skill == "object" else f"{order.colour} {nouns[0]}")
