"""The prompt in a style of art: a comma and the style at its end, as in HEIM's art scenarios."""

from dataclasses import dataclass

import numpy as np

from paragone.core.errors import BadOption
from paragone.perturbations._texts import TextPerturbation

HEIM_STYLES = ("oil painting", "watercolor", "pencil sketch", "animation", "vector graphics", "pixel art")


@dataclass(frozen=True, slots=True)
class Style(TextPerturbation):
    """`style` is any words. HEIM's: oil painting, watercolor, pencil sketch, animation, vector graphics, pixel art."""

    style: str

    def __post_init__(self) -> None:
        """Refuse a style without words."""
        if not self.style.strip():
            raise BadOption(f"style needs words, such as {HEIM_STYLES[0]!r}")

    def change(self, text: str, rng: np.random.Generator) -> str:
        """The text with the style behind it."""
        return f"{text}, {self.style}"


perturbation = Style
