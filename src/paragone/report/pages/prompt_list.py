"""A scenario's prompts, some on a page."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from paragone.report import urls
from paragone.report.numbers import short
from paragone.report.pages.behind import mark_of
from paragone.report.pages.measure_choice import first_measure
from paragone.report.pages.overlays import read_json
from paragone.report.pages.prompts import Tile, is_sensitive_prompt, tile_of
from paragone.report.read.reader import Reader
from paragone.report.wording import cut
from paragone.stages.roles import rivals_of

LISTED = 100  # prompts on a page
SHOWN = 4  # models


@dataclass(frozen=True)
class PromptRow:
    """One prompt, with what some models drew and how it scored."""

    prompt_id: str
    text: str
    tags: str
    page: str
    is_folded: bool
    images: list[tuple[Tile | None, str, str]]  # the first image, its prompt's mean score, pass or fail


@dataclass(frozen=True)
class PromptList:
    """Some prompts of a scenario, by id."""

    title: str
    scenario: str
    scenarios: list[tuple[str, str]]
    number: int
    pages: int
    total: int
    models: list[str]  # whose images are shown
    metric: str  # whose scores stand below the images; '' where none scores images
    rows: list[PromptRow]


def pages_of(reader: Reader, scenario: str, prompts: int | None = None) -> int:
    """How many pages the list of a scenario's prompts has, or that of its first so many prompts."""
    return max(1, -(-(len(reader.prompts(scenario)) if prompts is None else prompts) // LISTED))


def prompt_list(reader: Reader, scenario: str, number: int) -> PromptList | None:
    """One page of a scenario's prompts; None beyond the last."""
    prompts = reader.prompts(scenario)
    if not 1 <= number <= pages_of(reader, scenario):
        return None
    shown = prompts[(number - 1) * LISTED : number * LISTED].to_dicts()
    models, metric = _models(reader), first_measure(reader, scenario)
    drawn = _drawn(reader, scenario, [prompt["prompt_id"] for prompt in shown], models, metric)
    rows = [_row(reader, scenario, prompt, [drawn[model, prompt["prompt_id"]] for model in models]) for prompt in shown]
    return PromptList(
        title=f"Prompts of {scenario}",
        scenario=scenario,
        scenarios=[(label, urls.prompts(label)) for label in reader.scenarios],
        number=number,
        pages=pages_of(reader, scenario),
        total=len(prompts),
        models=models,
        metric=metric,
        rows=rows,
    )


def _models(reader: Reader) -> list[str]:
    return rivals_of({model: reader.role_of(model) for model in reader.models})[:SHOWN]


class Drawn(NamedTuple):
    """The first image of a model for a prompt, and how the prompt scored."""

    sample: dict[str, Any] | None
    score: str
    mark: str


def _drawn(
    reader: Reader, scenario: str, prompts: Sequence[str], models: Sequence[str], metric: str
) -> dict[tuple[str, str], Drawn]:
    """What models drew for the prompts of a page, read together: each read may go through many parts."""
    samples = reader.first_samples(scenario, prompts, models)
    found = {}
    for model in models:
        means = reader.means_of(model, metric, scenario, prompts) if metric else {}
        for prompt in prompts:
            value = means.get(prompt)
            mark = mark_of(reader.metrics[metric], value) if metric and value in (0.0, 1.0) else ""
            found[model, prompt] = Drawn(samples.get((model, prompt)), short(value) if metric else "", mark)
    return found


def _row(reader: Reader, scenario: str, prompt: dict[str, Any], drawn: Sequence[Drawn]) -> PromptRow:
    images = [(tile_of(reader, one.sample, prompt) if one.sample else None, one.score, one.mark) for one in drawn]
    tags = ", ".join(map(str, read_json(prompt["tags"] or "{}").values()))
    page = urls.prompt(scenario, prompt["prompt_id"])
    is_folded = is_sensitive_prompt(reader, scenario, prompt["tags"])
    return PromptRow(prompt["prompt_id"], cut(prompt["text"], 240), tags, page, is_folded, images)
