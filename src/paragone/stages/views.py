"""What metrics see: samples with their facts, one by one or as the columns of a set."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from paragone.core.types import Cohort, Facts, Missing, Prompt, Sample, View
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
        names = list(needs)
        prompts: list[Prompt] = []
        rows: list[Mapping[str, Facts]] = []
        missing = 0
        for prompt, sample in self._samples(model, scenario):
            view = self.view(prompt, sample)
            if all(name in view.facts for name in names):
                prompts.append(prompt)
                rows.append(view.facts)
            else:
                missing += 1
        return Cohort(tuple(prompts), {name: self._columns(name, rows) for name in names}, missing)

    def _samples(self, model: str, scenario: str) -> Iterator[tuple[Prompt, Sample]]:
        for drawn in drawn_prompts(self._prepared, self._folder, model, scenario):
            for sample in drawn.samples:
                yield drawn.prompt, sample

    def _columns(self, name: str, rows: list[Mapping[str, Facts]]) -> Mapping[str, npt.NDArray[Any]]:
        columns = self._prepared.annotators[name].part.columns
        return {column: _array([row[name][column] for row in rows], kind) for column, kind in columns.items()}

    def _facts(self, name: str, prompt: Prompt, sample: Sample) -> Facts | Missing:
        made = self._prepared.annotators[name]
        subject = made.part.subject
        if subject != "prompt" and sample.image is None:
            return Missing(f"no image: {sample.reason or sample.outcome}", sample.outcome)
        image = None if subject == "prompt" else sample.image
        return self._readers[name].get(fact_key(made.identity, image, None if subject == "image" else prompt))


def _array(values: list[Any], kind: str) -> npt.NDArray[Any]:
    if kind == "vector" and values and len({None if value is None else len(value) for value in values}) == 1:
        return np.stack(values)
    if kind == "number":
        return np.array([np.nan if value is None else value for value in values], dtype=np.float64)
    array = np.zeros(len(values), dtype=object)
    array[:] = values
    return array
