"""A column of a table: its type and its meaning, and those that many tables share."""

from typing import NamedTuple

import polars as pl


class Field(NamedTuple):
    """One column: its type and its meaning."""

    type: pl.DataType
    meaning: str


KEY = Field(pl.String(), "content key: the same inputs and versions give the same key on any machine")
MODEL = Field(pl.String(), "the model's name in the plan")
SCENARIO = Field(pl.String(), "the scenario's name in the plan")
PROMPT = Field(pl.String(), "the prompt's id within its scenario")
SEED = Field(pl.Int64(), "the seed of the drawing")
METRIC = Field(pl.String(), "the metric's name")
REASON = Field(pl.String(), "in words: why the value is what it is, or why it is missing")
VALUE = Field(pl.Float64(), "the number; null is missing, never zero")
LOW = Field(pl.Float64(), "lower end of the interval")
HIGH = Field(pl.Float64(), "upper end of the interval")
N = Field(pl.Int64(), "how many scores (or images, for a set metric) the value rests on")
MISSING = Field(pl.Int64(), "how many scores could not be given")
METHOD = Field(pl.String(), "how the interval was made")
GROUP = Field(pl.String(), "TAG=VALUE for the prompts that have this tag; empty for all of them")
FROM = Field(pl.String(), "content key of what the row was made from: while it is the same, the row is not made anew")
