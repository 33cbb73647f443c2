"""What a user can get wrong about a scene is answered in one line."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from paragone.core.errors import ParagoneError
from paragone.scenes.draw import draw
from paragone.scenes.geometry import scale_for
from paragone.scenes.meshes.mesh import Mesh
from paragone.scenes.meshes.mesh_file import write_arrays
from paragone.scenes.meshes.packs import load_pack
from paragone.scenes.meshes.solids import box
from paragone.scenes.rendering.camera import Camera
from paragone.scenes.spec import Scene, Thing

DOG = Thing("dog", 1.0)
SCENE = Scene("s", "a dog", "v2", "object", "val", (DOG,), "empty", Camera(size=(32, 32)))


def drawn(*things: Thing) -> Callable[[Path], object]:
    return lambda _: draw(replace(SCENE, things=things), load_pack("procedural"))


def packed(manifest: str, **files: bytes) -> Callable[[Path], object]:
    def act(folder: Path) -> object:
        (folder / "pack.toml").write_text(f'name = "mine"\n[[asset]]\nlicence = "CC0"\ncredit = "me"\n{manifest}\n')
        for name, data in files.items():
            (folder / f"{name}.npz").write_bytes(data)
        return draw(SCENE, load_pack(folder))

    return act


LINE = Mesh(
    np.array([[0, 0, 0], [0, 0, 1], [0, 0, 2]], np.float32),
    np.array([[0, 1, 2]], np.int32),
    np.ones((1, 3), np.float32),
)


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (drawn(replace(DOG, name="unicorn")), "pack 'procedural' has no 'unicorn'"),
        (drawn(replace(DOG, size=0.0)), "scale 0.0"),
        (drawn(replace(DOG, colour="beige")), "'beige'; the colours are"),
        (drawn(*[DOG] * 40), "40 things in a scene; at most 32"),
        (packed('class = "dog"\nfile = "none.npz"'), r"none\.npz"),
        (packed('class = "unicorn"\nfile = "a.npz"', a=write_arrays(box(1, 1, 1))), "'unicorn'"),
        (packed('class = "dog"\nfile = "../a.npz"'), r"\.\./a\.npz"),
        (packed('class = "dog"\nfile = "/etc/passwd"'), "/etc/passwd"),
        (packed('class = "dog"\nfile = "a.npz"', a=write_arrays(LINE)), "no area"),
    ],
)
def test_a_mistake_is_one_line(act: Callable[[Path], object], message: str, tmp_path: Path) -> None:
    with pytest.raises(ParagoneError, match=message) as caught:
        act(tmp_path)
    assert "\n" not in str(caught.value)


def test_a_mesh_that_is_a_line_has_no_size() -> None:
    with pytest.raises(ParagoneError, match="a line or a point"):
        scale_for(LINE, 1.0)
