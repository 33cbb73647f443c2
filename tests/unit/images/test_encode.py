import io
from typing import Any

import numpy as np
import pytest
from PIL import Image

from paragone.core.errors import BadOption
from paragone.core.types import Pixels
from paragone.images.encode import Encoding, encode

ENCODINGS = [Encoding(), Encoding("JPEG"), Encoding("WEBP"), Encoding("WEBP", lossless=True)]


def picture() -> Pixels:
    return np.random.default_rng(5).integers(0, 256, (24, 32, 3), dtype=np.uint8)


@pytest.mark.parametrize("encoding", ENCODINGS, ids=str)
def test_the_same_pixels_give_the_same_bytes_of_the_format_asked_for(encoding: Encoding) -> None:
    data = encode(picture(), encoding)
    assert encode(picture(), encoding) == data
    with Image.open(io.BytesIO(data)) as image:
        assert (image.format, image.size) == (encoding.format, (32, 24))


def test_png_and_lossless_webp_lose_nothing() -> None:
    for encoding in (Encoding(), Encoding(level=9), Encoding("WEBP", lossless=True)):
        with Image.open(io.BytesIO(encode(picture(), encoding))) as image:
            assert np.array_equal(np.asarray(image), picture())


def test_quality_and_subsampling_are_obeyed() -> None:
    assert len(encode(picture(), Encoding("JPEG", quality=30))) < len(encode(picture(), Encoding("JPEG", quality=95)))
    sizes = [len(encode(picture(), Encoding("JPEG", subsampling=s))) for s in ("4:2:0", "4:2:2", "4:4:4")]
    assert sizes == sorted(set(sizes))
    assert len(encode(picture(), Encoding("WEBP", quality=30))) < len(encode(picture(), Encoding("WEBP")))


def test_level_0_of_png_compresses_nothing() -> None:
    assert len(encode(np.zeros((24, 32, 3), np.uint8), Encoding(level=0))) > 24 * 32 * 3
    assert len(encode(np.zeros((24, 32, 3), np.uint8), Encoding(level=1))) < 200


def test_png_holds_nothing_but_pixels() -> None:
    data, names, place = encode(picture()), [], 8
    while place < len(data):
        length = int.from_bytes(data[place : place + 4], "big")
        names.append(data[place + 4 : place + 8])
        place += 12 + length
    assert set(names) == {b"IHDR", b"IDAT", b"IEND"}


def test_only_the_settings_that_count_are_recorded() -> None:
    assert Encoding().settings == {"format": "PNG", "level": 1}
    assert Encoding("JPEG", level=9).settings == Encoding("JPEG").settings
    assert Encoding("WEBP").settings == {"format": "WEBP", "quality": 95, "lossless": False}


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"format": "EPS"}, "cannot be written as 'EPS'; use PNG"),
        ({"level": 10}, "0 to 9, not 10"),
        ({"quality": 0}, "1 to 100, not 0"),
        ({"subsampling": "4:1:1"}, "not '4:1:1'"),
    ],
)
def test_settings_that_cannot_be_are_refused(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(BadOption, match=said):
        Encoding(**wrong)


@pytest.mark.parametrize("wrong", [np.zeros((2, 2), np.uint8), np.zeros((2, 2, 3)), np.zeros((0, 2, 3), np.uint8)])
def test_what_is_no_picture_is_not_written(wrong: Any) -> None:
    with pytest.raises(ValueError, match=r"pixels must be uint8 \(height, width, 3\)"):
        encode(wrong)
