"""Images and prompts that Python hands over: whatever their form, they become files named by their content."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from paragone.core.errors import BadInput
from paragone.images.decode import decode
from paragone.images.encode import encode
from paragone.stages.planning.given import as_bytes, place_of, prompts_at

RED: Any = np.full((4, 6, 3), (200, 10, 20), dtype=np.uint8)


def pixels_of(data: bytes) -> Any:
    return decode(data).pixels


def test_a_place_is_taken_as_it_is() -> None:
    assert place_of("~/images") == Path.home() / "images"
    assert place_of(Path("images")) == Path("images")


def test_a_list_lies_in_the_cache_numbered_as_prompts_are(own_cache: Path) -> None:
    place = place_of([RED, encode(RED // 2)])
    assert place.parent == own_cache / "given"
    assert sorted(path.name for path in place.iterdir()) == ["0001.png", "0002.png"]
    assert np.array_equal(pixels_of((place / "0002.png").read_bytes()), RED // 2)
    assert place_of([RED, encode(RED // 2)]) == place
    assert place_of([encode(RED // 2), RED]) != place


def test_a_file_that_is_there_is_not_written_again() -> None:
    place = place_of([RED])
    (place / "0001.png").write_bytes(b"left alone")
    assert place_of([RED]) == place
    assert (place / "0001.png").read_bytes() == b"left alone"


@pytest.mark.parametrize(
    ("image", "expected"),
    [
        (RED, RED),
        (Image.fromarray(RED), RED),
        (Image.fromarray(RED).convert("RGBA"), RED),
        (RED[:, :, 0], np.repeat(RED[:, :, :1], 3, axis=2)),
        (RED / 255, RED),
        (np.ones((2, 2, 3)), np.full((2, 2, 3), 255)),
        (np.zeros((2, 2, 3)), np.zeros((2, 2, 3))),
        (np.full((2, 2, 3), 0.501), np.full((2, 2, 3), 128)),
    ],
)
def test_pixels_become_a_png_of_the_same_pixels(image: Any, expected: Any) -> None:
    assert np.array_equal(pixels_of(as_bytes(image, 1)), expected)


def test_bytes_and_files_stay_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(b"whatever")
    assert as_bytes(b"bytes", 1) == b"bytes"
    assert as_bytes(tmp_path / "a.jpg", 1) == as_bytes(str(tmp_path / "a.jpg"), 1) == b"whatever"


@pytest.mark.parametrize(
    ("image", "found"),
    [
        (RED.astype(np.int64), r"ndarray of int64 \(4, 6, 3\)"),
        (RED.astype(np.float64), "float64"),  # above 1: nobody can say what is white
        (RED / 255 - 0.5, "float64"),
        (np.full((2, 2, 3), 1.01), "float64"),
        (np.zeros((4, 4, 4), np.uint8), r"\(4, 4, 4\)"),
        (np.zeros((1, 4, 4, 3), np.uint8), r"\(1, 4, 4, 3\)"),
        (np.zeros((0, 4, 3)), "float64"),
    ],
)
def test_what_is_no_image_is_named_by_its_number_and_form(image: Any, found: str) -> None:
    with pytest.raises(BadInput, match=f"image 7 is a {found if 'ndarray' in found else '.*' + found}"):
        as_bytes(image, 7)


def test_one_array_and_no_images_are_refused() -> None:
    with pytest.raises(BadInput, match="one array is one image"):
        place_of(RED)
    with pytest.raises(BadInput, match="the list of images is empty"):
        place_of([])
    both: Any = np.stack([RED, RED])
    assert len(list(place_of(both).iterdir())) == 2


def test_texts_become_a_file_of_prompts(own_cache: Path) -> None:
    place = prompts_at(["a cat", "ein Bär"])
    assert place is not None
    assert (place.parent, place.suffix) == (own_cache / "given", ".jsonl")
    assert [json.loads(line) for line in place.read_text(encoding="utf-8").splitlines()] == [
        {"prompt": "a cat"},
        {"prompt": "ein Bär"},
    ]
    assert "Bär" in place.read_text(encoding="utf-8")
    assert prompts_at(["ein Bär", "a cat"]) != place
    assert prompts_at(None) is None
    assert prompts_at("~/prompts.csv") == Path.home() / "prompts.csv"
    with pytest.raises(BadInput, match="holds something that is no text"):
        prompts_at(["a cat", 3])  # type: ignore[list-item]
