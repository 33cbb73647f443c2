"""A folder of meshes as a pack: see pack_manifest for what its pack.toml says."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path, PurePosixPath

import numpy as np
import numpy.typing as npt

from paragone.core.errors import BadInput
from paragone.core.keys import content_hash, key_of
from paragone.scenes.meshes.mesh import Mesh, standing
from paragone.scenes.meshes.mesh_file import MOST_BYTES, read_mesh
from paragone.scenes.meshes.pack import Licence, Model, Pack
from paragone.scenes.meshes.pack_manifest import MANIFEST, Asset, poses_of, read_manifest
from paragone.scenes.vocabulary import ALL_CLASSES


def read_pack(folder: Path) -> Pack:
    """The pack of a folder; its meshes are read when they are first asked for."""
    manifest = read_manifest(folder)
    filling = _filling() if manifest.fill else None
    models = {}
    for class_name in ALL_CLASSES:
        mine = _by_state(class_name, manifest.assets)
        if mine or (filling and class_name in filling.models):
            models[class_name] = _model(class_name, mine, filling)
    files = sorted({folder / MANIFEST, *(asset.path for asset in manifest.assets)})
    version = key_of("folder", *(content_hash(path.read_bytes()) for path in files), filling.version if filling else "")
    return Pack(manifest.name, version[:12], models, _licences(folder, manifest.assets, filling))


def _filling() -> Pack:
    from paragone.scenes.meshes.packs import load_pack

    return load_pack("procedural")


def _by_state(class_name: str, assets: tuple[Asset, ...]) -> dict[str, list[Asset]]:
    mine: dict[str, list[Asset]] = {}
    for asset in assets:
        if asset.class_name == class_name:
            mine.setdefault(asset.state, []).append(asset)
    return mine


def _licences(folder: Path, assets: tuple[Asset, ...], filling: Pack | None) -> dict[str, Licence]:
    terms = {f"{asset.class_name}: {asset.path.relative_to(folder.resolve())}": asset.terms for asset in assets}
    for class_name, borrowed in (filling.licences if filling else {}).items():
        if len(_by_state(class_name, assets)) < max(len(poses_of(class_name)), 1):
            terms[f"{class_name}: {filling.name if filling else ''}"] = borrowed
    return terms


def _model(class_name: str, mine: Mapping[str, list[Asset]], filling: Pack | None) -> Model:
    """The class from its own meshes by state; what it lacks, from the filling."""
    poses = poses_of(class_name) or ("",)
    states = tuple(pose for pose in poses if pose in mine or filling)
    spare = filling.variants(class_name) if filling and len(mine) < len(poses) else 0
    variants = max([spare, *(len(found) for found in mine.values())])

    def build(variant: int, state: str) -> Mesh:
        if state in mine:
            return load_asset(mine[state][variant % len(mine[state])])
        assert filling is not None
        return filling.mesh(class_name, variant % filling.variants(class_name), state or None)

    return Model(build, variants, states if states != ("",) else ())


def load_asset(asset: Asset) -> Mesh:
    """The mesh of an asset in metres, standing, its front towards -y."""
    try:
        data = asset.path.read_bytes()
        if len(data) > MOST_BYTES:
            raise BadInput(f"it has {len(data):,} bytes; reduce it below {MOST_BYTES:,}")
        beside = Neighbours(asset.path.parent)
        raw = read_mesh(data, asset.path.suffix[1:].lower(), files=beside)
        if beside.refused:  # a reader may have passed over it
            raise BadInput(f"it refers to {beside.refused[0]!r} outside the pack; copy that file beside it")
        if beside.missing:
            raise BadInput(
                f"it refers to {beside.missing[0]!r}, which is not there; add that file or its colours are lost"
            )
        return _stood(raw, asset)
    except BadInput as error:
        raise BadInput(f"the mesh {asset.path.name!r} cannot be used: {error}") from error


def _stood(raw: Mesh, asset: Asset) -> Mesh:
    front, up = _direction(asset.front), _direction(asset.up)
    # rows: where the file's axes that mean right, back and up come to lie
    axes = np.stack([np.cross(up, front), -front, up])
    turned = replace(raw, vertices=(raw.vertices.astype(np.float64) @ axes.T * asset.scale).astype(np.float32))
    corner = turned.vertices.astype(np.float64)[turned.triangles]
    area = np.linalg.norm(np.cross(corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0]), axis=1).sum() / 2
    if not area > 1e-12:
        raise BadInput("all its triangles together have no area; export it again")
    return standing(turned)


def _direction(name: str) -> npt.NDArray[np.float64]:
    """The unit vector of "+x", "-x" and so on."""
    vector: npt.NDArray[np.float64] = np.eye(3)["xyz".index(name[1])]
    return vector if name[0] == "+" else -vector


class Neighbours(Mapping[str, bytes]):
    """The files beside a mesh, by name; nothing outside its folder can be reached."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.refused: list[str] = []
        self.missing: list[str] = []

    def __getitem__(self, name: str) -> bytes:
        parts = PurePosixPath(name.strip().replace("\\", "/"))
        path = self.folder.joinpath(*parts.parts)
        is_outside = parts.is_absolute() or ".." in parts.parts or ":" in name
        if is_outside or not path.resolve().is_relative_to(self.folder):
            self.refused.append(name)
            raise KeyError(name)
        if not path.is_file():
            self.missing.append(name)
            raise KeyError(name)
        return path.read_bytes()

    def __iter__(self) -> Iterator[str]:
        return (str(path.relative_to(self.folder)) for path in self.folder.rglob("*") if path.is_file())

    def __len__(self) -> int:
        return sum(1 for _ in self)
