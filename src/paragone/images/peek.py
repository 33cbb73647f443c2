"""Whether a PNG is whole, and its size, without decoding its pixels: for files that are only copied.

Every chunk is checked against its CRC, so that a torn or damaged file is found. Whatever is not plain (another format,
a turned image, a palette that is not there, a huge one) gives None: it is for `decode` to judge.
"""

import struct
import zlib
from typing import NamedTuple

from paragone.images.limits import DEFAULT_LIMITS

LARGE = 8_192  # pixels a side: what is larger is decoded before it is believed
SIGNATURE = b"\x89PNG\r\n\x1a\n"
INDEXED = 3


class Size(NamedTuple):
    """In pixels."""

    width: int
    height: int


def peek_png(data: bytes) -> Size | None:
    """The size of a whole and plain PNG, else None."""
    if not data.startswith(SIGNATURE) or len(data) > DEFAULT_LIMITS.max_bytes:
        return None
    kinds: list[bytes] = []
    place, size, is_indexed = len(SIGNATURE), Size(0, 0), False
    while place + 12 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, place)
        end = place + 12 + length
        if end > len(data) or zlib.crc32(data[place + 4 : end - 4]) != int.from_bytes(data[end - 4 : end], "big"):
            return None
        if kind == b"IHDR" and length == 13:
            size = Size(*struct.unpack_from(">II", data, place + 8))
            is_indexed = data[place + 17] == INDEXED
        kinds.append(kind)
        place = end
        if kind == b"IEND":
            break
    is_whole = kinds[:1] == [b"IHDR"] and kinds[-1] == b"IEND" and b"IDAT" in kinds
    is_plain = not {b"eXIf", b"acTL"} & set(kinds) and (b"PLTE" in kinds or not is_indexed)
    return size if is_whole and is_plain and 0 < min(size) <= max(size) <= LARGE else None
