"""The conversion of Debian's furniture package, on a small package of the same build; decimation; contact sheets."""

import io
import shutil
import subprocess
import zipfile
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from typer.testing import CliRunner, Result

from paragone.cli.main import app
from paragone.core.errors import BadInput
from paragone.scenes import contact
from paragone.scenes.meshes import sweethome
from paragone.scenes.meshes.decimate import decimated
from paragone.scenes.meshes.mesh import Mesh, bounds
from paragone.scenes.meshes.pack import Licence, Model, Pack
from paragone.scenes.meshes.packs import load_pack
from paragone.scenes.meshes.solids import ball, box
from paragone.scenes.meshes.sweethome_table import CHOSEN
from paragone.scenes.vocabulary import ALL_CLASSES, STATES

needs_dpkg = pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="needs dpkg-deb, to build and unpack a .deb")
# A step: 2 wide, 1 high, 3 deep; the low half is towards +z, the catalogue's front.
STEP = """mtllib s.mtl
v -1 0 -2
v 1 0 -2
v 1 1 -2
v -1 1 -2
v -1 0 1
v 1 0 1
usemtl paint
f 1 4 3
f 1 3 2
f 1 2 6
f 1 6 5
f 4 5 6
f 4 6 3
f 1 5 4
f 2 3 6
"""


def command(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["scenes", *arguments])


def _catalogue(models: list[str], rotation: str) -> bytes:
    file, lines = io.BytesIO(), []
    with zipfile.ZipFile(file, "w") as archive:
        for number, model in enumerate(models, start=1):
            path = f"shelf/{model}/{model}.obj"
            lines += [f"name#{number}=Caf\\u00e9 {model}", f"model#{number}=/{path}", f'creator#{number}=M. "Q" Aker']
            lines += [f"width#{number}=100", f"depth#{number}=300", f"height#{number}=50", rotation % number]
            archive.writestr(path, STEP)
            archive.writestr(f"shelf/{model}/s.mtl", "newmtl paint\nKd 0.2 0.4 0.6\n")
        archive.writestr("PluginFurnitureCatalog.properties", "\n".join(lines))
    return file.getvalue()


def _package(place: Path, *, rotation: str = "movable#%d=true") -> Path:
    furniture = place / "tree/usr/share/sweethome3d/furniture"
    furniture.mkdir(parents=True)
    (place / "tree/DEBIAN").mkdir()
    control = "Package: furniture\nVersion: 1\nArchitecture: all\nMaintainer: a <a@b.c>\nDescription: test\n"
    (place / "tree/DEBIAN/control").write_text(control)
    for name in sweethome.LICENCES:
        models = [choice.model for choice in CHOSEN if choice.catalogue == name]
        (furniture / f"{name}.sh3f").write_bytes(_catalogue(models, rotation))
    package = place / "furniture.deb"
    subprocess.run(["dpkg-deb", "-b", str(place / "tree"), str(package)], check=True, capture_output=True)
    return package


@needs_dpkg
def test_a_package_becomes_a_pack_with_credits(tmp_path: Path) -> None:
    out = tmp_path / "pack"
    assert sweethome.convert(out, _package(tmp_path)) == len(CHOSEN)
    pack = load_pack(out)
    assert pack.name == "sweethome"
    assert pack.classes == ALL_CLASSES  # what the package lacks is filled
    assert all(pack.states(name) == tuple(state or "none" for state in states) for name, states in STATES.items())
    terms = next(terms for asset, terms in pack.licences.items() if asset.endswith("-truck-truck.npz"))
    assert terms.licence == "CC-BY 3.0"
    assert 'Café truck by M. "Q" Aker' in terms.credit
    mesh = pack.mesh("truck")
    assert np.allclose(bounds(mesh).size, (1.0, 3.0, 0.5), atol=1e-5)  # width, depth and height of the catalogue
    assert np.allclose(mesh.colours, (0.2, 0.4, 0.6), atol=0.01)
    high = mesh.vertices[mesh.vertices[:, 2] > 0.4]
    assert np.allclose(high[:, 1], 1.5, atol=1e-5)  # the high end was at the back


