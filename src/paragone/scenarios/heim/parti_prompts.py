"""PartiPrompts (P2): 1,632 prompts in twelve categories, of which HEIM uses eleven."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal

from paragone.core.catalogue import nearest
from paragone.core.errors import BadInput, BadOption
from paragone.core.types import Prompt
from paragone.scenarios.heim._data import FromFile, numbered, text_of
from paragone.scenarios.heim.drawbench import read_pairs

# Category as HEIM asks for it (the beginning of the file's own), its prompts, what HEIM takes them to tell of.
CATEGORIES: Mapping[str, tuple[int, str]] = {
    "Artifacts": (287, "alignment"),
    "Food": (74, "alignment"),
    "Vehicles": (104, "alignment"),
    "Arts": (66, "alignment"),
    "Indoor": (40, "alignment"),
    "Outdoor": (131, "alignment"),
    "Produce": (50, "alignment"),
    "People": (177, "alignment"),
    "Animals": (314, "alignment"),
    "Illustrations": (124, "reasoning"),
    "World": (214, "knowledge"),
    "Abstract": (51, ""),
}


@dataclass(frozen=True)
class PartiPrompts(FromFile):
    """The prompts whose category begins so; all of them without one.

    `protocol = "heim"` reads quotes as CSV does and so loses those around one prompt (G I G G L E); `strict` keeps
    them.
    """

    category: str = ""
    protocol: Literal["strict", "heim"] = "strict"
    asset: ClassVar[str] = "parti-prompts"
    source: ClassVar[str] = "PartiPrompts (P2)"
    licence: ClassVar[str] = "Apache-2.0"
    citation: ClassVar[str] = "Yu et al., Scaling Autoregressive Models for Content-Rich Text-to-Image Generation, 2022"

    def __post_init__(self) -> None:
        """Refuse what is no category or protocol."""
        if self.category and self.category not in CATEGORIES:
            raise BadOption(f"parti_prompts has no category {self.category!r}; {nearest(self.category, CATEGORIES)}")
        if self.protocol not in ("strict", "heim"):
            raise BadOption(f"parti_prompts has no protocol {self.protocol!r}; there are heim, strict")

    @property
    def name(self) -> str:
        """With the category."""
        return "_".join(filter(None, ["parti", self.category.lower()]))

    @property
    def title(self) -> str:
        """With the category."""
        return f"PartiPrompts, {self.category}" if self.category else "PartiPrompts"

    @property
    def aspects(self) -> tuple[str, ...]:
        """Those of HEIM's table 2."""
        return tuple(filter(None, [CATEGORIES[self.category][1]])) if self.category else ("alignment",)

    @property
    def size(self) -> int | None:
        """As the published file has it."""
        return CATEGORIES[self.category][0] if self.category else sum(count for count, _ in CATEGORIES.values())

    def load(self) -> Sequence[Prompt]:
        """A prompt a row, named by its place in the file."""
        rows = read_pairs(self.file, delimiter="\t") if self.protocol == "heim" else _read_plain(self.file)
        named = zip(numbered((text for text, _ in rows), "parti"), rows, strict=True)
        return [
            Prompt(id, text, {"category": category})
            for (id, text), (_, category) in named
            if category.startswith(self.category)
        ]


def _read_plain(path: Path) -> list[tuple[str, str]]:
    rows = [line.split("\t") for line in text_of(path).splitlines() if line.strip()][1:]
    if not rows or any(len(row) < 2 for row in rows):
        raise BadInput(f"{path} has no rows of prompt and category; get the file anew")
    return [(row[0], row[1]) for row in rows]


scenario = PartiPrompts
