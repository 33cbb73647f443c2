"""HEIM's copies of images, from which its FID is computed."""

import io

import numpy as np
from PIL import Image

from paragone.annotators.inception.inception_heim import stored_anew
from paragone.core.types import Picture

PIXELS = np.random.default_rng(0).integers(0, 256, (300, 400, 3), dtype=np.uint8)


def copied(format: str) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return stored_anew(Picture(PIXELS, "", format, "RGB", 0)).pixels


def test_a_drawing_is_stretched_and_a_photograph_is_compressed_once_more() -> None:
    small = Image.fromarray(PIXELS).resize((512, 512), Image.Resampling.LANCZOS)
    assert np.array_equal(copied("PNG"), np.asarray(small))
    file = io.BytesIO()
    small.save(file, "JPEG")  # Pillow's own quality
    assert np.array_equal(copied("JPEG"), np.asarray(Image.open(file)))
    assert not np.array_equal(copied("JPEG"), copied("PNG"))
