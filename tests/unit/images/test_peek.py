"""Peeking at a PNG finds what decoding it would, or leaves it to the decoder."""

import io
import struct
import zlib

import numpy as np
import pytest
from PIL import Image

from paragone.images.decode import decode
from paragone.images.encode import encode
from paragone.images.peek import SIGNATURE, peek_png

WHOLE = encode(np.random.default_rng(0).integers(0, 256, (20, 30, 3), dtype=np.uint8))


def saved(image: Image.Image, kind: str = "PNG", **options: object) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, kind, **options)
    return buffer.getvalue()


def chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "L", "P", "1", "LA"])
def test_the_size_is_that_of_the_decoded_image(mode: str) -> None:
    data = saved(Image.fromarray(np.zeros((20, 30, 3), dtype=np.uint8)).convert(mode))
    height, width, _ = decode(data).pixels.shape
    assert peek_png(data) == (width, height) == (30, 20)


def test_every_torn_or_damaged_file_is_left_to_the_decoder() -> None:
    assert all(peek_png(WHOLE[:length]) is None for length in range(0, len(WHOLE), 7))
    for place in range(8, len(WHOLE), 13):
        damaged = bytearray(WHOLE)
        damaged[place] ^= 0x10
        assert peek_png(bytes(damaged)) is None, place


def test_what_is_not_plain_is_left_to_the_decoder() -> None:
    image = Image.fromarray(np.zeros((20, 30, 3), dtype=np.uint8))
    turned = Image.Exif()
    turned[0x0112] = 6
    indexed = SIGNATURE + chunk(b"IHDR", struct.pack(">IIBBBBB", 2, 2, 8, 3, 0, 0, 0))
    huge = SIGNATURE + chunk(b"IHDR", struct.pack(">IIBBBBB", 90_000, 90_000, 8, 2, 0, 0, 0))
    ends = chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")
    for data in (saved(image, "JPEG"), saved(image, exif=turned), indexed + ends, huge + ends, b"", SIGNATURE):
        assert peek_png(data) is None
