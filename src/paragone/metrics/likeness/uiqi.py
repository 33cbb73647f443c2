"""How alike an image and its reference image are by the universal image quality index (UIQI)."""

from paragone.metrics.likeness._likeness import Likeness


def metric() -> Likeness:
    """Wang and Bovik (2002) at 256 x 256 with a Gaussian window (HEIM); 1 for equal images, flat windows as 0."""
    return Likeness("uiqi", bounds=(-1.0, 1.0))
