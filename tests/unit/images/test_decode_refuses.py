"""What is no image, too large or damaged is refused in one line, whatever thread asks."""

import struct
import subprocess
import sys
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from tests.image_files import picture, png, rows, saved

from paragone.core.errors import BadImage, BadInput
from paragone.images.decode import decode, read_file
from paragone.images.encode import Encoding, encode
from paragone.images.limits import Limits


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", r"x\.png is empty \(0 bytes\)"),
        (b"hello, world", r"x\.png is not an image we open: it begins with b'hello, w'; give PNG, JPEG"),
        (b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n", r"x\.png is not an image we open"),
        (b"%PDF-1.7\n", r"x\.png is not an image we open"),
        (b"\x89PNG\r\n\x1a\n", r"x\.png cannot be decoded as PNG"),
        (b"P6\n", r"x\.png cannot be decoded as PPM"),
        (png(60_000, 60_000, rows(b"\0")), r"x\.png says it is 60000 x 60000 pixels; at most 32,768 a side"),
        (png(8193, 8193, rows(b"\0")), r"x\.png says it is 8193 x 8193 pixels; at most 67,108,864 are"),
        (png(1, 99_999_999, rows(b"\0")), r"x\.png says it is 1 x 99999999 pixels; at most 32,768 a side"),
        (png(4, 4, rows(*[b"\0" * 4] * 4), colour=3), r"x\.png cannot be decoded as PNG: its header makes no sense"),
        (png(0, 5, rows(b"")), r"x\.png cannot be decoded as PNG: its header makes no sense"),
        (png(2**31 - 1, 2**31 - 1, rows(b"")), r"x\.png says it is 2147483647 x 2147483647 pixels"),
    ],
    ids=[
        "empty",
        "text",
        "eps",
        "pdf",
        "signature-only",
        "no-size",
        "bomb",
        "large",
        "line",
        "no-palette",
        "zero-wide",
        "absurd",
    ],
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


def test_a_format_that_takes_more_memory_has_a_lower_limit() -> None:
    data = saved(Image.new("RGB", (10, 10)), "WEBP")
    assert decode(data, Limits(max_memory=1700)).pixels.shape == (10, 10, 3)  # 17 bytes a pixel
    with pytest.raises(BadImage, match=r"10 x 10 pixels, which may take .* as WEBP; at most"):
        decode(data, Limits(max_memory=1699))


def test_a_tiff_whose_strips_do_not_cover_it_is_not_a_black_picture() -> None:
    whole = saved(Image.new("RGB", (8, 8), "white"), "TIFF", compression="tiff_deflate")
    taller = bytearray(whole)
    height = taller.index(struct.pack("<HHI", 257, 3, 1))  # the entry of ImageLength: one SHORT
    taller[height + 8 : height + 12] = struct.pack("<I", 4000)
    with pytest.raises(BadImage, match="it has 1 of the 500 pieces that would cover it"):
        decode(bytes(taller), name="cut")


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


def test_a_reader_says_nothing_on_the_terminal() -> None:
    data = bytearray(saved(Image.new("RGB", (8, 8)), "TIFF"))
    samples = data.index(struct.pack("<HHI", 277, 3, 1))  # the entry of SamplesPerPixel, which Pillow logs about
    data[samples + 8 : samples + 10] = struct.pack("<H", 25859)
    code = "import sys; from paragone.images.decode import decode; decode(sys.stdin.buffer.read())"
    done = subprocess.run([sys.executable, "-c", code], input=bytes(data), capture_output=True, check=False)
    assert b"BadImage" in done.stderr
    assert b"\nMore samples per pixel" not in b"\n" + done.stderr
