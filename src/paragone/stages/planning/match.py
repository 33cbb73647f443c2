"""Declare, then match: which facts are needed about which prompts, from what the plan's metrics say that they read."""

from collections.abc import Mapping
from typing import TypeAlias

from paragone.stages.planning.prepared import REFERENCE, Prepared

Needed: TypeAlias = Mapping[str, Mapping[str, set[str]]]  # annotator -> scenario -> ids of prompts


def needed_facts(prepared: Prepared) -> Needed:
    """For each annotator the prompts, by scenario, whose images (or texts) some metric needs it to look at."""
    needed: dict[str, dict[str, set[str]]] = {name: {} for name in prepared.annotators}
    for label, made in prepared.metrics.items():
        for scenario in prepared.scenarios:
            ids = {prompt.id for prompt in prepared.asked(label, scenario)}
            if not ids:
                continue
            for name in below(prepared, made.instance.needs):
                needed[name].setdefault(scenario, set()).update(ids)
                if prepared.needs_real(label) and prepared.real and prepared.real.own:
                    own = {prompt.id for prompt in prepared.real.own.prompts}
                    needed[name].setdefault(REFERENCE, set()).update(own)
    return needed


def below(prepared: Prepared, names: tuple[str, ...]) -> list[str]:
    """These annotators and all that they need."""
    found: dict[str, None] = {}
    for name in names:
        found.update(dict.fromkeys([*below(prepared, prepared.annotators[name].instance.needs), name]))
    return list(found)
