"""The largest image that is decoded, and what a decode may take: all checked before a pixel is."""

from dataclasses import dataclass

from PIL import Image

from paragone.core.errors import BadImage

# Bytes of memory that a pixel takes at the worst while a file is decoded, rounded up from what was measured.
# WebP and AVIF readers hold the picture several times, a progressive JPEG its coefficients.
MEMORY_PER_PIXEL = {"WEBP": 17, "AVIF": 20, "JPEG": 12, "TIFF": 16}
USUAL_MEMORY_PER_PIXEL = 8


@dataclass(frozen=True, slots=True)
class Limits:
    """67 megapixels (8192 x 8192), 32,768 pixels a side, 256 MiB of file, and 1 GiB of memory while it is decoded."""

    max_pixels: int = 8192 * 8192
    max_side: int = 32_768  # Pillow's bookkeeping is per row: a line of a hundred million rows takes gigabytes
    max_bytes: int = 256 * 1024 * 1024
    max_memory: int = 1024**3


DEFAULT_LIMITS = Limits()


def check_bytes(count: int, limits: Limits, *, name: str) -> None:
    """Refuse a file of too many bytes."""
    if count > limits.max_bytes:
        raise BadImage(f"{name} has {count:,} bytes; at most {limits.max_bytes:,} are read, so make it smaller")


def check_size(image: Image.Image, limits: Limits, *, name: str) -> None:
    """Refuse an image by what its header says."""
    width, height = image.size
    found = f"{name} says it is {width} x {height} pixels"
    if max(width, height) > limits.max_side:
        raise BadImage(f"{found}; at most {limits.max_side:,} a side are decoded, so make it smaller")
    if width * height > limits.max_pixels:
        raise BadImage(f"{found}; at most {limits.max_pixels:,} are decoded, so make it smaller")
    memory = width * height * MEMORY_PER_PIXEL.get(image.format or "", USUAL_MEMORY_PER_PIXEL)
    if memory > limits.max_memory:
        raise BadImage(
            f"{found}, which may take {memory / 1e9:.2f} GB of memory as {image.format}; at most "
            f"{limits.max_memory / 1e9:.2f} GB are given, so make it smaller"
        )


def check_strips(image: Image.Image, limits: Limits) -> None:
    """ValueError for a TIFF whose strips or tiles do not cover it: Pillow would leave the rest black."""
    tags = getattr(image, "tag_v2", {})
    width, height = int(tags[256]), int(tags[257])  # as it lies in the file: Pillow's own size may be turned
    planes = len(tags.get(258, (8,))) if tags.get(284, 1) == 2 else 1  # bits of each sample; planar configuration
    if 324 in tags:  # offsets of tiles
        across, down = int(tags.get(322, 0)), int(tags.get(323, 0))
        if across < 1 or down < 1 or across * down > limits.max_pixels:
            raise ValueError(f"its tiles are {across} x {down} pixels")
        needed, found = -(-width // across) * -(-height // down) * planes, len(tags[324])
    else:
        rows = max(1, min(int(tags.get(278, height)), height))
        needed, found = -(-height // rows) * planes, len(tags.get(273, ()))
    if found < needed:
        raise ValueError(f"it has {found} of the {needed} pieces that would cover it")
