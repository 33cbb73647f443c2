"""A user's own folder of meshes: read, turned to face us, and refused in one line where it is bad."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from paragone.core.errors import BadInput, ParagoneError
from paragone.scenes.meshes.mesh_file import write_arrays
from paragone.scenes.meshes.packs import load_pack
from paragone.scenes.meshes.solids import box

# A wedge 2 wide (x), 1 high (y) and 4 long (z), its thin end at +z; y is up, as most modellers have it.
WEDGE = """mtllib wedge.mtl
v -1 0 0
v 1 0 0
v 1 1 0
v -1 1 0
v -1 0 4
v 1 0 4
usemtl red
f 1 3 2
f 1 4 3
usemtl blue
f 1 2 6
f 1 6 5
f 4 5 6
f 4 6 3
f 1 5 4
f 2 3 6
"""
COLOURS = "newmtl red\nKd 1 0 0\nnewmtl blue\nKd 0 0 1\n"
TERMS = 'licence = "CC0"\ncredit = "A. Maker"\n'


def _pack(folder: Path, rows: str, *, head: str = 'name = "mine"\n') -> Path:
    (folder / "wedge.obj").write_text(WEDGE)
    (folder / "wedge.mtl").write_text(COLOURS)
    (folder / "pack.toml").write_text(head + rows)
    return folder


def _asset(**options: str) -> str:
    given = {"class": '"dog"', "file": '"wedge.obj"', "up": '"+y"', "front": '"+z"'} | options
    return "[[asset]]\n" + TERMS + "".join(f"{name} = {value}\n" for name, value in given.items())


def test_a_mesh_is_turned_scaled_and_stood_up(tmp_path: Path) -> None:
    mesh = load_pack(_pack(tmp_path, _asset(scale="0.5"))).mesh("dog")
    low, high = mesh.vertices.min(axis=0), mesh.vertices.max(axis=0)
    assert np.allclose(low, (-0.5, -1, 0), atol=1e-6)
    assert np.allclose(high, (0.5, 1, 0.5), atol=1e-6)
    top = mesh.vertices[mesh.vertices[:, 2] > 0.4]
    assert np.allclose(top[:, 1], 1, atol=1e-6)  # the thin end was the front, so the high end is at the back


def test_turning_keeps_the_faces_outwards(tmp_path: Path) -> None:
    mesh = load_pack(_pack(tmp_path, _asset())).mesh("dog")
    a, b, c = mesh.vertices.astype(float)[mesh.triangles].transpose(1, 0, 2)
    assert np.einsum("ij,ij->", a, np.cross(b, c)) / 6 == pytest.approx(4.0, rel=1e-5)  # half of 2 x 1 x 4


def test_materials_become_colours(tmp_path: Path) -> None:
    mesh = load_pack(_pack(tmp_path, _asset())).mesh("dog")
    assert sorted(map(tuple, np.unique(mesh.colours, axis=0).tolist())) == [(0, 0, 1), (1, 0, 0)]
    assert (mesh.colours[:, 0] == 1).sum() == 2


def test_a_texture_is_kept_and_a_repeating_one_becomes_its_mean(tmp_path: Path) -> None:
    from PIL import Image

    folder = _pack(tmp_path, _asset(file='"quad.obj"'))
    Image.new("RGB", (4, 4), (10, 200, 30)).save(folder / "green.png")
    (folder / "quad.mtl").write_text("newmtl g\nKd 1 1 1\nmap_Kd green.png\n")
    lines = "mtllib quad.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 7 9\nusemtl g\n"
    (folder / "quad.obj").write_text(lines + "f 1/1 2/2 3/3\nf 1/1 3/3 4/4\n")
    mesh = load_pack(folder).mesh("dog")
    assert mesh.texture is not None
    assert mesh.uv is not None
    assert np.isfinite(mesh.uv[0]).all()
    assert np.isnan(mesh.uv[1]).all()
    assert np.allclose(mesh.colours[1] * 255, (10, 200, 30), atol=0.5)
    assert (mesh.texture == (10, 200, 30)).all()


def _board(kind: str) -> bytes:
    """A square board that faces +z with y up, under a picture whose upper half is red and whose lower half is blue."""
    import trimesh
    from PIL import Image

    picture = Image.new("RGB", (8, 8), (220, 10, 10))
    picture.paste((10, 10, 220), (0, 4, 8, 8))
    corners = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]]
    visual: Any = trimesh.visual
    paint = visual.TextureVisuals(uv=[[0, 0], [1, 0], [1, 1], [0, 1]], image=picture)
    board = trimesh.Trimesh(corners, [[0, 1, 2], [0, 2, 3]], visual=paint, process=False)
    made: Any = board.export(file_type=kind)
    return bytes(made)


def test_a_picture_on_a_gltf_mesh_is_drawn_the_right_way_up(tmp_path: Path) -> None:
    from paragone.scenes.rendering.camera import Camera
    from paragone.scenes.rendering.render import Placed, render

    folder = _pack(tmp_path, _asset(file='"board.glb"'))
    (folder / "board.glb").write_bytes(_board("glb"))
    camera = Camera((0.0, -4.0, 0.5), (0.0, 0.0, 0.5), 20.0, (32, 32))
    image = render([Placed(load_pack(folder).mesh("dog"))], camera).rgb
    above, below = image[10, 16].astype(int), image[22, 16].astype(int)
    assert above[0] > above[2] + 50
    assert below[2] > below[0] + 50


def test_assets_of_one_class_and_state_are_variants_and_the_rest_is_filled(tmp_path: Path) -> None:
    rows = _asset() + _asset(scale="2.0") + _asset(state='"sitting"')
    pack = load_pack(_pack(tmp_path, rows, head='name = "mine"\nfill = "procedural"\n'))
    assert pack.variants("dog") == 2
    assert pack.states("dog") == ("standing", "sitting")
    assert np.ptp(pack.mesh("dog", 1).vertices) == pytest.approx(2 * np.ptp(pack.mesh("dog", 0).vertices))
    assert pack.mesh("train", 0) is load_pack("procedural").mesh("train", 0)
    assert pack.licences["dog: wedge.obj"].credit == "A. Maker"
    assert "train: procedural" in pack.licences
    assert "dog: procedural" not in pack.licences


def test_a_pack_without_filling_has_its_own_classes_only(tmp_path: Path) -> None:
    pack = load_pack(_pack(tmp_path, _asset()))
    assert pack.classes == ("dog",)
    assert pack.states("dog") == ("standing",)
    with pytest.raises(ParagoneError, match="pack 'mine' has no 'car'"):
        pack.mesh("car")


def test_the_version_changes_with_a_mesh(tmp_path: Path) -> None:
    folder = _pack(tmp_path, _asset())
    before = load_pack(folder).version
    assert load_pack(folder).version == before
    (folder / "wedge.obj").write_text(WEDGE.replace("v 1 1 0", "v 1 2 0"))
    assert load_pack(folder).version != before


def test_a_folder_is_read_once_until_it_changes(tmp_path: Path) -> None:
    folder = _pack(tmp_path, _asset())
    first = load_pack(folder)
    assert load_pack(str(folder)) is first
    (folder / "pack.toml").write_text('name = "other"\n' + _asset())
    assert load_pack(folder).name == "other"


def test_our_own_arrays_are_a_mesh_file_too(tmp_path: Path) -> None:
    (tmp_path / "box.npz").write_bytes(write_arrays(box(1, 2, 3)))
    folder = _pack(tmp_path, _asset(file='"box.npz"', front='"-y"', up='"+z"'))
    mesh = load_pack(folder).mesh("dog")
    assert np.array_equal(mesh.vertices, box(1, 2, 3).vertices)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (_asset(**{"class": '"dgo"'}), "of class 'dgo'; did you mean dog"),
        (_asset(file='"absent.obj"'), "needs 'absent.obj', which is not there"),
        (_asset(file='"../wedge.obj"'), "points outside the pack"),
        (_asset(file='"/etc/wedge.obj"'), "points outside the pack"),
        (_asset(file='"C:/wedge.obj"'), "points outside the pack"),
        (_asset(file='"linked.obj"'), "points outside the pack"),
        (_asset(file='"linked/wedge.obj"'), "points outside the pack"),
        (_asset(file='"wedge.mtl"'), r"meshes are \.obj"),
        (_asset(front='"+y"'), "front '\\+y' and up '\\+y'"),
        (_asset(scale="0.0"), "the scale 0.0"),
        (_asset(state='"flying"'), "a dog can be standing, sitting"),
        ("", "lists no meshes"),
        ("[[asset]]\nclass = 'dog'\n", "has no 'file'"),
        (_asset() + "\nfill = [", "is not TOML"),
    ],
)
def test_a_bad_manifest_is_told_in_one_line(tmp_path: Path, rows: str, message: str) -> None:
    inner = tmp_path / "pack"
    inner.mkdir()
    (tmp_path / "wedge.obj").write_text(WEDGE)
    (inner / "linked.obj").symlink_to(tmp_path / "wedge.obj")
    (inner / "linked").symlink_to(tmp_path)
    with pytest.raises(ParagoneError, match=message) as caught:
        load_pack(_pack(inner, rows))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("v 0 0 0\nv 1 0 0\n", "no triangles|cannot be read"),
        ("v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n", "no area"),
        ("v 0 0 0\nv 1 0 0\nv nan 1 0\nf 1 2 3\n", "not finite|cannot be read"),
        ("", "no triangles|cannot be read"),
        ("f 1 2 3\n", "no triangles|cannot be read"),
        ("mtllib absent.mtl\nusemtl red\nv 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\n", "'absent.mtl', which is not there"),
        ("mtllib ../wedge.mtl\nusemtl red\nv 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\n", "outside the pack"),
    ],
)
def test_a_bad_mesh_is_told_in_one_line(tmp_path: Path, text: str, message: str) -> None:
    folder = _pack(tmp_path, _asset(file='"bad.obj"'))
    (folder / "bad.obj").write_text(text)
    with pytest.raises(BadInput, match=message) as caught:
        load_pack(folder).mesh("dog")
    assert "'bad.obj'" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_arrays_that_are_none_are_told_in_one_line(tmp_path: Path) -> None:
    folder = _pack(tmp_path, _asset(file='"bad.npz"'))
    (folder / "bad.npz").write_bytes(b"PK not really")
    with pytest.raises(BadInput, match=r"'bad\.npz' cannot be used"):
        load_pack(folder).mesh("dog")
