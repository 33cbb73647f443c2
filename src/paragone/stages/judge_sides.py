"""Judge sets side by side: a set metric on the prompts as they are, and on those that one perturbation made of them."""

import math
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from paragone.analysis.perturbed import TAG, twins_of
from paragone.core.keys import key_of
from paragone.core.types import Prompt
from paragone.stages.judge_sets import judge_set, set_score_key
from paragone.stages.loop import Watch
from paragone.stages.planning.prepared import Prepared
from paragone.store.folder import RunFolder


class _Side(NamedTuple):
    """Prompts of one scenario: the originals of a perturbation's prompts, or these."""

    perturbation: str
    is_perturbed: bool
    prompts: tuple[Prompt, ...]


def judge_sides(prepared: Prepared, folder: RunFolder, watch: Watch) -> None:
    """Give every value that a change of a set metric under a perturbation rests on and that the folder lacks."""
    table = folder.table("sides")
    stored = table.keys()
    for label, made in prepared.metrics.items():
        for scenario in prepared.scenarios if made.instance.kind == "set" else ():
            for side in _sides(prepared.asked(label, scenario)):
                for model in prepared.models:
                    whole = set_score_key(prepared, label, model, scenario, side.prompts)
                    key = key_of("side", side.perturbation, side.is_perturbed, whole)
                    if key in stored:
                        continue
                    if watch.stopped():
                        return
                    cell = {"model": model, "scenario": scenario, "metric": label, "metric_key": made.identity}
                    table.append([{"key": key} | cell | _judged(prepared, folder, cell, side)])


def _sides(asked: tuple[Prompt, ...]) -> Iterator[_Side]:
    by_id = {prompt.id: prompt for prompt in asked}
    perturbed = [(prompt.id, prompt.origin, prompt.tags.get(TAG, "")) for prompt in asked if prompt.origin in by_id]
    for twins in twins_of(sorted(perturbed)):
        yield _Side(twins.perturbation, is_perturbed=False, prompts=tuple(by_id[origin] for origin in twins.changed))
        yield _Side(twins.perturbation, is_perturbed=True, prompts=tuple(by_id[one] for one in twins.changed.values()))


def _judged(prepared: Prepared, folder: RunFolder, cell: Mapping[str, str], side: _Side) -> dict[str, Any]:
    found, _ = judge_set(prepared, folder, cell["metric"], (cell["model"], cell["scenario"]), side.prompts)
    # Both sides name a unit by the original (`core.units`), so that what a pair of prompts shares cancels.
    return {
        "perturbation": side.perturbation,
        "is_perturbed": side.is_perturbed,
        "value": found.value,
        "n": found.n,
        "missing": found.missing,
        "units": list(found.influences),
        "values": [float(value) for value in found.influences.values()],
        "degrees": None if math.isinf(found.degrees) else found.degrees,
        "reason": found.reason,
    }
