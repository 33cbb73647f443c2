"""What is told of a plan before anything is drawn, and what the manifest says of it."""

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import paragone
from paragone.core.errors import PlanError
from paragone.stages.estimate import chance
from paragone.stages.manifest import describe
from paragone.stages.planning.cost import Pace, cost_of, known_paces, remember_paces
from paragone.stages.planning.plan_file import read_plan
from paragone.stages.planning.prepare import Finding, Findings, Preparation, prepare
from paragone.stages.planning.prepared import Prepared
from paragone.stages.planning.probe import probe_models
from paragone.store.folder import RunFolder
from paragone.store.table import KeySet

pytestmark = pytest.mark.usefixtures("components")


@pytest.fixture
def preparation(tmp_path: Path) -> Callable[..., Preparation]:
    def build(**changes: Any) -> Preparation:
        plan = {
            "scenarios": [{"use": "numbered", "count": 4}],
            "models": [{"use": "painter", "name": "mine"}],
            "metrics": ["warmth"],
        }
        return prepare(read_plan(plan | changes), RunFolder(tmp_path / "run"))

    return build


def told(found: Preparation) -> dict[str, str]:
    return {note.what: note.problem or note.found for note in found.findings}


def test_what_is_missing_is_told_beside_what_is_there() -> None:
    notes = Findings()

    def lacking() -> None:
        raise ModuleNotFoundError("No module named 'pillow_heif'", name="pillow_heif")

    assert notes.take("model mine", lacking) is None
    assert notes.take("model yours", lambda: 3) == 3
    assert notes.found == [
        Finding("model mine", problem="needs the package pillow_heif, which is not installed"),
        Finding("model yours", "ready"),
    ]


def test_prompts_and_images_are_counted(preparation: Callable[..., Preparation]) -> None:
    assert told(preparation())["scenario numbered"] == "4 prompts"
    assert told(preparation(seeds=[3, 5]))["scenario numbered"] == "4 prompts x 2 images"
    few = [{"use": "numbered", "count": 4, "perturb": ["lowercase"]}]
    assert told(preparation(scenarios=few))["scenario numbered"].startswith("4 prompts, 4 perturbed ones dropped")


def test_a_folder_that_cannot_be_written_to_is_told_of_as_the_run_folder(tmp_path: Path) -> None:
    (tmp_path / "run").write_text("a file")
    plan = {"scenarios": ["numbered"], "models": ["painter"], "metrics": ["warmth"]}
    found = told(prepare(read_plan(plan), RunFolder(tmp_path / "run")))
    assert found["run folder"] == f"cannot write to {tmp_path / 'run'}; choose another --out"
    fine = told(prepare(read_plan(plan), RunFolder(tmp_path / "other")))
    assert fine["run folder"] == str(tmp_path / "other")


def test_a_setting_of_words_is_answered_with_the_words() -> None:
    least: dict[str, Any] = {"scenarios": ["numbered"], "models": ["painter"], "metrics": ["warmth"]}
    with pytest.raises(PlanError, match=r"average is 'helm'; give strict or heim$"):
        read_plan(least | {"average": "helm"})
    with pytest.raises(PlanError, match=r"limit is 'many'; give a whole number$"):
        read_plan(least | {"limit": "many"})
    with pytest.raises(PlanError, match=r"estimate.level is 2; give a number below 1"):
        read_plan(least | {"estimate": {"level": 2}})
    with pytest.raises(PlanError, match=r"models is \[\]; give at least 1$"):
        read_plan(least | {"models": []})


def test_one_image_of_each_model_is_tried(preparation: Callable[..., Preparation]) -> None:
    models = [
        {"use": "painter", "name": "fine"},
        {"use": "painter", "name": "shy", "refuse": "p000"},
        {"use": "painter", "name": "spoilt", "spoil": "p000"},
    ]
    found = {note.what: note for note in probe_models(preparation(models=models).prepared)}
    assert list(found) == ["probe fine", "probe shy", "probe spoilt"]
    assert found["probe fine"].found.startswith("drew 24 x 24 in ")
    assert not found["probe fine"].problem
    assert found["probe shy"].problem == "prompt p000: not drawn (refused): against our policy"
    assert "half a file" not in found["probe spoilt"].problem
    assert found["probe spoilt"].problem


