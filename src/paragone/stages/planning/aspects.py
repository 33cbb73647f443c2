"""Aspects, as HEIM has them: which columns (a metric on a scenario) tell of alignment, quality, reasoning and so on."""

from collections.abc import Iterable

from paragone.core.cells import Cell
from paragone.stages.planning.prepared import Prepared

HEIM = (
    *("alignment", "quality", "aesthetics", "originality", "reasoning", "knowledge"),
    *("bias", "toxicity", "fairness", "robustness", "multilinguality", "efficiency"),
)


def aspects_of_column(metric: Iterable[str], scenario: Iterable[str]) -> list[str]:
    """What a metric tells of on a scenario, given what each of the two states.

    A scenario's aspects are about following its prompts: they hold for metrics of alignment, and for those that state
    nothing, but not for how beautiful its images are or how long they took.

    >>> aspects_of_column(["alignment"], ["knowledge"]), aspects_of_column(["efficiency"], ["knowledge"])
    (['alignment', 'knowledge'], ['efficiency'])
    """
    mine = list(metric)
    stated = [*mine, *scenario] if "alignment" in mine or not mine else mine
    return sorted(dict.fromkeys(stated), key=place_of)


def place_of(aspect: str) -> int:
    """Where an aspect stands: HEIM's twelve in its order, then all others."""
    return HEIM.index(aspect) if aspect in HEIM else len(HEIM)


def columns_by_aspect(prepared: Prepared) -> dict[str, list[Cell]]:
    """The columns of each aspect that the plan tells of."""
    found: dict[str, list[Cell]] = {}
    for label, scenario in prepared.scenarios.items():
        for metric, made in prepared.metrics_on(label).items():
            for aspect in aspects_of_column(made.aspects, scenario.aspects):
                found.setdefault(aspect, []).append(Cell(label, metric))
    return {aspect: found[aspect] for aspect in sorted(found, key=place_of)}
