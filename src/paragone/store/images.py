"""Image files by content: one file per SHA-256, however many samples show it."""

import re
from dataclasses import dataclass
from pathlib import Path

from paragone.core.errors import StoreError
from paragone.core.keys import content_hash
from paragone.store.atomic import ASIDE, write_whole
from paragone.store.remote import Remote

PLACE = re.compile(r"images/(?P<folder>[0-9a-f]{2})/(?P<digest>(?P=folder)[0-9a-f]{62})\.[a-z]{3,5}")
_SUFFIX = {"JPEG": "jpg", "TIFF": "tif"}


def is_place(text: str) -> bool:
    """Whether a text is where `put` stores an image: a run from elsewhere may name any file of this machine.

    >>> is_place("images/../../etc/passwd"), is_place(f"images/ab/ab{'0' * 62}.png")
    (False, True)
    """
    return PLACE.fullmatch(text) is not None


@dataclass(frozen=True)
class ImageStore:
    """The `images` folder of a run, or of the URL where it is. Workers in other processes open it by its root."""

    root: Path
    remote: Remote | None = None

    def put(self, data: bytes, image_format: str) -> str:
        """Store encoded bytes and give the file's place, relative to the run folder."""
        digest = content_hash(data)
        suffix = _SUFFIX.get(image_format, image_format.lower())
        place = f"images/{digest[:2]}/{digest}.{suffix}"
        if self.remote is not None:
            self.remote.put(place, data)
            return place
        path = self.root / place
        # A file under its own hash is whole by construction, renamed there after the sync; but a disk may have lost it.
        if not self._holds(path, data):
            write_whole(path, data, aside=self.root / ASIDE)
        return place

    @staticmethod
    def _holds(path: Path, data: bytes) -> bool:
        try:
            return not path.is_symlink() and path.stat().st_size == len(data) and path.read_bytes() == data
        except OSError:
            return False

    def get(self, place: str) -> bytes:
        """The bytes of a stored image, checked against its name."""
        path = f"{self.remote or self.root}/{place}"
        if not is_place(place) or (self.remote is None and not self._is_inside(place)):
            raise StoreError(
                f"{place[:200]!r} is no place of an image; {self.remote or self.root} was changed by others"
            )
        try:
            data = self.remote.get(place) if self.remote else (self.root / place).read_bytes()
        except OSError as error:
            raise StoreError(
                f"the image {path} cannot be read ({error.strerror or error}); restore it or use another folder"
            ) from error
        if content_hash(data) != Path(place).stem:
            raise StoreError(
                f"the image {path} is not what was stored (its hash differs); restore it or use another folder"
            )
        return data

    def _is_inside(self, place: str) -> bool:
        """Whether it is an ordinary file of this run, not a link out of it."""
        path = self.root / place
        return not path.is_symlink() and path.resolve().is_relative_to(self.root.resolve())

    def discard(self, place: str) -> None:
        """Remove an image that is not what was stored."""
        if not is_place(place):
            return
        if self.remote is not None:
            self.remote.remove([place])
        else:
            (self.root / place).unlink(missing_ok=True)
