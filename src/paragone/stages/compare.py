"""Compare two models, of one run or of two, prompt by prompt."""

import functools
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import polars as pl

from paragone.core.catalogue import nearest
from paragone.core.errors import BadOption, UnknownName
from paragone.core.keys import key_of
from paragone.stages.protocol import differences
from paragone.stats.bounded import Scale
from paragone.stats.paired import Difference, holm, paired_difference
from paragone.store.folder import RunFolder

CLEAR = 0.05
Place: TypeAlias = tuple[str, str]  # scenario, metric


class Side(NamedTuple):
    """A model in a run."""

    folder: RunFolder
    model: str


@dataclass(frozen=True)
class Change:
    """How one metric on one scenario differs from a to b."""

    scenario: str
    metric: str
    direction: str | None
    difference: Difference
    p_adjusted: float | None = None

    @property
    def verdict(self) -> str:
        """Better, worse, or no clear change; '' where it cannot be told.

        A change is clear if its interval leaves zero out and its p-value, corrected for the table, is below CLEAR.
        """
        low, high = self.difference.low, self.difference.high
        if self.direction is None or low is None or high is None:
            return ""
        if low <= 0 <= high or (self.p_adjusted is not None and self.p_adjusted >= CLEAR):
            return "no clear change"
        return "better" if (low > 0) == (self.direction == "higher") else "worse"


class Told(NamedTuple):
    """What a run says of one model: its numbers by place, and each prompt's mean score when asked."""

    manifest: Mapping[str, Any]
    estimates: Mapping[Place, Mapping[str, Any]]
    by_prompt: Callable[[str, str], Mapping[str, float | None]]  # scenario, metric


def compare(a: Side, b: Side, *, seed: int = 0) -> list[Change]:
    """Paired differences b - a for everything that both have, with p-values corrected by Holm over the table."""
    return compare_told(_told(a), _told(b), seed=seed)


def compare_told(a: Told, b: Told, *, seed: int = 0) -> list[Change]:
    """The same of two models whose tables are at hand already."""
    changes = []
    for place in sorted(a.estimates.keys() & b.estimates.keys()):
        one, other = a.estimates[place], b.estimates[place]
        scenario, metric = place
        if one["protocol"] != other["protocol"]:
            protocols = [t.manifest["protocols"].get(row["protocol"], {}) for t, row in ((a, one), (b, other))]
            why = f"not comparable, the protocols differ: {'; '.join(differences(*protocols))}"
            found = Difference(None, None, None, None, 0, 0, reason=why)
        elif a.manifest["metrics"][metric]["kind"] == "set":
            found = _set_difference(one, other)
        else:
            rng = np.random.default_rng([seed, int(key_of(scenario, metric)[:16], 16)])
            scale = _scale(a.manifest["metrics"][metric])
            found = paired_difference(
                a.by_prompt(scenario, metric), b.by_prompt(scenario, metric), rng=rng, scale=scale
            )
        changes.append(Change(scenario, metric, one["direction"], found))
    adjusted = holm([change.difference.p_value for change in changes])
    return [
        Change(change.scenario, change.metric, change.direction, change.difference, p)
        for change, p in zip(changes, adjusted, strict=True)
    ]


def _told(side: Side) -> Told:
    manifest = side.folder.read_manifest()
    if side.model not in manifest["models"]:
        raise UnknownName(f"{side.folder} has no model {side.model!r}; {nearest(side.model, manifest['models'])}")
    rows = side.folder.table("estimates").read(where=pl.col("model") == side.model).to_dicts()
    estimates = {(row["scenario"], row["metric"]): row for row in rows}
    return Told(manifest, estimates, functools.partial(_by_prompt, side, manifest))


def _scale(metric: Mapping[str, Any]) -> Scale:
    """What the metric's scores can be, as the manifest says; JSON has no infinity, so an open end is None."""
    low, high = metric.get("bounds", (None, None))
    return Scale(-math.inf if low is None else low, math.inf if high is None else high, is_binary=metric["binary"])


def _set_difference(one: Mapping[str, Any], other: Mapping[str, Any]) -> Difference:
    value = None if one["value"] is None or other["value"] is None else other["value"] - one["value"]
    reason = "one number a set: no paired interval"
    return Difference(value, None, None, None, min(one["n"], other["n"]), 0, reason=reason)


def _by_prompt(side: Side, manifest: Mapping[str, Any], scenario: str, metric: str) -> dict[str, float | None]:
    here = (
        (pl.col("model") == side.model)
        & (pl.col("scenario") == scenario)
        & (pl.col("metric_key") == manifest["metrics"][metric]["identity"])
    )
    scores = side.folder.table("scores").read(["prompt_id", "value"], where=here)
    means = scores.group_by("prompt_id").agg(pl.col("value").mean())
    return dict(means.iter_rows())


class Limit(NamedTuple):
    """A line that a metric's difference must not cross."""

    metric: str
    sign: str
    value: float

    def is_crossed_by(self, change: Change) -> bool:
        """Whether the difference is beyond the limit; an unknown difference is an error, not a pass."""
        found = change.difference.value
        if found is None:
            raise BadOption(f"--fail-if {self.metric}: there is no difference to judge: {change.difference.reason}")
        return {"<": found < self.value, "<=": found <= self.value, ">": found > self.value, ">=": found >= self.value}[
            self.sign
        ]


def read_limit(text: str) -> Limit:
    """A limit from text such as "fractal>0.05" or "skill_count<-0.02".

    >>> read_limit("clip_score < -0.02")
    Limit(metric='clip_score', sign='<', value=-0.02)
    """
    match = re.fullmatch(r"\s*(.+?)\s*(<=|>=|<|>)\s*([-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?)\s*", text)
    try:
        assert match is not None
        return Limit(match[1], match[2], float(match[3]))
    except (AssertionError, ValueError) as error:
        raise BadOption(
            f'cannot read --fail-if {text!r}; write a metric, < or >, and a number: "skill_count<-0.02"'
        ) from error
