"""A zip of images as a folder: unpacked once, within limits, and kept by its content."""

import shutil
import zipfile
from pathlib import Path, PurePosixPath

from paragone.core.errors import BadInput
from paragone.core.foreign import reading
from paragone.inputs.contents import contents_of
from paragone.inputs.listing import IMAGES, is_table

MOST_UNPACKED = 64 << 30  # bytes: more than any benchmark's images, less than a zip bomb


def unpacked(path: Path, below: Path, *, largest: int) -> Path:
    """A folder or file as it is; a zip as a folder of its images and tables below that place, named by its content.

    No member may unpack to more than `largest` bytes.
    """
    if not path.exists():
        raise BadInput(f"there is nothing at {path}; give a folder, a table or a zip of images")
    if path.suffix.lower() != ".zip":
        return path
    place = below / str(contents_of([path])[0])
    if place.is_dir():
        return place
    aside = below / f"{place.name}.partial"
    shutil.rmtree(aside, ignore_errors=True)
    refusal = "{} is not a zip file that can be read: {}; make it anew".format
    with reading(lambda said: refusal(path, said)), zipfile.ZipFile(path) as archive:
        _unpack(archive, aside, name=str(path), largest=largest)
    aside.mkdir(parents=True, exist_ok=True)
    aside.rename(place)
    return place


def _unpack(archive: zipfile.ZipFile, place: Path, *, name: str, largest: int) -> None:
    total = 0
    for member in archive.infolist():
        inner = PurePosixPath(member.filename)
        if member.is_dir() or not (is_table(Path(inner.name)) or inner.suffix.lower() in IMAGES):
            continue
        if inner.is_absolute() or ".." in inner.parts:
            raise BadInput(f"{name} holds the path {member.filename!r}, which leads outside; make the zip anew")
        total += member.file_size
        if member.file_size > largest or total > MOST_UNPACKED:
            raise BadInput(f"{name} would unpack {member.filename!r} to {member.file_size:,} bytes; that is too large")
        archive.extract(member, place)
