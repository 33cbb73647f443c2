"""Every mesh of the shipped pack is sound, and the pack has every class and state of the vocabulary."""

import numpy as np
import pytest

from paragone.core.errors import BadInput, UnknownName
from paragone.scenes import procedural
from paragone.scenes.meshes.mesh import Mesh
from paragone.scenes.meshes.packs import class_of, load_pack
from paragone.scenes.vocabulary import ALL_CLASSES, SHAPES, STATES

PACK = load_pack("procedural")
MOST_TRIANGLES = 5500
EVERY = [(c, v, s) for c in PACK.classes for v in range(PACK.variants(c)) for s in PACK.states(c) or (None,)]


def _double_areas(mesh: Mesh) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    corner = mesh.vertices.astype(np.float64)[mesh.triangles]
    areas: np.ndarray[tuple[int], np.dtype[np.float64]] = np.linalg.norm(
        np.cross(corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0]), axis=1
    )
    return areas


def test_the_pack_has_every_class_of_the_vocabulary() -> None:
    assert PACK.classes == ALL_CLASSES


@pytest.mark.parametrize("class_name", ALL_CLASSES)
def test_a_class_has_several_different_variants(class_name: str) -> None:
    shapes = {PACK.mesh(class_name, v).vertices.tobytes() for v in range(PACK.variants(class_name))}
    looks = {PACK.mesh(class_name, v).colours.tobytes() for v in range(PACK.variants(class_name))}
    assert PACK.variants(class_name) >= 3
    assert len(shapes) >= 2
    assert len(looks) == PACK.variants(class_name)


@pytest.mark.parametrize("class_name", ALL_CLASSES)
def test_states_are_those_of_the_vocabulary(class_name: str) -> None:
    expected = tuple(state or "none" for state in STATES.get(class_name, ()))
    assert PACK.states(class_name) == expected
    poses = {PACK.mesh(class_name, 0, state).vertices.tobytes() for state in expected}
    assert len(poses) == len(expected)


@pytest.mark.parametrize(("class_name", "variant", "state"), EVERY)
def test_a_mesh_is_sound(class_name: str, variant: int, state: str | None) -> None:
    mesh = PACK.mesh(class_name, variant, state)
    low, high = mesh.vertices.min(axis=0), mesh.vertices.max(axis=0)
    assert np.isfinite(mesh.vertices).all()
    assert 0 <= mesh.triangles.min() <= mesh.triangles.max() < len(mesh.vertices)
    assert low[2] == pytest.approx(0, abs=1e-4)
    assert np.allclose((low + high)[:2], 0, atol=1e-3)
    assert 100 < len(mesh.triangles) <= MOST_TRIANGLES
    assert (_double_areas(mesh) > 0).all()
    assert 0 <= mesh.colours.min() <= mesh.colours.max() <= 1


@pytest.mark.parametrize(("class_name", "variant", "state"), EVERY)
def test_a_mesh_is_closed_and_faces_outwards(class_name: str, variant: int, state: str | None) -> None:
    # For a closed surface the outward area vectors cancel, and the volume under outward faces is positive.
    mesh = PACK.mesh(class_name, variant, state)
    a, b, c = mesh.vertices.astype(np.float64)[mesh.triangles].transpose(1, 0, 2)
    normals = np.cross(b - a, c - a)
    assert np.linalg.norm(normals.sum(axis=0)) < 0.01 * np.linalg.norm(normals, axis=1).sum()
    assert np.einsum("ij,ij->", a, np.cross(b, c)) > 0


@pytest.mark.parametrize("class_name", ALL_CLASSES)
def test_the_objects_colour_covers_much_of_it(class_name: str) -> None:
    for variant in range(PACK.variants(class_name)):
        mesh = PACK.mesh(class_name, variant)
        areas = _double_areas(mesh)
        assert areas[mesh.tintable].sum() > 0.25 * areas.sum(), f"{class_name} {variant}"


def test_building_again_gives_the_same_bytes() -> None:
    again = procedural.pack()
    for class_name, variant, state in [("person", 1, "sitting"), ("train", 0, None), ("bird", 2, "flying")]:
        one, two = PACK.mesh(class_name, variant, state), again.mesh(class_name, variant, state)
        assert one is not two
        assert one.vertices.tobytes() == two.vertices.tobytes()
        assert one.triangles.tobytes() == two.triangles.tobytes()
    assert again.version == PACK.version


def test_a_mesh_is_built_once() -> None:
    assert PACK.mesh("car", 1) is PACK.mesh("car", 1)


def test_a_person_without_a_state_stands() -> None:
    assert PACK.mesh("person") is PACK.mesh("person", 0, "none")
    assert np.ptp(PACK.mesh("person").vertices[:, 2]) > 1.5 * np.ptp(PACK.mesh("person", 0, "sitting").vertices[:, 2])


@pytest.mark.parametrize(("name", "shape"), SHAPES.items())
def test_the_originals_names_find_the_same_mesh(name: str, shape: str) -> None:
    assert class_of(shape) == name
    assert PACK.mesh(shape) is PACK.mesh(name)


def test_every_asset_has_a_licence_and_a_credit() -> None:
    assert set(PACK.licences) == set(PACK.classes)
    assert all(terms.licence and terms.credit for terms in PACK.licences.values())


def test_what_a_pack_does_not_have_is_told_in_one_line() -> None:
    with pytest.raises(UnknownName, match="no 'bot'; did you mean boat"):
        PACK.mesh("bot")
    with pytest.raises(BadInput, match="car variant 9; pack 'procedural' has 0 to 3"):
        PACK.mesh("car", 9)
    with pytest.raises(BadInput, match="dog 'flying'; pack 'procedural' has the states standing, sitting"):
        PACK.mesh("dog", 0, "flying")
    with pytest.raises(UnknownName, match="'nowhere'"):
        load_pack("nowhere")
