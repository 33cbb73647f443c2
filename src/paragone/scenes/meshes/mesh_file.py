"""Meshes from files: OBJ and glTF through trimesh, and our own .npz; colours and textures become one sheet."""

import io
import zipfile
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from paragone.core.errors import BadInput, NotReady
from paragone.core.foreign import reading
from paragone.core.types import Pixels
from paragone.scenes.meshes.mesh import Floats, Mesh

if TYPE_CHECKING:
    from PIL.Image import Image
    from trimesh import Trimesh

KINDS = ("obj", "gltf", "glb", "npz")
MOST_TRIANGLES = 300_000
MOST_BYTES = 200_000_000
SHEET_SIDE = 256  # a larger texture is reduced to this: things are about 100 pixels wide in a picture


class Piece(NamedTuple):
    """A part of a file in one material."""

    vertices: npt.NDArray[np.float64]
    triangles: npt.NDArray[np.int64]
    colours: Floats
    uv: Floats | None
    image: Pixels | None


def read_mesh(data: bytes, kind: str, *, files: Mapping[str, bytes]) -> Mesh:
    """The mesh of a file, in the file's own units and axes; `files` are its neighbours (materials, textures)."""
    if kind == "npz":
        return _from_arrays(data)
    with reading(lambda said: f"it cannot be read as {kind} ({said}); export it again"):
        pieces = [_piece(part) for part in _parts(data, kind, files)]
    pieces = [piece for piece in pieces if len(piece.triangles)]
    if not pieces:
        raise BadInput("it has no triangles; export it again with its faces")
    starts = np.cumsum([0, *(len(piece.vertices) for piece in pieces)])
    uv, texture = _sheet(pieces)
    return Mesh(
        vertices=np.concatenate([piece.vertices for piece in pieces]).astype(np.float32),
        triangles=np.concatenate(
            [piece.triangles + start for piece, start in zip(pieces, starts, strict=False)]
        ).astype(np.int32),
        colours=np.concatenate([piece.colours for piece in pieces]),
        uv=uv,
        texture=texture,
    )


def write_arrays(mesh: Mesh) -> bytes:
    """The bytes of a .npz file that holds the mesh."""
    arrays: dict[str, npt.NDArray[Any]] = {
        "vertices": mesh.vertices,
        "triangles": mesh.triangles,
        "colours": mesh.colours,
    }
    arrays["tintable"] = np.asarray(mesh.tintable)
    if mesh.uv is not None and mesh.texture is not None:
        arrays |= {"uv": mesh.uv, "texture": mesh.texture}
    file = io.BytesIO()
    np.savez_compressed(file, allow_pickle=False, **arrays)
    return file.getvalue()


