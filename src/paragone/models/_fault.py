"""An expected failure on the way to one image, on its way to becoming a row."""

from collections.abc import Callable, Mapping

from paragone.core.keys import Json
from paragone.core.types import Missing, Outcome


class Fault(Exception):
    """There will be no image, for this reason; `draw` turns it into a Missing and goes on with the next prompt."""

    def __init__(self, reason: str, outcome: Outcome = "failed", *, details: Mapping[str, Json] | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.outcome: Outcome = outcome
        self.details = details or {}

    def missing(self, details: Mapping[str, Json] | None = None, scrub: Callable[[str], str] = str) -> Missing:
        """The row, with what was known when it failed, in words that passed through `scrub`."""
        return Missing(scrub(self.reason), self.outcome, {**(details or {}), **self.details})
