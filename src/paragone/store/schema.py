"""The columns of every table in a run folder, with what they mean; docs/tables.md is written from here."""

from collections.abc import Mapping
from typing import Any

import polars as pl

from paragone.core.types import Column
from paragone.store.derived import DERIVED
from paragone.store.fields import KEY, METHOD, METRIC, MISSING, MODEL, PROMPT, REASON, SCENARIO, SEED, VALUE, Field, N

TABLES: Mapping[str, Mapping[str, Field]] = {
    "prompts": {
        "key": KEY,
        "scenario": SCENARIO,
        "prompt_id": PROMPT,
        "text": Field(pl.String(), "the prompt, exactly as given"),
        "tags": Field(pl.String(), "JSON: category, language, perturbation ..."),
        "expect": Field(pl.String(), "JSON: what can be checked (objects, counts, colours, relations, words)"),
        "origin": Field(pl.String(), "id of the prompt that this one perturbs"),
        "reference": Field(pl.String(), "SHA-256 of the real image that belongs to the prompt"),
        "meaning": Field(pl.String(), "the text to compare the drawing with, where it is not the one that was drawn"),
    },
    "samples": {
        "key": KEY,
        "model": MODEL,
        "scenario": SCENARIO,
        "prompt_id": PROMPT,
        "seed": SEED,
        "image": Field(pl.String(), "SHA-256 of the image file; null where there is none"),
        "file": Field(pl.String(), "the image file, relative to the run folder"),
        "width": Field(pl.Int64(), "pixels"),
        "height": Field(pl.Int64(), "pixels"),
        "outcome": Field(pl.String(), "drawn, refused, timed out, undecodable, absent or failed"),
        "reason": Field(pl.String(), "why there is no image"),
        "seconds": Field(pl.Float64(), "time the drawing took"),
        "details": Field(
            pl.String(),
            "JSON, as far as the model tells: prompt_sent, settings, queue_s, retries, peak_memory_mib, energy_j, cost "
            "...; of a failure that another try may mend, may_pass",
        ),
    },
    "retried": {
        "key": KEY,
        "sample": Field(pl.String(), "key of the sample whose failure was taken out of `samples` by `run --retry`"),
        "model": MODEL,
        "scenario": SCENARIO,
        "prompt_id": PROMPT,
        "seed": SEED,
        "outcome": Field(pl.String(), "what had become of the drawing"),
        "reason": Field(pl.String(), "why there was no image"),
        "seconds": Field(pl.Float64(), "time the attempt took"),
        "details": Field(pl.String(), "JSON, as in samples"),
    },
    "scores": {
        "key": KEY,
        "model": MODEL,
        "scenario": SCENARIO,
        "metric": METRIC,
        "metric_key": Field(
            pl.String(), "identity of the metric, its options and annotators; manifest.json has the current one"
        ),
        "prompt_id": Field(pl.String(), "the prompt's id; null where a set metric's own value is"),
        "seed": Field(pl.Int64(), "the seed; null for prompt metrics, and where a set metric's own value is"),
        "value": VALUE,
        "reason": REASON,
        "spread": Field(pl.Float64(), "a source's own plus-minus (one standard deviation); null where it has none"),
        "n": N,
        "missing": MISSING,
        "method": METHOD,
    },
    "influences": {
        "key": KEY,
        "model": MODEL,
        "scenario": SCENARIO,
        "metric": METRIC,
        "metric_key": Field(pl.String(), "as in scores"),
        "units": Field(pl.List(pl.String()), "prompts (by id), real images of no prompt, or groups that were left out"),
        "values": Field(
            pl.List(pl.Float64()), "what each unit contributed to the error: the variance is the sum of their squares"
        ),
        "degrees": Field(pl.Float64(), "degrees of freedom of the standard error; null: many"),
        "images": Field(pl.Int64(), "how many images' own scores the value averages; null where it judges none alone"),
    },
    "sides": {
        "key": KEY,
        "model": MODEL,
        "scenario": SCENARIO,
        "metric": METRIC,
        "metric_key": Field(pl.String(), "as in scores"),
        "perturbation": Field(pl.String(), "what was done to the prompts, as their tag `perturbation` says"),
        "is_perturbed": Field(pl.Boolean(), "whether the set is the perturbed prompts, or their originals"),
        "value": VALUE,
        "n": N,
        "missing": MISSING,
        "units": Field(pl.List(pl.String()), "as in influences; a perturbed prompt goes by its original's id"),
        "values": Field(pl.List(pl.Float64()), "as in influences"),
        "degrees": Field(pl.Float64(), "as in influences"),
        "reason": REASON,
    },
    **DERIVED,
}

_FACT_TYPES: Mapping[Column, pl.DataType] = {
    "number": pl.Float64(),
    "integer": pl.Int64(),
    "flag": pl.Boolean(),
    "text": pl.String(),
    "vector": pl.List(pl.Float32()),
    "json": pl.String(),
}


def polars_schema(table: str) -> dict[str, pl.DataType]:
    """Column name to type for a fixed table."""
    return {name: field.type for name, field in TABLES[table].items()}


def facts_schema(columns: Mapping[str, Column]) -> dict[str, pl.DataType]:
    """Column name to type for one annotator's facts."""
    fixed: dict[str, Any] = {"key": pl.String(), "image": pl.String(), "prompt": pl.String(), "error": pl.String()}
    return fixed | {name: _FACT_TYPES[kind] for name, kind in columns.items()}
