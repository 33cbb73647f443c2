"""What metrics see: samples with their facts, one by one or as the columns of a set."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from paragone.core.types import Cohort, Column, Facts, Missing, Prompt, Sample, View
from paragone.stages.facts import FactReader
from paragone.stages.look import fact_key, facts_table
from paragone.stages.prepare import Prepared
from paragone.stages.samples import drawn_prompts
from paragone.store.folder import RunFolder


class Viewer:
    """Joins samples with the facts of some annotators."""

    def __init__(self, prepared: Prepared, folder: RunFolder, annotators: Iterable[str]) -> None:
        self._prepared = prepared
        self._folder = folder
        self._readers = {
            name: FactReader(facts_table(prepared, folder, name), prepared.annotators[name].part.columns)
            for name in annotators
        }

    def view(self, prompt: Prompt, sample: Sample) -> View:
        """A sample with the facts that were stated; what was not stated is not in it."""
        told = {name: self._facts(name, prompt, sample) for name in self._readers}
        return View(prompt, sample, {name: facts for name, facts in told.items() if not isinstance(facts, Missing)})

    def absent(self, view: View, needs: Iterable[str]) -> str:
        """Why a metric with these needs cannot judge a sample; '' if it can."""
        told = (self._facts(name, view.prompt, view.sample) for name in needs)
        return next((facts.reason for facts in told if isinstance(facts, Missing)), "")

    def cohort(self, model: str, scenario: str, needs: Iterable[str]) -> Cohort:
        """All samples of a model on a scenario that have every needed fact, as columns."""
        views = (self.view(prompt, sample) for prompt, sample in self._samples(model, scenario))
        return cohort_of(views, {name: self._prepared.annotators[name].part.columns for name in needs})

    def _samples(self, model: str, scenario: str) -> Iterator[tuple[Prompt, Sample]]:
        for drawn in drawn_prompts(self._prepared, self._folder, model, scenario):
            for sample in drawn.samples:
                yield drawn.prompt, sample

    def _facts(self, name: str, prompt: Prompt, sample: Sample) -> Facts | Missing:
        made = self._prepared.annotators[name]
        subject = made.part.subject
        if subject != "prompt" and sample.image is None:
            return Missing(f"no image: {sample.reason or sample.outcome}", sample.outcome)
        image = None if subject == "prompt" else sample.image
        return self._readers[name].get(fact_key(made.identity, image, None if subject == "image" else prompt))


def cohort_of(views: Iterable[View], columns: Mapping[str, Mapping[str, Column]]) -> Cohort:
    """The views that have the facts of every annotator in `columns`, as columns; the others are counted as missing."""
    prompts: list[Prompt] = []
    rows: list[Mapping[str, Facts]] = []
    missing = 0
    for view in views:
        if all(name in view.facts for name in columns):
            prompts.append(view.prompt)
            rows.append(view.facts)
        else:
            missing += 1
    arrays = {
        name: {column: _array([row[name][column] for row in rows], kind) for column, kind in kinds.items()}
        for name, kinds in columns.items()
    }
    return Cohort(tuple(prompts), arrays, missing)


def _array(values: list[Any], kind: str) -> npt.NDArray[Any]:
    if kind == "vector" and values and len({None if value is None else len(value) for value in values}) == 1:
        return np.stack(values)
    if kind == "number":
        return np.array([np.nan if value is None else value for value in values], dtype=np.float64)
    array = np.zeros(len(values), dtype=object)
    array[:] = values
    return array
