"""Judge: metrics turn prompts and facts into scores, image by image or prompt by prompt."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from paragone.core.components import Metric
from paragone.core.errors import BrokenContract
from paragone.core.keys import key_of_texts
from paragone.core.types import Prompt, Score, View
from paragone.execute import Executor, Row, Worker
from paragone.stages.loop import Sink, Watch, batched, work_through
from paragone.stages.planning.prepared import Prepared, Spec
from paragone.stages.samples import Drawn, drawn_prompts
from paragone.stages.views import Viewer, seen_by
from paragone.store.folder import RunFolder
from paragone.store.table import KeySet

CASES_AT_ONCE = 512
TOLERANCE = 1e-9  # of a bound's size: how far rounding may carry a score over it


class Case(NamedTuple):
    """A score that is missing, and what its metric gets to see."""

    row: Mapping[str, str | int | None]  # key, model, scenario, metric, prompt_id, seed
    views: tuple[View, ...]  # one for an image metric; those with every fact for a prompt metric
    absent: str  # why a view lacks a fact


def score_keys(prepared: Prepared, metric: str, model: str, scenario: str, prompt: Prompt) -> list[str]:
    """The keys of a metric's scores for one prompt: one per sample, or one for all of them."""
    made = prepared.metrics[metric]
    read = prepared.score_key_reads(metric, scenario, prompt)
    samples = prepared.sample_keys(model, scenario, prompt)
    if made.instance.kind == "image":
        return [key_of_texts("judge", made.identity, read, key) for key in samples]
    return [key_of_texts("judge", made.identity, read, *samples)]


def judge(prepared: Prepared, folder: RunFolder, *, executor: Executor, watch: Watch) -> None:
    """Give every image and prompt score that the plan wants and the folder lacks."""
    table = folder.table("scores")
    stored = table.keys()
    single = {label: made for label, made in prepared.metrics.items() if made.instance.kind != "set"}
    viewer = Viewer(prepared, folder, sorted({name for made in single.values() for name in made.instance.needs}))
    job = JudgeJob({label: made.spec for label, made in single.items()})
    for model in prepared.models:
        for scenario in prepared.scenarios:
            total, missing = _count(prepared, list(single), model, scenario, stored=stored)
            if not missing:
                continue
            watch.begin(f"judge {model} on {scenario}", total, total - missing)
            cases = _cases(prepared, folder, list(single), model, scenario, stored=stored, viewer=viewer)
            sink = Sink({"scores": table})
            work_through(batched(cases, CASES_AT_ONCE), job, executor=executor, sink=sink, watch=watch)


def _count(prepared: Prepared, metrics: list[str], model: str, scenario: str, *, stored: KeySet) -> tuple[int, int]:
    """How many scores there are to be, and how many of them are missing."""
    total = missing = 0
    for metric in metrics:
        for prompt in prepared.asked(metric, scenario):
            keys = score_keys(prepared, metric, model, scenario, prompt)
            total += len(keys)
            missing += len(keys) - int(stored.holds(keys).sum())
    return total, missing


def _cases(  # noqa: PLR0913
    prepared: Prepared,
    folder: RunFolder,
    metrics: list[str],
    model: str,
    scenario: str,
    *,
    stored: KeySet,
    viewer: Viewer,
) -> Iterator[Case]:
    asked = {label: {prompt.id for prompt in prepared.asked(label, scenario)} for label in metrics}
    prompts = [
        prompt for prompt in prepared.scenarios[scenario].prompts if any(prompt.id in ids for ids in asked.values())
    ]
    for drawn in drawn_prompts(prepared, folder, model, scenario, prompts):
        views: list[View] = []  # joined only where a score is missing
        for label in metrics:
            if drawn.prompt.id not in asked[label]:
                continue
            keys = score_keys(prepared, label, model, scenario, drawn.prompt)
            for place in (~stored.holds(keys)).nonzero()[0].tolist():
                views = views or [viewer.view(drawn.prompt, sample) for sample in drawn.samples]
                yield _case(prepared, label, drawn, views, viewer=viewer, key=(place, keys[place]))


def _case(
    prepared: Prepared, label: str, drawn: Drawn, views: list[View], *, viewer: Viewer, key: tuple[int, str]
) -> Case:
    made, (place, name), first = prepared.metrics[label], key, drawn.samples[0]
    metric = made.instance
    chosen = [views[place]] if metric.kind == "image" else views
    seen = [view for view in chosen if all(need in view.facts for need in metric.needs)]
    without = next((view for view in chosen if view not in seen), None)
    absent = viewer.absent(without, metric.needs) if without else ""
    if without and metric.kind == "prompt" and metric.needs_every:
        seen, absent = [], f"one image of the prompt has no score, so HEIM gives it none: {absent}"
    row = {"key": name, "model": first.model, "scenario": first.scenario, "metric": label}
    row |= {"metric_key": made.identity, "prompt_id": drawn.prompt.id}
    seed = drawn.samples[place].seed if metric.kind == "image" else None
    return Case(row | {"seed": seed}, tuple(seen_by(metric, view) for view in seen), absent)


@dataclass(frozen=True)
class JudgeJob:
    """Judges batches of cases with the metrics they name."""

    specs: Mapping[str, Spec]
    threads: int | None = 1  # metrics are small pure functions: threads would only take turns

    def start(self) -> Worker:
        """Make the metrics."""
        metrics: dict[str, Metric] = {label: spec.make() for label, spec in self.specs.items()}

        def work(batch: Sequence[Case]) -> list[Row]:
            return [_row(metrics[str(case.row["metric"])], case) for case in batch]

        return work


def _row(metric: Metric, case: Case) -> Row:
    score = _score(metric, case)
    within_bounds(str(case.row["metric"]), metric, score.value)
    return Row("scores", {**case.row, "value": score.value, "reason": score.reason})


def _score(metric: Metric, case: Case) -> Score:
    if not case.views:
        return Score(None, case.absent)
    if metric.kind == "image":
        return metric.judge(case.views[0])
    assert metric.kind == "prompt"
    return metric.judge(case.views)


def within_bounds(label: str, metric: Metric, value: float | None) -> None:
    """Raise where a score is outside the bounds that its metric states: intervals are cut at them."""
    low, high = metric.bounds
    if value is not None and not low - TOLERANCE * max(abs(low), 1) <= value <= high + TOLERANCE * max(abs(high), 1):
        raise BrokenContract(
            f"the metric {label} gave {value:g}, outside its own bounds [{low:g}, {high:g}]; mend its judge or bounds"
        )
