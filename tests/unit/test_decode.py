import io
import struct
import warnings
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from PIL import Image, ImageCms, ImageOps, features

from paragone.core.errors import BadImage, BadInput
from paragone.core.keys import content_hash
from paragone.core.types import Pixels
from paragone.images.decode import Limits, decode, read_file
from paragone.images.encode import Encoding, encode

RED, WHITE = (255, 0, 0), (255, 255, 255)


def saved(image: Image.Image, format: str = "PNG", **settings: Any) -> bytes:
    file = io.BytesIO()
    image.save(file, format, **settings)
    return file.getvalue()


def picture(height: int, width: int) -> Pixels:
    return np.random.default_rng(7).integers(0, 256, (height, width, 3), dtype=np.uint8)


def png_chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def png(width: int, height: int, *chunks: bytes, depth: int = 8, colour: int = 2) -> bytes:
    header = png_chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + b"".join(chunks) + png_chunk(b"IEND", b"")


def rows(*lines: bytes) -> bytes:
    return png_chunk(b"IDAT", zlib.compress(b"".join(b"\0" + line for line in lines)))


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


def linear_profile() -> bytes:
    """A small profile with sRGB's primaries but no gamma: (r, g, b)XYZ, white point and identity curves."""

    def fixed(*values: float) -> bytes:
        return b"XYZ \0\0\0\0" + struct.pack(">3i", *(round(v * 65536) for v in values))

    curve = b"curv" + bytes(8)  # no entries: the identity
    tags = {
        b"desc": b"desc\0\0\0\0" + struct.pack(">I", 7) + b"linear\0" + bytes(80),
        b"cprt": b"text\0\0\0\0none\0\0\0\0",
        b"wtpt": fixed(0.9642, 1.0, 0.8249),
        b"rXYZ": fixed(0.4360, 0.2225, 0.0139),
        b"gXYZ": fixed(0.3851, 0.7169, 0.0971),
        b"bXYZ": fixed(0.1431, 0.0606, 0.7139),
        **{name: curve for name in (b"rTRC", b"gTRC", b"bTRC")},
    }
    place, table, body = 128 + 4 + 12 * len(tags), b"", b""
    for name, tag in tags.items():
        padded = tag + bytes(-len(tag) % 4)
        table += name + struct.pack(">II", place + len(body), len(tag))
        body += padded
    rest = struct.pack(">I", len(tags)) + table + body
    head = struct.pack(">I4sI4s4s4s", 128 + len(rest), b"lcms", 0x02100000, b"mntr", b"RGB ", b"XYZ ")
    head += struct.pack(">6H4s", 2026, 1, 1, 0, 0, 0, b"acsp")
    head += bytes(68 - len(head)) + struct.pack(">3i", 63190, 65536, 54061)
    return head + bytes(128 - len(head)) + rest


def test_an_icc_profile_is_brought_to_srgb() -> None:
    # Linear 55/255 = 0.2157 is sRGB 1.055 x 0.2157^(1/2.4) - 0.055 = 0.502, that is 128 of 255.
    data = saved(Image.new("RGB", (2, 2), (55, 55, 55)), icc_profile=linear_profile())
    assert np.abs(decode(data).pixels.astype(int) - 128).max() <= 1


def test_alpha_and_palette_images_follow_their_profile_too() -> None:
    palette = Image.new("RGB", (2, 2), (55, 55, 55)).quantize(2)
    assert np.abs(decode(saved(palette, icc_profile=linear_profile())).pixels.astype(int) - 128).max() <= 1
    # half-transparent over white: 128 x 102/255 + 255 x 153/255 = 51.2 + 153 = 204
    veiled = Image.new("RGBA", (2, 2), (55, 55, 55, 102))
    assert np.abs(decode(saved(veiled, icc_profile=linear_profile())).pixels.astype(int) - 204).max() <= 1


def test_an_srgb_profile_changes_nothing() -> None:
    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    data = saved(Image.fromarray(picture(8, 8)), icc_profile=srgb)
    assert np.abs(decode(data).pixels.astype(int) - picture(8, 8)).max() <= 1


@pytest.mark.parametrize("profile", [b"no profile at all", linear_profile()[:200]])
def test_a_broken_profile_is_ignored(profile: bytes) -> None:
    data = saved(Image.new("RGB", (1, 1), (55, 55, 55)), icc_profile=profile)
    assert decode(data).pixels.tolist() == [[[55, 55, 55]]]


def test_a_profile_of_another_colour_space_is_ignored() -> None:
    data = saved(Image.new("L", (1, 1), 55), icc_profile=linear_profile())
    assert decode(data).pixels.tolist() == [[[55, 55, 55]]]


