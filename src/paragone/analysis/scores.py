"""The current scores of a run by cell: one metric on one scenario at a time, so that memory stays level."""

import functools
import hashlib
import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import polars as pl

from paragone.core.cells import Cell, is_foreign
from paragone.core.keys import Json, key_of
from paragone.core.units import units_of
from paragone.stats.influences import Influenced
from paragone.store.folder import RunFolder


class CellNumbers(NamedTuple):
    """What a run has of one model in one cell."""

    estimate: Mapping[str, Any]
    protocol: Mapping[str, Any]  # spelled out
    means: Mapping[str, float | None]  # by prompt id
    influenced: Influenced | None  # a set's value with what each unit contributed; None where that is not known
    units: Mapping[str, str]  # prompts that are of another's unit of chance, and whose
    digest: str  # changes when any of these does

    @property
    def doubt(self) -> str:
        """Why the number counts in no verdict, where its judge is out of its domain."""
        reason = self.estimate.get("reason") or ""
        return reason if is_foreign(reason) else ""


class RunScores:
    """A run's manifest, its estimates and its scores."""

    def __init__(self, folder: RunFolder) -> None:
        self.folder = folder
        self.manifest: Mapping[str, Any] = folder.read_manifest()
        self.settings: Mapping[str, Any] = self.manifest["plan"]["estimate"]
        self.metrics: Mapping[str, Mapping[str, Any]] = self.manifest["metrics"]
        self.estimates = folder.table("estimates").read(where=pl.col("group") == "").to_dicts()
        # A stage asks for one cell after the other, each some times over.
        self.frame = functools.lru_cache(maxsize=2)(self._frame)
        self.by_model = functools.lru_cache(maxsize=2)(self._by_model)
        self.numbers = functools.lru_cache(maxsize=2)(self._numbers)
        self.units = functools.lru_cache(maxsize=2)(functools.partial(units_in, folder))
        self.images = functools.lru_cache(maxsize=2)(self._images)

    @functools.cached_property
    def cells(self) -> dict[Cell, dict[str, dict[str, Any]]]:
        """The estimates by cell and model."""
        found: dict[Cell, dict[str, dict[str, Any]]] = {}
        for row in self.estimates:
            found.setdefault(Cell(row["scenario"], row["metric"]), {})[row["model"]] = row
        return found

    @functools.cached_property
    def models(self) -> list[str]:
        """The models in the plan's order."""
        return list(self.manifest["models"])

    def is_squared(self, cell: Cell) -> bool:
        """Whether the metric is a squared distance."""
        return bool(self.metrics[cell.metric].get("is_squared"))

    def where(self, cell: Cell) -> pl.Expr:
        """The rows of a cell that the current version of its metric gave."""
        current: pl.Expr = pl.col("metric_key") == str(self.metrics[cell.metric]["identity"])
        return (pl.col("scenario") == cell.scenario) & current

    def _frame(self, cell: Cell) -> pl.DataFrame:
        """Every score of an image or a prompt, in order; the one row of a whole set is left out."""
        where = self.where(cell) & pl.col("prompt_id").is_not_null()
        found = self.folder.table("scores").read(["model", "prompt_id", "seed", "value"], where=where)
        return found.sort("model", "prompt_id", "seed")

    def _by_model(self, cell: Cell) -> dict[str, pl.DataFrame]:
        """The scores of each model."""
        parts = self.frame(cell).partition_by("model", as_dict=True, include_key=False)
        return {str(model): part for (model,), part in parts.items()}

    def _numbers(self, cell: Cell) -> dict[str, CellNumbers]:
        """All that differences between the models rest on, by model."""
        parts = self.by_model(cell)
        nothing = self.frame(cell).clear().drop("model")
        influences = self._influences(cell)
        return {
            model: _numbers(
                row,
                self.manifest["protocols"],
                parts.get(model, nothing),
                influences.get(model),
                self.units(cell.scenario),
            )
            for model, row in self.cells[cell].items()
        }

    def _images(self, scenario: str) -> Mapping[str, Mapping[str, set[str]]]:
        """By model and prompt, the images drawn, as far as some may be copies: of units of several prompts."""
        found: dict[str, dict[str, set[str]]] = {}
        if not self.units(scenario):
            return found
        here = (pl.col("scenario") == scenario) & pl.col("image").is_not_null()
        rows = self.folder.table("samples").read(["model", "prompt_id", "image"], where=here)
        for model, prompt, image in rows.iter_rows():
            found.setdefault(model, {}).setdefault(prompt, set()).add(image)
        return found

    def _influences(self, cell: Cell) -> dict[str, Influenced]:
        """By model, a set's value with how much each unit of chance contributes to its error."""
        if self.metrics[cell.metric]["kind"] != "set":
            return {}
        columns = ["model", "units", "values", "degrees"]
        found = self.folder.table("influences").read(columns, where=self.where(cell))
        influenced: dict[str, Influenced] = {}
        for model, units, values, degrees in found.iter_rows():
            row = self.cells[cell].get(model, {})
            if row.get("value") is not None:
                influences = dict(zip(units, values, strict=True))
                influenced[model] = Influenced(
                    row["value"], influences, degrees or math.inf, row["n"], is_squared=self.is_squared(cell)
                )
        return influenced


def units_in(folder: RunFolder, scenario: str) -> Mapping[str, str]:
    """The prompts of a scenario that are of another's unit of chance, and whose."""
    columns = ["prompt_id", "text", "origin"]
    return units_of(folder.table("prompts").read(columns, where=pl.col("scenario") == scenario).iter_rows())


def _numbers(
    row: Mapping[str, Any],
    protocols: Mapping[str, Any],
    scores: pl.DataFrame,
    influenced: Influenced | None,
    units: Mapping[str, str],
) -> CellNumbers:
    means = dict(scores.group_by("prompt_id", maintain_order=True).agg(pl.col("value").mean()).iter_rows())
    influences = dict(influenced.influences) if influenced else None
    degrees = str(influenced.degrees) if influenced else ""  # as text: it may be infinite
    found = CellNumbers(row, protocols.get(row["protocol"], {}), means, influenced, units, "")
    about = (row["protocol"], row["direction"], row["value"], row["n"], influences, degrees, digest(scores))
    more: list[Json] = [one for one in (found.doubt, dict(units)) if one]
    return found._replace(digest=key_of(*about, *more))


def by_prompt(scores: pl.DataFrame) -> dict[str, list[float | None]]:
    """One model's scores by prompt."""
    return dict(scores.group_by("prompt_id", maintain_order=True).agg("value").iter_rows())


def digest(scores: pl.DataFrame) -> str:
    """Changes when a score does: part of the key of what is made from them."""
    found = hashlib.sha256("\0".join(scores["prompt_id"]).encode("utf-8", "surrogatepass"))
    found.update(scores["value"].fill_null(float("nan")).to_numpy().tobytes())
    return found.hexdigest()[:32]
