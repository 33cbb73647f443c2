"""Plans that say it: scenarios with their own seeds, limits and metrics, groups, included plans, aspects."""

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from typer.testing import CliRunner

import paragone
from paragone.cli.main import app
from paragone.core.errors import ParagoneError, PlanError, StoreError
from paragone.core.types import Prompt
from paragone.stages import run as run_stages
from paragone.stages.planning.make import limited
from paragone.stages.planning.plan_file import SHIPPED, choose_aspects, read_plan, shipped_plans
from paragone.stages.planning.prepare import prepare
from paragone.store.folder import RunFolder

PAINTERS = [{"use": "painter", "name": "plain"}, {"use": "painter", "name": "shifted", "shift": 9}]
BASE: dict[str, Any] = {"models": PAINTERS, "estimate": {"resamples": 200}}


def numbered(name: str, **more: Any) -> dict[str, Any]:
    return {"use": "numbered", "name": name, **more}


def plan(*scenarios: dict[str, Any], metrics: Any = ("warmth", "diversity_phash"), **more: Any) -> dict[str, Any]:
    return BASE | {"scenarios": list(scenarios), "metrics": list(metrics)} | more


@pytest.mark.usefixtures("components")
def test_a_scenario_has_its_own_images_limit_and_metrics(tmp_path: Path) -> None:
    few = numbered("few", limit=2, images=3)
    run = paragone.run(plan(few, numbered("all", metrics=["warmth"]), seeds=[7]), tmp_path / "run")
    drawn = run.samples.filter(model="plain").group_by("scenario").agg(pl.len(), pl.col("seed").unique().sort())
    assert {row["scenario"]: (row["len"], row["seed"]) for row in drawn.to_dicts()} == {
        "few": (2 * 3, [0, 1, 2]),
        "all": (6, [7]),
    }
    judged = set(run.estimates.select("scenario", "metric").iter_rows())
    assert judged == {("few", "warmth"), ("few", "diversity_phash"), ("all", "warmth")}
    assert {one["scenario"]: one["seeds"] for one in run.manifest["protocols"].values()} == {
        "few": [0, 1, 2],
        "all": [7],
    }


@pytest.mark.usefixtures("components")
def test_more_seeds_of_one_scenario_are_added_and_fewer_refused(tmp_path: Path) -> None:
    out = tmp_path / "run"
    paragone.run(plan(numbered("a", images=2)), out)
    grown = paragone.run(plan(numbered("a", images=3)), out)
    fresh = paragone.run(plan(numbered("a", images=3)), tmp_path / "fresh")
    same = ["model", "metric", "value", "low", "high", "n"]
    assert grown.estimates.select(same).equals(fresh.estimates.select(same))
    prompt_scores = grown.scores.filter((pl.col("metric") == "diversity_phash") & (pl.col("model") == "plain"))
    assert len(prompt_scores) == 6  # one a prompt: none of those given for two images are left
    with pytest.raises(StoreError, match="seed 2 of a"):
        paragone.run(plan(numbered("a", images=2)), out)


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ({"seeds": [0, 0]}, "seeds must be different"),
        ({"seeds": [0], "images": 2}, "give one of them"),
        ({"images": 0}, "from 1 up"),
        ({"metrics": ["warmht"]}, "did you mean warmth"),
        ({"sampling": "other"}, "strict"),
        ({"perturb": ["'"]}, "cannot read"),
    ],
)
def test_a_wrong_scenario_entry_is_refused_in_one_line(entry: dict[str, Any], said: str) -> None:
    with pytest.raises(PlanError, match=said) as caught:
        read_plan(plan(numbered("a", **entry)))
    assert "\n" not in str(caught.value)


def test_heims_sample_is_that_of_numpys_seed_0_in_its_order() -> None:
    prompts = [Prompt(f"p{n}", "x") for n in range(10)]
    # np.random.seed(0); np.random.choice(10, 3, replace=False) gives 2, 8, 4.
    assert [prompt.id for prompt in limited(prompts, 3, "heim")] == ["p2", "p8", "p4"]
    assert [prompt.id for prompt in limited(prompts, 10, "heim")] == [prompt.id for prompt in prompts]


@pytest.mark.usefixtures("components")
def test_groups_are_averaged_over_prompts_or_with_scenarios_equal(tmp_path: Path) -> None:
    two = [numbered("a", count=2, group="both"), numbered("b", count=6, group="both"), numbered("c")]
    values = {}
    for average in ("strict", "heim"):
        run = paragone.run(plan(*two, metrics=["warmth"], average=average), tmp_path / average)
        (row,) = run["averages"].filter(model="plain").to_dicts()
        values[average] = row["value"]
        assert row["group"] == "both"
        assert row["scenarios"] == ["a", "b"]
        assert row["low"] < row["value"] < row["high"]
    shown = CliRunner().invoke(app, ["table", str(tmp_path / "heim"), "--groups"]).output
    assert "2 of 2" in shown
    assert "both" in shown
    own = dict(run.estimates.filter(model="plain").select("scenario", "value").iter_rows())
    assert values["heim"] == pytest.approx((own["a"] + own["b"]) / 2)
    assert values["strict"] == pytest.approx((2 * own["a"] + 6 * own["b"]) / 8)


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / f"{name}.toml"
    path.write_text(text)
    return path


