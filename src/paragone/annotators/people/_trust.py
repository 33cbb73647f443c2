"""TRUST's network (Feng et al., ECCV 2022): the light of a scene, and the albedo of a face's cheeks under that light.

A ResNet-50 looks at the whole image and gives three numbers for the light. A second one looks at the face with these
numbers as three more channels and gives 54 numbers; a table of albedos (BalancedAlb) makes them colours. The third and
fourth networks of TRUST (shading and shape of the face) do not change the albedo and are not needed.
"""

import zipfile
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from PIL import Image

from paragone.annotators._networks import resnet50
from paragone.annotators._networks.graph import Graph
from paragone.annotators._networks.prepare import stretched, warped
from paragone.assets.pickled import read_tensors
from paragone.core.errors import BadInput
from paragone.core.types import Pixels

SIDE, HIDDEN, LIGHTS, CODES = 224, 1024, 3, 54
MAP, SEEN = 512, 256  # sides of the table's map and of the map that tones are taken from
ROOM = 1.6  # the crop's side in mean sides of the landmarks' box: the middle of TRUST's 1.4 to 1.8
TRUNK = resnet50.Names(
    "encoder.conv1", "encoder.bn1", ("encoder.layer1", "encoder.layer2", "encoder.layer3", "encoder.layer4")
)
Floats = npt.NDArray[np.float32]


class Parts(NamedTuple):
    """The tensors of both encoders, and mean and directions of the albedo at the pixels of the cheeks."""

    scene: resnet50.Tensors
    face: resnet50.Tensors
    mean: Floats  # (pixels * 3,), red, green, blue in 0..1
    directions: Floats  # (pixels * 3, 54)


def read_parts(scene: Path, face: Path, albedo: Path, cheeks: Path) -> Parts:
    """All of it from the files as they are published; BadInput says what is wrong with one."""
    mean, directions = read_albedo(albedo, read_mask(cheeks))
    return Parts(
        read_encoder(scene, "E_scene_light", encoder_shapes(3, LIGHTS)),
        read_encoder(face, "E_albedo", encoder_shapes(3 + LIGHTS, CODES)),
        mean,
        directions,
    )


def encoder_shapes(channels: int, outputs: int) -> resnet50.Shapes:
    """Every tensor of an encoder, with its shape."""
    found = resnet50.shapes(TRUNK, channels=channels)
    found |= {"layers.0.weight": (HIDDEN, resnet50.FEATURES), "layers.0.bias": (HIDDEN,)}
    return found | {"layers.2.weight": (outputs, HIDDEN), "layers.2.bias": (outputs,)}


def read_encoder(path: Path, part: str, wanted: resnet50.Shapes) -> resnet50.Tensors:
    """The tensors of one encoder, which lie under its name; TRUST's own code lets a mismatch pass, this does not."""
    tensors = {name.removeprefix(f"{part}."): values for name, values in read_tensors(path).items()}
    resnet50.refuse_other(tensors, wanted, part, f"{part}_BalanceAlb.tar")
    return tensors


def read_mask(path: Path) -> npt.NDArray[np.bool_]:
    """Which pixels of the map are cheek: those that the picture does not leave black  # (256, 256)."""
    try:
        with Image.open(path) as picture:
            small = picture.convert("L").resize((SEEN, SEEN), Image.Resampling.BOX)
    except (OSError, ValueError) as error:
        raise BadInput(f"{path.name} is no picture of the cheeks' mask: {error}; download it anew") from error
    mask = np.asarray(small) > 0
    if not mask.any() or mask.all():
        raise BadInput(f"{path.name} has no cheeks: it is all {'white' if mask.any() else 'black'}; download it anew")
    return mask


def read_albedo(path: Path, mask: npt.NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """Mean and directions of BalancedAlb at the mask's pixels, red first, in 0..1 (the file has blue first, 0..255)."""
    try:
        with np.load(path, allow_pickle=False) as table:
            mean = table["mean"].reshape(MAP, MAP, 3)
            directions = table["tex_dir"].reshape(MAP, MAP, 3, CODES)
    except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
        wanted = f"mean ({MAP} x {MAP} x 3) and tex_dir ({MAP} x {MAP} x 3 x {CODES})"
        raise BadInput(f"{path.name} has no {wanted}: {error}; is it BalanceAlb_model.npz?") from error
    step = MAP // SEEN  # every second pixel, as TRUST takes it
    colours, ways = mean[::step, ::step][mask][:, ::-1], directions[::step, ::step][mask][:, ::-1]
    return _in_one(colours).reshape(-1), _in_one(ways).reshape(-1, CODES)


def _in_one(values: npt.NDArray[Any]) -> Floats:
    return np.asarray(values / 255, np.float32)


def build(parts: Parts) -> bytes:
    """The network: `face` and `scene` (N, 3, 224, 224) in 0..1 give `albedo` (N, pixels * 3) and `light` (N, 3)."""
    graph = Graph()
    face, scene = (graph.input(name, ["N", 3, SIDE, SIDE]) for name in ("face", "scene"))
    light = _encoded(graph, scene, parts.scene)
    spread = graph.add("Expand", graph.reshape(light, (0, 0, 1, 1)), graph.add("Shape", face))
    code = _encoded(graph, graph.add("Concat", spread, face, axis=1), parts.face)
    return graph.model({"albedo": graph.linear(code, parts.directions, parts.mean), "light": light})


def _encoded(graph: Graph, x: str, tensors: resnet50.Tensors) -> str:
    maps = resnet50.Trunk(graph, tensors).run(x, TRUNK)
    hidden = graph.reshape(graph.add("GlobalAveragePool", maps), (0, -1))
    hidden = graph.relu(graph.linear(hidden, tensors["layers.0.weight"], tensors["layers.0.bias"]))
    return graph.linear(hidden, tensors["layers.2.weight"], tensors["layers.2.bias"])


def face_crop(pixels: Pixels, points: npt.NDArray[np.float64]) -> Floats:
    """The square around a face's landmarks, the outermost on each side left out, as TRUST cuts it; in 0..1."""
    ordered = np.sort(points, axis=0)
    low, high = ordered[1], ordered[-2]
    side = int(ROOM * float((high - low).mean()))
    step = max(side, 1) / (SIDE - 1)
    to_image = np.column_stack([step * np.eye(2), (low + high) / 2 - max(side, 1) / 2])
    return np.asarray(warped(pixels, to_image, SIDE) / np.float32(255))


def scene_crop(pixels: Pixels) -> Floats:
    """The square in the middle of an image, in 0..1; TRUST takes one at random, which nobody could repeat."""
    height, width = pixels.shape[:2]
    side = min(height, width)
    top, left = (height - side) // 2, (width - side) // 2
    square = np.ascontiguousarray(pixels[top : top + side, left : left + side])
    return np.asarray(stretched(square, SIDE, policy="pil-bilinear") / np.float32(255))
