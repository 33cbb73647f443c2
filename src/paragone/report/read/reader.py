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
        self.scores = functools.lru_cache(maxsize=2)(self._scores)
        self.prompt_means = functools.lru_cache(maxsize=64)(self._prompt_means)
        self._means_by_model = functools.lru_cache(maxsize=64)(self._split_means)
        self._prompt_rows = functools.lru_cache(maxsize=2)(self._number_prompts)
        self._firsts = functools.lru_cache(maxsize=2)(self._read_firsts)
        self._samples_of = functools.lru_cache(maxsize=3)(self._read_samples_of)

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
        samples = self.folder.table("samples").read(["model", "file", "reason"])
        found = {}
        for model in self.models:
            mine = samples.filter(pl.col("model") == model)
            lost = mine.filter(pl.col("file").is_null())["reason"].fill_null("")
            why = lost.value_counts(sort=True).sort(["count", "reason"], descending=[True, False])
            found[model] = (len(mine), len(lost), str(why["reason"][0]) if len(why) else "")
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

    def samples(
        self, scenario: str, chosen: Collection[str] | None = None, *, model: str | None = None
    ) -> pl.DataFrame:
        """What was drawn on a scenario, by all models or one, for all prompts or the chosen ones, without details."""
        if chosen is None:
            return self._samples_of(scenario, model)
        return self._samples(scenario, pl.col("prompt_id").is_in(list(chosen)))

    def _read_samples_of(self, scenario: str, model: str | None) -> pl.DataFrame:
        if model is None:
            return self._samples(scenario, pl.lit(value=True))
        mine = pl.col("model") == model
        is_large = self.images_on(scenario) > READ_AT_ONCE
        return self._samples(scenario, mine) if is_large else self._samples_of(scenario, None).filter(mine)

    def images_on(self, scenario: str) -> int:
        """How many images the plan wants on a scenario."""
        about = self.manifest["scenarios"][scenario]
        return int(about["prompts"]) * len(seeds_in(self.manifest, about)) * len(self.manifest["models"])

    def _samples(self, scenario: str, where: pl.Expr) -> pl.DataFrame:
        columns = [*SAMPLE, "key", "image", "file", "width", "height", "outcome", "reason"]
        found = self.folder.table("samples").read(columns, where=(pl.col("scenario") == scenario) & where)
        return found.sort("prompt_id", "seed", "model")

    def prompt(self, scenario: str, prompt_id: str) -> dict[str, Any]:
        """One prompt."""
        return self.prompts(scenario).row(self._prompt_rows(scenario)[prompt_id], named=True)

    def _number_prompts(self, scenario: str) -> dict[str, int]:
        return {prompt_id: number for number, prompt_id in enumerate(self.prompts(scenario)["prompt_id"])}

    def first_sample(self, scenario: str, model: str, prompt_id: str) -> dict[str, Any] | None:
        """A model's first drawing for a prompt."""
        firsts, rows = self._firsts(scenario)
        if (model, prompt_id) not in rows:  # its first seed is not there: a run that goes on, or seeds of its own
            asked = (pl.col("model") == model) & (pl.col("prompt_id") == prompt_id)
            return next(self._samples(scenario, asked).iter_rows(named=True), None)
        return firsts.row(rows[model, prompt_id], named=True)

    def _read_firsts(self, scenario: str) -> tuple[pl.DataFrame, dict[tuple[str, str], int]]:
        """The drawings of the first seed, and the row of each model and prompt."""
        seeds = seeds_in(self.manifest, self.manifest["scenarios"][scenario])
        found = self._samples(scenario, pl.col("seed") == min(seeds, default=0))
        pairs = found.select("model", "prompt_id").iter_rows()
        return found, {(model, prompt_id): number for number, (model, prompt_id) in enumerate(pairs)}

    def _scores(self, metric: str, scenario: str) -> pl.DataFrame:
        """Every current score that one metric gave an image or a prompt of one scenario."""
        current = pl.col("metric_key") == self.metrics[metric]["identity"]
        where = (pl.col("scenario") == scenario) & current & pl.col("prompt_id").is_not_null()
        return self.folder.table("scores").read(["model", "prompt_id", "seed", "value", "reason"], where=where)

    def _prompt_means(self, metric: str, scenario: str) -> pl.DataFrame:
        """Each model's mean score by prompt."""
        scores = self.scores(metric, scenario).lazy()
        return scores.group_by("model", "prompt_id").agg(pl.col("value").mean()).sort("model", "prompt_id").collect()

    def means_of(self, model: str, metric: str, scenario: str) -> dict[str, float | None]:
        """One model's mean score by prompt."""
        mine = self._means_by_model(metric, scenario).get((model,))
        return {} if mine is None else dict(mine.iter_rows())

    def _split_means(self, metric: str, scenario: str) -> dict[tuple[Any, ...], pl.DataFrame]:
        return self.prompt_means(metric, scenario).partition_by("model", as_dict=True, include_key=False)

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
