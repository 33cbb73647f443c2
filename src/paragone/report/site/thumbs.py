"""Small WebP versions of images, each made once and named by the large one's hash."""

import os
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from paragone.core.errors import BadImage, StoreError
from paragone.core.types import Pixels
from paragone.images.decode import decode
from paragone.images.encode import Encoding, encode
from paragone.images.resize import PIL_LANCZOS, resize_to_bytes
from paragone.report import urls
from paragone.report.site.files import Site
from paragone.store.images import ImageStore

SIDE = 320  # pixels of the longer side
WEBP = Encoding("WEBP", quality=78)


def make_thumbnails(images: Iterable[tuple[str, str]], store: ImageStore, site: Site) -> None:
    """A thumbnail for each (hash, file) that has none yet; one that cannot be decoded gets none."""
    wanted = [(content, file) for content, file in images if not site.has(urls.thumbnail(content))]
    if not wanted:
        return

    def make(item: tuple[str, str]) -> None:
        content, file = item
        data = thumbnail(store, file)
        if data is not None:
            site.put(urls.thumbnail(content), data)

    # Decoding runs outside Python's lock; few at a time, so that few large images are in memory at once.
    with ThreadPoolExecutor(max_workers=min(os.cpu_count() or 1, 8)) as workers:
        for _ in workers.map(make, wanted, chunksize=1):
            pass


def thumbnail(store: ImageStore, file: str) -> bytes | None:
    """The small version of a stored image; None if it cannot be read."""
    try:
        return encode(shrink(decode(store.get(file), name=Path(file).name).pixels), WEBP)
    except (BadImage, StoreError):
        return None


def shrink(pixels: Pixels) -> Pixels:
    """The image with its longer side at most SIDE."""
    height, width = pixels.shape[:2]
    scale = SIDE / max(height, width)
    if scale >= 1:
        return pixels
    return resize_to_bytes(pixels, (max(1, round(height * scale)), max(1, round(width * scale))), policy=PIL_LANCZOS)
