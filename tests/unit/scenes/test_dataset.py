"""Whole data sets, the data card, and the command line."""

import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from typer.testing import CliRunner

from paragone.cli.scenes import app
from paragone.core.errors import BadInput
from paragone.scenes.compose import Series
from paragone.scenes.dataset import CHUNK, make, make_chunk
from paragone.scenes.original import read_boxes, read_scenes
from paragone.scenes.rendering.render import boxes_of

SERIES = Series("v1", "count", "val", size=64)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("dataset")
    make_chunk_here(out)
    make(SERIES, 8, out=out)
    return out / "count"


def make_chunk_here(out: Path) -> None:
    for name in ("images", "masks", "scenes", "parts"):
        (out / "count" / name).mkdir(parents=True, exist_ok=True)
    make_chunk(SERIES, 0, 8, out)


def size_of(path: Path) -> tuple[int, int]:
    with Image.open(path) as image:
        return image.size


def test_a_data_set_has_every_file_of_the_originals_layout(folder: Path) -> None:
    scenes = read_scenes(folder / "scenes" / "count_val.json")
    boxes = read_boxes(folder / "count_val_bounding_boxes.json")
    assert [scene.id for scene in scenes] == [f"count_val_{k:05d}" for k in range(8)]
    assert [len(boxes[f"image_{scene.id}.png"]) for scene in scenes] == [1, 2, 3, 4] * 2
    assert sorted(path.name for path in (folder / "images").iterdir()) == sorted(boxes)


def test_masks_and_boxes_tell_the_same(folder: Path) -> None:
    row = json.loads((folder / "count_val.jsonl").read_text().splitlines()[3])
    with Image.open(folder / "masks" / "mask_count_val_00003.png") as file:
        mask = np.asarray(file)
    assert boxes_of(mask, 4).tolist() == row["boxes"]


def test_the_card_counts_and_hashes(folder: Path) -> None:
    card = json.loads((folder / "count_val_card.json").read_text())
    assert card["scenes"] == 8
    assert set(card["scenes_per_prompt"].values()) == {1}
    assert card["things_per_class"] == {"airplane": 10, "person": 10}
    assert card["rule"]["most_overlap"] == 0.1
    assert card["licences"]


def test_what_is_there_is_not_rendered_again(folder: Path) -> None:
    images = sorted((folder / "images").iterdir())
    before = [path.stat().st_mtime_ns for path in images]
    card = folder / "count_val_card.json"
    text = card.read_text()
    make(SERIES, 8, out=folder.parent)
    assert [path.stat().st_mtime_ns for path in images] == before
    assert card.read_text() == text


def test_no_scenes_and_unknown_skills_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="one at least"):
        make(SERIES, 0, out=tmp_path)
    result = CliRunner().invoke(app, ["make", "--version", "v2", "--skill", "color", "--out", str(tmp_path)])
    assert isinstance(result.exception, BadInput)
    assert CHUNK > 0


def test_show_tells_what_is_in_a_scene(tmp_path: Path) -> None:
    out = tmp_path / "scene.png"
    arguments = ["show", "count_val_00002", "--version", "v1", "--size", "64", "--out", str(out)]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    assert result.output.startswith("a photo of 3 human")
    assert result.output.count("visible") == 3
    assert size_of(out) == (64, 64)
    assert isinstance(CliRunner().invoke(app, ["show", "dog"]).exception, BadInput)


def test_a_sheet_spreads_over_the_cells(tmp_path: Path) -> None:
    out = tmp_path / "sheet.png"
    arguments = ["sheet", "--version", "v1", "--skill", "object", "--n", "3", "--size", "32", "--out", str(out)]
    result = CliRunner().invoke(app, arguments)
    assert result.output.strip().endswith("a photo of human | a photo of train | a photo of bench")
    assert size_of(out) == (192, 32)