def test_a_secret_in_an_answer_is_not_told(
    preparation: Callable[..., Preparation], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAINTERS_API_KEY", "sesame-open-up-now")
    ready = preparation().prepared
    painter = type(ready.models["mine"].instance)

    def refuse(self: object, prompts: object, seed: int) -> list[object]:
        raise PlanError("the key sesame-open-up-now is not known")

    monkeypatch.setattr(painter, "draw", refuse)
    [found] = probe_models(ready)
    assert found.problem.startswith("the key ")
    assert "sesame" not in found.problem


def test_the_manifest_says_what_every_component_declares(preparation: Callable[..., Preparation]) -> None:
    prepared = preparation(seeds=[0, 2], metrics=["warmth", "blackout"]).ready()
    manifest = describe(prepared)
    assert manifest["annotators"]["pixels"] == {
        "version": prepared.annotators["pixels"].instance.version,
        "identity": prepared.annotators["pixels"].identity,
        "subject": "image",
        "domain": "any",
        "reads": [],
        "facts": f"facts/{prepared.facts_folder('pixels')}",
    }
    assert manifest["models"]["mine"] == {
        "use": "painter",
        "revision": "1",
        "options": {},
        "identity": prepared.models["mine"].identity,
        "role": "",
    }
    scenario = manifest["scenarios"]["numbered"]
    assert (scenario["prompts"], scenario["seeds"], scenario["source"]) == (4, [0, 2], "tests")
    assert (scenario["licence"], scenario["sensitive"], scenario["group"], scenario["unchanged"]) == (
        "none",
        False,
        "",
        0,
    )
    blackout = manifest["metrics"]["blackout"]
    assert (blackout["use"], blackout["title"], blackout["kind"]) == ("blackout", "Blacked-out images", "image")
    assert (blackout["direction"], blackout["bounds"], blackout["binary"]) == ("lower", [0.0, 1.0], True)
    assert (blackout["needs"], blackout["summary"][:16]) == (["pixels"], "Whether an image")
    assert manifest["metrics"]["warmth"]["title"] == "warmth"
    assert manifest["machine"]["cores"] > 0
    assert set(manifest["machine"]["packages"]) >= {"numpy", "scipy", "polars", "pillow"}


def test_the_manifest_knows_the_revision_of_the_working_folder(
    preparation: Callable[..., Preparation], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert describe(preparation().ready())["machine"]["git"] is None
    author = ["-c", "user.name=a", "-c", "user.email=a@b"]
    for words in (["init", "-q"], ["add", "-A"], [*author, "commit", "-q", "--allow-empty", "-m", "first"]):
        subprocess.run(["git", *words], check=True, capture_output=True)
    revision = subprocess.run(["git", "rev-parse", "HEAD"], check=True, capture_output=True, text=True).stdout.strip()
    assert describe(preparation().ready())["machine"]["git"] == revision


def test_chance_is_seeded_by_seed_metric_and_prompts(preparation: Callable[..., Preparation]) -> None:
    def first(prepared: Prepared, metric: str) -> float:
        return float(chance(prepared, metric, "numbered").random())

    plain = preparation(metrics=["warmth", "blackout"]).ready()
    assert first(plain, "warmth") == first(plain, "warmth")
    more = [{"use": "numbered", "count": 5}]
    others = [
        first(plain, "blackout"),
        first(preparation(estimate={"seed": 1}).ready(), "warmth"),
        first(preparation(scenarios=more).ready(), "warmth"),
    ]
    assert len({first(plain, "warmth"), *others}) == 4


def test_a_pace_is_remembered_beside_those_of_other_runs(tmp_path: Path) -> None:
    plan = {"scenarios": [{"use": "numbered", "count": 5}], "models": ["painter"], "metrics": ["warmth"]}
    paragone.run(plan, tmp_path / "run")
    folder = RunFolder(tmp_path / "run")
    prepared = prepare(read_plan(plan), folder).ready()
    identity, place = prepared.models["painter"].identity, tmp_path / "paces.json"
    place.write_text('{"another": [2.5, 1000.0]}')
    remember_paces(prepared, folder, place)
    known = known_paces(place)
    assert known["another"] == Pace(2.5, 1000.0)
    seconds, size = known[identity]
    drawn = folder.table("samples").read(["seconds", "file"], where=pl.col("outcome") == "drawn")
    assert seconds == drawn["seconds"].median()
    assert size == sum((folder.root / name).stat().st_size for name in drawn["file"]) / 5
    cost = cost_of(prepared, KeySet([]), known)
    assert (cost.images, cost.bytes, cost.unpaced) == (5, 5 * size, ())
    assert cost.seconds == pytest.approx(5 * (seconds or 0))
    strange = cost_of(prepared, KeySet([]), {})
    assert (strange.seconds, strange.bytes, strange.unpaced) == (0.0, 5 * 400_000, ("painter",))
    assert known_paces(tmp_path / "nothing.json") == {}
