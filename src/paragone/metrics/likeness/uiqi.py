"""How alike an image and its reference image are by the universal image quality index (UIQI)."""

from typing import ClassVar

from paragone.metrics.likeness._likeness import Likeness


class Uiqi(Likeness):
    """Wang and Bovik (2002) at 256 x 256 with a Gaussian window (HEIM); 1 for equal images, flat windows as 0."""

    title: ClassVar[str] = "UIQI"
    bounds: ClassVar[tuple[float, float]] = (-1.0, 1.0)


metric = Uiqi