def test_an_included_plan_brings_its_scenarios_settings_and_metrics(tmp_path: Path) -> None:
    one = write(
        tmp_path, "one", 'seeds = [0, 1]\nlimit = 5\nscenarios = ["a"]\nmetrics = ["warmth"]\nmodels = ["painter"]\n'
    )
    two = write(tmp_path, "two", 'scenarios = [{ use = "b", images = 8 }, "a2"]\nmetrics = ["warmth", "fractal"]\n')
    found = read_plan({"include": [str(one), str(two)], "scenarios": ["c"], "metrics": ["blackout"], "seeds": [3]})
    assert [(entry.label, entry.own_seeds, entry.limit) for entry in found.scenarios] == [
        ("a", (0, 1), 5),
        ("b", tuple(range(8)), None),
        ("a2", None, None),
        ("c", None, None),
    ]
    assert found.metrics != "all"
    assert [(entry.label, entry.on) for entry in found.metrics] == [
        ("warmth", ("a", "b", "a2")),
        ("fractal", ("b", "a2")),
        ("blackout", None),
    ]
    assert [entry.label for entry in found.models] == ["painter"]
    assert found.seeds == (3,)


def test_plans_that_include_each_other_or_disagree_are_refused(tmp_path: Path) -> None:
    tail = 'scenarios = ["a"]\nmodels = ["painter"]\nmetrics = ["warmth"]\n'
    one, two = tmp_path / "one.toml", tmp_path / "two.toml"
    one.write_text(f'include = "{two}"\n{tail}')
    two.write_text(f'include = "{one}"\n{tail}')
    with pytest.raises(PlanError, match="includes itself"):
        read_plan(one)
    one.write_text(tail)
    two.write_text(tail.replace('"a"', '{ use = "a", images = 2 }'))
    with pytest.raises(PlanError, match="other settings"):
        read_plan({"include": [str(one), str(two)]})
    with pytest.raises(PlanError, match="no plan is called 'nosuch'"):
        read_plan({"include": "nosuch"})
    with pytest.raises(PlanError, match="`include`"):
        read_plan({"include": 3})


@pytest.mark.usefixtures("components")
def test_aspects_choose_scenarios_and_what_judges_them() -> None:
    given = read_plan(
        plan(
            numbered("a", aspects=["bias"]),
            numbered("b", aspects=["toxicity"]),
            metrics=["warmth", {"use": "blackout", "on": ["b"]}],
        )
    )
    chosen = choose_aspects(given, ["bias"])
    assert [entry.label for entry in chosen.scenarios] == ["a"]
    assert chosen.metrics != "all"
    assert [entry.label for entry in chosen.metrics] == ["warmth"]
    with pytest.raises(PlanError, match="no scenario of the plan tells of the aspect 'beauty'; there are bias"):
        choose_aspects(given, ["beauty"])


@pytest.mark.usefixtures("components")
def test_a_run_goes_on_with_what_is_here_and_names_the_rest(tmp_path: Path) -> None:
    absent = {"use": "file", "name": "gone", "path": str(tmp_path / "gone.csv")}
    asked = plan(numbered("a", group="g"), absent | {"group": "g"}, metrics=[{"use": "warmth", "on": ["a", "gone"]}])
    with pytest.raises(ParagoneError, match="gone"):
        paragone.run(asked, tmp_path / "run")
    said: list[str] = []
    folder = run_stages(read_plan(asked | {"available": True}), tmp_path / "run", notify=said.append)
    manifest = json.loads((folder.root / "manifest.json").read_text())
    assert list(manifest["scenarios"]) == ["a"]
    assert "gone.csv" in manifest["absent"]["gone"]
    assert any(line.startswith("left out: gone") for line in said)
    assert folder.table("averages").read()["absent"].to_list()[0] == ["gone"]
    only_absent = plan(absent, metrics=["warmth"], available=True)
    with pytest.raises(ParagoneError, match="none of the plan's is here"):
        paragone.run(only_absent, tmp_path / "other")


@pytest.mark.usefixtures("components")
def test_the_cost_is_told_before_anything_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    asked = read_plan(plan(numbered("a", images=3), numbered("b")))
    said: list[str] = []
    run_stages(asked, tmp_path / "run", notify=said.append)
    # (6 prompts x 3 images + 6 x 1) x 2 painters, of which nobody knows the pace yet.
    assert said[-1] == "48 images to draw, about 19 MB (the pace of plain, shifted is not known yet)"
    again = prepare(asked, RunFolder(tmp_path / "run")).cost
    assert again.in_words() == "nothing to draw: every image is stored"
    elsewhere = prepare(asked, RunFolder(tmp_path / "other")).cost
    assert elsewhere.images == 48
    assert elsewhere.unpaced == ()
    assert elsewhere.seconds > 0
    assert elsewhere.bytes < 48 * 10_000  # by now it is known that the painters' images are small


def test_shipped_plans_may_lie_in_sub_folders() -> None:
    for name in shipped_plans():
        assert (SHIPPED / f"{name}.toml").is_file()
