"""Ways to rank models over all their numbers, one file each."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar, NamedTuple, Protocol

from paragone.core.cells import Cell
from paragone.core.components import Component
from paragone.core.types import Estimate
from paragone.stats.ranking.columns import Column, joined


class Contest(NamedTuple):
    """What a ranking is made from: every column that has a direction, and which models compete."""

    columns: Mapping[Cell, Column]
    aspects: Mapping[str, list[Cell]]  # the columns of each aspect, those without a direction among them
    rivals: list[str]
    level: float
    groups: Mapping[str, str] = MappingProxyType({})  # scenario -> group, where a group counts as one scenario
    foreign: Mapping[Cell, Column] = MappingProxyType({})  # their judges are out of their domain: they decide nothing

    def some(self, cells: list[Cell]) -> list[Column]:
        """The columns of these cells, as far as they can be ranked; those of a group on one metric are one."""
        gathered: dict[Cell, list[Column]] = {}
        for cell in cells:
            if cell in self.columns:
                place = self.groups.get(cell.scenario, cell.scenario)
                gathered.setdefault(Cell(place, cell.metric), []).append(self.columns[cell])
        return [joined(columns) for columns in gathered.values()]


class Ranked(NamedTuple):
    """A model's place: a number with its interval, and the ranks that it may have, where they are known."""

    estimate: Estimate
    best: int | None = None
    worst: int | None = None


class Ranking(Component, Protocol):
    """Ranks models; one contest may give several rankings (one per aspect or scenario), each under its name."""

    title: ClassVar[str] = ""

    def rank(self, contest: Contest) -> dict[str, dict[str, Ranked]]:
        """By name of the ranking and model; what the columns do not allow is left out."""
        ...
