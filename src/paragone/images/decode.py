"""Bytes of an image file to sRGB pixels, within limits that hold before any pixel is decoded."""

import io
import struct
import threading
import warnings
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image

from paragone.core.errors import BadImage, BadInput
from paragone.core.keys import content_hash
from paragone.core.types import Picture, Pixels
from paragone.images.colour import to_srgb
from paragone.images.formats import format_names, format_of, open_header

# What Pillow's readers raise on broken files; anything else is a mistake of ours and must be seen.
BROKEN = (
    *(OSError, ValueError, SyntaxError, RuntimeError, EOFError, IndexError, KeyError, TypeError, AttributeError),
    *(struct.error, zlib.error, OverflowError, MemoryError, Image.DecompressionBombError),
)
ORIENTATION = 0x0112  # the EXIF tag
HEADER_LOCK = threading.Lock()
LARGE_LOCK = threading.Lock()
LARGE_PIXELS = 32_000_000  # from here on decoding takes half a gigabyte and more: one at a time, however many threads


@dataclass(frozen=True, slots=True)
class Limits:
    """The largest image that is decoded: 100 megapixels (any camera) and 256 MiB of file."""

    max_pixels: int = 100_000_000
    max_bytes: int = 256 * 1024 * 1024


DEFAULT_LIMITS = Limits()


def decode(data: bytes, limits: Limits = DEFAULT_LIMITS, *, name: str = "image") -> Picture:
    """The picture in these bytes, upright, opaque and in sRGB; BadImage says why it cannot be had. Safe in threads."""
    if not data:
        raise BadImage(f"{name} is empty (0 bytes); give the image again or leave it out")
    _check_bytes(len(data), limits, name=name)
    known = format_of(data)
    if known is None:
        raise BadImage(f"{name} is not an image we open: it begins with {data[:8]!r}; give {format_names()}")
    try:
        with _quiet():
            image = open_header(io.BytesIO(data), known)
        mode = image.mode
        _check_size(image.size, limits, name=name)
        with LARGE_LOCK if image.width * image.height >= LARGE_PIXELS else nullcontext():
            # These two alone may warn while their pixels are read; the others are decoded in parallel.
            with _quiet() if known.name == "TIFF" or b"acTL" in data else nullcontext():
                image.load()
            pixels = _turn(to_srgb(image), orientation=_orientation_of(image))
    except BROKEN as error:
        raise BadImage(
            f"{name} cannot be decoded as {known.name}: {_words_of(error)}; save it again or leave it out"
        ) from error
    return Picture(pixels, content=content_hash(data), format=known.name, mode=mode, byte_count=len(data))


def read_file(path: Path, limits: Limits = DEFAULT_LIMITS) -> bytes:
    """The bytes of a file, refused before reading where they are too many."""
    try:
        if not path.is_file():
            raise BadInput(f"there is no image file at {path}; check the path")
        with path.open("rb") as file:
            _check_bytes(path.stat().st_size, limits, name=str(path))
            data = file.read(limits.max_bytes + 1)  # the file may grow between the check and the reading
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror or error}; check its name and permissions") from error
    _check_bytes(len(data), limits, name=str(path))
    return data


def _check_bytes(count: int, limits: Limits, *, name: str) -> None:
    if count > limits.max_bytes:
        raise BadImage(f"{name} has {count:,} bytes; at most {limits.max_bytes:,} are read, so make it smaller")


def _check_size(size: tuple[int, int], limits: Limits, *, name: str) -> None:
    width, height = size
    if width * height > limits.max_pixels:
        found = f"{name} says it is {width} x {height} pixels"
        raise BadImage(f"{found}; at most {limits.max_pixels:,} are decoded, so make it smaller")


def _words_of(error: BaseException) -> str:
    """The reader's complaint on one line; for a header that makes no sense Pillow blames the driver."""
    said = " ".join(str(error).split()) or type(error).__name__
    return "its header makes no sense" if said == "not identified by this driver" else said


def _orientation_of(image: Image.Image) -> int:
    try:
        with _quiet():
            orientation = image.getexif().get(ORIENTATION, 1)
    except BROKEN:
        return 1  # broken metadata must not cost us the picture
    return orientation if orientation in range(1, 9) else 1


def _turn(pixels: Pixels, *, orientation: int) -> Pixels:
    """The picture upright: EXIF's eight orientations are a transposition, then flips of rows and columns."""
    if orientation >= 5:
        pixels = pixels.transpose(1, 0, 2)
    if orientation in (3, 4, 7, 8):
        pixels = pixels[::-1]
    if orientation in (2, 3, 6, 7):
        pixels = pixels[:, ::-1]
    return np.ascontiguousarray(pixels)


@contextmanager
def _quiet() -> Iterator[None]:
    """Within, Pillow's remarks on odd metadata are dropped: what matters is raised, the rest helps no user.

    Python keeps one list of warning filters for all threads, hence the lock, and hence only short steps are wrapped.
    """
    with HEADER_LOCK, warnings.catch_warnings():
        warnings.filterwarnings("ignore", module=r"PIL\.")
        yield
