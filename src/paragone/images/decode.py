"""Bytes of an image file to sRGB pixels, within limits that hold before any pixel is decoded."""

import io
import logging
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import numpy as np
from PIL import Image

from paragone.core.errors import BadImage, BadInput
from paragone.core.keys import content_hash
from paragone.core.types import Picture, Pixels
from paragone.images.colour import to_srgb
from paragone.images.formats import format_names, format_of, open_header
from paragone.images.large import its_turn
from paragone.images.limits import DEFAULT_LIMITS, Limits, check_bytes, check_size, check_strips

ORIENTATION = 0x0112  # the EXIF tag
HEADER_LOCK = threading.Lock()
logging.getLogger("PIL").addHandler(logging.NullHandler())  # else its remarks on a broken file go to the terminal


def decode(data: bytes, limits: Limits = DEFAULT_LIMITS, *, name: str = "image", content: str = "") -> Picture:
    """The picture in these bytes, upright, opaque and in sRGB; BadImage says why it cannot be had. Safe in threads.

    `content` is the SHA-256 of the bytes where it is known already.
    """
    if not data:
        raise BadImage(f"{name} is empty (0 bytes); give the image again or leave it out")
    check_bytes(len(data), limits, name=name)
    known = format_of(data)
    if known is None:
        raise BadImage(f"{name} is not an image we open: it begins with {data[:8]!r}; give {format_names()}")
    try:
        with _quiet():
            image = open_header(io.BytesIO(data), known)
        mode = image.mode
        check_size(image, limits, name=name)
        if known.name == "TIFF":
            check_strips(image, limits)
        with its_turn(image.width * image.height):
            # These two alone may warn while their pixels are read; the others are decoded in parallel.
            with _quiet() if known.name == "TIFF" or b"acTL" in data else nullcontext():
                image.load()
            pixels, orientation = to_srgb(image), _orientation_of(image)
            del image  # before the picture is turned, which takes a copy of it
            pixels = _turn(pixels, orientation=orientation)
    except BadImage:
        raise
    except Exception as error:  # whatever a decoder raises: it was given bytes of a stranger
        raise BadImage(
            f"{name} cannot be decoded as {known.name}: {_words_of(error)}; save it again or leave it out"
        ) from error
    return Picture(pixels, content=content or content_hash(data), format=known.name, mode=mode, byte_count=len(data))


def read_file(path: Path, limits: Limits = DEFAULT_LIMITS) -> bytes:
    """The bytes of a file, refused before reading where they are too many."""
    try:
        if not path.is_file():
            raise BadInput(f"there is no image file at {path}; check the path")
        with path.open("rb") as file:
            check_bytes(path.stat().st_size, limits, name=str(path))
            data = file.read(limits.max_bytes + 1)  # the file may grow between the check and the reading
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror or error}; check its name and permissions") from error
    check_bytes(len(data), limits, name=str(path))
    return data


def _words_of(error: BaseException) -> str:
    """The reader's complaint on one line; for a header that makes no sense Pillow blames the driver."""
    said = " ".join(str(error).split())
    if said == "not identified by this driver" or isinstance(error, AssertionError):
        return "its header makes no sense"
    return said or type(error).__name__


def _orientation_of(image: Image.Image) -> int:
    try:
        with _quiet():
            orientation = image.getexif().get(ORIENTATION, 1)
    except Exception:
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
