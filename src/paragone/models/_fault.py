"""An expected failure on the way to one image, on its way to becoming a row."""

from paragone.core.types import Missing, Outcome


class Fault(Exception):
    """There will be no image, for this reason; `draw` turns it into a Missing and goes on with the next prompt."""

    def __init__(self, reason: str, outcome: Outcome = "failed") -> None:
        super().__init__(reason)
        self.reason = reason
        self.outcome: Outcome = outcome

    def missing(self) -> Missing:
        """The row."""
        return Missing(self.reason, self.outcome)