@needs_dpkg
def test_the_catalogues_rotation_is_kept(tmp_path: Path) -> None:
    half_turn = "modelRotation#%d=-1 0 0 0 1 0 0 0 -1"
    sweethome.convert(tmp_path / "pack", _package(tmp_path, rotation=half_turn))
    mesh = load_pack(tmp_path / "pack").mesh("truck")
    assert np.allclose(mesh.vertices[mesh.vertices[:, 2] > 0.4][:, 1], -1.5, atol=1e-5)


@needs_dpkg
def test_a_wrong_package_is_told_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="there is no package"):
        sweethome.convert(tmp_path / "out", tmp_path / "absent.deb")
    (tmp_path / "bad.deb").write_bytes(b"not a package")
    said = str(command("sweethome", str(tmp_path / "out"), "--package", str(tmp_path / "bad.deb")).exception)
    assert said.startswith("dpkg-deb failed")
    assert "\n" not in said


@needs_dpkg
def test_the_command_says_where_the_pack_is(tmp_path: Path) -> None:
    done = command("sweethome", str(tmp_path / "pack"), "--package", str(_package(tmp_path)))
    assert done.output == f"{len(CHOSEN)} meshes in {tmp_path / 'pack'}; use this path as the pack\n"


def test_decimation_keeps_the_shape_and_the_budget() -> None:
    dense = ball(1.0, 60)  # 7200 triangles
    few = decimated(dense, 800)
    assert 300 < len(few.triangles) <= 800
    assert np.allclose(bounds(few).size, bounds(dense).size, atol=0.15)
    a, b, c = few.vertices.astype(float)[few.triangles].transpose(1, 0, 2)
    volume = np.einsum("ij,ij->", a, np.cross(b, c)) / 6
    assert volume == pytest.approx(4 / 3 * np.pi, rel=0.08)


def test_a_light_mesh_is_left_alone() -> None:
    mesh = box(1, 1, 1)
    assert decimated(mesh, 12) is mesh


def test_decimation_keeps_each_triangles_paint_and_texture() -> None:
    dense = ball(1.0, 30)
    count = len(dense.triangles)
    top = dense.vertices[dense.triangles].mean(axis=1)[:, 2] > 1.0
    colours = np.where(top[:, None], (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)).astype(np.float32)
    uv = np.full((count, 3, 2), 0.25, dtype=np.float32)
    sheet = np.zeros((2, 2, 3), dtype=np.uint8)
    few = decimated(Mesh(dense.vertices, dense.triangles, colours, uv=uv, texture=sheet), 200)
    middle = few.vertices[few.triangles].mean(axis=1)[:, 2]
    assert (few.colours[middle > 1.4, 0] == 1).all()
    assert (few.colours[middle < 0.6, 2] == 1).all()
    assert few.uv is not None
    assert few.uv.shape == (len(few.triangles), 3, 2)


def test_a_contact_sheet_shows_every_direction_and_state() -> None:
    model = Model(
        lambda variant, state: box(1 + variant, 1, 2 if state == "upright" else 1), 2, ("standing", "upright")
    )
    pack = Pack("toy", "0", {"bear": model}, {"bear": Licence("CC0", "x")})
    sheet = contact.pack_sheet(pack, side=20, panels=1)
    assert sheet.shape == (2 * 32, 8 * 20, 3)
    tiles = sheet[12:32].reshape(20, 8, 20, 3)
    assert all((tiles[:, column] != contact.PAPER).any() for column in range(8))


def test_contact_sheets_are_written_small(tmp_path: Path) -> None:
    contact.save(contact.background_sheet(side=24), tmp_path / "deep/b.png")
    with Image.open(tmp_path / "deep/b.png") as image:
        assert image.size == (5 * 24, 3 * 36)
        assert image.mode == "P"
    told = command("contact", "nowhere", "--out", str(tmp_path / "x.png"))
    assert str(told.exception).startswith("no pack 'nowhere'")
