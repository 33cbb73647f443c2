"""PaintSkills: prompts for objects, counts, colours and spatial relations, with the scene that each one describes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from paragone.core.components import Scenario
from paragone.core.errors import BadOption
from paragone.core.types import Prompt
from paragone.scenes.compose import VERSION, Series, cells, full_size
from paragone.scenes.request import expect_of
from paragone.scenes.vocabulary import PLAIN, Skill, Split, Version
from paragone.scenes.wording import Order, write


@dataclass(frozen=True)
class PaintSkills(Scenario):
    """The first n prompts of a split (the papers' full size if n is None); the cells take turns."""

    edition: Version = "v2"
    skill: Skill = "object"
    split: Split = "val"
    n: int | None = None
    seed: int = 0

    source: ClassVar[str] = (
        "Cho et al., DALL-Eval (arXiv 2202.04053; ICCV 2023); the prompts are made anew from its templates"
    )
    licence: ClassVar[str] = "MIT"
    aspects: ClassVar[tuple[str, ...]] = ("reasoning",)

    def __post_init__(self) -> None:
        """Refuse a skill that the edition does not have, and no prompts."""
        if self.n is not None and self.n < 1:
            raise BadOption(f"{self.n} prompts of paintskills; ask for one at least")
        _ = self.series

    @property
    def name(self) -> str:
        """With edition and skill."""
        return f"paintskills_{self.edition}_{self.skill}"

    @property
    def title(self) -> str:
        """With the skill in words."""
        words = {"object": "objects", "count": "counts", "color": "colours", "spatial": "spatial relations"}
        return f"PaintSkills {self.edition}, {words[self.skill]}"

    @property
    def version(self) -> str:
        """Of the composer, and what was chosen of its prompts."""
        return f"{VERSION}-{self.split}-{self.seed}" + ("" if self.n is None else f"-{self.n}")

    @property
    def series(self) -> Series:
        """The scenes that the prompts describe."""
        return Series(self.edition, self.skill, self.split, self.seed)

    def load(self) -> Sequence[Prompt]:
        """The prompts in turn over the cells."""
        orders, series = cells(self.edition, self.skill), self.series
        count = full_size(series) if self.n is None else self.n
        return [_prompt(orders[index % len(orders)], series, index) for index in range(count)]


def scenario(
    version: Literal["v1", "v2"] = "v2",
    skill: Skill = "object",
    split: Literal["train", "val"] = "val",
    n: int | None = None,
    seed: int = 0,
) -> PaintSkills:
    """The prompts of one skill of version v1 or v2 of PaintSkills."""
    return PaintSkills(version, skill, split, n, seed)


def _prompt(order: Order, series: Series, index: int) -> Prompt:
    tags = {"skill": order.skill, "object": order.names[-1], "task": _task(order)}
    if order.skill == "count":
        tags["count"] = str(order.count)
    if order.colour != PLAIN:
        tags["colour"] = order.colour
    if order.relation:
        tags |= {"relation": order.relation, "beside": order.names[0]}
    name = f"{series.version}_{order.skill}_{series.split}_{index:05d}"
    return Prompt(name, write(order, series.version), tags, expect_of(order, series, index))


def _task(order: Order) -> str:
    """How hard it is, coarsely: the papers' per-task figures."""
    return f"count {order.count}" if order.skill == "count" else order.relation or order.skill
