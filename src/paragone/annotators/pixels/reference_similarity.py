"""How alike an image and its prompt's reference image are, pixel by pixel (PSNR, SSIM, MS-SSIM, UIQI at 256 x 256)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from paragone.annotators._networks.prepare import stretched
from paragone.annotators.pixels._reference import reference_of
from paragone.core.components import Annotator, Subject
from paragone.core.types import Column, Facts, Missing, Picture, Pixels, Prompt
from paragone.stats.similarity import ms_ssim, psnr, ssim, uiqi

SIDE = 256


@dataclass(frozen=True, slots=True)
class ReferenceSimilarity(Annotator):
    """As HEIM compares them: both made 256 x 256 (bilinear), values 0 to 1, PSNR over the reference's own span.

    Equal images have no PSNR (it is infinite): None.
    """

    version: ClassVar[str] = "1"
    subject: ClassVar[Subject] = "pair"
    reads: ClassVar[tuple[str, ...]] = ("reference",)
    columns: ClassVar[Mapping[str, Column]] = dict.fromkeys(("psnr", "ssim", "ms_ssim", "uiqi"), "number")

    def look(
        self, pictures: Sequence[Picture], prompts: Sequence[Prompt], facts: Sequence[Mapping[str, Facts]] = ()
    ) -> Sequence[Facts | Missing]:
        """The four values of each pair, or why there are none."""
        return [_compared(picture, prompt) for picture, prompt in zip(pictures, prompts, strict=True)]


def _compared(picture: Picture, prompt: Prompt) -> Facts | Missing:
    reference = reference_of(prompt)
    return reference if isinstance(reference, Missing) else similarities(picture.pixels, reference)


def similarities(image: Pixels, reference: Pixels) -> dict[str, float | None]:
    """PSNR in dB, SSIM, MS-SSIM and UIQI of two images of any sizes."""
    one, other = (stretched(pixels, SIDE, policy="pil-bilinear") / np.float64(255) for pixels in (image, reference))
    span = float(max(other.max(), 0.0) - min(other.min(), 0.0))
    noise = psnr(one, other, data_range=span) if span > 0 else float("inf")
    return {
        "psnr": noise if np.isfinite(noise) else None,
        "ssim": ssim(one, other, data_range=1.0),
        "ms_ssim": ms_ssim(one, other) if max(np.ptp(one), np.ptp(other)) > 0 else None,
        "uiqi": uiqi(one, other, eps=float(np.finfo(np.float32).eps)),
    }


annotator = ReferenceSimilarity
