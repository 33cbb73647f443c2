"""What metrics declare alike that compare the drawn images with the real ones in a feature space."""

from dataclasses import dataclass
from typing import ClassVar

from paragone.core.components import SetMetric
from paragone.metrics._names import named
from paragone.metrics._sets import needs_of


@dataclass(frozen=True, slots=True)
class AgainstReal(SetMetric):
    """A set metric of vectors that an annotator states of both sides."""

    features: str = "inception_fid"
    called: ClassVar[str] = ""  # as the catalogue has it
    needs_real: ClassVar[bool] = True
    aspects: ClassVar[tuple[str, ...]] = ("quality",)

    @property
    def name(self) -> str:
        """With the feature space, and other options where they differ."""
        return named(self.called, self)

    @property
    def needs(self) -> tuple[str, ...]:
        """The annotator whose vectors are compared, and what the protocol needs."""
        return needs_of(self.features, getattr(self, "protocol", "strict"))

    @property
    def may_read(self) -> tuple[str, ...]:
        """Which real image belongs to which prompt."""
        return ("reference",)
