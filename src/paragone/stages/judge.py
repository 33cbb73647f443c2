"""Judge: metrics turn prompts and facts into scores, image by image or prompt by prompt."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from paragone.core.components import Metric
from paragone.core.keys import key_of_texts
from paragone.core.types import Score, View
from paragone.execute import Executor, Row, Worker
from paragone.stages.loop import Sink, Watch, batched, work_through
from paragone.stages.prepare import Prepared, Spec
from paragone.stages.samples import Drawn, drawn_prompts
from paragone.stages.views import Viewer
from paragone.store.folder import RunFolder
from paragone.store.table import KeySet

CASES_AT_ONCE = 512


class Case(NamedTuple):
    """A score that is missing, and what its metric gets to see."""

    row: Mapping[str, str | int | None]  # key, model, scenario, metric, prompt_id, seed
    views: tuple[View, ...]  # one for an image metric; those with every fact for a prompt metric
    absent: str  # why a view lacks a fact


def score_keys(prepared: Prepared, metric: str, sample_keys: Sequence[str]) -> list[str]:
    """The keys of a metric's scores for one prompt: one per sample, or one for all of them."""
    made = prepared.metrics[metric]
    if made.part.kind == "image":
        return [key_of_texts("judge", made.identity, key) for key in sample_keys]
    return [key_of_texts("judge", made.identity, *sample_keys)]


def judge(prepared: Prepared, folder: RunFolder, *, executor: Executor, watch: Watch) -> None:
    """Give every image and prompt score that the plan wants and the folder lacks."""
    table = folder.table("scores")
    stored = table.keys()
    single = {label: made for label, made in prepared.metrics.items() if made.part.kind != "set"}
    viewer = Viewer(prepared, folder, sorted({name for made in single.values() for name in made.part.needs}))
    job = JudgeJob({label: made.spec for label, made in single.items()})
    for model in prepared.models:
        for scenario in prepared.scenarios:
            metrics = [label for label in prepared.metrics_on(scenario) if label in single]
            total = _count_missing(prepared, metrics, model, scenario, stored=stored)
            if not total:
                continue
            watch.begin(f"judge {model} on {scenario}", total)
            drawn = drawn_prompts(prepared, folder, model, scenario)
            cases = (case for few in drawn for case in _cases(prepared, metrics, few, viewer, stored=stored))
            sink = Sink({"scores": table})
            work_through(batched(cases, CASES_AT_ONCE), job, executor=executor, sink=sink, watch=watch)


def _count_missing(prepared: Prepared, metrics: list[str], model: str, scenario: str, *, stored: KeySet) -> int:
    total = 0
    for prompt in prepared.scenarios[scenario].prompts:
        samples = [prepared.sample_key(model, scenario, prompt, seed) for seed in prepared.plan.seeds]
        keys = [key for metric in metrics for key in score_keys(prepared, metric, samples)]
        total += len(keys) - int(stored.holds(keys).sum())
    return total


def _cases(prepared: Prepared, metrics: list[str], drawn: Drawn, viewer: Viewer, *, stored: KeySet) -> Iterator[Case]:
    views: list[View] | None = None  # joined only where a score is missing
    for label in metrics:
        metric = prepared.metrics[label].part
        keys = score_keys(prepared, label, [sample.key for sample in drawn.samples])
        for place, key in enumerate(keys):
            if key in stored:
                continue
            views = views or [viewer.view(drawn.prompt, sample) for sample in drawn.samples]
            chosen = [views[place]] if metric.kind == "image" else views
            seen = tuple(view for view in chosen if all(name in view.facts for name in metric.needs))
            lacking = next((view for view in chosen if view not in seen), None)
            absent = viewer.absent(lacking, metric.needs) if lacking else ""
            first = drawn.samples[0]
            row = {"key": key, "model": first.model, "scenario": first.scenario, "metric": label}
            row |= {"metric_key": prepared.metrics[label].identity}
            seed = drawn.samples[place].seed if metric.kind == "image" else None
            yield Case(row | {"prompt_id": drawn.prompt.id, "seed": seed}, seen, absent)


@dataclass(frozen=True)
class JudgeJob:
    """Judges batches of cases with the metrics they name."""

    specs: Mapping[str, Spec]
    threads: int | None = 1  # metrics are small pure functions: threads would only take turns

    def start(self) -> Worker:
        """Make the metrics."""
        metrics: dict[str, Metric] = {label: spec.make() for label, spec in self.specs.items()}

        def work(batch: Sequence[Case]) -> list[Row]:
            return [self._row(metrics[str(case.row["metric"])], case) for case in batch]

        return work

    @staticmethod
    def _row(metric: Metric, case: Case) -> Row:
        score = _score(metric, case)
        return Row("scores", {**case.row, "value": score.value, "reason": score.reason})


def _score(metric: Metric, case: Case) -> Score:
    if not case.views:
        return Score(None, case.absent)
    if metric.kind == "image":
        return metric.judge(case.views[0])
    assert metric.kind == "prompt"
    return metric.judge(case.views)
