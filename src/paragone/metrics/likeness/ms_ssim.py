"""How alike an image and its reference image are in structure, over five scales (MS-SSIM)."""

from typing import ClassVar

from paragone.metrics.likeness._likeness import Likeness


class MsSsim(Likeness):
    """Wang, Simoncelli and Bovik (2003) at 256 x 256, as torchmetrics 0.11 has it (HEIM); 1 for equal images."""

    title: ClassVar[str] = "MS-SSIM"
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)


metric = MsSsim
