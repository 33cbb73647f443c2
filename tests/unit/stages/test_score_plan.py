"""The plan that `paragone score` makes of folders, and the folder in the cache that its run is kept in."""

import os
import zipfile
from pathlib import Path

import numpy as np
import pytest

from paragone.core.errors import BadInput
from paragone.images.encode import encode
from paragone.stages.judge_sets import set_score_key
from paragone.stages.planning.prepare import prepare
from paragone.stages.planning.score import default_folder, given, names_of, score_plan
from paragone.store.folder import RunFolder


def folder(place: Path, *names: str) -> Path:
    place.mkdir(parents=True)
    for shade, name in enumerate(names):
        (place / name).write_bytes(encode(np.full((8, 8, 3), 9 * shade, dtype=np.uint8)))
    return place


def test_models_whose_files_are_named_alike_are_paired_and_others_numbered(tmp_path: Path) -> None:
    a, b, c = (
        folder(tmp_path / name, *(f"{one}.png" for one in files))
        for name, files in (("a", "xy"), ("b", "xy"), ("c", "uv"))
    )
    alike, unlike = given({"a": a, "b": b}), given({"a": a, "c": c})
    assert (alike.are_numbered, unlike.are_numbered) == (False, True)
    assert alike.notes == []
    assert "named differently" in unlike.notes[-1]
    for found, is_numbered in ((alike, None), (unlike, True)):
        plan = score_plan(found)
        assert plan.scenarios[0].options.get("are_numbered") is is_numbered
        assert [model.options.get("are_numbered") for model in plan.models] == [is_numbered, is_numbered]


def test_the_plan_is_one_like_any_other(tmp_path: Path) -> None:
    a = folder(tmp_path / "a", "x_0.png", "x_1.png", "y_0.png")
    real = folder(tmp_path / "real", "1.png", "2.png")
    (tmp_path / "prompts.csv").write_text("id,text\nx,a dog\ny,a cat\n")
    plan = score_plan(given({"a": a}, real, tmp_path / "prompts.csv"), ["fid features=dinov2", "blackout"])
    assert plan.title == "Scores of a"
    assert plan.scenarios[0].label == "images"
    assert plan.scenarios[0].options == {"path": str(a), "prompts_path": str(tmp_path / "prompts.csv")}
    assert [(model.use, model.label) for model in plan.models] == [("images", "a")]
    assert plan.reference == str(real)
    assert plan.available
    assert plan.metrics != "all"
    assert [(metric.use, metric.options) for metric in plan.metrics] == [
        ("fid", {"features": "dinov2"}),
        ("blackout", {}),
    ]
    assert score_plan(given({"a": a})).metrics == "all"
    assert score_plan(given({"a": a})).reference is None
    assert score_plan(given({"a": a}), settings=["estimate.level=0.9"]).estimate.level == 0.9


def test_a_zip_of_real_images_is_unpacked_and_statistics_are_taken_as_they_are(tmp_path: Path, own_cache: Path) -> None:
    a = folder(tmp_path / "a", "x.png")
    with zipfile.ZipFile(tmp_path / "real.zip", "w") as packed:
        packed.write(a / "x.png", "x.png")
    (tmp_path / "real.npz").write_bytes(b"")
    unpacked = given({"a": a}, tmp_path / "real.zip").reference
    assert unpacked is not None
    assert own_cache in unpacked.parents
    assert [path.name for path in unpacked.rglob("*.png")] == ["x.png"]
    assert given({"a": a}, tmp_path / "real.npz").reference == tmp_path / "real.npz"


def test_the_runs_folder_goes_by_what_was_asked_of_which_files(tmp_path: Path) -> None:
    a, b = folder(tmp_path / "a", "x.png"), folder(tmp_path / "b", "x.png")

    def place(*metrics: str, images: Path = a, settings: tuple[str, ...] = ()) -> Path:
        found = given({"a": images})
        return default_folder(score_plan(found, metrics, settings), found)

    first = place("blackout")
    assert place("blackout") == first
    assert place("blackout", settings=("execute.workers=1",)) == first  # where work runs changes nothing
    others = [place("sharpness"), place("blackout", images=b), place("blackout", settings=("estimate.level=0.9",))]
    assert len({first, *others}) == 4
    stat = (a / "x.png").stat()
    os.utime(a / "x.png", ns=(stat.st_atime_ns, stat.st_mtime_ns + 10**9))
    assert place("blackout") != first  # another file


def test_folders_of_one_name_get_their_parents(tmp_path: Path) -> None:
    one, two = folder(tmp_path / "m" / "out", "x.png"), folder(tmp_path / "n" / "out", "x.png")
    assert names_of([one, two]) == {"out": one, "n-out": two}
    with pytest.raises(BadInput, match="given twice"):
        names_of([one, two, two])


def test_a_sets_score_rests_on_the_real_images_that_were_given(components: Path, tmp_path: Path) -> None:
    drawn = folder(tmp_path / "a", "x.png", "y.png")
    folders = [folder(tmp_path / "one" / "real", "1.png", "2.png"), folder(tmp_path / "two" / "real", "1.png", "2.png")]
    (folders[1] / "2.png").write_bytes(encode(np.full((8, 8, 3), 99, dtype=np.uint8)))
    folders.append(folder(tmp_path / "three" / "real", "1.png", "2.png"))  # as the first, elsewhere
    keys = []
    for number, real in enumerate(folders):
        plan = score_plan(given({"a": drawn}, real), ["red_distance"])
        prepared = prepare(plan, RunFolder(tmp_path / f"run{number}")).ready()
        keys.append(set_score_key(prepared, "red_distance", "a", "images"))
    assert keys[0] != keys[1]
    assert keys[0] == keys[2]
