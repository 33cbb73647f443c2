"""pack.toml, the manifest of a folder of meshes, read and checked.

    name = "mine"
    fill = "procedural"        # what this pack lacks comes from there (leave out: it lacks it)

    [[asset]]
    class = "dog"
    file = "meshes/terrier.obj"
    front = "+z"               # the direction it faces in the file
    up = "+y"
    scale = 0.01               # metres per unit of the file
    state = "standing"         # for classes that have states
    licence = "CC-BY 4.0"
    credit = "Name of the maker"

Several assets of one class and state are its variants, in order.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from paragone.core.catalogue import nearest
from paragone.core.errors import BadInput, UnknownName
from paragone.scenes.meshes.mesh_file import KINDS
from paragone.scenes.meshes.pack import Licence, class_of
from paragone.scenes.vocabulary import ALL_CLASSES, STATES

MANIFEST = "pack.toml"
DIRECTIONS = ("+x", "-x", "+y", "-y", "+z", "-z")


@dataclass(frozen=True)
class Asset:
    """One mesh file of a pack and how to stand it up."""

    class_name: str
    path: Path
    front: str
    up: str
    scale: float
    state: str
    terms: Licence


@dataclass(frozen=True)
class Manifest:
    """What a pack says of itself."""

    name: str
    assets: tuple[Asset, ...]
    fill: str | None  # the pack that gives what this one lacks


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a folder; every file that it names is there and lies inside."""
    path = folder / MANIFEST
    if not path.is_file():
        raise BadInput(f"{str(folder)!r} has no {MANIFEST}; a pack is a folder with one")
    try:
        plan = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"{str(path)!r} is not TOML: {error}") from error
    rows = plan.get("asset", [])
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        raise BadInput(f"{str(path)!r} lists no meshes; give each one as an [[asset]]")
    fill = plan.get("fill")
    if fill not in (None, "procedural"):
        raise BadInput(f"{str(path)!r} has fill = {fill!r}; a pack can be filled from 'procedural' only")
    assets = tuple(_asset(folder, row, number) for number, row in enumerate(rows, start=1))
    return Manifest(str(plan.get("name", folder.name)), assets, fill)


def poses_of(class_name: str) -> tuple[str, ...]:
    """The states that a class can have, with "none" for the plain one; empty for most classes."""
    return tuple(state or "none" for state in STATES.get(class_name, ()))


def _asset(folder: Path, row: Mapping[str, Any], number: int) -> Asset:
    where = f"asset {number} of {str(folder / MANIFEST)!r}"
    for needed in ("class", "file", "licence", "credit"):
        if not isinstance(row.get(needed), str) or not row[needed]:
            raise BadInput(f"{where} has no {needed!r}; give it as text")
    class_name = class_of(row["class"])
    if class_name not in ALL_CLASSES:
        raise UnknownName(f"{where} is of class {row['class']!r}; {nearest(class_name, ALL_CLASSES)}")
    front, up, scale, state = (row.get(k, d) for k, d in (("front", "-y"), ("up", "+z"), ("scale", 1.0), ("state", "")))
    if front not in DIRECTIONS or up not in DIRECTIONS or front[1] == up[1]:
        raise BadInput(f"{where} has front {front!r} and up {up!r}; they must be two of {', '.join(DIRECTIONS)}")
    if not isinstance(scale, (int, float)) or not 0 < scale < 1e6:
        raise BadInput(f"{where} has the scale {scale!r}; it must be a number above 0 (metres per unit)")
    poses = poses_of(class_name)
    if state and state not in poses:
        raise BadInput(f"{where} has the state {state!r}; a {class_name} can be {', '.join(poses) or 'in none'}")
    pose = state or ("none" if "none" in poses else (*poses, "")[0])
    path = _inside(folder, row["file"], where)
    return Asset(class_name, path, front, up, float(scale), pose, Licence(row["licence"], row["credit"]))


def _inside(folder: Path, name: str, where: str) -> Path:
    """The file of that name, if it truly lies in the folder."""
    parts = PurePosixPath(name.replace("\\", "/"))
    steps = [folder.resolve().joinpath(*parts.parts[:count]) for count in range(1, len(parts.parts) + 1)]
    is_outside = parts.is_absolute() or ".." in parts.parts or ":" in name or any(step.is_symlink() for step in steps)
    if is_outside or not steps:
        raise BadInput(f"{where} points outside the pack: {name!r}; copy the file into the folder")
    if steps[-1].suffix[1:].lower() not in KINDS:
        raise BadInput(f"{where} is {name!r}; meshes are {', '.join('.' + kind for kind in KINDS)} files")
    if not steps[-1].is_file():
        raise BadInput(f"{where} needs {name!r}, which is not there; add it or remove the asset")
    return steps[-1]
