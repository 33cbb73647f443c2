"""What an image cost, in the currency of the plan's option cost."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from paragone.core.types import Direction, Score, View


@dataclass(frozen=True, slots=True)
class CostPerImage:
    """The price of one image; a refusal or failure is no image, whatever was paid for it."""

    name: ClassVar[str] = "cost_per_image"
    version: ClassVar[str] = "1"
    kind: ClassVar[Literal["image"]] = "image"
    needs: ClassVar[tuple[str, ...]] = ()
    direction: ClassVar[Direction | None] = "lower"
    bounds: ClassVar[tuple[float, float]] = (0.0, float("inf"))
    binary: ClassVar[bool] = False
    aspects: ClassVar[tuple[str, ...]] = ("efficiency",)

    def judge(self, view: View, /) -> Score:
        """Money per image."""
        if view.sample.outcome != "drawn":
            return Score(None, f"the drawing is {view.sample.outcome}")
        found = view.sample.details.get("cost")
        if not isinstance(found, (int, float)):
            return Score(None, "the model has no price: give it the option cost")
        return Score(float(found))


metric = CostPerImage
