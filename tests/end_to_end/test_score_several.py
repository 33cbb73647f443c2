"""Several folders against real images that belong to none of them: one command, one answer."""

from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import paragone
from paragone.annotators.encoders.clip_scene_image import ClipSceneImage
from paragone.cli.main import app
from paragone.images.encode import encode

SET = "kid features=clip_scene_image"


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`near` is drawn as the real ones are, `far` is dark; no two files are called alike."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(ClipSceneImage, "domain", "any")  # these are no scenes, and its verdict would not count
    rng = np.random.default_rng(0)
    for folder, name, top in (("real", "photo_{}.png", 256), ("near", "{:03}.png", 256), ("far", "x-{}.png", 9)):
        Path(folder).mkdir()
        for number in range(14):
            pixels = rng.integers(0, top, (32, 32, 3), np.uint8)
            Path(folder, name.format(number)).write_bytes(encode(pixels))


def test_names_need_not_match_and_the_verdict_is_said() -> None:
    words = ["score", "near", "far", "--reference", "real", "--metrics", f"{SET},sharpness,psnr", "--out", "run"]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    assert "near is better than far on 1 of 1 measure (" in done.stdout
    assert "named differently" in done.stdout
    assert "not computed: 1 metric; --prompts FILE brings it; --why tells of each" in done.stdout  # psnr needs pairs
    assert Path("run/report/index.html").is_file()
    assert "own reference image" in CliRunner().invoke(app, [*words, "--why"]).stdout


def test_each_model_has_as_many_images_as_it_has_and_none_missing() -> None:
    Path("far/x-0.png").unlink()
    run = paragone.score({"near": "near", "far": "far"}, reference="real", metrics=(SET,))
    rows = {row["model"]: row for row in run.estimates.to_dicts()}
    assert (rows["near"]["n"], rows["far"]["n"]) == (14, 13)
    assert run.compare("near", "far").frame["verdict"].to_list() == ["worse"]


def test_folders_named_alike_are_paired_by_name() -> None:
    for number in range(14):
        Path(f"far/x-{number}.png").rename(f"far/{number:03}.png")
    run = paragone.score({"near": "near", "far": "far"}, metrics=("sharpness",))
    assert set(run.prompts["prompt_id"]) == {f"{number:03}" for number in range(14)}
    assert not [note for note in run.notes if "named differently" in note]
