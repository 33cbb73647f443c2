"""The folders of weights and data sets: which files are here, verified by SHA-256 before any use."""

import functools
import hashlib
import json
import os
import shutil
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Literal, TypeAlias

from paragone.assets.manifest import Asset, Kind, find
from paragone.core.errors import BadInput, NotReady
from paragone.core.user_cache import user_cache

State: TypeAlias = Literal["here", "absent", "wrong"]
SUMS = "SHA256SUMS"
RECORDED = "recorded.json"  # hashes of files that the manifest knows none of, as they first came
CHUNK = 1 << 20
LARGE = 1 << 27


def folder(kind: Kind = "weights") -> Path:
    """Where files of a kind are kept: PARAGONE_WEIGHTS or PARAGONE_DATA, or a folder in the user's cache."""
    return user_cache(variable_of(kind), kind)


def variable_of(kind: Kind) -> str:
    """The environment variable that names the folder of a kind."""
    return f"PARAGONE_{kind.upper()}"


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file, read in pieces."""
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while piece := stream.read(CHUNK):
            digest.update(piece)
    return digest.hexdigest()


def state(asset: Asset, root: Path | None = None) -> State:
    """Whether the file is here and whole; the hash is taken anew whenever the file has changed."""
    path = _file_of(asset, root)
    if not path.is_file():
        return "absent"
    wanted = expected(asset, root)
    return "here" if not wanted or _digest(path) == wanted else "wrong"


def expected(asset: Asset, root: Path | None = None) -> str:
    """The SHA-256 that a file must have: the manifest's, or the one that it had when it first came; '' before."""
    return asset.sha256 or _recorded(root or folder(asset.kind)).get(asset.name, "")


def hold(asset: Asset, found: str, root: Path | None = None) -> None:
    """Record the hash of a file that the manifest knows none of: from now on another one is refused."""
    place = root or folder(asset.kind)
    if not asset.sha256 and _recorded(place).get(asset.name) != found:
        place.mkdir(parents=True, exist_ok=True)
        aside = place / f".{RECORDED}.{os.getpid()}-{threading.get_ident()}.part"
        aside.write_text(json.dumps({**_recorded(place), asset.name: found}, indent=1), encoding="utf-8")
        aside.replace(place / RECORDED)


