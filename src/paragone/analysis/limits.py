"""Lines that a difference must not cross: `--fail-if "skill_count<-0.02"`."""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from paragone.analysis.changes import Change
from paragone.core.catalogue import nearest
from paragone.core.cells import is_foreign
from paragone.core.errors import BadOption, UnknownName


class Limit(NamedTuple):
    """A line that a metric's difference must not cross: with its whole interval, or (`by_value`) with the number."""

    metric: str
    sign: str
    value: float
    by_value: bool = False

    @property
    def flag(self) -> str:
        """As the user wrote it."""
        return f"{'--fail-if-value' if self.by_value else '--fail-if'} {self.metric}{self.sign}{self.value:g}"

    def is_crossed_by(self, change: Change) -> bool:
        """Whether the difference is beyond the limit; an unknown difference is an error, not a pass."""
        found = change.difference
        # Evidence: all that the interval holds is beyond the line.
        proof = found.value if self.by_value else found.high if self.sign.startswith("<") else found.low
        if proof is None:
            advice = "" if found.value is None else "; --fail-if-value judges the number without one"
            lack = "difference" if found.value is None or self.by_value else "interval"
            reason = found.reason or "none was given"
            raise BadOption(f"{self.flag} on {change.scenario}: there is no {lack} to judge: {reason}{advice}")
        if is_foreign(found.reason) and not self.by_value:
            advice = "--fail-if-value goes by the number all the same"
            raise BadOption(f"{self.flag} on {change.scenario}: there is no evidence: {found.reason}; {advice}")
        bound = self.value
        return {"<": proof < bound, "<=": proof <= bound, ">": proof > bound, ">=": proof >= bound}[self.sign]


class Crossed(NamedTuple):
    """A limit and a change that is beyond it."""

    limit: Limit
    change: Change

    def __str__(self) -> str:
        found, limit = self.change.difference, self.limit
        interval = f" [{found.low:.4g}, {found.high:.4g}]" if found.low is not None and found.high is not None else ""
        changed = f"{limit.metric} on {self.change.scenario} changed by {found.value:.4g}{interval}"
        return f"{changed}, which is {limit.sign} {limit.value:g}"


def crossed_by(
    limits: Sequence[Limit], changes: Sequence[Change], uses: Mapping[str, str] = MappingProxyType({})
) -> list[Crossed]:
    """Every change that is beyond a limit; a limit may name its metric in short."""
    known = {change.metric: uses.get(change.metric, "") for change in changes}
    whole = [limit._replace(metric=metric_named(limit.metric, known, limit.flag)) for limit in limits]
    return [
        Crossed(limit, change)
        for limit in whole
        for change in changes
        if change.metric == limit.metric and limit.is_crossed_by(change)
    ]


def uses_of(manifest: Mapping[str, Any]) -> dict[str, str]:
    """The metrics of a run with what the catalogue calls each: `fid(coco_detector_crops)` is `o_fid`."""
    return {name: str(about["use"]) for name, about in manifest["metrics"].items()}


def metric_named(name: str, known: Mapping[str, str], what: str) -> str:
    """The metric of that whole name, of that name in the catalogue, or the only one whose name begins with it.

    >>> metric_named("fid", {"fid(inception_fid)": "fid", "fid(coco_detector_crops)": "o_fid"}, "--metric")
    'fid(inception_fid)'
    """
    if name in known:
        return name
    found = [metric for metric, use in known.items() if use == name]
    if len(found) != 1:
        found = sorted(metric for metric in known if metric.partition("(")[0] == name)
    if len(found) > 1:
        raise BadOption(f"{what}: {name!r} may be {' or '.join(found)}; write one of them in full")
    if not found:
        short = dict.fromkeys(metric.partition("(")[0] for metric in known)
        raise UnknownName(f"{what}: no metric here is called {name!r}; {nearest(name, [*known, *short])}")
    return found[0]


def read_limit(text: str, *, by_value: bool = False) -> Limit:
    """A limit from text such as "fractal>0.05" or "skill_count<-0.02".

    >>> read_limit("clip_score < -0.02")
    Limit(metric='clip_score', sign='<', value=-0.02, by_value=False)
    """
    match = re.fullmatch(r"\s*(.+?)\s*(<=|>=|<|>)\s*([-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?)\s*", text)
    try:
        assert match is not None
        return Limit(match[1], match[2], float(match[3]), by_value)
    except (AssertionError, ValueError) as error:
        flag = "--fail-if-value" if by_value else "--fail-if"
        raise BadOption(
            f'cannot read {flag} {text!r}; write a metric, < or >, and a number: "skill_count<-0.02"'
        ) from error
