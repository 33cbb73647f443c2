"""Joules the machine's processors used while an image was drawn, where the machine counts them (RAPL)."""

from dataclasses import dataclass
from typing import ClassVar

from paragone.core.types import View
from paragone.metrics.efficiency._details import TakenByImage


@dataclass(frozen=True)
class EnergyPerImage(TakenByImage):
    """Joules of one drawing. The counters see the whole machine, so measure with one worker and nothing beside it."""

    title: ClassVar[str] = "Energy per image, J"
    detail: ClassVar[str] = "energy_j"
    unknown: ClassVar[str] = "the model does not measure energy"

    def why(self, view: View) -> str:
        """What the model says of its counters."""
        return str(view.sample.details.get("energy_note", self.unknown))


metric = EnergyPerImage
