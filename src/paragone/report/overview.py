"""The pages that sum a run up: leaderboard, metrics, what is behind each number, comparisons, lists, gallery."""

from dataclasses import dataclass
from typing import Any, Protocol

from paragone.report import names
from paragone.report.behind import behind_pages
from paragone.report.board import Pinned, board_of, board_of_aspect
from paragone.report.compare_page import compare_index, pair_page
from paragone.report.gallery import default_query, gallery_page, models_data, prompt_data
from paragone.report.metric_page import metric_page
from paragone.report.overlays import read_json
from paragone.report.pairs import Comparisons, leader_of
from paragone.report.reading import Reader
from paragone.report.render import data_script
from paragone.report.wording import cut
from paragone.report.writing import Site
from paragone.stages.compare import Side

LISTED = 100  # prompts on a page


class Target(Protocol):
    """What pages are written to."""

    reader: Reader
    site: Site

    def put(self, template: str, page: Any, place: str) -> None:
        """A page and its twin."""


@dataclass(frozen=True)
class PromptList:
    """Some prompts of a scenario, by id."""

    title: str
    scenario: str
    scenarios: list[tuple[str, str]]
    number: int
    pages: int
    total: int
    rows: list[tuple[str, str, str, str]]  # id, text, tags, page


def put_all(target: Target, known: dict[str, Any], baselines: list[str], places: list[str]) -> dict[str, Any]:
    """Write them all, note their places, and give what to remember of the comparisons."""
    recorder = _Recorder(target, places)
    comparisons = Comparisons(target.reader, known)
    _put_boards(recorder, comparisons, baselines)
    _put_metrics(recorder, comparisons)
    _put_pairs(recorder, comparisons, baselines)
    _put_lists(recorder)
    _put_gallery(recorder)
    return comparisons.remembered


class _Recorder:
    def __init__(self, target: Target, places: list[str]) -> None:
        self.reader, self.site = target.reader, target.site
        self._target, self._places = target, places

    def put(self, template: str, page: Any, place: str) -> None:
        self._target.put(template, page, place)
        self._places.append(place)


def _put_boards(target: Target, comparisons: Comparisons, baselines: list[str]) -> None:
    target.put("board.html", board_of(target.reader, pins=baselines), names.BOARD)
    for aspect in target.reader.aspects:
        target.put("board.html", board_of_aspect(target.reader, aspect), names.aspect(aspect))
    for model in baselines:
        page = board_of(target.reader, Pinned(model, comparisons.against(model)), pins=baselines)
        target.put("board.html", page, names.against(model))


def _put_metrics(target: Target, comparisons: Comparisons) -> None:
    changes = comparisons.against(leader_of(target.reader))
    for metric in target.reader.metrics:
        target.put("metric.html", metric_page(target.reader, metric, changes), names.metric(metric))
        for scenario in target.reader.scenarios:
            for page in behind_pages(target.reader, metric, scenario):
                target.put("behind.html", page, names.behind(metric, scenario, page.model))


def _put_pairs(target: Target, comparisons: Comparisons, baselines: list[str]) -> None:
    pairs = comparisons.shown(baselines)
    target.put("compare.html", compare_index(target.reader, pairs, baselines), names.COMPARE)
    for (one, other), changes in pairs.items():
        sides = (Side(target.reader.folder, one), Side(target.reader.folder, other))
        page = pair_page((target.reader, target.reader), sides, changes)
        target.put("pair.html", page, names.pair(one, other))


def _put_lists(target: Target) -> None:
    for scenario in target.reader.scenarios:
        number, pages = 1, 1
        while number <= pages:
            page = prompt_list(target.reader, scenario, number)
            target.put("prompts.html", page, names.prompts(scenario, number))
            number, pages = number + 1, page.pages


def prompt_list(reader: Reader, scenario: str, number: int) -> PromptList:
    """One page of a scenario's prompts."""
    prompts = reader.prompts(scenario)
    shown = prompts[(number - 1) * LISTED : number * LISTED].select("prompt_id", "text", "tags")
    rows = [
        (
            prompt_id,
            cut(text, 240),
            ", ".join(map(str, read_json(tags or "{}").values())),
            names.prompt(scenario, prompt_id),
        )
        for prompt_id, text, tags in shown.iter_rows()
    ]
    return PromptList(
        title=f"Prompts of {scenario}",
        scenario=scenario,
        scenarios=[(label, names.prompts(label)) for label in reader.scenarios],
        number=number,
        pages=max(1, -(-len(prompts) // LISTED)),
        total=len(prompts),
        rows=rows,
    )


def _put_gallery(target: Target) -> None:
    reader = target.reader
    target.put("gallery.html", gallery_page(reader, default_query(reader)), names.GALLERY)
    for scenario in reader.scenarios:
        folder = f"data/{names.file_name(scenario)}"
        target.site.put(f"{folder}/prompts.js", data_script(folder, prompt_data(reader, scenario)))
        for model, data in models_data(reader, scenario):
            name = f"{folder}/model-{names.file_name(model)}"
            target.site.put(f"{name}.js", data_script(name, data))
