"""HEIM's plans: what they ask for is what the catalogue says of each scenario, and the small one runs offline."""

import json
from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner

import paragone
from paragone.cli.main import app
from paragone.core.catalogue import aliases, make
from paragone.core.components import Scenario
from paragone.stages import run as run_stages
from paragone.stages.planning.aspects import HEIM
from paragone.stages.planning.plan_file import choose_aspects, choose_models, read_plan, shipped_plans


@pytest.fixture(autouse=True)
def fresh_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARAGONE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)


def test_there_is_a_plan_for_each_aspect_and_heim_has_every_scenario() -> None:
    assert {f"heim/{aspect}" for aspect in HEIM} <= set(shipped_plans())
    labels = [entry.label for entry in read_plan("heim").scenarios]
    counted = [name for name, known in aliases("scenarios").items() if known.get("benchmark") == "HEIM"]
    assert set(labels) == {*counted, "mscoco_fid", "mscoco_efficiency"}
    assert len(labels) == len(set(labels))


@pytest.mark.parametrize("aspect", HEIM)
def test_a_plan_asks_for_the_images_and_prompts_of_facts_and_catalogue(aspect: str) -> None:
    plan = read_plan(f"heim/{aspect}")
    assert plan.average == plan.sampling == "heim"
    for entry in plan.scenarios:
        scenario: Scenario = make("scenarios", entry.use, entry.options)
        trials = 5 if entry.label == "mscoco_efficiency" else scenario.images  # HEIM's efficiency has five trials
        assert (entry.images, entry.limit) == (trials, scenario.cap), entry.label


def test_heim_can_be_cut_by_aspects_and_keeps_the_photographs() -> None:
    chosen = choose_aspects(read_plan("heim"), ["bias", "toxicity"])
    assert len(chosen.scenarios) == 3 + 7
    assert {entry.use for entry in choose_models(read_plan("heim/quality"), ["scene_oracle"]).models} == {
        "scene_oracle",
        "real",
    }


def test_list_scenarios_has_the_62_with_what_a_reader_asks() -> None:
    done = CliRunner().invoke(app, ["list", "scenarios", "--json"])
    assert done.exit_code == 0
    rows = [row for row in json.loads(done.output) if row["benchmark"] == "HEIM"]
    assert len(rows) == 62
    assert not next(row for row in rows if row["name"] == "mscoco_base")["here"]
    assert next(row for row in rows if row["name"] == "logos")["here"]
    for row in rows:
        assert row["prompts"]
        assert row["images"]
        assert row["aspects"]
        assert row["licence"]
    text = CliRunner().invoke(app, ["list", "scenarios"]).output
    assert "62 of them HEIM's" in text
    assert "not here: mscoco-2014-captions" in text


def test_doctor_names_the_command_that_brings_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("urllib.request.urlopen", lambda *a, **k: pytest.fail("doctor asked the network"))
    done = CliRunner().invoke(app, ["doctor", "heim", "--json"])
    found = {row["what"]: row["found"] for row in json.loads(done.output)}
    assert done.exit_code == 1
    assert "paragone data fetch mscoco-2014-captions" in found["scenario mscoco_base"]
    assert "paragone data import winoground FILE" in found["scenario heim_winoground"]
    assert "images to draw" in found["disk"]
    assert not any("no scenario here" in text or "judge nothing" in text for text in found.values())


def test_heim_lite_runs_offline_on_what_is_here(tmp_path: Path) -> None:
    assert [entry.use for entry in read_plan("heim-lite").models] == ["scene_painter", "scene_painter"]
    settings = (
        "limit=1",
        'models=[{ use = "scene_oracle", name = "oracle" }, { use = "scene_shuffled", name = "shuffled" }]',
        'metrics=["blackout", "rejection", "fid", "kid", "inception_score", { use = "sharpness", on = ["i2p_hate"] }]',
        "estimate.resamples=100",
    )
    run = paragone.run("heim-lite", tmp_path / "run", settings=settings)
    drawn = run.samples.filter(outcome="drawn")
    assert set(drawn["model"]) == {"oracle", "shuffled"}
    assert "detection_object" in set(drawn["scenario"])
    assert "mscoco_base" in run.manifest["absent"]
    assert run.manifest["skipped"]["sharpness"] == "it is for i2p_hate alone, left out as well"
    assert run.manifest["scenarios"]["stereotypes_descriptors"]["sensitive"]
    assert len(run.manifest["scenarios"]) == 24
    perturbed = run.prompts.filter(run.prompts["origin"].is_not_null())
    assert {"everyday typos", "everyday languages", "everyday styles"} <= set(perturbed["scenario"])
    groups = run["averages"].filter(metric="rejection", model="oracle")
    assert {"Detection", "Common syntactic processes", "Demographic stereotypes"} <= set(groups["group"])


def test_real_photographs_are_left_out_where_no_prompt_has_one(tmp_path: Path) -> None:
    settings = ("available=true", "limit=1", 'metrics=["blackout", "fid", "kid", "inception_score"]')
    plan = choose_aspects(choose_models(read_plan("heim", settings), ["scene_shuffled"]), ["reasoning"])
    assert {entry.use for entry in plan.models} == {"scene_shuffled", "real"}
    run_stages(plan, tmp_path / "run")
    run = paragone.load(tmp_path / "run")
    assert set(run.samples["model"]) == {"scene_shuffled"}
    assert run.manifest["absent"]["photographs"] == "no prompt here has a real image"


def test_heims_people_are_asked_about_gender_and_tone_by_the_plan(tmp_path: Path) -> None:
    """All three lists through the plan: every prompt leaves open who is drawn, so every metric of the plan reads it."""
    plan = read_plan("heim/bias")
    assert plan.metrics != "all"
    metrics = [make("metrics", entry.use, entry.options) for entry in plan.metrics]
    for entry in plan.scenarios:
        prompts = make("scenarios", entry.use, entry.options).load()
        assert all(metric.applies(prompt) for metric in metrics for prompt in prompts), entry.label
        for prompt in prompts:
            (tmp_path / "people" / prompt.id).mkdir(parents=True)
            for seed in range(8):
                Image.new("RGB", (16, 16), (160, 126, 86)).save(tmp_path / "people" / prompt.id / f"{seed}.png")
    # HEIM's gender needs CLIP; its tones need no weights, so they are run: a score for each prompt of each list.
    settings = (
        f'models=[{{ use = "folder", path = "{tmp_path / "people"}" }}]',
        'metrics=["skin_tone_imbalance_heim"]',
        "estimate.resamples=100",
    )
    tones = paragone.run("heim/bias", tmp_path / "run", settings=settings).scores
    assert {entry.label for entry in plan.scenarios} == set(tones["scenario"])
    assert len(tones) == 15 + 13 + 9
    # All eight images are of tone 6, which HEIM takes for skin: (0.9 + 9 * 0.1) / 10.
    assert tones["value"].to_list() == pytest.approx([0.18] * 37)
