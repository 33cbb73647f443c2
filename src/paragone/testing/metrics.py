"""What every metric keeps."""

import math
import pickle
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from paragone.core.catalogue import make, names
from paragone.core.components import Annotator, ImageMetric, Metric, PromptMetric, SetMetric
from paragone.core.keys import Json
from paragone.core.types import Cohort, Prompt, Sample, Score, SetScore, View
from paragone.stages.views import cohort_of, seen_by
from paragone.testing.examples import Maker, example_prompts, facts_of, same

PROMPTS, SEEDS = 24, 2
SET_PROMPTS = 220  # half of them drawn: enough for an interval, and for a hundred candidates
UNDECLARED = "reads more than it declares in `reads`, `may_read` and `needs`"
MAKERS = "give `makers` that make facts it can judge"
UNASKED = ("pixels", "sharpness")  # facts that lie about whether or not a metric needs them


def check_metric(metric: Metric, *, makers: Mapping[str, Maker] | None = None) -> None:
    """It says what it is, and keeps to it on generated views: bounds, facts and prompts as declared, and no chance.

    `makers` make values for columns of your own annotators that hold JSON.
    """
    _check_declaration(metric)
    pickled = pickle.loads(pickle.dumps(metric))
    annotators: dict[str, Annotator] = {name: make("annotators", name) for name in {*metric.needs, *UNASKED}}
    views = _views(metric, annotators, makers)
    assert views, f"{metric.name} applies to none of the prompts that offer everything"
    if metric.kind == "set":
        _check_set(metric, views, annotators)
    elif metric.kind == "prompt":
        _check_single(metric, [views[n : n + SEEDS] for n in range(0, len(views), SEEDS)], pickled)
    else:
        _check_single(metric, views, pickled)


def _check_declaration(metric: Metric) -> None:
    assert metric.name, "a metric has a name"
    assert isinstance(metric.version, str), "a metric's version is text"
    assert metric.version, "a metric has a version, bumped whenever the same facts may give another score"
    assert metric.kind in ("image", "prompt", "set"), f"{metric.kind!r} is no kind of metric"
    assert metric.direction in ("higher", "lower", None), f"{metric.direction!r} is no direction"
    assert metric.bounds[0] < metric.bounds[1], "bounds are (least, most)"
    assert set(metric.needs) <= set(names("annotators")), f"{metric.name} needs annotators that there are not"
    assert not metric.binary or metric.bounds == (0.0, 1.0), "a binary metric has bounds (0, 1)"


def _views(metric: Metric, annotators: Mapping[str, Annotator], makers: Mapping[str, Maker] | None) -> list[View]:
    """Views of drawings for prompts that the metric applies to, with everything there is to see."""
    rng = np.random.default_rng(0)
    prompts = [prompt for prompt in _all_prompts(metric) if metric.applies(prompt)]
    return [
        View(prompt, _sample(prompt, seed), facts_of(sorted(annotators), annotators, rng, makers))
        for prompt in prompts
        for seed in range(SEEDS)
    ]


def _all_prompts(metric: Metric) -> list[Prompt]:
    """Prompts that offer everything, and plain ones as PaintSkills writes them, for metrics that read the text."""
    plain = [f"a photo of {count} dog" for count in (1, 2, 3, 4)]
    plain += ["a photo of dog", "a photo of red car", "a photo of dog and car; car is left to dog"]
    plain += ["a dog", "2 dogs", "a red dog", "a car is left of a dog"]
    texts = [Prompt(f"t{number}", text) for number, text in enumerate(plain)]
    if metric.kind == "set":
        return example_prompts(SET_PROMPTS)
    return [*texts, *example_prompts(PROMPTS)]


def _sample(prompt: Prompt, seed: int) -> Sample:
    details: dict[str, Json] = {"cost": 0.01, "energy_j": 3.0, "settings": {"steps": 30}}
    return Sample(f"{prompt.id}/{seed}", "m", "s", prompt.id, seed, f"{prompt.id}{seed}", "drawn", "", 1.5, details)


def _check_single(metric: ImageMetric | PromptMetric, shown: Sequence[Any], pickled: Any) -> None:
    values = []
    for some in shown:
        score = _judge(metric, some)
        assert isinstance(score, Score), f"{metric.name} gave {type(score).__name__}, not a Score"
        _check_value(metric, score.value)
        assert score == _judge(metric, some), f"{metric.name} gives the same view another score each time"
        assert score == _judge(pickled, some), f"{metric.name} judges otherwise in another process"
        every = metric.judge(some)
        assert score == every, f"{metric.name} {UNDECLARED}"
        values.append(score.value)
    assert any(value is not None for value in values), f"{metric.name} gave no example a value; {MAKERS}"


def _judge(metric: ImageMetric | PromptMetric, shown: Any) -> Score:
    """The score of what the stages would show: nothing but what is declared."""
    if isinstance(shown, View):
        return metric.judge(seen_by(metric, shown))  # type: ignore[arg-type]
    return metric.judge([seen_by(metric, view) for view in shown])  # type: ignore[arg-type]


def _check_value(metric: Metric, value: float | None) -> None:
    low, high = metric.bounds
    is_within = value is None or low - 1e-9 <= value <= high + 1e-9
    assert is_within, f"{metric.name} gave {value}, outside its bounds [{low}, {high}]"
    assert value is None or not metric.binary or value in (0.0, 1.0), f"{metric.name} is binary and gave {value}"


def _check_set(metric: SetMetric, views: Sequence[View], annotators: Mapping[str, Annotator]) -> None:
    columns = {name: annotators[name].columns for name in metric.needs}
    half = len(views) // 2
    seen, real_seen = ([seen_by(metric, view) for view in part] for part in (views[:half], views[half:]))
    drawn, real = cohort_of(seen, columns), cohort_of(real_seen, columns) if metric.needs_real else None
    found = _judge_set(metric, drawn, real)
    assert isinstance(found, SetScore), f"{metric.name} gave {type(found).__name__}, not a SetScore"
    _check_value(metric, found.value)
    assert found.value is not None, f"{metric.name} gave no value ({found.reason}); {MAKERS}"
    assert found.influences or found.reason, f"{metric.name} says neither what contributed nor why it does not"
    assert all(math.isfinite(value) for value in found.influences.values()), "influences are finite"
    assert found.scores is None or len(found.scores) == len(drawn.prompts), "one score per row, or none at all"
    for score in found.scores or ():
        _check_value(metric, score.value)
    assert same(found.value, _judge_set(metric, drawn, real).value), f"{metric.name} has chance of its own"
    everything = {name: annotator.columns for name, annotator in annotators.items()}
    every = _judge_set(metric, cohort_of(views[:half], everything), real)
    assert same(found.value, every.value), f"{metric.name} {UNDECLARED}"


def _judge_set(metric: SetMetric, drawn: Cohort, real: Cohort | None) -> SetScore:
    return metric.judge(drawn, real, np.random.default_rng(1))
