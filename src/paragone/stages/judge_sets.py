"""Judge whole sets: all images of a model on a scenario together, often against the real ones."""

from dataclasses import asdict

import numpy as np

from paragone.core.components import SetMetric
from paragone.core.errors import BadInput
from paragone.core.keys import key_of
from paragone.core.types import Estimate
from paragone.stages.loop import Watch
from paragone.stages.prepare import Prepared
from paragone.stages.views import Viewer
from paragone.store.folder import RunFolder


def set_score_key(prepared: Prepared, metric: str, model: str, scenario: str) -> str:
    """The key of a set metric's score: both sides' samples and the seed of its chance."""
    made = prepared.metrics[metric]
    sides = [model]
    if made.part.kind == "set" and made.part.needs_real and prepared.reference:
        sides.append(prepared.reference)
    keys = [
        [wanted.key for seed in prepared.plan.seeds for wanted in prepared.wanted(side, scenario, seed)]
        for side in sides
    ]
    return key_of("judge", made.identity, keys, prepared.plan.estimate.seed)


def judge_sets(prepared: Prepared, folder: RunFolder, watch: Watch) -> None:
    """Give every set score that the plan wants and the folder lacks, each stored at once."""
    table = folder.table("scores")
    stored = table.keys()
    for label, made in prepared.metrics.items():
        metric = made.part
        if metric.kind != "set":
            continue
        for scenario in prepared.scenarios:
            if label not in prepared.metrics_on(scenario):
                continue
            keys = {model: set_score_key(prepared, label, model, scenario) for model in prepared.models}
            missing = [model for model, key in keys.items() if key not in stored]
            if not missing:
                continue
            watch.begin(f"judge {label} on {scenario}", len(missing))
            for model in missing:
                if watch.stopped():
                    return
                estimate = _judge(prepared, folder, metric, model, scenario, key=keys[model])
                place = {"key": keys[model], "model": model, "scenario": scenario}
                table.append([place | {"metric": label, "metric_key": made.identity} | asdict(estimate)])
                watch.advance(1)


def _judge(
    prepared: Prepared, folder: RunFolder, metric: SetMetric, model: str, scenario: str, *, key: str
) -> Estimate:
    viewer = Viewer(prepared, folder, metric.needs)
    drawn = viewer.cohort(model, scenario, metric.needs)
    reference = prepared.reference if metric.needs_real else None
    real = viewer.cohort(reference, scenario, metric.needs) if reference else None
    if not drawn.prompts or (real is not None and not real.prompts):
        side = "drawn" if not drawn.prompts else "real"
        return Estimate(None, None, None, 0, drawn.missing, reason=f"there is no {side} image to judge")
    # Seeded by the key: the same set gives the same number, whatever was judged before it.
    rng = np.random.default_rng([prepared.plan.estimate.seed, int(key[:16], 16)])
    try:
        return metric.judge(drawn, real, rng)
    except BadInput as error:  # features that hold no number, or too few: this metric's loss, not the run's
        return Estimate(None, None, None, 0, drawn.missing, reason=str(error))
