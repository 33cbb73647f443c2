"""Which annotators the metrics of a plan need, each made once, those that need others after them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from paragone.assets.ready import ensure_ready
from paragone.core.catalogue import make
from paragone.core.components import Annotator, ImageMetric, Metric, PromptMetric, SetMetric
from paragone.core.errors import NotReady, ParagoneError
from paragone.stages.planning.make import check_kind, make_annotator, make_metric
from paragone.stages.planning.plan import Entry
from paragone.stages.planning.prepared import Made


class Perception:
    """Makes metrics and, once each, the annotators below them."""

    def __init__(self, options: Mapping[str, Mapping[str, Any]], seeds: Sequence[int]) -> None:
        self._options, self._seeds = options, seeds
        self.annotators: dict[str, Made[Annotator] | None] = {}  # None: tried, and not to be had
        self.refused: dict[str, str] = {}  # metrics that cannot be made, and why
        self._reasons: dict[str, str] = {}  # why an annotator is not to be had

    def needs_of(self, entry: Entry) -> tuple[str, ...]:
        """The annotators that a metric asks for by name."""
        return self._made_metric(entry).needs

    def _made_metric(self, entry: Entry) -> Metric:
        metric: Metric = make("metrics", entry.use, entry.options)
        check_kind(metric, (ImageMetric, PromptMetric, SetMetric), f"the metric {entry.use!r}")
        return metric

    def annotator(self, name: str) -> Made[Annotator]:
        """An annotator that is ready, with those it needs; NotReady or another error where it is not."""
        found = self.annotators.get(name)
        if found is not None:
            return found
        self.annotators[name] = None
        options = self._options.get(name, {})
        annotator: Annotator = make("annotators", name, options)
        check_kind(annotator, (Annotator,), f"the annotator {name!r}")
        made = make_annotator(name, options, {need: self.annotator(need) for need in annotator.needs})
        ensure_ready(made.instance)
        self.annotators[name] = made
        return made

    def metric(self, entry: Entry) -> Made[Metric] | None:
        """The metric, if it and all that it needs could be made."""
        try:
            needs = self.needs_of(entry)
        except (ParagoneError, ImportError):
            return None
        ready = {name: made for name in needs if (made := self.annotators.get(name)) is not None}
        return make_metric(entry, ready, self._seeds) if len(ready) == len(set(needs)) else None

    def metric_or_reason(self, entry: Entry, *, has_real: bool, is_asked: bool) -> Made[Metric] | None:
        """The metric, or None where it cannot be had: `refused` says why. What was asked for wrongly is an error."""
        try:
            metric = self._made_metric(entry)
        except (ParagoneError, ImportError) as error:
            if is_asked:
                raise
            self.refused[entry.label] = str(error)
            return None
        reason = ""
        if metric.kind == "set" and metric.needs_real and not has_real:
            reason = "compares with real images: give a reference"
        for name in metric.needs if not reason else ():
            reason = reason or self._why_not(name)
        if reason:
            self.refused[entry.name or metric.name] = reason
            return None
        return self.metric(entry)

    def _why_not(self, name: str) -> str:
        """Why an annotator cannot be had; '' if it can."""
        if name in self._reasons or self.annotators.get(name) is not None:
            return self._reasons.get(name, "")
        try:
            self.annotator(name)
        except ParagoneError as error:
            self._reasons[name] = str(error)
        except ImportError as error:
            self._reasons[name] = f"needs the package {error.name}, which is not installed"
        return self._reasons.get(name, "")

    def annotators_of(self, metrics: Iterable[Made[Metric]]) -> dict[str, Made[Annotator]]:
        """The annotators that these metrics rest on, those that others need first."""
        made = {name: one for name, one in self.annotators.items() if one is not None}
        return self.closure(made, metrics)

    @staticmethod
    def closure(made: Mapping[str, Made[Annotator]], metrics: Iterable[Made[Metric]]) -> dict[str, Made[Annotator]]:
        """Of the annotators made, those that these metrics rest on, those that others need first."""
        found: dict[str, Made[Annotator]] = {}

        def add(name: str) -> None:
            if name in found:
                return
            if name not in made:
                raise NotReady(f"the annotator {name!r} is needed and was not made")
            for need in made[name].instance.needs:
                add(need)
            found[name] = made[name]

        for metric in metrics:
            for name in metric.instance.needs:
                add(name)
        return found
