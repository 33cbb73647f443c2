"""PartiPrompts (P2): 1,632 prompts in twelve categories, of which HEIM uses eleven."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from paragone.scenarios.heim._categories import Category, InCategories, pairs_of, read_pairs
from paragone.scenarios.heim._data import text_of

# Category as HEIM asks for it (the beginning of the file's own), and what the published file has of it.
CATEGORIES: Mapping[str, Category] = {
    "": Category(1632, "alignment"),
    "Artifacts": Category(287, "alignment"),
    "Food": Category(74, "alignment"),
    "Vehicles": Category(104, "alignment"),
    "Arts": Category(66, "alignment"),
    "Indoor": Category(40, "alignment"),
    "Outdoor": Category(131, "alignment"),
    "Produce": Category(50, "alignment"),
    "People": Category(177, "alignment"),
    "Animals": Category(314, "alignment"),
    "Illustrations": Category(124, "reasoning"),
    "World": Category(214, "knowledge"),
    "Abstract": Category(51),
}


@dataclass(frozen=True)
class PartiPrompts(InCategories):
    """The prompts whose category begins so; all of them without one.

    `protocol = "heim"` reads quotes as CSV does and so loses those around one prompt (G I G G L E); `strict` keeps
    them.
    """

    protocol: Literal["strict", "heim"] = "strict"
    stem: ClassVar[str] = "parti"
    known_as: ClassVar[str] = "PartiPrompts"
    categories: ClassVar[Mapping[str, Category]] = CATEGORIES
    asset: ClassVar[str] = "parti-prompts"
    source: ClassVar[str] = "PartiPrompts (P2)"
    licence: ClassVar[str] = "Apache-2.0"
    citation: ClassVar[str] = "Yu et al., Scaling Autoregressive Models for Content-Rich Text-to-Image Generation, 2022"

    def rows(self) -> list[tuple[str, str]]:
        """With quotes as they are, or as CSV takes them."""
        if self.protocol == "heim":
            return read_pairs(self.file, delimiter="\t")
        lines = text_of(self.file).splitlines()
        return pairs_of([line.split("\t") for line in lines if line.strip()], self.file)


scenario = PartiPrompts
