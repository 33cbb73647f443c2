"""Declare, then match: which facts are needed about which prompts, from what the plan's metrics say that they read."""

from collections.abc import Mapping
from typing import TypeAlias

from paragone.core.components import Domain
from paragone.core.keys import key_of
from paragone.core.types import Prompt
from paragone.stages.planning.prepared import REFERENCE, Prepared

SCENES, PHOTOGRAPHS = "scene_domain", "photo_domain"  # annotators that tell scenes, and photographs, from other images
MOST_WATCHED = 48  # prompts of a scenario whose images they look at

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
    present = tuple(name for name in (SCENES, PHOTOGRAPHS) if name in prepared.annotators)
    if present:
        for scenario, prompts in watched(prepared).items():
            for name in below(prepared, present):
                needed[name].setdefault(scenario, set()).update(prompt.id for prompt in prompts)
    return needed


def watched(prepared: Prepared) -> dict[str, list[Prompt]]:
    """For each scenario the prompts whose images show whether its judges know such images: a few are enough."""
    found = {}
    for scenario in prepared.scenarios:
        judged = {
            prompt.id: prompt
            for label, made in prepared.metrics.items()
            if domains_below(prepared, made.instance.needs)
            for prompt in prepared.asked(label, scenario)
        }
        chosen = sorted(judged.values(), key=lambda prompt: key_of("watched", prompt.id))[:MOST_WATCHED]
        if chosen:
            found[scenario] = chosen
    return found


def domains_below(prepared: Prepared, names: tuple[str, ...]) -> dict[str, Domain]:
    """Of these annotators and all that they need, those that know one kind of images only."""
    found = {name: prepared.annotators[name].instance.domain for name in below(prepared, names)}
    return {name: domain for name, domain in found.items() if domain != "any"}


def below(prepared: Prepared, names: tuple[str, ...]) -> list[str]:
    """These annotators and all that they need."""
    found: dict[str, None] = {}
    for name in names:
        found.update(dict.fromkeys([*below(prepared, prepared.annotators[name].instance.needs), name]))
    return list(found)
