"""Scoring images that are already there."""

import json
import sys
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
from PIL import Image
from typer.testing import CliRunner, Result

import paragone
from paragone.cli.main import app
from paragone.core import catalogue
from paragone.core.components import Annotator
from paragone.core.errors import BadInput, BadOption
from paragone.core.types import Column, Facts, Picture, Prompt
from paragone.images.encode import encode
from paragone.inputs.statistics import read_statistics
from paragone.stages.planning import perception
from paragone.stats.fidelity import frechet_distance


@pytest.fixture
def images(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Four prompts with two images each, one of them black."""
    monkeypatch.setenv("PARAGONE_WEIGHTS", str(tmp_path / "no-weights"))
    folder = tmp_path / "images"
    folder.mkdir()
    rng = np.random.default_rng(0)
    for prompt in "abcd":
        for seed in range(2):
            pixels = rng.integers(0, 256, (40, 40, 3), dtype=np.uint8) * (prompt + str(seed) != "d1")
            (folder / f"{prompt}_{seed}.png").write_bytes(encode(pixels.astype(np.uint8)))
    (tmp_path / "prompts.csv").write_text("id,prompt\n" + "".join(f"{p},prompt {p}\n" for p in "abcd"))
    return folder


def invoke(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def rows_of(found: paragone.Run) -> list[dict[str, Any]]:
    return [row for row in found.estimates.to_dicts() if row["value"] is not None]


def value(found: paragone.Run, metric: str) -> float:
    return float(next(row["value"] for row in rows_of(found) if row["metric"] == metric))


def test_a_folder_is_scored_with_what_it_allows(images: Path, tmp_path: Path) -> None:
    found = paragone.score(images, prompts=tmp_path / "prompts.csv")
    # One of eight images is black: three prompts at 0 and one at 1/2.
    assert value(found, "blackout") == pytest.approx(1 / 8)
    assert {row["metric"] for row in rows_of(found)} >= {"blackout", "diversity_phash"}
    assert "give a reference" in found.skipped["fid(inception_fid)"]
    assert "files do not tell" in found.skipped["rejection"]
    assert len(found.scores.filter(metric="blackout")) == 8


def test_without_prompts_every_image_is_its_own_prompt(images: Path) -> None:
    found = paragone.score(images, metrics=("blackout",))
    row = rows_of(found)[0]
    assert (row["n"], row["value"], row["method"]) == (8, 1 / 8, "wilson")


def test_the_second_call_looks_at_nothing_again(images: Path) -> None:
    class Counting:
        begun: list[str]

        def __init__(self) -> None:
            self.begun = []

        def begin(self, stage: str, total: int, done: int = 0) -> None:
            self.begun.append(stage)

        def advance(self, rows: int) -> None: ...

        def stopped(self) -> bool:
            return False

    first, second = Counting(), Counting()
    one = paragone.score(images, metrics=("blackout", "fractal"), watch=first)
    two = paragone.score(images, metrics=("blackout", "fractal"), watch=second)
    assert one.estimates.equals(two.estimates)
    assert [stage.split()[0] for stage in first.begun] == ["draw", "look", "judge", "estimate"]
    assert second.begun == ["estimate"]


def test_a_zip_and_a_table_give_what_the_folder_gives(images: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "images.zip", "w") as archive:
        for path in images.iterdir():
            archive.write(path, path.name)
    rows = "".join(f"prompt {path.stem[0]},{path.name}\n" for path in sorted(images.iterdir()))
    (images / "table.csv").write_text("prompt,image\n" + rows)
    zipped = paragone.score(tmp_path / "images.zip", prompts=tmp_path / "prompts.csv", metrics=("blackout", "fractal"))
    listed = paragone.score(images / "table.csv", metrics=("blackout", "fractal"))
    assert [row["value"] for row in rows_of(zipped)] == [row["value"] for row in rows_of(listed)]


def test_what_a_careful_colleague_would_notice_is_said(images: Path) -> None:
    (images / "copy.png").write_bytes((images / "a_0.png").read_bytes())
    (images / "broken.png").write_bytes(b"not an image")
    (images / "torn.png").write_bytes((images / "a_0.png").read_bytes()[:60])
    found = paragone.score(images, metrics=("blackout",))
    told = "\n".join(found.notes)
    assert "exact copies of other images: 1" in told
    assert "images that cannot be read and are left out: 2 (broken.png, torn.png); the first: " in told
    assert rows_of(found)[0]["missing"] == 2


@dataclass(frozen=True)
class Brightness(Annotator):
    """Mean colours as features, so that set metrics run without weights."""

    name: ClassVar[str] = "inception_fid"
    version: ClassVar[str] = "test"
    batch: ClassVar[int] = 8
    columns: ClassVar[Mapping[str, Column]] = {"vector": "vector"}

    def look(
        self, pictures: Sequence[Picture], prompts: Sequence[Prompt], facts: Sequence[Mapping[str, Facts]] = ()
    ) -> Sequence[Facts]:
        return [{"vector": picture.pixels.mean(axis=(0, 1)).astype(np.float32)} for picture in pictures]


@pytest.fixture
def features(monkeypatch: pytest.MonkeyPatch) -> None:
    made = catalogue.make

    def make(kind: catalogue.Kind, name: str, options: Mapping[str, Any] | None = None) -> Any:
        return Brightness() if name == "inception_fid" else made(kind, name, options or {})

    for place in ("prepared", "perception", "make"):
        monkeypatch.setattr(f"paragone.stages.planning.{place}.make", make)


def real_folder(images: Path, count: int) -> Path:
    folder = images.parent / "real"
    folder.mkdir()
    for n in range(count):
        pixels = np.random.default_rng(n + 1).integers(0, 200, (20, 20, 3), dtype=np.uint8)
        (folder / f"r{n}.png").write_bytes(encode(pixels))
    return folder


@pytest.mark.usefixtures("features")
def test_few_real_images_give_a_value_without_an_interval_or_a_reason(images: Path) -> None:
    real = real_folder(images, 2)
    (real / "torn.png").write_bytes(b"\x89PNG torn")
    found = paragone.score(images, reference=real, metrics=("fid", "kid", "precision", "blackout"))
    fid = next(row for row in rows_of(found) if row["metric"] == "fid(inception_fid)")
    assert fid["value"] > 0
    assert fid["low"] is None
    assert "too few prompts to leave some out" in fid["reason"]
    assert "6 images a side, there are 8 drawn and 2 real" in found.skipped["precision(inception_fid)"]
    assert any(
        note.startswith("reference images that cannot be read and are left out: 1 (torn.png)") for note in found.notes
    )


@pytest.mark.usefixtures("features")
def test_one_real_image_is_too_few_and_the_rest_goes_on(images: Path) -> None:
    found = paragone.score(images, reference=real_folder(images, 1), metrics=("fid", "blackout"))
    assert "2 images a side, there are 8 drawn and 1 real" in found.skipped["fid(inception_fid)"]
    assert [row["metric"] for row in rows_of(found)] == ["blackout"]


@pytest.mark.usefixtures("features")
def test_statistics_of_other_tools_serve_as_a_reference(images: Path, tmp_path: Path) -> None:
    rows = np.random.default_rng(0).normal(120, 9, (50, 3))
    np.savez(tmp_path / "theirs.npz", mu=rows.mean(axis=0), sigma=np.cov(rows, rowvar=False))
    found = paragone.score(images, reference=tmp_path / "theirs.npz", metrics=("fid", "kid"))
    drawn = np.stack([np.array(Image.open(path)).mean(axis=(0, 1)) for path in sorted(images.iterdir())])
    expected = frechet_distance(drawn.mean(axis=0), np.cov(drawn, rowvar=False), rows.mean(axis=0), np.cov(rows.T))
    assert value(found, "fid(inception_fid)") == pytest.approx(expected, rel=1e-6)
    assert "needs the real images themselves" in found.skipped["kid(inception_fid)"]
    for image in sorted(images.iterdir())[3:]:
        image.unlink()
    few = rows_of(paragone.score(images, reference=tmp_path / "theirs.npz", metrics=("fid",)))[0]
    assert "fewer images than the 3 feature dimensions" in few["reason"]
    saved = tmp_path / "saved.npz"
    real = real_folder(images, 5)
    first = paragone.score(images, reference=real, metrics=("fid",), save_reference=saved)
    again = paragone.score(images, reference=saved, metrics=("fid",))
    assert value(again, "fid(inception_fid)") == pytest.approx(value(first, "fid(inception_fid)"), rel=1e-9)


def test_the_command_prints_json_and_makes_a_run_like_any_other(images: Path, tmp_path: Path) -> None:
    printed = invoke("score", images, "--metrics", "blackout,fractal", "--json", "--out", tmp_path / "out")
    assert {row["metric"] for row in json.loads(printed.stdout)["estimates"]} == {"blackout", "fractal"}
    assert invoke("report", tmp_path / "out").exit_code == 0
    assert "blackout" in invoke("table", tmp_path / "out", "--csv").stdout
    assert paragone.load(tmp_path / "out").manifest["protocols"]
    assert "not computed: " in invoke("score", images).stdout
    shown = invoke("score", images, "--why").stdout
    said = next(part for part in " ".join(shown.split()).split(" give a reference") if "compares with real" in part)
    assert "kid(inception_fid)" in said
    assert "fid(faces_mtcnn_crops.eyes)" in said


def test_a_metric_that_cannot_be_made_is_named_with_the_reason(images: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(kind: catalogue.Kind, name: str, options: Any) -> Any:
        if name == "blackout":
            raise BadOption("it needs the option 'colour'")
        return catalogue.make(kind, name, options)

    monkeypatch.setattr(perception, "make", refuse)
    monkeypatch.setattr(sys.modules["paragone.stages.planning.prepare"], "listed", lambda kind: ["blackout", "fractal"])
    found = paragone.score(images)
    assert found.skipped["blackout"] == "it needs the option 'colour'"
    assert [row["metric"] for row in rows_of(found)] == ["fractal"]


@pytest.mark.parametrize("what", ["empty", "absent", "text", "zip slip", "mismatch"])
def test_a_wrong_input_is_one_clear_line(images: Path, tmp_path: Path, what: str) -> None:
    prompts = None
    place = tmp_path / what
    if what == "empty":
        place.mkdir()
    elif what == "text":
        place.write_text("hello")
    elif what == "zip slip":
        place = tmp_path / "slip.zip"
        with zipfile.ZipFile(place, "w") as archive:
            archive.writestr("../evil.png", b"x")
    elif what == "mismatch":
        place, prompts = images, tmp_path / "other.csv"
        prompts.write_text("id,prompt\nx,one\ny,two\n")
    with pytest.raises(BadInput) as raised:
        paragone.score(place, prompts=prompts)
    assert "\n" not in str(raised.value)


def test_statistics_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    np.savez(tmp_path / "s.npz", mu=np.zeros(3), sigma=np.zeros((2, 2)))
    with pytest.raises(BadInput, match="do not fit"):
        read_statistics(tmp_path / "s.npz")
    (tmp_path / "t.npz").write_bytes(b"junk")
    with pytest.raises(BadInput, match="holds no statistics"):
        read_statistics(tmp_path / "t.npz")


def test_a_metric_takes_options_on_the_command_line(images: Path, tmp_path: Path) -> None:
    found = invoke("score", images, "--metrics", "alignment encoder=no_such, blackout", "--json")
    told = json.loads(found.stdout)
    assert "no annotator is called 'no_such_image'" in told["skipped"]["alignment(no_such)"]
    assert [row["metric"] for row in told["estimates"]] == ["blackout"]


@pytest.mark.parametrize(
    ("metric", "words"),
    [
        ("blackout odd", "write it as 'NAME option=value"),
        ("blackout odd=1", "has no option 'odd'"),
        ("alignment", "needs"),
    ],
)
def test_an_option_that_cannot_be_used_is_one_line(images: Path, metric: str, words: str) -> None:
    found = invoke("score", images, "--metrics", metric)
    assert found.exit_code != 0
    assert words in str(found.exception or found.output)


def test_images_are_compared_with_the_real_one_of_the_same_name(images: Path, tmp_path: Path) -> None:
    real = tmp_path / "real"
    real.mkdir()
    for name in ("a_0", "b_0"):
        (real / f"{name}.png").write_bytes((images / f"{name}.png").read_bytes())
    (real / "c_0.png").write_bytes((images / "a_0.png").read_bytes())
    found = paragone.score(images, reference=real, metrics=("ssim", "psnr", "uiqi", "ms_ssim", "sharpness"))
    values = {(row["metric"], row["prompt_id"]): row for row in found.scores.to_dicts()}
    assert values["ssim", "a_0"]["value"] == pytest.approx(1.0)
    assert values["ssim", "c_0"]["value"] < 0.5
    assert values["psnr", "a_0"]["reason"] == "the image equals its reference, so PSNR is infinite"
    assert ("ms_ssim", "d_0") not in values  # it has no reference: nobody asks
    alone = paragone.score(images, metrics=("ssim",))
    assert "its own reference" in alone.skipped["ssim"]


@pytest.mark.usefixtures("features")
def test_score_and_run_give_the_same_numbers_for_the_same_images(images: Path, tmp_path: Path) -> None:
    real = real_folder(images, 12)
    scored = paragone.score(images, reference=real, prompts=tmp_path / "prompts.csv", metrics=METRICS)
    plan = {
        "scenarios": [{"use": "file", "path": str(tmp_path / "prompts.csv")}],
        "models": [{"use": "folder", "name": "mine", "path": str(images)}],
        "metrics": list(METRICS),
        "reference": str(real),
        "seeds": [0, 1],
    }
    planned = paragone.run(plan, tmp_path / "run")
    fields = ["metric", "value", "low", "high", "n", "missing", "method"]
    assert scored.estimates.select(fields).rows() == planned.estimates.select(fields).rows()
    assert len(scored.estimates) == len(METRICS)


METRICS = ("blackout", "fractal", "sharpness", "diversity_phash", "fid", "kid", "precision")
