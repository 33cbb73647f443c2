"""The tables of a run at a URL, copied to this machine: polars, the report and every stage read files as ever.

What is at the URL counts. A part is put there first and then here, so the copy never has more than the original, and
a run that was killed goes on from the URL, on this machine or any other. Images stay where they are.
"""

import re
from pathlib import Path

from paragone.core.errors import FolderInUse
from paragone.core.keys import content_hash
from paragone.core.user_cache import user_cache
from paragone.store.atomic import ASIDE, MANIFEST, write_whole
from paragone.store.lock import in_turn, sole_writer
from paragone.store.parts import is_readable
from paragone.store.remote import Remote
from paragone.store.schema import TABLES

_PART = re.compile(rf"({'|'.join(TABLES)}|facts/[^/\\]+)/[^/\\]+\.parquet")  # nothing else is copied


def mirror_of(remote: Remote) -> Path:
    """Where the copy of a run is kept: in PARAGONE_MIRRORS, or in the user's cache."""
    name = re.sub(r"[^A-Za-z0-9._-]", "-", remote.url.rpartition("/")[2])[:40]
    return user_cache("PARAGONE_MIRRORS", "runs") / f"{name}-{content_hash(remote.url.encode())[:12]}"


def refresh(remote: Remote, root: Path) -> None:
    """Make the copy equal to the original, unless a run of this machine is at work in it and keeps it so."""
    with in_turn(root):
        try:
            with sole_writer(root):
                bring(remote, root)
        except FolderInUse:
            return


def bring(remote: Remote, root: Path) -> None:
    """Copy what differs and remove what is not there; the caller sees to it that nobody else writes."""
    there = {place: size for name in (*TABLES, "facts") for place, size in _parts(remote, name).items()}
    here = {path.relative_to(root).as_posix(): path.stat().st_size for path in root.rglob("*.parquet")}
    for place in here.keys() - there.keys():
        if _PART.fullmatch(place):
            (root / place).unlink()
    # What is under a name never changes; a copy that was damaged here is brought again.
    stale = [place for place, size in there.items() if here.get(place) != size or not is_readable(root / place)]
    for place, data in remote.get_many(stale):
        write_whole(root / place, data, aside=root / ASIDE)
    try:
        write_whole(root / MANIFEST, remote.get(MANIFEST), aside=root / ASIDE)
    except FileNotFoundError:
        (root / MANIFEST).unlink(missing_ok=True)


def _parts(remote: Remote, folder: str) -> dict[str, int]:
    return {place: size for place, size in remote.sizes(folder).items() if _PART.fullmatch(place)}
