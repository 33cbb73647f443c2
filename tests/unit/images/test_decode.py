"""Images are read as they are meant: upright, over white, eight bits, first frame."""

import io
import struct
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from PIL import Image, ImageOps, features
from tests.image_files import RED, WHITE, picture, png, png_chunk, rows, saved

from paragone.core.errors import BadImage
from paragone.core.keys import content_hash
from paragone.core.types import Pixels
from paragone.images.decode import decode
from paragone.images.encode import encode


def test_a_picture_says_what_its_file_said() -> None:
    data = saved(Image.new("L", (3, 2), 7))
    found = decode(data)
    assert (found.format, found.mode, found.byte_count, found.content) == ("PNG", "L", len(data), content_hash(data))
    assert found.pixels.tolist() == [[[7, 7, 7]] * 3] * 2


def test_a_one_pixel_image_is_an_image() -> None:
    assert decode(saved(Image.new("RGB", (1, 1), RED))).pixels.tolist() == [[[255, 0, 0]]]


@settings(deadline=None)
@given(hnp.arrays(np.uint8, st.tuples(st.integers(1, 9), st.integers(1, 9), st.just(3))))
def test_what_is_written_as_png_is_read_back_exactly(pixels: Pixels) -> None:
    assert np.array_equal(decode(encode(pixels)).pixels, pixels)


@pytest.mark.parametrize("format", ["BMP", "TIFF", "PPM"])
def test_formats_without_loss_are_read_back_exactly(format: str) -> None:
    assert np.array_equal(decode(saved(Image.fromarray(picture(5, 4)), format)).pixels, picture(5, 4))


@pytest.mark.skipif("avif" not in features.get_supported_modules(), reason="needs a Pillow built with AVIF")
def test_avif_is_read() -> None:
    found = decode(saved(Image.new("RGB", (16, 16), RED), "AVIF", quality=100, subsampling="4:4:4"))
    assert found.format == "AVIF"
    assert np.abs(found.pixels.astype(int) - RED).max() <= 3


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("format", ["PNG", "TIFF", "WEBP"])
def test_an_image_with_exif_orientation_stands_upright(orientation: int, format: str) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    settings: dict[str, Any] = {"lossless": True} if format == "WEBP" else {}
    data = saved(Image.fromarray(picture(2, 3)), format, exif=exif, **settings)
    upright = ImageOps.exif_transpose(Image.open(io.BytesIO(data)))
    assert np.array_equal(decode(data).pixels, np.asarray(upright))


def test_a_jpeg_shot_sideways_is_turned_clockwise() -> None:
    sideways = np.zeros((8, 16, 3), np.uint8)
    sideways[:, :8] = 255  # white on the left; orientation 6 says: turn right, so white comes to the top
    exif = Image.Exif()
    exif[0x0112] = 6
    found = decode(saved(Image.fromarray(sideways), "JPEG", exif=exif)).pixels
    assert found.shape == (16, 8, 3)
    assert found[:8].min() > 250
    assert found[8:].max() < 5


def test_alpha_is_laid_over_white() -> None:
    # 100 x 51/255 + 255 x 204/255 = 20 + 204 = 224
    assert decode(saved(Image.new("RGBA", (1, 1), (100, 0, 255, 51)))).pixels.tolist() == [[[224, 204, 255]]]
    assert decode(saved(Image.new("LA", (1, 1), (100, 51)))).pixels.tolist() == [[[224, 224, 224]]]


def test_a_transparent_palette_entry_shows_white() -> None:
    image = Image.new("P", (2, 1), 0)
    image.putpalette([255, 0, 0, 0, 0, 255])
    image.putpixel((1, 0), 1)
    assert decode(saved(image)).pixels.tolist() == [[[255, 0, 0], [0, 0, 255]]]
    assert decode(saved(image, transparency=1)).pixels.tolist() == [[[255, 0, 0], [255, 255, 255]]]
    # one alpha per entry: 255 x 51/255 + 255 x 204/255 = 255, and 0 x 51/255 + 204 = 204
    assert decode(saved(image, transparency=b"\x33\xff")).pixels.tolist() == [[[255, 204, 204], [0, 0, 255]]]


def test_a_colour_keyed_rgb_image_shows_white() -> None:
    image = Image.fromarray(np.array([[RED, (1, 2, 3)]], np.uint8))
    assert decode(saved(image, transparency=(1, 2, 3))).pixels.tolist() == [[[255, 0, 0], [255, 255, 255]]]


def test_one_bit_images_are_black_and_white() -> None:
    image = Image.new("1", (2, 1))
    image.putpixel((1, 0), 1)
    assert decode(saved(image)).pixels.tolist() == [[[0, 0, 0], [255, 255, 255]]]


def test_sixteen_bit_samples_keep_their_high_byte_in_grey_and_in_colour() -> None:
    grey = struct.pack(">4H", 0, 0x80FF, 0xFFFF, 0x0100)
    colour = b"".join(grey[i : i + 2] * 3 for i in range(0, 8, 2))
    expected = [[[v] * 3 for v in (0, 128, 255, 1)]]
    assert decode(png(4, 1, rows(grey), depth=16, colour=0)).pixels.tolist() == expected
    assert decode(png(4, 1, rows(colour), depth=16, colour=2)).pixels.tolist() == expected


def test_a_transparent_sixteen_bit_grey_shows_white() -> None:
    data = png(2, 1, png_chunk(b"tRNS", b"\x12\x34"), rows(b"\x12\x34\x12\x35"), depth=16, colour=0)
    assert decode(data).pixels[0, :, 0].tolist() == [255, 0x12]


@pytest.mark.parametrize(
    ("values", "expected"),
    [([0.0, 0.5, 1.0], [0, 128, 255]), ([0.0, 2.4, 255.0], [0, 2, 255])],  # 127.5 rounds to even
)
def test_float_tiff_is_read_on_the_scale_its_values_show(values: list[float], expected: list[int]) -> None:
    data = saved(Image.fromarray(np.array([values], np.float32)), "TIFF")
    assert decode(data).pixels[0, :, 1].tolist() == expected


@pytest.mark.parametrize("values", [[-1.0, 0.5], [0.0, 300.0], [0.0, float("nan")], [0.0, float("inf")]])
def test_float_tiff_on_no_known_scale_is_refused(values: list[float]) -> None:
    data = saved(Image.fromarray(np.array([values], np.float32)), "TIFF")
    with pytest.raises(BadImage, match=r"a\.tiff cannot be decoded as TIFF: its float samples run from"):
        decode(data, name="a.tiff")


def test_cmyk_jpeg_is_converted() -> None:
    cyan = decode(saved(Image.new("CMYK", (8, 8), (255, 0, 0, 0)), "JPEG", quality=100))
    assert cyan.mode == "CMYK"
    assert np.abs(cyan.pixels.astype(int) - (0, 255, 255)).max() <= 2


@pytest.mark.parametrize("format", ["GIF", "WEBP", "PNG", "TIFF"])
def test_of_an_animation_the_first_frame_is_taken(format: str) -> None:
    frames = [Image.new("RGB", (4, 4), colour) for colour in (RED, WHITE, (0, 0, 255))]
    data = saved(frames[0], format, save_all=True, append_images=frames[1:])
    assert np.abs(decode(data).pixels.astype(int) - RED).max() <= 2
