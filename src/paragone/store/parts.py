"""Files of a table: the name of each holds the SHA-256 of its bytes, which is checked before anything parses them.

    part-<hash of keys>-<16 digits>.parquet    rows that were added together
    all-<16 digits>.parquet                    a derived table

What comes before the digits is the stem. A part is replaced by writing the new file and removing the old one, so a
process that was killed in between leaves two of one stem: the newer one counts.
"""

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from paragone.core.errors import DamagedPart

DIGITS = 16
NAMED = re.compile(rf"(?P<stem>.+)-(?P<digits>[0-9a-f]{{{DIGITS}}})\.parquet")


class _Seen(NamedTuple):
    bytes: int
    changed_ns: int


_intact: dict[Path, _Seen] = {}  # files that this process has hashed already, as they were


def part_name(stem: str, data: bytes) -> str:
    """The name of a part that holds these bytes."""
    return f"{stem}-{hashlib.sha256(data).hexdigest()[:DIGITS]}.parquet"


def stem_of(path: Path) -> str:
    """What a part is called, whatever it holds."""
    found = NAMED.fullmatch(path.name)
    return found["stem"] if found else path.name


def parts_in(folder: Path) -> list[Path]:
    """The parts in a folder in order of name, one of each stem; none of them has been opened yet."""
    newest: dict[str, tuple[int, Path]] = {}
    for path in sorted(folder.glob("*.parquet")):
        try:
            age = path.stat().st_mtime_ns
        except FileNotFoundError:  # replaced since it was listed
            continue
        stem = stem_of(path)
        if stem not in newest or newest[stem][0] <= age:
            newest[stem] = (age, path)
    return sorted(path for _, path in newest.values())


def superseded(folder: Path) -> list[Path]:
    """Files that a newer one of their stem has replaced; a process was killed before it could remove them."""
    return sorted(set(folder.glob("*.parquet")) - set(parts_in(folder)))


def is_intact(path: Path) -> bool:
    """Whether a part is what its name says; each file is hashed once a process, until its size or date changes."""
    found = NAMED.fullmatch(path.name)
    if found is None:
        return False
    status = path.stat()
    seen = _Seen(status.st_size, status.st_mtime_ns)
    if _intact.get(path) != seen:
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        if digest[:DIGITS] != found["digits"]:
            return False
        _intact[path] = seen
    return True


def is_readable(path: Path) -> bool:
    """Whether a part can be read and is what its name says."""
    try:
        return is_intact(path)
    except OSError:
        return False


def checked(paths: Iterable[Path], *, run: object) -> list[Path]:
    """The same paths, or DamagedPart for the first that is not what was stored; `run` is where the user has it."""
    listed = list(paths)
    for path in listed:
        try:
            is_good = is_intact(path)
        except OSError as error:
            raise DamagedPart(
                f"{path} cannot be read ({error.strerror or error}); mend that, or `paragone repair {run}` does without"
            ) from error
        if not is_good:
            raise DamagedPart(
                f"{path} is damaged: its bytes are not those that were stored; `paragone repair {run}` removes it, and "
                "running the plan again makes what was in it anew"
            )
    return listed
