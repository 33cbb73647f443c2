"""The pack `sweethome`: real meshes converted on the user's machine from Debian's package sweethome3d-furniture.

    paragone scenes sweethome packs/sweethome [--package sweethome3d-furniture.deb]

The models are CC-BY 3.0 or CC0; each one's maker is named in the pack's manifest and in every data card made with it.
"""

import re
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

import numpy as np

from paragone.core.errors import BadInput, NotReady
from paragone.scenes.meshes.decimate import decimated
from paragone.scenes.meshes.mesh import Mesh, standing
from paragone.scenes.meshes.mesh_file import read_mesh, write_arrays
from paragone.scenes.meshes.sweethome_table import CHOSEN, Choice

PACKAGE = "sweethome3d-furniture"
MOST_TRIANGLES = 8000
LICENCES = {
    "Scopia": "CC-BY 3.0",
    "KatorLegaz": "CC-BY 3.0 US",
    "Reallusion": "CC-BY 3.0 US",
    "BlendSwap-CC-BY": "CC-BY 3.0",
    "BlendSwap-CC-0": "CC0 1.0",
}


@dataclass(frozen=True)
class Entry:
    """What a catalogue says of one model."""

    path: str
    name: str
    creator: str
    size: tuple[float, float, float]  # width, height, depth in metres
    rotation: tuple[float, ...]  # 3 x 3, row by row


def convert(out: Path, package: Path | None = None) -> int:
    """The number of meshes written as a pack into a folder; without a .deb file, apt downloads the package."""
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        furniture = _unpacked(package or _downloaded(Path(place)), Path(place))
        rows = []
        for number, choice in enumerate(CHOSEN):
            with zipfile.ZipFile(furniture / f"{choice.catalogue}.sh3f") as archive:
                entry = entry_of(archive, choice)
                mesh = load(archive, entry)
            name = f"{number:02d}-{choice.class_name.replace(' ', '-')}-{PurePosixPath(entry.path).stem}.npz"
            (out / name).write_bytes(write_arrays(mesh))
            rows.append(_row(choice, entry, name))
    (out / "pack.toml").write_text('name = "sweethome"\nfill = "procedural"\n' + "".join(rows), encoding="utf-8")
    return len(rows)


def _downloaded(place: Path) -> Path:
    if shutil.which("apt-get") is None:
        raise NotReady(f"there is no apt-get here; download the Debian package {PACKAGE} and give its .deb file")
    try:
        _run(["apt-get", "download", PACKAGE], place)
    except BadInput as error:
        raise NotReady(f"{error}; run apt-get update, or download the package and give its .deb file") from error
    return next(place.glob("*.deb"))


def _unpacked(package: Path, place: Path) -> Path:
    if not package.is_file():
        raise BadInput(f"there is no package {str(package)!r}; give the .deb file of {PACKAGE}")
    if shutil.which("dpkg-deb") is None:
        raise NotReady("there is no dpkg-deb here to unpack a .deb file; install dpkg")
    _run(["dpkg-deb", "-x", str(package.resolve()), str(place / "unpacked")], place)
    furniture = place / "unpacked/usr/share/sweethome3d/furniture"
    missing = [name for name in LICENCES if not (furniture / f"{name}.sh3f").is_file()]
    if missing:
        raise BadInput(f"{package.name} has no {missing[0]}.sh3f; is it {PACKAGE} 1.8?")
    return furniture


def _run(command: list[str], place: Path) -> None:
    done = subprocess.run(command, cwd=place, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise BadInput(f"{command[0]} failed ({last})")


def entry_of(archive: zipfile.ZipFile, choice: Choice) -> Entry:
    """The catalogue's entry of a chosen model."""
    text = archive.read("PluginFurnitureCatalog.properties").decode("latin-1")
    fields: dict[str, dict[str, str]] = {}
    for field, number, value in re.findall(r"^(\w+)#(\d+)=(.*?)\s*$", text, re.MULTILINE):
        fields.setdefault(number, {})[field] = value.encode("latin-1").decode("unicode_escape")
    for found in fields.values():
        path = found.get("model", "").lstrip("/")
        if PurePosixPath(path).parent.name == choice.model:
            width, height, depth = (float(found[side]) / 100 for side in ("width", "height", "depth"))
            rotation = tuple(float(part) for part in found.get("modelRotation", "1 0 0 0 1 0 0 0 1").split())
            return Entry(path, found["name"], found.get("creator", "unknown"), (width, height, depth), rotation)
    raise BadInput(f"the catalogue {choice.catalogue} has no model {choice.model!r}; is the package version 1.8?")


def load(archive: zipfile.ZipFile, entry: Entry) -> Mesh:
    """The model in metres, standing, facing -y, with few enough triangles."""
    folder = str(PurePosixPath(entry.path).parent)
    beside = {str(PurePosixPath(n).relative_to(folder)): n for n in archive.namelist() if n.startswith(folder + "/")}
    files: Mapping[str, bytes] = {name: archive.read(full) for name, full in beside.items() if not full.endswith("/")}
    raw = read_mesh(archive.read(entry.path), "obj", files=files)
    points = raw.vertices.astype(np.float64) @ np.array(entry.rotation).reshape(3, 3).T
    low, high = points.min(axis=0), points.max(axis=0)
    sized = (points - (low + high) / 2) * np.array(entry.size) / np.maximum(high - low, 1e-9)
    # the catalogue has y up and the front towards +z
    ours = np.stack([sized[:, 0], -sized[:, 2], sized[:, 1]], axis=1)
    mesh = decimated(replace(raw, vertices=ours.astype(np.float32)), MOST_TRIANGLES)
    return standing(mesh)


def _row(choice: Choice, entry: Entry, file: str) -> str:
    credit = (
        f"{entry.name} by {entry.creator}, from the {choice.catalogue} furniture of Sweet Home 3D, with fewer triangles"
    )
    fields = {"class": choice.class_name, "file": file, "state": choice.state}
    fields |= {"licence": LICENCES[choice.catalogue], "credit": credit}
    lines = [f"{name} = {_quoted(value)}" for name, value in fields.items() if value]
    return "\n[[asset]]\n" + "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
