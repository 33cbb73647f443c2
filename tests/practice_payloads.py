"""Images, and things that only claim to be one, as the practice service sends them."""

import base64
import functools
import hashlib
import io
import struct
import zipfile
import zlib

import numpy as np
from PIL import Image


def picture(text: str) -> bytes:
    """A small PNG that depends on the text."""
    rng = np.random.default_rng(int.from_bytes(hashlib.sha256(text.encode("utf-8", "replace")).digest()[:8], "big"))
    file = io.BytesIO()
    Image.fromarray(rng.integers(0, 256, (8, 8, 3), dtype=np.uint8)).save(file, "PNG")
    return file.getvalue()


@functools.cache
def gzip_bomb() -> bytes:
    """Half a megabyte that unpacks to half a gigabyte: one packed megabyte, many times over."""
    packer = zlib.compressobj(9, wbits=31)
    first, more = (packer.compress(bytes(2**20)) + packer.flush(zlib.Z_FULL_FLUSH) for _ in range(2))
    return first + more * 511


def encoded(text: str) -> str:
    """The same in base64."""
    return base64.b64encode(picture(text)).decode()


def png_of_zeros(width: int, height: int) -> bytes:
    """A PNG whose header promises so many pixels, in few bytes."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(100))) + chunk(b"IEND", b"")
    )


def png_with_a_note() -> bytes:
    """A small PNG with a packed remark that unpacks to 64 MiB."""
    note = b"Comment\0\0" + zlib.compress(bytes(2**26), 9)
    chunk = struct.pack(">I", len(note)) + b"zTXt" + note + struct.pack(">I", zlib.crc32(b"zTXt" + note))
    whole = picture("with a note")
    return whole[:33] + chunk + whole[33:]  # after the header


def zip_bomb() -> bytes:
    """An archive that unpacks to 256 MiB."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        archive.writestr("image.png", bytes(2**28))
    return file.getvalue()
