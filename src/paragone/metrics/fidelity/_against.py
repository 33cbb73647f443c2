"""What metrics declare alike that compare the drawn images with the real ones in a feature space."""

from dataclasses import dataclass
from typing import ClassVar

from paragone.core.components import SetMetric
from paragone.metrics._names import NamedByOptions
from paragone.metrics._sets import needs_of


@dataclass(frozen=True, slots=True)
class AgainstReal(NamedByOptions, SetMetric):
    """A set metric of vectors that an annotator states of both sides."""

    features: str = "inception_fid"
    needs_real: ClassVar[bool] = True
    aspects: ClassVar[tuple[str, ...]] = ("quality",)

    @property
    def needs(self) -> tuple[str, ...]:
        """The annotator whose vectors are compared, and pixels where black drawings are left out."""
        return needs_of(self.features, without_black=self.is_without_black)

    @property
    def is_without_black(self) -> bool:
        """Whether black drawings are left out, as HEIM does."""
        return False

    @property
    def may_read(self) -> tuple[str, ...]:
        """Which real image belongs to which prompt."""
        return ("reference",)
