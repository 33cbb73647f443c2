"""Reads a run for the report, a batch of prompts at a time, so that memory stays level however large it is."""

import functools
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from paragone.analysis.aspects import RANKING
from paragone.analysis.differences import read_differences
from paragone.core.cells import Cell, SampleId
from paragone.report.read.differences import StoredDifferences
from paragone.report.read.places import Places, Scored
from paragone.report.read.prompt_batch import PromptBatch, read_facts
from paragone.report.read.sensitive import warnings_in
from paragone.stages.growth import seeds_in
from paragone.stages.notices import foreign_cells
from paragone.stages.planning.aspects import place_of
from paragone.stages.roles import in_order, rivals_of
from paragone.store.folder import RunFolder
from paragone.store.parts import checked, parts_in

PROMPTS_AT_ONCE = 64
READ_AT_ONCE = 20_000  # images: each read goes through the whole run
SAMPLE = SampleId._fields
DRAWN = [*SAMPLE, "key", "image", "file", "width", "height", "outcome", "reason"]


class Reader:
    """A run as the report sees it: names in the order of the ranking, and tables by question."""

    def __init__(self, folder: RunFolder) -> None:
        self.folder = folder
        self.manifest = folder.read_manifest()
        self.metrics: Mapping[str, Mapping[str, Any]] = self.manifest["metrics"]
        self.scenarios = list(self.manifest["scenarios"])
        self.aspects: Mapping[str, frozenset[Cell]] = {  # the columns of each
            aspect: frozenset(Cell(*names) for names in self.manifest["aspects"][aspect])
            for aspect in sorted(self.manifest.get("aspects", {}), key=place_of)
        }
        self.title: str = self.manifest["plan"].get("title") or folder.name
        # Pages ask for the same few tables again and again: the last are kept, so few that memory stays level.
        self.prompts = functools.lru_cache(maxsize=2)(self._prompts)
        self.scored = functools.lru_cache(maxsize=2)(self._scored)
        self.prompt_means = functools.lru_cache(maxsize=64)(self._prompt_means)
        self._prompt_rows = functools.lru_cache(maxsize=2)(self._number_prompts)
        self._places = functools.lru_cache(maxsize=2)(self._find_places)

    @functools.cached_property
    def estimates(self) -> list[dict[str, Any]]:
        """Every number of the run, for all prompts of a scenario."""
        return self.folder.table("estimates").read(where=pl.col("group") == "").to_dicts()

    @functools.cached_property
    def columns(self) -> dict[Cell, list[dict[str, Any]]]:
        """The numbers by metric and scenario."""
        return _by_cell(self.estimates)

    @functools.cached_property
    def groups(self) -> dict[Cell, dict[tuple[str, str], dict[str, Any]]]:
        """The numbers of groups of prompts, by cell, group and model."""
        rows = self.folder.table("estimates").read(where=pl.col("group") != "").to_dicts()
        return {cell: {(row["group"], row["model"]): row for row in few} for cell, few in _by_cell(rows).items()}

    @functools.cached_property
    def correlations(self) -> dict[Cell, list[dict[str, Any]]]:
        """How closely each metric orders prompts as others do."""
        return _by_cell(self.folder.table("correlations").read().to_dicts())

    @functools.cached_property
    def aspect_ranks(self) -> dict[tuple[str, str], dict[str, Any]]:
        """The win rate of each model in each aspect."""
        rows = self.folder.table("ranks").read(where=pl.col("ranking").str.starts_with(RANKING)).to_dicts()
        return {(row["ranking"].removeprefix(RANKING), row["model"]): row for row in rows}

    @functools.cached_property
    def changes(self) -> list[dict[str, Any]]:
        """How each metric moves where prompts are perturbed."""
        return self.folder.table("changes").read().to_dicts()

    @functools.cached_property
    def people(self) -> dict[Cell, list[dict[str, Any]]]:
        """How each metric goes together with what people said, if they were asked."""
        return _by_cell(self.folder.table("people").read().to_dicts())

    @functools.cached_property
    def differences(self) -> StoredDifferences:
        """The models of the run against each other."""
        return StoredDifferences(read_differences(self.folder), self.models)

    @functools.cached_property
    def ranks(self) -> list[dict[str, Any]]:
        """Every rank of the run."""
        return self.folder.table("ranks").read().to_dicts()

    @functools.cached_property
    def models(self) -> list[str]:
        """Models by win rate, best first; those without a rank follow in the plan's order."""
        roles = {name: model["role"] for name, model in self.manifest["models"].items()}
        return in_order(list(roles), self.ranks, roles)

    @functools.cached_property
    def sensitive_images(self) -> frozenset[str]:
        """Hashes of the images that some annotator flagged as not safe."""
        found: set[str] = set()
        for files in self.fact_files().values():
            scan = pl.scan_parquet(files)
            if flags := warnings_in(scan.collect_schema()):
                found.update(scan.filter(pl.any_horizontal(flags)).select("image").collect()["image"].drop_nulls())
        return frozenset(found)

    @functools.cached_property
    def is_checked_for_safety(self) -> bool:
        """Whether some annotator can flag an image as not safe."""
        return any(warnings_in(pl.scan_parquet(files).collect_schema()) for files in self.fact_files().values())

    @functools.cached_property
    def undrawn(self) -> dict[str, tuple[int, int, str]]:
        """For each model: how many images were asked for, how many are missing, and the reason most often given."""
        of = ["model", "is_lost", "reason"]
        told = (pl.col("file").is_null().alias("is_lost"), pl.col("reason").fill_null(""))
        some = self.folder.table("samples").batches(["model", *told], where=pl.lit(value=True))
        counted = [few.group_by(of).len() for few in some]
        rows = pl.concat(counted).group_by(of).agg(pl.col("len").sum()).to_dicts() if counted else []
        found = {}
        for model in self.models:
            mine = [row for row in rows if row["model"] == model]
            lost = sorted((-row["len"], row["reason"]) for row in mine if row["is_lost"])
            tried, missing = sum(row["len"] for row in mine), -sum(count for count, _ in lost)
            found[model] = (tried, missing, str(lost[0][1]) if lost else "")
        return found

    @functools.cached_property
    def notices(self) -> list[dict[str, Any]]:
        """What was noticed about the run before anyone trusts its numbers."""
        return self.folder.table("notices").read().to_dicts() if "notices" in self.folder.tables() else []

    @functools.cached_property
    def out_of_domain(self) -> dict[Cell, str]:
        """The columns whose judge was not made for the images of a model that competes, and what was noticed."""
        rivals = rivals_of({model: self.role_of(model) for model in self.models})
        texts = {metric: text for (model, metric), text in foreign_cells(self.notices).items() if model in rivals}
        return {cell: texts[cell.metric] for cell in self.columns if cell.metric in texts}

    def role_of(self, model: str) -> str:
        """Whether a model stands for the best or the worst that can be had, rather than competing."""
        return str(self.manifest["models"].get(model, {}).get("role", ""))

    @functools.cached_property
    def leader(self) -> str:
        """The first of the models that compete; differences are shown from it."""
        return next((model for model in self.models if not self.role_of(model)), self.models[0])

    def aspects_of(self, metric: str, scenario: str) -> list[str]:
        """What a column of the leaderboard is about."""
        return [aspect for aspect, cells in self.aspects.items() if Cell(scenario, metric) in cells]

    def fact_files(self) -> dict[str, list[Path]]:
        """The files of each annotator that has stated something."""
        found = {
            name: checked(parts_in(folder), run=self.folder)
            for name, annotator in self.manifest["annotators"].items()
            # A manifest from elsewhere may name any folder: nothing outside the run is read.
            if (folder := (self.folder.root / annotator["facts"]).resolve()).is_relative_to(self.folder.root.resolve())
        }
        return {name: parts for name, parts in found.items() if parts}

    def _prompts(self, scenario: str) -> pl.DataFrame:
        """A scenario's prompts, by id."""
        columns = ["scenario", "prompt_id", "text", "tags", "expect", "origin", "reference"]
        found = self.folder.table("prompts").read(columns, where=pl.col("scenario") == scenario)
        return found.sort("prompt_id")

    def samples(self, scenario: str, chosen: Collection[str] | None = None, *, seed: int | None = None) -> pl.DataFrame:
        """What was drawn on a scenario, for all prompts or the chosen ones, with all seeds or one; without details."""
        where = pl.lit(value=True) if chosen is None else pl.col("prompt_id").is_in(list(chosen))
        where = where if seed is None else where & (pl.col("seed") == seed)
        found = self.folder.table("samples").read(DRAWN, where=(pl.col("scenario") == scenario) & where)
        return found.sort("prompt_id", "seed", "model")

    def images_on(self, scenario: str) -> int:
        """How many images the plan wants on a scenario."""
        about = self.manifest["scenarios"][scenario]
        return int(about["prompts"]) * len(seeds_in(self.manifest, about)) * len(self.manifest["models"])

    def prompt(self, scenario: str, prompt_id: str) -> dict[str, Any]:
        """One prompt."""
        return self.prompts(scenario).row(self._prompt_rows(scenario)[prompt_id], named=True)

    def _number_prompts(self, scenario: str) -> dict[str, int]:
        return {prompt_id: number for number, prompt_id in enumerate(self.prompts(scenario)["prompt_id"])}

    def _find_places(self, scenario: str) -> Places:
        ids = self.prompts(scenario)["prompt_id"]
        return Places(self.folder.table("samples"), scenario, models=self.models, prompts=ids)

    def first_samples(
        self, scenario: str, prompts: Collection[str], models: Collection[str]
    ) -> dict[tuple[str, str], dict[str, Any]]:
        """The first drawing of each of these models for each of these prompts."""
        places = self._places(scenario)
        here = pl.col("prompt_id").is_in(list(prompts)) & pl.col("model").is_in(list(models))
        rows = places.samples.filter(here).unique(["prompt_id", "model"], keep="first", maintain_order=True)
        return {(row["model"], row["prompt_id"]): row for row in places.rows(rows, DRAWN)}

    def _scored(self, cell: Cell) -> Scored:
        """Every image of a scenario with its current score; the scores of prompts stand on their first images."""
        metric = self.metrics[cell.metric]
        where = (pl.col("scenario") == cell.scenario) & (pl.col("metric_key") == metric["identity"])
        by_prompt = metric["kind"] == "prompt"
        return self._places(cell.scenario).scored(self.folder.table("scores"), where, by_prompt=by_prompt)

    def shown(self, cell: Cell, rows: pl.DataFrame) -> list[dict[str, Any]]:
        """What pages show of some rows of `scored`: the drawing, the prompt's text and tags, the score and why."""
        drawn = self._places(cell.scenario).rows(rows, DRAWN)
        reasons = self.scored(cell).reasons(rows)
        prompts = [self.prompt(cell.scenario, row["prompt_id"]) for row in drawn]
        return [
            row | {"text": prompt["text"], "tags": prompt["tags"], "value": value, "why": why}
            for row, prompt, value, why in zip(drawn, prompts, rows["value"], reasons, strict=True)
        ]

    def _prompt_means(self, metric: str, scenario: str) -> pl.DataFrame:
        """Each model's mean score by prompt."""
        scores = self.scored(Cell(scenario, metric)).frame.lazy().filter(pl.col("score") >= 0)
        return scores.group_by("model", "prompt_id").agg(pl.col("value").mean()).sort("model", "prompt_id").collect()

    def means_of(
        self, model: str, metric: str, scenario: str, prompts: Collection[str] | None = None
    ) -> dict[str, float | None]:
        """One model's mean score by prompt, of all of them or of some."""
        wanted = pl.col("model") == model
        wanted = wanted if prompts is None else wanted & pl.col("prompt_id").is_in(list(prompts))
        return dict(self.prompt_means(metric, scenario).filter(wanted).select("prompt_id", "value").iter_rows())

    def prompt_batches(
        self, scenario: str, chosen: Collection[str] | None = None, *, size: int = PROMPTS_AT_ONCE
    ) -> Iterator[PromptBatch]:
        """A scenario's prompts, or the chosen ones, `size` at a time; many are read at once."""
        prompts = self.prompts(scenario)
        if chosen is not None:
            prompts = prompts.filter(pl.col("prompt_id").is_in(list(chosen)))
        models = max(
            1, len(self.manifest["models"]) * len(seeds_in(self.manifest, self.manifest["scenarios"][scenario]))
        )
        stretch = max(1, READ_AT_ONCE // (models * size)) * size
        for start in range(0, len(prompts), stretch):
            yield from self._prompt_batch(scenario, prompts[start : start + stretch]).cut(size)

    def prompt_batch_of(self, scenario: str, prompt_ids: Sequence[str]) -> PromptBatch:
        """Just these prompts."""
        return self._prompt_batch(scenario, self.prompts(scenario).filter(pl.col("prompt_id").is_in(prompt_ids)))

    def _prompt_batch(self, scenario: str, prompts: pl.DataFrame) -> PromptBatch:
        here = (pl.col("scenario") == scenario) & pl.col("prompt_id").is_in(prompts["prompt_id"].to_list())
        samples = self.folder.table("samples").read(where=here).sort(*SAMPLE)
        current = [metric["identity"] for metric in self.metrics.values()]
        columns = ["metric", "model", "prompt_id", "seed", "value", "reason"]
        scores = self.folder.table("scores").read(columns, where=here & pl.col("metric_key").is_in(current))
        facts = {
            name: read_facts(parts, samples, prompts, annotator=self.manifest["annotators"][name])
            for name, parts in self.fact_files().items()
        }
        return PromptBatch(scenario, prompts, samples, scores, facts)


def _by_cell(rows: Iterable[dict[str, Any]]) -> dict[Cell, list[dict[str, Any]]]:
    found: dict[Cell, list[dict[str, Any]]] = {}
    for row in rows:
        found.setdefault(Cell(row["scenario"], row["metric"]), []).append(row)
    return found
