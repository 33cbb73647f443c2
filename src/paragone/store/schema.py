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
_GROUP = Field(pl.String(), "TAG=VALUE for the prompts that have this tag; empty for all of them")
_FROM = Field(pl.String(), "content key of what the row was made from: while it is the same, the row is not made anew")

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
        "meaning": Field(pl.String(), "the text to compare the drawing with, where it is not the one that was drawn"),
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
        "images": Field(pl.Int64(), "how many images' own scores the value averages; null where it judges none alone"),
    },
    "estimates": {
        "model": _MODEL,
        "scenario": _SCENARIO,
        "metric": _METRIC,
        "group": _GROUP,
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
        "is_clear": Field(pl.Boolean(), "whether this is clearly the best of its column, all columns as one family"),
        "key": Field(pl.String(), "of a group: content key of what the row was made from; null for the whole"),
    },
    "averages": {
        "model": _MODEL,
        "group": Field(pl.String(), "what the plan calls a group of scenarios"),
        "metric": _METRIC,
        "scenarios": Field(pl.List(pl.String()), "the scenarios of the group that have a value"),
        "absent": Field(pl.List(pl.String()), "those that have none, or could not be had"),
        "average": Field(pl.String(), "heim: scenarios count equally; strict: prompts do"),
        "direction": Field(pl.String(), "higher or lower is better; null where neither is"),
        "value": _VALUE,
        "low": _LOW,
        "high": _HIGH,
        "level": Field(pl.Float64(), "as in estimates"),
        "n": _N,
        "missing": _MISSING,
        "method": _METHOD,
        "reason": _REASON,
    },
    "ranks": {
        "model": _MODEL,
        "ranking": Field(pl.String(), "win_rate (HEIM), win_rate for ASPECT, or ranking_score on SCENARIO (TISE)"),
        "best": Field(
            pl.Int64(), "the best rank that the model may have; those that cannot be told apart share theirs"
        ),
        "worst": Field(pl.Int64(), "the worst rank that it may have"),
        "value": _VALUE,
        "low": _LOW,
        "high": _HIGH,
        "n": Field(pl.Int64(), "how many columns of metrics the rank rests on"),
        "missing": Field(pl.Int64(), "columns in which the model has no value"),
        "method": _METHOD,
        "reason": _REASON,
    },
    "differences": {
        "key": _FROM,
        "model_a": Field(pl.String(), "the model that is subtracted"),
        "model_b": Field(pl.String(), "the model that it is subtracted from"),
        "scenario": _SCENARIO,
        "metric": _METRIC,
        "group": _GROUP,
        "direction": Field(pl.String(), "higher or lower is better; null where neither is"),
        "value": Field(pl.Float64(), "b - a on the prompts that both have; null where it cannot be told"),
        "low": _LOW,
        "high": _HIGH,
        "p_value": Field(pl.Float64(), "two-sided, of there being no difference"),
        "p_adjusted": Field(pl.Float64(), "the same by Holm's correction over all rows of this table"),
        "n": Field(pl.Int64(), "prompts that both have"),
        "unmatched": Field(pl.Int64(), "prompts that only one of them has a score for"),
        "method": _METHOD,
        "reason": _REASON,
        "verdict": Field(pl.String(), "of b: better, worse or no clear change; empty where it cannot be told"),
    },
    "changes": {
        "key": _FROM,
        "model": _MODEL,
        "scenario": _SCENARIO,
        "metric": _METRIC,
        "perturbation": Field(pl.String(), "what was done to the prompts, as their tag `perturbation` says"),
        "direction": Field(pl.String(), "higher or lower is better; null where neither is"),
        "original": Field(pl.Float64(), "the mean on the prompts as they are, of those pairs that have both"),
        "perturbed": Field(pl.Float64(), "the mean on the perturbed prompts of the same pairs"),
        "value": Field(pl.Float64(), "perturbed less original, prompt by prompt; null where it cannot be told"),
        "low": _LOW,
        "high": _HIGH,
        "p_value": Field(pl.Float64(), "two-sided, of there being no change"),
        "p_adjusted": Field(pl.Float64(), "the same by Holm's correction over all rows of this table"),
        "n": Field(pl.Int64(), "prompts that have a score both ways"),
        "unmatched": Field(pl.Int64(), "prompts that have a score one way only"),
        "worst": Field(
            pl.Float64(), "mean over pairs of the worse score of the two, worse in the metric's own direction"
        ),
        "worst_low": _LOW,
        "worst_high": _HIGH,
        "worst_heim": Field(pl.Float64(), "the same as HEIM has it: the lower score, even where less is better"),
        "method": _METHOD,
        "reason": _REASON,
        "verdict": Field(pl.String(), "of the perturbed: better, worse or no clear change; empty: it cannot be told"),
    },
    "aspects": {
        "aspect": Field(pl.String(), "an aspect of HEIM's, or one that the plan names"),
        "other": Field(pl.String(), "the aspect that it is correlated with"),
        "value": Field(pl.Float64(), "Spearman's rho of the two win rates over models; null with fewer than five"),
        "low": _LOW,
        "high": _HIGH,
        "n": Field(pl.Int64(), "models that have a win rate in both"),
        "reason": _REASON,
    },
    "notices": {
        "key": _KEY,
        "kind": Field(pl.String(), "not drawn, out of domain or images"),
        "level": Field(pl.String(), "failure: no result at all; warning: a result that misleads; note: good to know"),
        "text": Field(pl.String(), "the notice, in one line"),
        "model": Field(pl.String(), "the model it is about; empty: any"),
        "scenario": Field(pl.String(), "the scenario it is about; empty: all"),
        "metric": Field(pl.String(), "the metric it is about; empty: none in particular"),
        "annotator": Field(pl.String(), "the judge that is out of its domain; empty: none"),
        "count": Field(pl.Int64(), "how many images it is about"),
        "total": Field(pl.Int64(), "of how many; 0: it is no matter of images"),
    },
    "correlations": {
        "scenario": _SCENARIO,
        "metric": _METRIC,
        "other": Field(pl.String(), "the metric that it is correlated with"),
        "value": Field(pl.Float64(), "Spearman's rho over the means by model and prompt"),
        "n": Field(pl.Int64(), "means by model and prompt that both have"),
    },
    "calibrations": {
        "classifier": Field(pl.String(), "the classifier whose temperature was fitted (`paragone calibrate`)"),
        "images": Field(pl.Int64(), "labelled images that it was fitted on"),
        "classes": Field(pl.Int64(), "classes of the classifier"),
        "temperature": Field(pl.Float64(), "T: probabilities are softmax(logits / T)"),
        "low": _LOW,
        "high": _HIGH,
        "state": Field(pl.String(), "before or after the temperature"),
        "error": Field(pl.Float64(), "expected calibration error over the bins of this state"),
        "bin": Field(pl.Int64(), "which of the bins of equal width, from 0"),
        "count": Field(pl.Int64(), "images whose confidence is in the bin"),
        "confidence": Field(pl.Float64(), "how sure the classifier is on average in the bin; null if empty"),
        "accuracy": Field(pl.Float64(), "how often it is right there; null if empty"),
    },
    "map": {
        "space": Field(pl.String(), "the annotator whose vectors were laid out"),
        "way": Field(pl.String(), "how: pca or tsne"),
        "model": _MODEL,
        "scenario": _SCENARIO,
        "prompt_id": _PROMPT,
        "seed": _SEED,
        "key": Field(pl.String(), "the sample's key"),
        "x": Field(pl.Float64(), "place across; the unit has no meaning"),
        "y": Field(pl.Float64(), "place up"),
        "note": Field(pl.String(), "what the layout keeps, and from what it was made"),
    },
    "efficiency": {
        "key": _FROM,
        "model": _MODEL,
        "scenario": _SCENARIO,
        "parameters": Field(pl.Int64(), "the model's size; null if unknown"),
        "peak_memory_mib": Field(pl.Int64(), "the most memory that a drawing took"),
        "memory_of": Field(pl.String(), "GPU or process"),
        "metric": Field(pl.String(), "a metric of efficiency, whether the plan asks for it or not"),
        "value": _VALUE,
        "low": _LOW,
        "high": _HIGH,
        "n": _N,
        "missing": _MISSING,
        "method": _METHOD,
        "reason": _REASON,
    },
    "bias": {
        "model": _MODEL,
        "scenario": _SCENARIO,
        "metric": Field(pl.String(), "women_share, skin_tone, gender by tone, or race or gender by people"),
        "prompt_id": Field(pl.String(), "the prompt's id; empty for all prompts together"),
        "classes": Field(pl.String(), "JSON: what the counts are of"),
        "counts": Field(pl.List(pl.Int64()), "images of each class, as perceived"),
        "n": Field(pl.Int64(), "images that could be told"),
        "undecided": Field(pl.Int64(), "images that could not: Uncertain, or no image; their scores say why"),
        "share": Field(pl.Float64(), "of women among those that could be told; null for tones"),
        "low": _LOW,
        "high": _HIGH,
        "p_value": Field(pl.Float64(), "of a model that draws every class alike; of all prompts together where empty"),
        "p_adjusted": Field(pl.Float64(), "the same by Holm's correction over the prompts of a model and metric"),
        "method": _METHOD,
    },
    "ratings": {
        "key": _KEY,
        "sample": Field(pl.String(), "key of the sample that was rated; null for a real image of no model"),
        "model": _MODEL,
        "scenario": _SCENARIO,
        "prompt_id": _PROMPT,
        "seed": _SEED,
        "image": Field(pl.String(), "SHA-256 of the image file that people saw"),
        "other": Field(pl.String(), "of a pair: key of the sample that it was compared with"),
        "question": Field(pl.String(), "what people were asked, by its name in the study file"),
        "rater": Field(pl.String(), "a random code for the person; names and addresses are never here"),
        "value": Field(pl.Float64(), "the answer as a number; of a pair 1 won, 0.5 tied, 0 lost; null: words only"),
        "answer": Field(pl.String(), "the answer in words: the option, free text, or boxes as JSON"),
        "seconds": Field(pl.Float64(), "time that the answer took; null where it is not known"),
        "source": Field(pl.String(), "the study or the file that it came from"),
    },
    "people_levels": {
        "scenario": _SCENARIO,
        "metric": _METRIC,
        "question": Field(pl.String(), "what people were asked"),
        "level": Field(pl.String(), "image, prompt (means over models) or model (means over prompts)"),
        "n": Field(pl.Int64(), "images, prompts or models that have both a score and a rating"),
        "pearson": Field(pl.Float64(), "correlation; metrics of which less is better are turned round"),
        "spearman": Field(pl.Float64(), "of ranks"),
        "kendall": Field(pl.Float64(), "tau-b"),
        "accuracy": Field(pl.Float64(), "of couples that people order, the share that the metric orders alike"),
    },
    "people": {
        "key": _FROM,
        "scenario": _SCENARIO,
        "metric": _METRIC,
        "question": Field(pl.String(), "what people were asked"),
        "ratings": Field(pl.Int64(), "answers to it"),
        "raters": Field(pl.Int64(), "people who answered"),
        "alpha": Field(pl.Float64(), "Krippendorff's, of ordered values; null where it is not defined"),
        "n": Field(pl.Int64(), "prompts x models that have both a score and a rating"),
        "rho": Field(pl.Float64(), "Spearman's correlation of the metric with the mean rating"),
        "rho_low": _LOW,
        "rho_high": _HIGH,
        "tau": Field(pl.Float64(), "Kendall's"),
        "tau_low": _LOW,
        "tau_high": _HIGH,
        "reason": _REASON,
        "source": Field(pl.String(), "SHA-256 of the table of ratings"),
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
