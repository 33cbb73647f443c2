"""The weights folder: which files are here, verified by SHA-256 before any use."""

import functools
import hashlib
import os
import shutil
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Literal, TypeAlias

from paragone.assets.manifest import Weight, find
from paragone.core.errors import BadInput, NotReady

State: TypeAlias = Literal["here", "absent", "wrong"]
SUMS = "SHA256SUMS"
CHUNK = 1 << 20


def folder() -> Path:
    """Where weights are kept: PARAGONE_WEIGHTS, or a folder in the user's cache."""
    given = os.environ.get("PARAGONE_WEIGHTS")
    if given:
        return Path(given).expanduser()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "paragone" / "weights"


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file, read in pieces."""
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while piece := stream.read(CHUNK):
            digest.update(piece)
    return digest.hexdigest()


def state(weight: Weight, root: Path | None = None) -> State:
    """Whether the file is here and whole; the hash is taken anew whenever the file has changed."""
    path = (root or folder()) / weight.file
    if not path.is_file():
        return "absent"
    return "here" if _digest(path) == weight.sha256 else "wrong"


def is_present(weight: Weight, root: Path | None = None) -> bool:
    """Whether a file of that name and size is here: quick, for lists; `state` and `path_of` check the hash."""
    path = (root or folder()) / weight.file
    return weight.is_fetchable and path.is_file() and path.stat().st_size == weight.bytes


def path_of(name: str, root: Path | None = None) -> Path:
    """The verified file of an entry of the manifest, or NotReady with what to do."""
    weight = find(name)
    path = (root or folder()) / weight.file
    if not weight.is_fetchable:
        raise NotReady(f"{name} is loaded from a hub ({weight.hub}), not kept here; give its folder as an option")
    match state(weight, root):
        case "here":
            return path
        case "absent":
            raise NotReady(f"the weights {name} are not at {path}; run `paragone weights fetch {name}`")
        case _:
            found = _digest(path)
            raise NotReady(
                f"{path} has SHA-256 {found} where {weight.sha256} is expected, so it is not used; "
                f"run `paragone weights remove {name}` and `paragone weights fetch {name}`"
            )


def missing(names: Iterable[str], root: Path | None = None) -> list[str]:
    """Those of the names whose file is not here and whole."""
    return [name for name in names if state(find(name), root) != "here"]


def remove(weights: Sequence[Weight], root: Path | None = None) -> list[Path]:
    """Delete the files that are here; what was deleted."""
    paths = [(root or folder()) / weight.file for weight in weights if weight.is_fetchable]
    gone = [path for path in paths if path.is_file()]
    for path in gone:
        path.unlink()
    return gone


def export(weights: Sequence[Weight], target: Path, root: Path | None = None) -> list[Path]:
    """Copy verified files to a folder that can be carried to another machine, with a list `sha256sum -c` reads."""
    chosen = [weight for weight in weights if weight.is_fetchable and state(weight, root) == "here"]
    if not chosen:
        raise NotReady("none of these weights are here, so there is nothing to export; fetch them first")
    target.mkdir(parents=True, exist_ok=True)
    copies = [place((root or folder()) / weight.file, target / weight.file) for weight in chosen]
    lines = [f"{weight.sha256}  {weight.file}\n" for weight in chosen]
    (target / SUMS).write_text("".join(lines), encoding="utf-8")
    return copies


def take_in(weights: Sequence[Weight], source: Path, root: Path | None = None) -> list[Path]:
    """Copy from a folder every file whose content an entry names by hash, whatever the file is called."""
    if not source.is_dir():
        raise BadInput(f"{source} is not a folder; give the one that `paragone weights export` wrote")
    sizes = {weight.bytes for weight in weights}
    files = [path for path in sorted(source.iterdir()) if path.is_file() and path.stat().st_size in sizes]
    by_hash = {sha256_of(path): path for path in files}
    taken = []
    for weight in weights:
        if weight.is_fetchable and weight.sha256 in by_hash:
            taken.append(place(by_hash[weight.sha256], (root or folder()) / weight.file))
    return taken


def place(source: Path, target: Path) -> Path:
    """Copy a file so that the target is whole or absent."""
    target.parent.mkdir(parents=True, exist_ok=True)
    aside = target.with_name(f".{target.name}.{os.getpid()}-{threading.get_ident()}.part")
    try:
        shutil.copyfile(source, aside)
        aside.replace(target)
    finally:
        aside.unlink(missing_ok=True)
    return target


def derived(name: str, make: Callable[[], bytes], root: Path | None = None) -> Path:
    """A file made once from a verified one (a conversion); `name` holds the hashes of all it depends on."""
    path = (root or folder()) / "derived" / name
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        aside = path.with_name(f".{path.name}.{os.getpid()}-{threading.get_ident()}.part")
        aside.write_bytes(make())
        aside.replace(path)
    return path


def _digest(path: Path) -> str:
    about = path.stat()
    return _digest_of(path, about.st_size, about.st_mtime_ns)


@functools.lru_cache(maxsize=256)
def _digest_of(path: Path, size: int, changed_ns: int) -> str:
    # Size and time are part of the cache's key, so a file that is replaced while we run is read again.
    return sha256_of(path)
