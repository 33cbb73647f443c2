"""Lines that a difference must not cross: `--fail-if "skill_count<-0.02"`."""

import re
from typing import NamedTuple

from paragone.analysis.changes import Change
from paragone.core.errors import BadOption


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
