"""One file out of a wheel, zip or tar archive, streamed; nothing in the archive is run or unpacked beside it."""

import io
import shutil
import tarfile
import zipfile
from pathlib import Path
from typing import IO

from paragone.core.foreign import reading


def extract(archive: Path, member: str, target: Path) -> None:
    """Write the member to the target; `outer.zip!inner` reads a member of an archive inside the archive."""
    outer, _, inner = member.partition("!")
    with reading(lambda said: f"{archive.name} has no readable file {member!r} ({said}); try another source"):
        if zipfile.is_zipfile(archive):
            with zipfile.ZipFile(archive) as bundle, bundle.open(outer) as stream:
                _write(stream, inner, target)
            return
        with tarfile.open(archive) as pack:
            found = pack.extractfile(outer)  # follows no link out of the archive: it yields file content only
            if found is None:
                raise KeyError(outer)
            with found as stream:
                _write(stream, inner, target)


def _write(stream: IO[bytes], inner: str, target: Path) -> None:
    if not inner:
        with target.open("wb") as out:
            shutil.copyfileobj(stream, out, 1 << 20)
        return
    with zipfile.ZipFile(io.BytesIO(stream.read())) as bundle, bundle.open(inner) as part, target.open("wb") as out:
        shutil.copyfileobj(part, out, 1 << 20)
