"""A judge that does not know the images is told of, in the run, the table, the doctor and Python."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageFilter
from typer.testing import CliRunner

import paragone
from paragone.annotators._domain import Fitted, fitted
from paragone.annotators.pixels.sharpness import Sharpness
from paragone.cli.main import app
from paragone.core.catalogue import make
from paragone.core.types import Picture
from paragone.images.decode import decode
from paragone.images.encode import encode
from paragone.metrics.aesthetics.sharpness import Sharpness as SharpnessMetric
from paragone.report.page_table import RunPages
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
    names = {"astronaut": "person", "chelsea": "dog", "coffee": "boat", "camera": "car"}
    for name in names:
        (tmp_path / "images" / f"{name}.png").write_bytes(encode(decode((place / f"{name}.png").read_bytes()).pixels))
    rows = "".join(f"{name},a photo of {thing}\n" for name, thing in names.items())
    (tmp_path / "prompts.csv").write_text(f"id,prompt\n{rows}")
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


def with_dark_copies(photographs: Path) -> paragone.Run:
    """A run of the photographs and of darker copies, in a group of scenarios."""
    (photographs / "dark").mkdir()
    for path in (photographs / "images").iterdir():
        (photographs / "dark" / path.name).write_bytes(encode(decode(path.read_bytes()).pixels // 3))
    plan = PLAN.replace('path = "images" }', 'path = "images" }, { use = "folder", name = "dark", path = "dark" }')
    (photographs / "two.toml").write_text(plan.replace('"prompts.csv" }', '"prompts.csv", group = "all" }'))
    return paragone.run("two.toml", "two")


def test_a_judge_out_of_its_domain_gives_no_verdict_and_opens_no_gate(photographs: Path) -> None:
    run = with_dark_copies(photographs)
    foreign, called = "skill_object(scene_detector)", CliRunner()
    rows = {row["metric"]: row for row in run.differences.to_dicts()}
    assert rows[foreign]["value"] is not None
    assert (rows[foreign]["p_value"], rows[foreign]["p_adjusted"], rows[foreign]["verdict"]) == (None, None, "")
    assert rows["blackout"]["p_adjusted"] == rows["blackout"]["p_value"]  # a family of one
    for found in (
        run.compare("folder", "dark").summary,
        called.invoke(app, ["compare", "two", "--models", "folder,dark"]).output,
    ):
        assert "1 not counted, the judge is out of its domain" in " ".join(found.split())
    gate = ["compare", "two", "--models", "folder,dark"]
    refused = called.invoke(app, [*gate, "--fail-if", "skill_object<-2"])
    assert "there is no evidence: not counted, the judge is out of its domain" in str(refused.exception)
    assert called.invoke(app, [*gate, "--fail-if-value", "skill_object<-2"]).exit_code == 0
    averages = {row["metric"]: row["reason"] for row in RunFolder(run.folder).table("averages").read().to_dicts()}
    assert averages[foreign].startswith("not counted, the judge is out of its domain: ")
    assert "domain" not in averages["blackout"]
    assert "not counted: judge" in called.invoke(app, ["table", "two", "--groups"]).output
    pair = RunPages(Reader(RunFolder(run.folder))).pair("folder", "dark")
    assert pair is not None
    assert {row.metric: row.verdict for row in pair.rows}[foreign] == "not counted"


def test_a_judge_out_of_its_domain_counts_in_no_rank(photographs: Path) -> None:
    run = with_dark_copies(photographs)
    rows = {(row["model"], row["metric"]): row for row in run.estimates.to_dicts() if not row["group"]}
    foreign, known = "skill_object(scene_detector)", "blackout"
    for model in ("folder", "dark"):
        assert rows[model, foreign]["value"] is not None
        assert rows[model, foreign]["reason"].startswith("not counted, the judge is out of its domain: ")
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
    assert "* not counted: the judge is out of its domain" in told


def test_without_a_judge_in_its_domain_there_is_no_verdict(photographs: Path) -> None:
    (photographs / "one.toml").write_text(PLAN.replace(', "blackout"', ""))
    reader = Reader(RunFolder(paragone.run("one.toml", "one").folder))
    assert headline_of(reader) == "No verdict: the judges are out of their domain for these images."


def test_scenes_are_in_the_domain_of_their_detector(tmp_path: Path) -> None:
    (tmp_path / "plan.toml").write_text(SCENES)
    run = paragone.run(tmp_path / "plan.toml", tmp_path / "run")
    assert not [note for note in run.notes if "misleads" in note]


def test_the_distance_is_that_of_mahalanobis() -> None:
    place = fitted("scene_domain")
    vector = np.linspace(-1, 1, len(place.mean))
    inverse = place.whitening @ place.whitening.T  # W W^T is the inverse of the covariance
    apart = vector - place.mean
    picture = Picture(np.zeros((4, 4, 3), np.uint8), "", "PNG", "RGB", 0)
    [facts] = make("annotators", "scene_domain").look([picture], [], [{"clip_scene_image": {"vector": vector}}])
    assert facts["distance"] == pytest.approx(np.sqrt(apart @ inverse @ apart))
    assert facts["is_scene"] == bool(place.holds(vector[None])[0])


def test_what_is_near_scenes_but_on_the_side_of_photographs_is_no_scene() -> None:
    side = np.array([1.0, 0.0, -0.5])  # x > 0.5
    place = Fitted(np.zeros(2), np.eye(2), 1.0, "", side)
    found = place.holds(np.array([[0.8, 0.0], [0.2, 0.0], [2.0, 0.0]]))
    assert found.tolist() == [True, False, False]


def test_noise_is_no_photograph_and_a_judge_of_photographs_says_so(
    photographs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Sharpness, "domain", "photographs")
    monkeypatch.setattr(SharpnessMetric, "direction", "higher")
    (photographs / "noise").mkdir()
    rng = np.random.default_rng(0)
    for path in (photographs / "images").iterdir():
        (photographs / "noise" / path.name).write_bytes(encode(rng.integers(0, 256, (96, 96, 3), np.uint8)))
    (photographs / "noise.toml").write_text(
        PLAN.replace('{ use = "skill_object" }', '"sharpness"').replace(
            'path = "images" }', 'path = "images" }, { use = "folder", name = "gan", path = "noise" }'
        )
    )
    run = paragone.run("noise.toml", "noisy")
    [notice] = [one for one in read_notices(RunFolder(run.folder)) if one.kind == "out of domain"]
    assert (notice.model, notice.metric, notice.count, notice.total) == ("gan", "sharpness", 4, 4)
    assert notice.text.endswith("are no photographs (4 like noise, flat graphics or one texture)")
    rows = {(row["model"], row["metric"]): row for row in run.estimates.to_dicts() if not row["group"]}
    assert rows["gan", "sharpness"]["reason"].startswith("not counted, the judge is out of its domain: ")
    assert "domain" not in rows["folder", "sharpness"]["reason"]
    assert {row["verdict"] for row in run.differences.to_dicts() if row["metric"] == "sharpness"} == {""}


def test_what_is_too_small_is_not_told() -> None:
    picture = Picture(np.zeros((16, 16, 3), np.uint8), "", "PNG", "RGB", 0)
    [found] = make("annotators", "photo_domain").look([picture], [], [{}])
    assert found.reason == "the image is smaller than 32 pixels a side"


@pytest.mark.parametrize("radius", [2, 4, 8])
def test_a_blurred_photograph_is_a_poor_photograph_and_blurred_noise_is_none(photographs: Path, radius: int) -> None:
    sharp = [Image.open(path).convert("RGB").resize((224, 224)) for path in (photographs / "images").iterdir()]
    rng = np.random.default_rng(radius)
    noise = [Image.fromarray(rng.integers(0, 256, (224, 224, 3), np.uint8)) for _ in range(4)]
    blurred = [np.asarray(one.filter(ImageFilter.GaussianBlur(radius))) for one in [*sharp, *noise]]
    pictures = [Picture(pixels, "", "PNG", "RGB", 0) for pixels in blurred]
    found = [facts["is_photograph"] for facts in make("annotators", "photo_domain").look(pictures, [], [{}] * 8)]
    assert sum(found[:4]) >= 3  # single ones are told wrongly now and then
    assert not any(found[4:])
