"""Backgrounds keep to the camera, differ from each other and never change."""

import hashlib
import platform
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from paragone.core.errors import BadImage, BadInput, UnknownName
from paragone.scenes import vocabulary
from paragone.scenes.rendering._panorama import WALL, on_wall, panorama
from paragone.scenes.rendering.backgrounds import BACKGROUNDS, PLACES, VERSION, background, photographs
from paragone.scenes.rendering.camera import Camera, axes, ground, horizon, project

SIZE = (48, 48)
TILTED = (Camera(), Camera(target=(0.0, 0.0, 0.6)), Camera(position=(2.0, -8.0, 3.5), target=(-1.0, 0.0, 2.9)))


def test_there_are_thirteen_places_and_plain_black() -> None:
    assert len(PLACES) == 13
    assert tuple(PLACES) == vocabulary.BACKGROUNDS
    assert (*PLACES, vocabulary.EMPTY) == BACKGROUNDS
    assert not background("empty", SIZE, Camera()).any()


@pytest.mark.skipif(platform.machine() != "x86_64", reason="other processors may round the last digit otherwise")
def test_no_place_looks_different_under_the_same_version() -> None:
    seen = hashlib.sha256(b"".join(background(name, SIZE, Camera()).tobytes() for name in BACKGROUNDS)).hexdigest()
    assert (VERSION, seen[:16]) == ("2", "0cd82f97c58b9f9e"), (
        "a place changed: bump backgrounds.VERSION, then this line"
    )


@pytest.mark.parametrize("name", BACKGROUNDS)
def test_a_background_has_the_size_asked_for_and_cannot_be_changed(name: str) -> None:
    image = background(name, (32, 24), Camera())
    assert image.shape == (24, 32, 3)
    assert image.dtype == np.uint8
    with pytest.raises(ValueError, match="read-only"):
        image[0, 0] = 1


@pytest.mark.parametrize("name", PLACES)
def test_painting_again_gives_the_same_bytes(name: str) -> None:
    from paragone.scenes.rendering.backgrounds import _painted

    first = background(name, (24, 24), Camera()).tobytes()
    _painted.cache_clear()
    assert background(name, (24, 24), Camera()).tobytes() == first


def test_no_two_places_look_alike() -> None:
    # The mean colours of a 3 x 3 grid of each picture; two places differ by 12 or more levels on average.
    looks = {name: background(name, SIZE, Camera()).reshape(3, 16, 3, 16, 3).mean(axis=(1, 3)) for name in BACKGROUNDS}
    for one, two in combinations(BACKGROUNDS, 2):
        assert np.abs(looks[one] - looks[two]).mean() > 12, f"{one} and {two}"


@pytest.mark.parametrize("camera", TILTED)
def test_the_ground_of_a_panorama_is_the_cameras(camera: Camera) -> None:
    view, plane = panorama(camera), ground(camera)
    above = view.ahead >= 1e6
    assert (above == np.isnan(plane[..., 0])).all()
    right, _, forward = axes(camera)
    level = forward[:2] / np.linalg.norm(forward[:2])
    offset = plane - np.asarray(camera.position[:2])
    assert np.allclose(view.right[~above], (offset @ right[:2])[~above], rtol=1e-6)
    assert np.allclose(view.ahead[~above], (offset @ level)[~above], rtol=1e-6)


@pytest.mark.parametrize("camera", TILTED)
@pytest.mark.parametrize("name", ["snow", "beach", "mountain"])
def test_the_land_ends_at_the_cameras_horizon(name: str, camera: Camera) -> None:
    # The land's far end has one colour (the haze); just above it something else begins.
    seen = replace(camera, size=(32, 192))
    image = background(name, seen.size, seen).astype(float)
    row = horizon(seen)
    assert 8 < row < 150
    change = np.abs(np.diff(image, axis=0)).mean(axis=(1, 2))
    near = slice(round(row) - 4, round(row) + 4)
    assert abs(int(np.argmax(change[near])) + near.start + 1 - row) <= 1.5


@pytest.mark.parametrize("camera", TILTED)
def test_the_wall_stands_on_the_ground(camera: Camera) -> None:
    # The foot of the room's wall is where the camera puts that point of the ground.
    seen = replace(camera, size=(40, 192))
    level = np.subtract(seen.target, seen.position)[:2]
    foot = np.asarray(seen.position[:2]) + WALL * level / np.linalg.norm(level)
    row = project(seen, np.array([[*foot, 0.0]]))[0, 1]
    image = background("room", seen.size, seen).astype(float).mean(axis=1)
    change = np.abs(np.diff(image, axis=0)).sum(axis=1)  # pale skirting above brown boards
    near = slice(round(row) - 8, round(row) + 9)
    assert abs(int(np.argmax(change[near])) + near.start + 1 - row) <= 1.5


@pytest.mark.parametrize("camera", TILTED)
def test_lines_of_sight_meet_the_wall_where_similar_triangles_say(camera: Camera) -> None:
    # From the eye down to the ground at distance d: at the wall's distance w the line is at eye * (1 - w / d).
    view = panorama(camera)
    low = view.only(view.ahead < 1e5)
    right, up = on_wall(low)
    assert np.allclose(up, low.eye * (1 - WALL / low.ahead), atol=1e-6)
    assert np.allclose(right, low.right * WALL / low.ahead, atol=1e-6)


def test_a_photograph_is_cropped_to_the_frame(tmp_path: Path) -> None:
    stripes = np.zeros((40, 120, 3), dtype=np.uint8)
    stripes[:, 40:80] = 200
    Image.fromarray(stripes).save(tmp_path / "b.png")
    Image.new("RGB", (30, 30), (9, 8, 7)).save(tmp_path / "a.jpg", quality=95)
    (tmp_path / "notes.txt").write_text("not a photograph")
    names = photographs(tmp_path)
    assert [Path(name).name for name in names] == ["a.jpg", "b.png"]
    assert (background(names[1], (40, 40), Camera()) == 200).all()


def test_bad_backgrounds_are_told_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="'meadov'; did you mean meadow"):
        background("meadov", SIZE, Camera())
    with pytest.raises(BadInput, match="no photographs in"):
        photographs(tmp_path)
    with pytest.raises(BadInput, match="no folder of photographs"):
        photographs(tmp_path / "nowhere")
    (tmp_path / "broken.jpg").write_bytes(b"not a picture")
    with pytest.raises(BadImage, match=r"broken\.jpg"):
        background(str(tmp_path / "broken.jpg"), SIZE, Camera())
    with pytest.raises(BadImage, match=r"absent\.png"):
        background(str(tmp_path / "absent.png"), SIZE, Camera())
