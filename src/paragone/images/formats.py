"""The image formats that are safe to open, told by a file's first bytes and never by its name."""

from collections.abc import Callable
from importlib import import_module
from typing import IO, NamedTuple

from PIL import ImageFile, features


class Format(NamedTuple):
    """A format's name, how its files begin, and the Pillow class that reads it."""

    name: str
    begins: Callable[[bytes], bool]
    module: str
    reader: str


# Left out on purpose: EPS and WMF run interpreters, PDF is a program, ICO and PSD hide other formats inside.
FORMATS = (
    Format("PNG", lambda head: head.startswith(b"\x89PNG\r\n\x1a\n"), "PngImagePlugin", "PngImageFile"),
    Format("JPEG", lambda head: head.startswith(b"\xff\xd8\xff"), "JpegImagePlugin", "JpegImageFile"),
    Format("WEBP", lambda head: head[:4] == b"RIFF" and head[8:12] == b"WEBP", "WebPImagePlugin", "WebPImageFile"),
    Format("GIF", lambda head: head.startswith((b"GIF87a", b"GIF89a")), "GifImagePlugin", "GifImageFile"),
    Format("BMP", lambda head: head.startswith(b"BM"), "BmpImagePlugin", "BmpImageFile"),
    Format(
        "TIFF",
        lambda head: head.startswith((b"II*\0", b"MM\0*", b"II+\0", b"MM\0+")),
        "TiffImagePlugin",
        "TiffImageFile",
    ),
    Format("PPM", lambda head: head[:1] == b"P" and head[1:2] in b"123456fF", "PpmImagePlugin", "PpmImageFile"),
    Format(
        "AVIF",
        lambda head: head[4:12] in (b"ftypavif", b"ftypavis", b"ftypmif1", b"ftypmsf1"),
        "AvifImagePlugin",
        "AvifImageFile",
    ),
)


def format_of(data: bytes) -> Format | None:
    """The format these bytes begin as, or None where it is none that we open.

    >>> format_of(b"GIF89a...").name
    'GIF'
    >>> format_of(b"%!PS-Adobe-3.0") is None
    True
    """
    head = data[:16]
    return next((known for known in FORMATS if known.begins(head) and _is_built(known.name)), None)


def open_header(file: IO[bytes], known: Format) -> ImageFile.ImageFile:
    """The image with its header read and no pixel decoded.

    Pillow's own `open` is not used: it warns above a size that is one number for the whole process.
    """
    reader: Callable[[IO[bytes]], ImageFile.ImageFile] = getattr(import_module(f"PIL.{known.module}"), known.reader)
    return reader(file)


def format_names() -> str:
    """The formats that can be opened here, as words for a message."""
    names = [known.name for known in FORMATS if _is_built(known.name)]
    return f"{', '.join(names[:-1])} or {names[-1]}"


def _is_built(name: str) -> bool:
    if name not in ("AVIF", "WEBP"):
        return True
    module = name.lower()
    return module in features.modules and features.check_module(module)  # Pillow before 11.3 knows no AVIF
