"""Relational understanding: 75 prompts about 15 relations of things and people; ours where the file is not here."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from paragone.assets.cache import is_present
from paragone.assets.manifest import find
from paragone.core.errors import BadInput
from paragone.core.types import Prompt
from paragone.scenarios.heim._data import FromFile, numbered, text_of

PHYSICAL = ("in", "on", "under", "covering", "near", "occluded by", "hanging over", "tied to")
AGENTIC = ("pushing", "pulling", "touching", "hitting", "kicking", "helping", "hindering")
OBJECTS = ("box", "cylinder", "blanket", "bowl", "teacup", "knife")
AGENTS = ("man", "woman", "child", "robot", "monkey", "iguana")
EACH = 5  # prompts of a relation


@dataclass(frozen=True)
class Relational(FromFile):
    """The prompts of the study's choice_data.csv; without it as many of the same kind, made here and marked as ours."""

    asset: ClassVar[str] = "relational-understanding"
    licence: ClassVar[str] = "not stated (the study's file); Apache-2.0 (ours)"
    citation: ClassVar[str] = "Conwell and Ullman, Testing Relational Understanding, 2022"
    aspects: ClassVar[tuple[str, ...]] = ("reasoning",)
    size: ClassVar[int | None] = 75
    needs_weights: ClassVar[tuple[str, ...]] = ()

    @property
    def is_ours(self) -> bool:
        """Whether the study's file is not here."""
        return not self.path and not is_present(find(self.asset))

    @property
    def title(self) -> str:
        """With whose prompts they are."""
        return "Relational understanding" + (" (our prompts)" if self.is_ours else "")

    @property
    def source(self) -> str:
        """Whose prompts these are."""
        return (
            "ours, from the study's relations and entities" if self.is_ours else "Relational Understanding, OSF tb3a4"
        )

    @property
    def version(self) -> str:
        """Of our list, or of the file."""
        return "ours-1" if self.is_ours else super().version

    def load(self) -> Sequence[Prompt]:
        """Each prompt once, in the order in which it first appears."""
        texts = our_prompts() if self.is_ours else self._read()
        return [Prompt(id, text) for id, text in numbered(texts, "relational")]

    def _read(self) -> list[str]:
        rows = [row for row in csv.reader(io.StringIO(text_of(self.file), newline="")) if row][1:]
        if not rows or any(len(row) < 2 for row in rows):
            raise BadInput(f"{self.file} has no second column of prompts; get choice_data.csv anew")
        return list(dict.fromkeys(row[1] for row in rows))


def our_prompts() -> list[str]:
    """Five pairs for each relation, each entity in turn: agents act, on agents and objects; objects only stand.

    >>> our_prompts()[0], our_prompts()[-1], len(our_prompts())
    ('a box in a cylinder', 'a man hindering a cylinder', 75)
    """
    made = []
    for place, relation in enumerate((*PHYSICAL, *AGENTIC)):
        for turn in range(EACH):
            step = place + turn
            if relation in PHYSICAL:
                first, second = OBJECTS[step % 6], OBJECTS[(step + 1 + place % 5) % 6]
            else:
                others = [*AGENTS, *OBJECTS]
                first, second = AGENTS[step % 6], others[(step + 1 + turn % 2 * 6) % 12]
                second = others[(others.index(second) + 1) % 12] if second == first else second
            made.append(f"{_article(first)} {relation} {_article(second)}")
    return made


def _article(word: str) -> str:
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


scenario = Relational
