"""Image files by content: one file per SHA-256, however many samples show it."""

from dataclasses import dataclass
from pathlib import Path

from paragone.core.errors import StoreError
from paragone.core.keys import content_hash
from paragone.store.atomic import ASIDE, write_whole
from paragone.store.remote import Remote

_SUFFIX = {"JPEG": "jpg", "TIFF": "tif"}


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
        # A file under its own hash is whole by construction: it was renamed there after the sync.
        if not path.exists():
            write_whole(path, data, aside=self.root / ASIDE)
        return place

    def get(self, place: str) -> bytes:
        """The bytes of a stored image, checked against its name."""
        path = f"{self.remote or self.root}/{place}"
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
