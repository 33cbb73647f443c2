"""A judge that does not know the images is told of, in the run, the table, the doctor and Python."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import paragone
from paragone.annotators.encoders.scene_domain import fitted
from paragone.cli.main import app
from paragone.core.catalogue import make
from paragone.core.types import Picture
from paragone.images.decode import decode
from paragone.images.encode import encode
from paragone.report.pages.first.answer import headline_of
from paragone.report.pages.first.board import board_of
from paragone.report.read.reader import Reader
from paragone.report.site.render import frame_of, page_html
from paragone.stages.notices import read_notices
from paragone.store.folder import RunFolder

PLAN = """
metrics = [{ use = "skill_object" }, "blackout"]
scenarios = [{ use = "file", path = "prompts.csv" }]
models = [{ use = "folder", path = "images" }]
"""
SCENES = """
metrics = ["skill_object"]
scenarios = [{ use = "paintskills", skill = "object", n = 6 }]
models = ["scene_oracle"]
"""


@pytest.fixture
def photographs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Photographs that scikit-image carries, asked for as a person."""
    monkeypatch.chdir(tmp_path)
    spec = importlib.util.find_spec("skimage")
    if spec is None or not spec.submodule_search_locations:
        pytest.skip("install scikit-image, which carries photographs, to un-skip")
    place = Path(spec.submodule_search_locations[0]) / "data"
    (tmp_path / "images").mkdir()
    names = ("astronaut", "chelsea", "coffee", "camera")
    for name in names:
        (tmp_path / "images" / f"{name}.png").write_bytes(encode(decode((place / f"{name}.png").read_bytes()).pixels))
    (tmp_path / "prompts.csv").write_text("id,prompt\n" + "".join(f"{name},a photo of person\n" for name in names))
    (tmp_path / "plan.toml").write_text(PLAN)
    return tmp_path


def test_a_detector_of_scenes_that_looks_at_photographs_is_told_of(photographs: Path) -> None:
    run = paragone.run("plan.toml", "run")
    [notice] = [one for one in read_notices(RunFolder(run.folder)) if one.kind == "out of domain"]
    assert (notice.level, notice.annotator, notice.total) == ("warning", "scene_detector", 4)
    assert notice.metric == "skill_object(scene_detector)"
    assert notice.count >= 3
    assert notice.text in run.notes
    for words in (["table", "run"], ["run", "plan.toml", "--out", "run"]):
        told = CliRunner().invoke(app, words)
        assert "skill_object(scene_detector) misleads: scene_detector knows simulator scenes" in told.output
    assert "knows simulator scenes only" in CliRunner().invoke(app, ["doctor", "plan.toml"]).output


def test_a_judge_out_of_its_domain_counts_in_no_rank(photographs: Path) -> None:
    (photographs / "dark").mkdir()
    for path in (photographs / "images").iterdir():
        (photographs / "dark" / path.name).write_bytes(encode(decode(path.read_bytes()).pixels // 3))
    (photographs / "two.toml").write_text(
        PLAN.replace('path = "images" }', 'path = "images" }, { use = "folder", name = "dark", path = "dark" }')
    )
    run = paragone.run("two.toml", "two")
    rows = {(row["model"], row["metric"]): row for row in run.estimates.to_dicts() if not row["group"]}
    foreign, known = "skill_object(scene_detector)", "blackout"
    for model in ("folder", "dark"):
        assert rows[model, foreign]["value"] is not None
        assert rows[model, foreign]["reason"].startswith("not ranked, the judge is out of its domain: ")
        assert not rows[model, foreign]["is_clear"]
        assert "domain" not in rows[model, known]["reason"]
    folder = RunFolder(run.folder)
    assert {row["n"] for row in folder.table("ranks").read().to_dicts() if row["ranking"] == "win_rate"} == {1}
    reader = Reader(folder)
    board = board_of(reader)
    assert board.answer is not None
    assert foreign not in board.answer.headline
    assert [line for line in board.answer.reasons if line.startswith("Not counted, as the judge is out of its domain")]
    page = page_html("board.html", board, frame_of(reader, images=""), path="index.html").decode()
    assert page.count("<small>out of domain</small>") == 2
    assert f'title="{foreign} misleads: scene_detector knows simulator scenes' in page
    told = CliRunner().invoke(app, ["table", "two"]).output
    assert "* not ranked: the judge is out of its domain" in told


def test_without_a_judge_in_its_domain_there_is_no_verdict(photographs: Path) -> None:
    (photographs / "one.toml").write_text(PLAN.replace(', "blackout"', ""))
    reader = Reader(RunFolder(paragone.run("one.toml", "one").folder))
    assert headline_of(reader) == "No verdict: the judges are out of their domain for these images."


def test_scenes_are_in_the_domain_of_their_detector(tmp_path: Path) -> None:
    (tmp_path / "plan.toml").write_text(SCENES)
    run = paragone.run(tmp_path / "plan.toml", tmp_path / "run")
    assert not [note for note in run.notes if "misleads" in note]


def test_the_distance_is_that_of_mahalanobis() -> None:
    vector = np.linspace(-1, 1, len(fitted().mean))
    inverse = fitted().whitening @ fitted().whitening.T  # W W^T is the inverse of the covariance
    apart = vector - fitted().mean
    picture = Picture(np.zeros((4, 4, 3), np.uint8), "", "PNG", "RGB", 0)
    [facts] = make("annotators", "scene_domain").look([picture], [], [{"clip_scene_image": {"vector": vector}}])
    assert facts["distance"] == pytest.approx(np.sqrt(apart @ inverse @ apart))
    assert facts["is_scene"] == (facts["distance"] <= fitted().line)