def _recorded(place: Path) -> dict[str, str]:
    try:
        found: dict[str, str] = json.loads((place / RECORDED).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise BadInput(f"{place / RECORDED} cannot be read: {error}; restore it, or remove it to begin anew") from error
    return found


def is_present(asset: Asset, root: Path | None = None) -> bool:
    """Whether a file of that name and size is here: quick, for lists; `state` and `path_of` check the hash."""
    path = _file_of(asset, root)
    return asset.is_kept and path.is_file() and path.stat().st_size == (asset.bytes or path.stat().st_size)


def path_of(name: str, root: Path | None = None) -> Path:
    """The verified file of an entry of the manifest, or NotReady with what to do."""
    asset = find(name)
    path = _file_of(asset, root)
    if not asset.is_kept:
        raise NotReady(f"{name} is loaded from a hub ({asset.hub}), not kept here; give its folder as an option")
    match state(asset, root):
        case "here":
            if not expected(asset, root):
                hold(asset, _digest(path), root)  # somebody placed it by hand
            return path
        case "absent":
            raise NotReady(f"{name} is not at {path}; {asset.how_to_get}")
        case _:
            found = _digest(path)
            raise NotReady(
                f"{path} has SHA-256 {found} where {expected(asset, root)} is expected, so it is not used; "
                f"run `paragone {asset.kind} remove {name}`, then {asset.how_to_get}"
            )


def missing(names: Iterable[str], root: Path | None = None) -> list[str]:
    """Those of the names whose file is not here and whole."""
    return [name for name in names if state(find(name), root) != "here"]


def remove(assets: Sequence[Asset], root: Path | None = None) -> list[Path]:
    """Delete the files that are here; what was deleted."""
    paths = [_file_of(asset, root) for asset in assets if asset.is_kept]
    for asset in assets:
        _forget(asset, root)
    gone = [path for path in paths if path.is_file()]
    for path in gone:
        path.unlink()
    return gone


def _forget(asset: Asset, root: Path | None) -> None:
    """A file that is deleted by name may come back otherwise."""
    place = root or folder(asset.kind)
    known = _recorded(place)
    if known.pop(asset.name, None) is not None:
        (place / RECORDED).write_text(json.dumps(known, indent=1), encoding="utf-8")


def export(assets: Sequence[Asset], target: Path, root: Path | None = None) -> list[Path]:
    """Copy verified files to a folder that can be carried to another machine, with a list `sha256sum -c` reads."""
    chosen = [asset for asset in assets if asset.is_kept and state(asset, root) == "here"]
    if not chosen:
        raise NotReady("none of these files are here, so there is nothing to export; fetch them first")
    target.mkdir(parents=True, exist_ok=True)
    copies = [place(_file_of(asset, root), target / asset.file) for asset in chosen]
    lines = [f"{_digest(_file_of(asset, root))}  {asset.file}\n" for asset in chosen]
    (target / SUMS).write_text("".join(lines), encoding="utf-8")
    return copies


def take_in(assets: Sequence[Asset], source: Path, root: Path | None = None) -> list[Path]:
    """Copy from a folder every file whose content an entry names by hash, whatever the file is called."""
    if not source.is_dir():
        raise BadInput(f"{source} is not a folder; give the one that `export` wrote")
    sizes = {asset.bytes for asset in assets}
    files = [path for path in sorted(source.iterdir()) if path.is_file() and path.stat().st_size in sizes]
    by_hash = {sha256_of(path): path for path in files}
    taken = []
    for asset in assets:
        if asset.sha256 and asset.sha256 in by_hash:
            taken.append(place(by_hash[asset.sha256], _file_of(asset, root)))
        elif asset.is_kept and not asset.sha256 and (source / asset.file).is_file():
            taken.append(take_in_one(asset, source / asset.file, root))  # known by its name alone
    return taken


def take_in_one(asset: Asset, source: Path, root: Path | None = None) -> Path:
    """Copy one file that is said to be an entry's; it is refused unless its hash is the one that is expected."""
    if not asset.is_kept:
        raise NotReady(f"{asset.name} is loaded from a hub ({asset.hub}), not kept here; there is nothing to import")
    if not source.is_file():
        raise BadInput(f"there is no file {source}; check the path")
    found = sha256_of(source)
    wanted = expected(asset, root)
    if wanted and found != wanted:
        about = f"{source} has SHA-256 {found} where {wanted} is expected"
        raise BadInput(f"{about}, so it is not {asset.name}; get the file anew ({asset.place})")
    hold(asset, found, root)
    return place(source, _file_of(asset, root))


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


def _file_of(asset: Asset, root: Path | None) -> Path:
    return (root or folder(asset.kind)) / asset.file


def _digest(path: Path) -> str:
    about = path.stat()
    if about.st_size < LARGE:
        return _digest_of(path, about.st_size, about.st_mtime_ns)
    # Gigabytes are read once and not by every command: what was found is noted beside the file.
    note, stamp = path.with_name(f".{path.name}.sha256"), f"{about.st_size} {about.st_mtime_ns}"
    with suppress(OSError, ValueError):
        noted, found = note.read_text(encoding="utf-8").rsplit(" ", 1)
        if noted == stamp:
            return found
    found = _digest_of(path, about.st_size, about.st_mtime_ns)
    with suppress(OSError):
        note.write_text(f"{stamp} {found}", encoding="utf-8")
    return found


@functools.lru_cache(maxsize=256)
def _digest_of(path: Path, size: int, changed_ns: int) -> str:
    # Size and time are part of the cache's key, so a file that is replaced while we run is read again.
    return sha256_of(path)
