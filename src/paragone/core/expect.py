"""What can be checked about the drawing of a prompt: objects, relations, words, true and false captions, questions.

A prompt file writes it as a JSON object, `expect`:

    {"objects": [{"label": "dog", "count": 2, "colour": "red"}, {"label": "car"}],
     "relations": [{"subject": 1, "relation": "left", "object": 0}],
     "words": ["STOP"], "references": ["two red dogs by a car"], "distractors": ["two red cats by a car"],
     "questions": [{"text": "how many dogs are there?", "answer": "2", "choices": ["1", "2", "3"]}],
     "group": "animals"}
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from typing import Any, TypeVar

from paragone.core.errors import BadInput
from paragone.core.keys import Json, canonical

NOTHING: Mapping[str, Any] = {}  # one for all prompts that have no tags or no scene: there can be a million
Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Thing:
    """An object that must be in the drawing, so many times, and of that colour where one is asked for."""

    label: str
    count: int = 1
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class Relation:
    """How one object stands to another; both by their place in `objects`."""

    subject: int
    relation: str
    object: int


@dataclass(frozen=True, slots=True)
class Question:
    """A question about the drawing and its right answer."""

    text: str
    answer: str
    choices: tuple[str, ...] = ()
    depends_on: tuple[int, ...] = ()  # places of the questions that must be right before this one makes sense


@dataclass(frozen=True, slots=True)
class Expect:
    """Everything that a prompt says can be checked; whatever is empty is not offered."""

    objects: tuple[Thing, ...] = ()
    relations: tuple[Relation, ...] = ()
    words: tuple[str, ...] = ()  # texts that must be legible in the drawing
    references: tuple[str, ...] = ()  # true captions
    distractors: tuple[str, ...] = ()  # false captions
    questions: tuple[Question, ...] = ()
    group: str = ""  # whom or what the prompt is about, for metrics that compare groups
    caption: str = ""  # what somebody who saw the drawing wrote under it
    scene: Mapping[str, Any] = field(default_factory=lambda: NOTHING)  # where the simulator finds the scene

    @property
    def colours(self) -> tuple[Thing, ...]:
        """The objects of which a colour is asked."""
        return tuple(thing for thing in self.objects if thing.colour)

    def offers(self) -> set[str]:
        """The names of what can be checked."""
        return {name for name in NAMES if getattr(self, name)}

    def only(self, names: Sequence[str]) -> "Expect":
        """What was asked for by name, and nothing else. Colours come with their objects."""
        kept = {"objects" if name == "colours" else name for name in names}
        return Expect(**{name: getattr(self, name) for name in FIELDS if name in kept})

    def as_json(self) -> dict[str, Json]:
        """As a prompt file writes it, without what is empty."""
        return {name: _plain(value) for name in FIELDS if (value := getattr(self, name))}


FIELDS = tuple(one.name for one in fields(Expect))
NAMES = (*FIELDS, "colours")  # what a metric may say that it reads
_ITEMS: Mapping[str, type] = {"objects": Thing, "relations": Relation, "questions": Question}
EMPTY = Expect()


def expect_from(written: Mapping[str, Any], *, where: str = "expect") -> Expect:
    """What a JSON object says, each part checked.

    >>> expect_from({"objects": [{"label": "dog", "count": 2}]}).objects
    (Thing(label='dog', count=2, colour=None),)
    """
    if not written:
        return EMPTY
    for name in written:
        if name not in FIELDS:
            close = get_close_matches(name, [*FIELDS], n=1)
            hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(FIELDS)}"
            hint = "write `references` (true captions) or `distractors` (false ones)" if name == "others" else hint
            raise BadInput(f"{where}: `expect` has no {name!r}; {hint}")
    found: dict[str, Any] = {}
    for name, value in written.items():
        if name in _ITEMS:
            found[name] = tuple(_item(_ITEMS[name], item, name, where) for item in _listed(value, name, where))
        elif name == "scene":
            found[name] = _scene(value, where)
        elif name in ("group", "caption"):
            found[name] = _text(value, name, where)
        else:
            found[name] = tuple(_text(item, name, where) for item in _listed(value, name, where))
    expect = Expect(**found)
    for relation in expect.relations:
        if not {relation.subject, relation.object} <= set(range(len(expect.objects))):
            places = f"{relation.subject} and {relation.object}"
            raise BadInput(
                f"{where}: a relation of objects {places}, but there are {len(expect.objects)}; count from 0"
            )
    return expect


def _listed(value: Any, name: str, where: str) -> Sequence[Any]:
    if isinstance(value, (str, Mapping)) or not isinstance(value, Sequence):
        raise BadInput(f"{where}: {name!r} in `expect` is {str(value)[:60]!r}; write a list")
    return value


def _text(value: Any, name: str, where: str) -> str:
    if not isinstance(value, str):
        raise BadInput(f"{where}: {name!r} in `expect` holds {str(value)[:60]!r}; write text")
    return value


def _scene(value: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise BadInput(f"{where}: 'scene' in `expect` is {str(value)[:60]!r}; write an object, or leave it out")
    for name in ("index", "seed"):
        found = value.get(name, 0)
        if not isinstance(found, int) or isinstance(found, bool) or found < 0:
            raise BadInput(f"{where}: {name!r} of 'scene' in `expect` is {str(found)[:60]!r}; write a number from 0")
    for name in ("version", "split"):
        if name in value:
            _text(value[name], name, where)
    canonical(value)
    return value


def _item(kind: type[Item], value: Any, name: str, where: str) -> Item:
    """One object, relation or question from its JSON object."""
    known = {one.name: one for one in fields(kind)}  # type: ignore[arg-type]
    if not isinstance(value, Mapping) or not set(value) <= set(known):
        raise BadInput(f"{where}: {str(value)[:60]!r} in {name!r} of `expect`; write an object of {', '.join(known)}")
    given = {key: tuple(item) if isinstance(item, list) else item for key, item in value.items()}
    try:
        made = kind(**given)
    except TypeError as error:
        raise BadInput(f"{where}: {str(value)[:60]!r} in {name!r} of `expect` lacks something: {error}") from error
    for key, item in given.items():
        wanted = known[key].type
        is_number, is_list = wanted is int, str(wanted).startswith("tuple")
        fits = isinstance(item, int) if is_number else isinstance(item, tuple) if is_list else isinstance(item, str)
        if not fits and not (item is None and key == "colour"):
            raise BadInput(
                f"{where}: {key!r} in {name!r} of `expect` is {str(item)[:60]!r}; see docs/your-own-files.md"
            )
    return made


def _plain(value: Any) -> Json:
    if isinstance(value, (Thing, Relation, Question)):
        stated = {one.name: getattr(value, one.name) for one in fields(value)}
        return {name: _plain(item) for name, item in stated.items() if item is not None and item != ()}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    plain: Json = value
    return plain
