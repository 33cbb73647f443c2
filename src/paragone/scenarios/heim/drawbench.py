"""DrawBench: 200 prompts in eleven categories, of which HEIM uses nine."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from paragone.scenarios.heim._categories import Category, InCategories

# Category as HEIM asks for it (the beginning of the file's own), and what the published sheet has of it.
CATEGORIES: Mapping[str, Category] = {
    "": Category(200, "alignment"),
    "Colors": Category(25, "alignment"),
    "Text": Category(21, "alignment"),
    "Counting": Category(19, "reasoning"),
    "Descriptions": Category(20, "reasoning"),
    "Gary": Category(10, "reasoning"),
    "DALL-E": Category(20, "reasoning"),
    "Positional": Category(20, "reasoning"),
    "Conflicting": Category(10, "reasoning"),
    "Reddit": Category(38, "knowledge"),
    "Rare": Category(7),
    "Misspellings": Category(10),
}


@dataclass(frozen=True)
class DrawBench(InCategories):
    """The prompts whose category begins so; all of them without one."""

    stem: ClassVar[str] = "drawbench"
    known_as: ClassVar[str] = "DrawBench"
    categories: ClassVar[Mapping[str, Category]] = CATEGORIES
    asset: ClassVar[str] = "drawbench"
    source: ClassVar[str] = "DrawBench, the sheet that the Imagen paper names"
    licence: ClassVar[str] = "not stated"
    citation: ClassVar[str] = "Saharia et al., Imagen, NeurIPS 2022"


scenario = DrawBench
