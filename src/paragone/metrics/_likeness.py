"""One column of `reference_similarity` as a score: what the metrics against a reference image share."""

from collections.abc import Mapping

from paragone.core.types import Facts, Score

ANNOTATOR = "reference_similarity"
WHY: Mapping[str, str] = {
    "psnr": "the image equals its reference, so PSNR is infinite",
    "ms_ssim": "both images are of one colour, so MS-SSIM has no range",
}


def likeness(facts: Mapping[str, Facts], column: str) -> Score:
    """The value, or why there is none."""
    value = facts[ANNOTATOR][column]
    return Score(None, WHY.get(column, "no value was stated")) if value is None else Score(float(value))
