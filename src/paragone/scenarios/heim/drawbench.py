"""DrawBench: 200 prompts in eleven categories, of which HEIM uses nine."""

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from paragone.core.catalogue import nearest
from paragone.core.errors import BadInput, BadOption
from paragone.core.types import Prompt
from paragone.scenarios.heim._data import FromFile, numbered, text_of

# Category as HEIM asks for it (the beginning of the file's own), how many prompts the published sheet has, what HEIM
# takes them to tell of ("": not in its leaderboard).
CATEGORIES: Mapping[str, tuple[int, str]] = {
    "Colors": (25, "alignment"),
    "Text": (21, "alignment"),
    "Counting": (19, "reasoning"),
    "Descriptions": (20, "reasoning"),
    "Gary": (10, "reasoning"),
    "DALL-E": (20, "reasoning"),
    "Positional": (20, "reasoning"),
    "Conflicting": (10, "reasoning"),
    "Reddit": (38, "knowledge"),
    "Rare": (7, ""),
    "Misspellings": (10, ""),
}


@dataclass(frozen=True)
class DrawBench(FromFile):
    """The prompts whose category begins so; all of them without one."""

    category: str = ""
    asset: ClassVar[str] = "drawbench"
    source: ClassVar[str] = "DrawBench, the sheet that the Imagen paper names"
    licence: ClassVar[str] = "not stated"
    citation: ClassVar[str] = "Saharia et al., Imagen, NeurIPS 2022"

    def __post_init__(self) -> None:
        """Refuse what is no category."""
        if self.category and self.category not in CATEGORIES:
            raise BadOption(f"drawbench has no category {self.category!r}; {nearest(self.category, CATEGORIES)}")

    @property
    def name(self) -> str:
        """With the category."""
        return "_".join(filter(None, ["drawbench", self.category.lower().replace("-", "_")]))

    @property
    def title(self) -> str:
        """With the category."""
        return f"DrawBench, {self.category}" if self.category else "DrawBench"

    @property
    def aspects(self) -> tuple[str, ...]:
        """Those of HEIM's table 2."""
        return tuple(filter(None, [CATEGORIES[self.category][1]])) if self.category else ("alignment",)

    @property
    def size(self) -> int | None:
        """As the published sheet has it."""
        return CATEGORIES[self.category][0] if self.category else sum(count for count, _ in CATEGORIES.values())

    def load(self) -> Sequence[Prompt]:
        """A prompt a row, named by its place in the file."""
        rows = read_pairs(self.file)
        named = zip(numbered((text for text, _ in rows), "drawbench"), rows, strict=True)
        return [
            Prompt(id, text, {"category": category.strip()})
            for (id, text), (_, category) in named
            if category.startswith(self.category)
        ]


def read_pairs(path: Path, *, delimiter: str = ",") -> list[tuple[str, str]]:
    """Prompt and category of each row; the first row is the header, whatever it says."""
    lines = csv.reader(io.StringIO(text_of(path), newline=""), delimiter=delimiter)
    try:
        rows = [row for row in lines if any(row)][1:]
    except csv.Error as error:
        raise BadInput(f"{path} cannot be read as a table: {error}; get it anew") from error
    if not rows or any(len(row) < 2 for row in rows):
        raise BadInput(f"{path} has no rows of prompt and category; get the file anew")
    return [(row[0], row[1]) for row in rows]


scenario = DrawBench