@pytest.mark.parametrize("format", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("exif", [b"Exif\0\0II*\0\xff\xff\xff\xff", b"Exif\0\0no TIFF header"])
def test_broken_exif_does_not_cost_the_picture(exif: bytes, format: str) -> None:
    data = saved(Image.new("RGB", (8, 8), WHITE), format, exif=exif)
    assert decode(data).pixels.min() > 250


def test_odd_metadata_warns_nobody() -> None:
    twice = png_chunk(b"acTL", struct.pack(">II", 0, 0))
    data = png(1, 1, twice, rows(b"\1\2\3"), twice)
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        with Image.open(io.BytesIO(data)) as image:
            image.load()
        assert seen  # Pillow alone does warn
        del seen[:]
        assert decode(data).pixels.tolist() == [[[1, 2, 3]]]
        assert not seen


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", r"x\.png is empty \(0 bytes\)"),
        (b"hello, world", r"x\.png is not an image we open: it begins with b'hello, w'; give PNG, JPEG"),
        (b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n", r"x\.png is not an image we open"),
        (b"%PDF-1.7\n", r"x\.png is not an image we open"),
        (b"\x89PNG\r\n\x1a\n", r"x\.png cannot be decoded as PNG"),
        (b"P6\n", r"x\.png cannot be decoded as PPM"),
        (png(60_000, 60_000, rows(b"\0")), r"x\.png says it is 60000 x 60000 pixels; at most 100,000,000 are"),
        (png(0, 5, rows(b"")), r"x\.png cannot be decoded as PNG: its header makes no sense"),
        (png(2**31 - 1, 2**31 - 1, rows(b"")), r"x\.png says it is 2147483647 x 2147483647 pixels"),
    ],
    ids=["empty", "text", "eps", "pdf", "signature only", "no size", "bomb", "zero wide", "absurd"],
)
def test_what_is_no_image_is_refused_in_one_line(data: bytes, said: str) -> None:
    with pytest.raises(BadImage, match=said) as caught:
        decode(data, name="x.png")
    assert "\n" not in str(caught.value)


def test_a_bomb_is_refused_before_a_pixel_is_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(self: object) -> None:
        raise AssertionError("pixels were decoded")

    monkeypatch.setattr("PIL.ImageFile.ImageFile.load", never)
    with pytest.raises(BadImage, match="20000 x 20000"):
        decode(png(20_000, 20_000, rows(b"\0" * 60_000)))


def test_the_limits_are_the_callers_to_set() -> None:
    data = saved(Image.new("RGB", (10, 10)))
    assert decode(data, Limits(max_pixels=100)).pixels.shape == (10, 10, 3)
    with pytest.raises(BadImage, match="10 x 10 pixels; at most 99 "):
        decode(data, Limits(max_pixels=99))
    with pytest.raises(BadImage, match=f"{len(data)} bytes; at most 20 "):
        decode(data, Limits(max_bytes=20))


@pytest.mark.parametrize("format", ["JPEG", "PNG", "WEBP", "GIF", "TIFF", "BMP", "PPM"])
@pytest.mark.parametrize("kept", [0.3, 0.7, 0.9])
def test_a_truncated_file_is_refused(format: str, kept: float) -> None:
    data = saved(Image.fromarray(picture(64, 64)), format)
    with pytest.raises(BadImage, match=f"cut cannot be decoded as {format}: .*; save it again or leave it out"):
        decode(data[: int(len(data) * kept)], name="cut")


@settings(deadline=None)
@given(
    st.sampled_from(["PNG", "JPEG", "WEBP", "GIF", "TIFF", "BMP", "PPM"]),
    st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 255)), min_size=1, max_size=6),
)
def test_any_damage_gives_a_picture_or_a_bad_image_and_nothing_else(
    format: str, damage: list[tuple[float, int]]
) -> None:
    data = bytearray(saved(Image.fromarray(picture(6, 5)), format))
    for place, value in damage:
        data[int(place * len(data))] = value
    try:
        found = decode(bytes(data), Limits(max_pixels=10_000))
    except BadImage:
        return
    assert found.pixels.dtype == np.uint8
    assert found.pixels.shape[2] == 3


def test_many_threads_decode_as_one_does() -> None:
    files = [saved(Image.fromarray(picture(20 + n % 5, 30)), ["PNG", "TIFF", "WEBP"][n % 3]) for n in range(60)]
    before = list(warnings.filters)
    with ThreadPoolExecutor(8) as pool:
        together = [found.pixels.tobytes() for found in pool.map(decode, files)]
    assert together == [decode(file).pixels.tobytes() for file in files]
    assert list(warnings.filters) == before


def test_a_file_is_read_whole_or_refused_by_its_size(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(b"12345")
    assert read_file(path, Limits(max_bytes=5)) == b"12345"
    with pytest.raises(BadImage, match=r"a\.png has 5 bytes; at most 4 are read"):
        read_file(path, Limits(max_bytes=4))
    with pytest.raises(BadInput, match=r"there is no image file at .*b\.png"):
        read_file(tmp_path / "b.png")
    with pytest.raises(BadInput, match="there is no image file at"):
        read_file(tmp_path)


def test_jpeg_and_webp_come_back_close() -> None:
    smooth = np.zeros((16, 16, 3), np.uint8)
    smooth[:] = (200, 100, 50)
    for encoding in (Encoding("JPEG"), Encoding("WEBP"), Encoding("WEBP", lossless=True)):
        assert np.abs(decode(encode(smooth, encoding)).pixels.astype(int) - smooth).max() <= 2
