"""Small image files, well formed and odd, to test reading them."""

import io
import struct
import zlib
from typing import Any

import numpy as np
from PIL import Image

from paragone.core.types import Pixels

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