def _from_arrays(data: bytes) -> Mesh:
    with reading(lambda said: f"it is not a mesh in .npz form ({said}); make it again"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(part.file_size for part in archive.infolist()) > MOST_BYTES:
                raise BadInput(f"it unpacks to over {MOST_BYTES:,} bytes; reduce it first")
        with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
            return Mesh(**{name: arrays[name] for name in arrays.files})


def _parts(data: bytes, kind: str, files: Mapping[str, bytes]) -> "list[Trimesh]":
    try:
        import trimesh
    except ImportError as error:
        raise NotReady("OBJ and glTF meshes need trimesh; pip install 'paragone[scenes]'") from error
    scene = trimesh.load_scene(io.BytesIO(data), file_type=kind, resolver=files, process=False)
    parts = [part for part in scene.dump() if isinstance(part, trimesh.Trimesh)]
    if sum(len(part.faces) for part in parts) > MOST_TRIANGLES:
        raise BadInput(f"it has over {MOST_TRIANGLES:,} triangles; reduce it first")
    return parts


def _piece(part: "Trimesh") -> Piece:
    faces, count = np.asarray(part.faces, dtype=np.int64), len(part.faces)
    vertices = np.asarray(part.vertices, dtype=np.float64)
    material = getattr(part.visual, "material", None)
    if material is None:
        colours = np.asarray(getattr(part.visual, "face_colors", np.full((count, 4), 153)))[:, :3] / 255
        return Piece(vertices, faces, colours.astype(np.float32), None, None)
    uv, image = getattr(part.visual, "uv", None), _image_of(material)
    if image is not None and uv is not None and len(uv) == len(vertices):
        corners = np.asarray(uv, dtype=np.float32)[faces]
        shown = _opaque(image, corners)
        white = np.ones((int(shown.sum()), 3), np.float32)
        return Piece(vertices, faces[shown], white, corners[shown], _reduced(image))
    return Piece(vertices, faces, np.tile(_plain(material), (count, 1)), None, None)


def _image_of(material: object) -> "Image | None":
    for name in ("image", "baseColorTexture"):
        image: Image | None = getattr(material, name, None)
        if image is not None:
            return image
    return None


def _plain(material: object) -> Floats:
    """The colour of a material without a texture."""
    factor = getattr(material, "baseColorFactor", None)
    paint = factor if factor is not None else getattr(material, "main_color", (153, 153, 153))
    values = np.asarray(paint)[:3]
    return (values / 255 if values.dtype.kind in "ui" else values).astype(np.float32)


def _opaque(image: "Image", corners: Floats) -> npt.NDArray[np.bool_]:
    """Which triangles are not mostly clear: we cut out no pixels, so a wheel's clear disc of spokes must go whole."""
    if "A" not in image.getbands():
        return np.ones(len(corners), dtype=bool)
    alpha = np.asarray(image.getchannel("A"), dtype=np.float64) / 255
    middle = corners.mean(axis=1, keepdims=True)
    places = np.concatenate([middle, (corners + middle) / 2, (corners + np.roll(corners, 1, axis=1)) / 2], axis=1)
    inside = np.nan_to_num(places) % 1
    column = np.minimum((inside[..., 0] * alpha.shape[1]).astype(int), alpha.shape[1] - 1)
    row = np.minimum(((1 - inside[..., 1]) * alpha.shape[0]).astype(int), alpha.shape[0] - 1)
    shown: npt.NDArray[np.bool_] = alpha[row, column].mean(axis=1) > 0.35
    return shown


def _reduced(image: "Image") -> Pixels:
    small = image.convert("RGB")
    small.thumbnail((SHEET_SIDE, SHEET_SIDE))
    return np.asarray(small)


def _sheet(pieces: list[Piece]) -> tuple[Floats | None, Pixels | None]:
    """All textures side by side, standing on one line, and where each corner finds its own."""
    images = [piece.image for piece in pieces if piece.image is not None]
    if not images:
        return None, None
    high, wide = max(image.shape[0] for image in images), sum(image.shape[1] for image in images)
    sheet = np.zeros((high, wide, 3), dtype=np.uint8)
    left, corners = 0, []
    for piece in pieces:
        if piece.image is None or piece.uv is None:
            corners.append(np.full((len(piece.triangles), 3, 2), np.nan, dtype=np.float32))
            continue
        rows, columns = piece.image.shape[:2]
        sheet[high - rows :, left : left + columns] = piece.image
        inside = _untiled(piece)
        place = np.array([left / wide, 0.0]) + inside * np.array([columns / wide, rows / high])
        corners.append(place.astype(np.float32))
        left += columns
    return np.concatenate(corners), sheet


def _untiled(piece: Piece) -> npt.NDArray[np.float64]:
    """Texture places within 0..1. A triangle over which the texture repeats is painted in its mean colour instead."""
    assert piece.uv is not None
    assert piece.image is not None
    shifted = piece.uv - np.floor(piece.uv.min(axis=1, keepdims=True))
    repeats = (shifted.max(axis=(1, 2)) > 1.001) | ~np.isfinite(shifted).all(axis=(1, 2))
    margin = 0.5 / max(piece.image.shape[:2])
    inside: npt.NDArray[np.float64] = np.clip(shifted.astype(np.float64), margin, 1 - margin)
    inside[repeats] = np.nan
    mean = np.sqrt(np.square(piece.image / 255.0).mean(axis=(0, 1)))  # near enough to the mean of the light
    piece.colours[repeats] = mean
    return inside
