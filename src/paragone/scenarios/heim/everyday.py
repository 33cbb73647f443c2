"""Everyday sentences: a dozen of our own that every perturbation can change, and that need no file."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from paragone.assets.everyday import SENTENCES, THINGS
from paragone.core.expect import Expect, Thing
from paragone.core.types import Prompt
from paragone.scenarios.heim._data import FromHeim, numbered


@dataclass(frozen=True)
class Everyday(FromHeim):
    """In place of MS-COCO's captions where these are not here; never called by its name."""

    title: ClassVar[str] = "Everyday sentences"
    source: ClassVar[str] = "ours"
    licence: ClassVar[str] = "Apache-2.0"
    citation: ClassVar[str] = "none"
    aspects: ClassVar[tuple[str, ...]] = ("alignment",)

    @property
    def size(self) -> int | None:
        """Of the list."""
        return len(SENTENCES)

    def load(self) -> Sequence[Prompt]:
        """In the list's order."""
        return [Prompt(id, text, expect=_expect(text)) for id, text in numbered(SENTENCES, "everyday")]


def _expect(text: str) -> Expect:
    return Expect(objects=tuple(Thing(label, count) for count, label in THINGS[text]))


scenario = Everyday
