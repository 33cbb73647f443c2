"""The columns of every table in a run folder, with what they mean; docs/tables.md is written from here."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import polars as pl

from paragone.core.types import Column


class Field(NamedTuple):
    """One column: its type and its meaning."""

    type: pl.DataType
    meaning: str


_KEY = Field(pl.String(), "content key: the same inputs and versions give the same key on any machine")
_MODEL = Field(pl.String(), "the model's name in the plan")
_SCENARIO = Field(pl.String(), "the scenario's name in the plan")
_PROMPT = Field(pl.String(), "the prompt's id within its scenario")
_SEED = Field(pl.Int64(), "the seed of the drawing")
_METRIC = Field(pl.String(), "the metric's name")
_REASON = Field(pl.String(), "in words: why the value is what it is, or why it is missing")
_VALUE = Field(pl.Float64(), "the number; null is missing, never zero")
_LOW = Field(pl.Float64(), "lower end of the interval")
_HIGH = Field(pl.Float64(), "upper end of the interval")
_N = Field(pl.Int64(), "how many scores (or images, for a set metric) the value rests on")
_MISSING = Field(pl.Int64(), "how many scores could not be given")
_METHOD = Field(pl.String(), "how the interval was made")

TABLES: Mapping[str, Mapping[str, Field]] = {
    "prompts": {
        "key": _KEY,
        "scenario": _SCENARIO,
        "prompt_id": _PROMPT,
        "text": Field(pl.String(), "the prompt, exactly as given"),
        "tags": Field(pl.String(), "JSON: category, language, perturbation ..."),
        "expect": Field(pl.String(), "JSON: what can be checked (objects, counts, colours, relations, words)"),
        "origin": Field(pl.String(), "id of the prompt that this one perturbs"),
        "reference": Field(pl.String(), "SHA-256 of the real image that belongs to the prompt"),
    },
    "samples": {
        "key": _KEY,
        "model": _MODEL,
        "scenario": _SCENARIO,
        "prompt_id": _PROMPT,
        "seed": _SEED,
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
        "key": _KEY,
        "sample": Field(pl.String(), "key of the sample whose failure was taken out of `samples` by `run --retry`"),
        "model": _MODEL,
        "scenario": _SCENARIO,
        "prompt_id": _PROMPT,
        "seed": _SEED,
        "outcome": Field(pl.String(), "what had become of the drawing"),
        "reason": Field(pl.String(), "why there was no image"),
        "seconds": Field(pl.Float64(), "time the attempt took"),
        "details": Field(pl.String(), "JSON, as in samples"),
    },
    "scores": {
        "key": _KEY,
        "model": _MODEL,
        "scenario": _SCENARIO,
        "metric": _METRIC,
        "metric_key": Field(
            pl.String(), "identity of the metric, its options and annotators; manifest.json has the current one"
        ),
        "prompt_id": Field(pl.String(), "the prompt's id; null where a set metric's own value is"),
        "seed": Field(pl.Int64(), "the seed; null for prompt metrics, and where a set metric's own value is"),
        "value": _VALUE,
        "reason": _REASON,
        "spread": Field(pl.Float64(), "a source's own plus-minus (one standard deviation); null where it has none"),
        "n": _N,
        "missing": _MISSING,
        "method": _METHOD,
    },
    "influences": {
        "key": _KEY,
        "model": _MODEL,
        "scenario": _SCENARIO,
        "metric": _METRIC,
        "metric_key": Field(pl.String(), "as in scores"),
        "units": Field(pl.List(pl.String()), "prompts (by id), real images of no prompt, or groups that were left out"),
        "values": Field(
            pl.List(pl.Float64()), "what each unit contributed to the error: the variance is the sum of their squares"
        ),
        "degrees": Field(pl.Float64(), "degrees of freedom of the standard error; null: many"),
    },
    "estimates": {
        "model": _MODEL,
        "scenario": _SCENARIO,
        "metric": _METRIC,
        "protocol": Field(pl.String(), "what the number was made under; manifest.json spells it out"),
        "direction": Field(pl.String(), "higher or lower is better; null where neither is"),
        "value": _VALUE,
        "low": _LOW,
        "high": _HIGH,
        "level": Field(pl.Float64(), "how often such an interval holds the truth, as the plan asks; null: no interval"),
        "n": _N,
        "missing": _MISSING,
        "method": _METHOD,
        "reason": _REASON,
    },
    "ranks": {
        "model": _MODEL,
        "ranking": Field(pl.String(), "win_rate (HEIM), win_rate for ASPECT, or ranking_score on SCENARIO (TISE)"),
        "value": _VALUE,
        "low": _LOW,
        "high": _HIGH,
        "n": Field(pl.Int64(), "how many columns of metrics the rank rests on"),
        "missing": Field(pl.Int64(), "columns in which the model has no value"),
        "method": _METHOD,
        "reason": _REASON,
    },
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
