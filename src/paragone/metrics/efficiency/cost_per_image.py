"""What an image cost, in the currency of the plan's option cost."""

from dataclasses import dataclass
from typing import ClassVar

from paragone.metrics.efficiency._details import TakenByImage


@dataclass(frozen=True)
class CostPerImage(TakenByImage):
    """The price of one image; a refusal or failure is no image, whatever was paid for it."""

    title: ClassVar[str] = "Cost per image"
    detail: ClassVar[str] = "cost"
    unknown: ClassVar[str] = "the model has no price: give it the option cost"


metric = CostPerImage
