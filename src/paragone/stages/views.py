"""What metrics see: samples with their facts, one by one or as the columns of a set."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from paragone.core.components import Declaration
from paragone.core.types import Cohort, Column, Facts, Missing, Prompt, Sample, View
from paragone.stages.facts import FactReader
from paragone.stages.look import About, facts_table, key_about
from paragone.stages.planning.prepared import REFERENCE, Prepared
from paragone.stages.samples import drawn_prompts
from paragone.store.folder import RunFolder
from paragone.store.ratings import RatingReader


class Viewer:
    """Joins samples with the facts of some annotators."""

    def __init__(self, prepared: Prepared, folder: RunFolder, annotators: Iterable[str]) -> None:
        self._prepared = prepared
        self._folder = folder
        made = {name: prepared.annotators[name].instance for name in annotators}
        self._people = {name: RatingReader(folder) for name, one in made.items() if one.subject == "people"}
        self._readers = {
            name: FactReader(facts_table(prepared, folder, name), one.columns)
            for name, one in made.items()
            if name not in self._people
        }

    def view(self, prompt: Prompt, sample: Sample) -> View:
        """A sample with the facts that were stated; what was not stated is not in it."""
        stated = {name: self._facts(name, prompt, sample) for name in (*self._readers, *self._people)}
        return View(prompt, sample, {name: facts for name, facts in stated.items() if not isinstance(facts, Missing)})

    def absent(self, view: View, needs: Iterable[str]) -> str:
        """Why a metric with these needs cannot judge a sample; '' if it can."""
        stated = (self._facts(name, view.prompt, view.sample) for name in needs)
        return next((facts.reason for facts in stated if isinstance(facts, Missing)), "")

    def cohort(self, model: str, scenario: str, prompts: Sequence[Prompt], metric: Declaration) -> Cohort:
        """A model's drawings of these prompts that have every fact the metric needs, as columns."""
        drawn = drawn_prompts(self._prepared, self._folder, model, scenario, prompts)
        samples = ((one.prompt, sample) for one in drawn for sample in one.samples)
        return self._cohort(samples, metric)

    def real_cohort(self, scenario: str, prompts: Sequence[Prompt], metric: Declaration) -> Cohort | None:
        """The real images, each once however many prompts and seeds show it; None where the plan has none."""
        real = self._prepared.real
        if real is None:
            return None
        if real.statistics is not None:
            return Cohort((), {}, statistics=real.statistics)
        place, shown = (REFERENCE, real.own.prompts) if real.own else (scenario, prompts)
        drawn = drawn_prompts(self._prepared, self._folder, real.model, place, shown)
        return self._cohort(_each_image_once(drawn), metric)

    def _cohort(self, samples: Iterable[tuple[Prompt, Sample]], metric: Declaration) -> Cohort:
        views = (seen_by(metric, self.view(prompt, sample)) for prompt, sample in samples)
        return cohort_of(views, {name: self._prepared.annotators[name].instance.columns for name in metric.needs})

    def _facts(self, name: str, prompt: Prompt, sample: Sample) -> Facts | Missing:
        subject = self._prepared.annotators[name].instance.subject
        if subject != "prompt" and sample.image is None:
            return Missing(f"no image: {sample.reason or sample.outcome}", sample.outcome)
        if subject == "people":
            return self._people[name].get(str(sample.image), prompt.as_judged().text)
        about = About(sample.image, None, prompt, sample.scenario)
        return self._readers[name].get(key_about(self._prepared, name, about))


def seen_by(metric: Declaration, view: View) -> View:
    """The view with nothing of the prompt and no facts but those that the metric says it reads."""
    facts = {name: view.facts[name] for name in metric.needs if name in view.facts}
    return View(view.prompt.as_judged().only((*metric.reads, *metric.may_read)), view.sample, facts)


def _each_image_once(drawn: Iterable[Any]) -> Iterator[tuple[Prompt, Sample]]:
    seen: set[str] = set()
    for prompt, samples in drawn:
        for sample in samples:
            if sample.image is None or sample.image not in seen:
                seen.update([sample.image] if sample.image else [])
                yield prompt, sample


def cohort_of(views: Iterable[View], columns: Mapping[str, Mapping[str, Column]]) -> Cohort:
    """The views that have the facts of every annotator in `columns`, as columns; the others are counted as missing."""
    prompts: list[Prompt] = []
    seeds: list[int] = []
    rows: list[Mapping[str, Facts]] = []
    missing = 0
    for view in views:
        if all(name in view.facts for name in columns):
            prompts.append(view.prompt)
            seeds.append(view.sample.seed)
            rows.append(view.facts)
        else:
            missing += 1
    arrays = {
        name: {column: _array([row[name][column] for row in rows], kind) for column, kind in kinds.items()}
        for name, kinds in columns.items()
    }
    return Cohort(tuple(prompts), arrays, missing, tuple(seeds))


def _array(values: list[Any], kind: str) -> npt.NDArray[Any]:
    if kind == "vector" and values and len({None if value is None else len(value) for value in values}) == 1:
        return np.stack(values)
    if kind == "number":
        return np.array([np.nan if value is None else value for value in values], dtype=np.float64)
    array = np.zeros(len(values), dtype=object)
    array[:] = values
    return array
