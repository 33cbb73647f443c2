"""Data sets whose file sorts its prompts into categories: a scenario is one of them, or the whole."""

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, NamedTuple

from paragone.core.catalogue import nearest
from paragone.core.components import file_name
from paragone.core.errors import BadInput, BadOption
from paragone.core.types import Prompt
from paragone.scenarios.heim._data import FromFile, numbered, text_of


class Category(NamedTuple):
    """How many prompts it has, and what HEIM's table 2 takes them to tell of ("": not in its leaderboard)."""

    size: int
    aspect: str = ""


@dataclass(frozen=True)
class InCategories(FromFile):
    """The prompts whose category begins so, as HEIM asks for it; all of them without one, where "" is listed."""

    category: str = ""
    stem: ClassVar[str]  # of its name, and of the ids of prompts
    known_as: ClassVar[str]  # for people
    categories: ClassVar[Mapping[str, Category]]

    def __post_init__(self) -> None:
        """Refuse what is no category."""
        if self.category not in self.categories:
            hint = nearest(self.category, filter(None, self.categories))
            raise BadOption(f"{file_name(self)} has no category {self.category!r}; {hint}")

    @property
    def name(self) -> str:
        """With the category."""
        return "_".join(filter(None, [self.stem, self.category.lower().replace("-", "_")]))

    @property
    def title(self) -> str:
        """With the category."""
        return ", ".join(filter(None, [self.known_as, self.category]))

    @property
    def aspects(self) -> tuple[str, ...]:
        """Those of the category."""
        return tuple(filter(None, [self.categories[self.category].aspect]))

    @property
    def size(self) -> int | None:
        """As its source counts them."""
        return self.categories[self.category].size

    def load(self) -> Sequence[Prompt]:
        """A prompt a row, named by its place in the file."""
        rows = self.rows()
        named = zip(numbered((text for text, _ in rows), self.stem), rows, strict=True)
        return [
            Prompt(id, text, {"category": category.strip()})
            for (id, text), (_, category) in named
            if category.startswith(self.category)
        ]

    def rows(self) -> list[tuple[str, str]]:
        """Prompt and category of each row of the file."""
        return read_pairs(self.file)


def read_pairs(path: Path, *, delimiter: str = ",") -> list[tuple[str, str]]:
    """Prompt and category of each row; the first row is the header, whatever it says."""
    lines = csv.reader(io.StringIO(text_of(path), newline=""), delimiter=delimiter)
    try:
        rows = [row for row in lines if any(row)]
    except csv.Error as error:
        raise BadInput(f"{path} cannot be read as a table: {error}; get it anew") from error
    return pairs_of(rows, path)


def pairs_of(rows: Sequence[Sequence[str]], path: Path) -> list[tuple[str, str]]:
    """The first two columns below the header."""
    if len(rows) < 2 or any(len(row) < 2 for row in rows[1:]):
        raise BadInput(f"{path} has no rows of prompt and category; get the file anew")
    return [(row[0], row[1]) for row in rows[1:]]
