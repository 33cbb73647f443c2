"""Joules the machine's processors used while an image was drawn, where the machine counts them (RAPL)."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from paragone.core.types import Direction, Score, View


@dataclass(frozen=True, slots=True)
class EnergyPerImage:
    """Joules of one drawing. The counters see the whole machine, so measure with one worker and nothing beside it."""

    name: ClassVar[str] = "energy_per_image"
    version: ClassVar[str] = "1"
    kind: ClassVar[Literal["image"]] = "image"
    needs: ClassVar[tuple[str, ...]] = ()
    direction: ClassVar[Direction | None] = "lower"
    bounds: ClassVar[tuple[float, float]] = (0.0, float("inf"))
    binary: ClassVar[bool] = False
    aspects: ClassVar[tuple[str, ...]] = ("efficiency",)

    def judge(self, view: View, /) -> Score:
        """Joules."""
        if view.sample.outcome != "drawn":
            return Score(None, f"the drawing is {view.sample.outcome}")
        found = view.sample.details.get("energy_j")
        if not isinstance(found, (int, float)):
            return Score(None, str(view.sample.details.get("energy_note", "the model does not measure energy")))
        return Score(float(found))


metric = EnergyPerImage
