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


def upload(site: Site, remote: Remote, paths: Iterable[str] | None) -> None:
    """Put these files of the site, or with None all of them."""
    wanted = [path for path in (_everything(site) if paths is None else dict.fromkeys(paths)) if path != MEMORY]
    for start in range(0, len(wanted), AT_ONCE):
        few = wanted[start : start + AT_ONCE]
        remote.put_many({f"{FOLDER}/{path}": (site.root / path).read_bytes() for path in few})
    remote.put(f"{FOLDER}/{MEMORY}", (site.root / MEMORY).read_bytes())


def _everything(site: Site) -> Iterator[str]:
    for path in sorted(site.root.rglob("*")):
        name = path.relative_to(site.root).as_posix()
        if path.is_file() and not name.startswith(f"{ASIDE}/"):
            yield name
