"""Put the report of a run at a URL beside its images there, many files at once, the memory of the build last."""

from collections.abc import Iterable, Iterator

from paragone.report.site.files import MEMORY, Site
from paragone.store.atomic import ASIDE
from paragone.store.remote import Remote

FOLDER = "report"
AT_ONCE = 64


def begin(site: Site, remote: Remote) -> bool:
    """Whether all that the last build left here is there; its memory is taken away until this build is there too."""
    try:
        is_there = remote.get(f"{FOLDER}/{MEMORY}") == (site.root / MEMORY).read_bytes()
    except FileNotFoundError:
        return False
    remote.remove([f"{FOLDER}/{MEMORY}"])
    return is_there


def upload(site: Site, remote: Remote, places: Iterable[str] | None) -> None:
    """Put these files of the site, or with None all of them."""
    wanted = [place for place in (_everything(site) if places is None else dict.fromkeys(places)) if place != MEMORY]
    for start in range(0, len(wanted), AT_ONCE):
        few = wanted[start : start + AT_ONCE]
        remote.put_many({f"{FOLDER}/{place}": (site.root / place).read_bytes() for place in few})
    remote.put(f"{FOLDER}/{MEMORY}", (site.root / MEMORY).read_bytes())


def _everything(site: Site) -> Iterator[str]:
    for path in sorted(site.root.rglob("*")):
        place = path.relative_to(site.root).as_posix()
        if path.is_file() and not place.startswith(f"{ASIDE}/"):
            yield place
