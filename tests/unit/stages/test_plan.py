"""Plans: reading, changing, and errors that name the key."""

from pathlib import Path
from typing import Any

import pytest

from paragone.core.errors import PlanError
from paragone.core.types import Prompt
from paragone.stages.planning.make import limited
from paragone.stages.planning.plan_file import choose_models, read_plan, shipped_plans

LEAST: dict[str, Any] = {"scenarios": [{"use": "file", "path": "p.txt"}], "models": ["real"], "metrics": ["blackout"]}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"sceds": [1]}, "no setting 'sceds'; did you mean seeds"),
        ({"estimate": {"resample": 3}}, "no setting 'estimate.resample'; did you mean resamples"),
        ({"estimate": {"level": 2}}, "estimate.level"),
        ({"seeds": [1, 1]}, "seeds must be different"),
        ({"seeds": []}, "seeds"),
        ({"limit": 0}, "limit"),
        ({"scenarios": [{"use": "file", "path": "p", "limit": 0}]}, "scenarios.0.limit"),
        ({"scenarios": [{"use": "file", "path": "p", "images": 0}]}, "scenarios.0.images"),
        ({"scenarios": [{"use": "file", "path": "p", "images": 100_001}]}, "scenarios.0.images"),
        ({"scenarios": [{"use": "file", "path": "p", "seeds": []}]}, "scenarios.0.seeds"),
        ({"scenarios": [{"use": "file", "path": "p", "sampling": "any"}]}, "scenarios.0.sampling"),
        ({"scenarios": []}, "scenarios"),
        ({"metrics": []}, "metrics"),
        ({"estimate": {"level": 0.5}}, "estimate.level"),
        ({"estimate": {"level": 1}}, "estimate.level"),
        ({"estimate": {"resamples": 99}}, "estimate.resamples"),
        ({"estimate": {"resamples": 100_001}}, "estimate.resamples"),
        ({"estimate": {"seed": -1}}, "estimate.seed"),
        ({"execute": {"workers": -1}}, "execute.workers"),
        ({"execute": {"look": {"gpus": -1}}}, "execute.look.gpus"),
        ({"execute": {"look": {"cpus": -1}}}, "execute.look.cpus"),
        ({"execute": {"draw": {"workers": -1}}}, "execute.draw.workers"),
        ({"published": [{"model": "", "source": "x", "values": {}}]}, "published.0.model"),
        ({"published": [{"model": "x", "source": "", "values": {}}]}, "published.0.source"),
        ({"models": []}, "models"),
        ({"annotators": [1]}, "annotators.*a table"),
        ({"annotators": {"faces": 3}}, "annotators.faces.*a table"),
        ({"seeds": 3}, "seeds.*a list"),
        ({"seeds": ["x"]}, "seeds.0.*a whole number"),
        ({"title": 3}, "title.*a text"),
        ({"available": "perhaps"}, "available.*true or false"),
        ({"models": ["real", {"use": "folder", "name": "real", "path": "x"}]}, "two models are called 'real'"),
        ({"models": [{"name": "x"}]}, "'models.0.use' is missing"),
        ({"models": [{"use": "real", "name": "../up"}]}, "cannot name one of the models"),
    ],
)
def test_a_wrong_plan_names_its_key(change: dict[str, Any], message: str) -> None:
    with pytest.raises(PlanError, match=message):
        read_plan(LEAST | change)


def test_a_plan_that_says_little_is_strict_seeded_and_at_95_percent() -> None:
    plan = read_plan(LEAST)
    assert (plan.seeds, plan.limit, plan.sampling, plan.average) == ((0,), None, "strict", "strict")
    assert (plan.estimate.level, plan.estimate.resamples, plan.estimate.seed) == (0.95, 2000, 0)
    assert (plan.reference, plan.available, plan.annotators, plan.published) == (None, False, {}, ())
    assert (plan.execute.use, plan.execute.workers, plan.title) == ("threads", 0, "")
    assert [(one.workers, one.cpus, one.gpus) for one in (plan.execute.draw, plan.execute.look)] == [(0, 1.0, None)] * 2
    assert (plan.execute.judge.cpus, plan.execute.judge.gpus) == (1.0, 0.0)
    [scenario] = plan.scenarios
    assert (scenario.limit, scenario.seeds, scenario.images, scenario.sampling) == (None, None, None, None)
    assert (scenario.metrics, scenario.group, scenario.perturb, scenario.on) == (None, "", (), None)


@pytest.mark.parametrize("change", [{"limit": 1}, {"estimate": {"resamples": 100}}, {"estimate": {"level": 0.51}}])
def test_the_least_that_is_allowed_is_allowed(change: dict[str, Any]) -> None:
    assert read_plan(LEAST | change)


def test_a_plan_that_is_no_toml_names_the_line(tmp_path: Path) -> None:
    (tmp_path / "p.toml").write_text("seeds = [0\nmodels = 3")
    with pytest.raises(PlanError, match=r"p\.toml: not valid TOML: .*line 2"):
        read_plan(tmp_path / "p.toml")


def test_an_unknown_plan_is_answered_with_the_shipped_ones() -> None:
    with pytest.raises(PlanError, match="no plan is called 'quik'; did you mean quick"):
        read_plan("quik")


@pytest.mark.parametrize("name", shipped_plans())
def test_every_shipped_plan_is_valid(name: str) -> None:
    assert read_plan(name).title


def test_settings_change_values_groups_and_entries() -> None:
    plan = read_plan(
        LEAST, ["seeds=[3, 4]", "estimate.resamples=500", "models.real.name=photographs", "title=two words"]
    )
    assert (plan.seeds, plan.estimate.resamples, plan.models[0].label) == ((3, 4), 500, "photographs")
    assert plan.title == "two words"


@pytest.mark.parametrize("setting", ["seeds", "=3", "models.nobody.steps=3", "models=real.x", "title.x=1"])
def test_a_wrong_setting_is_refused(setting: str) -> None:
    with pytest.raises(PlanError, match=r"set|models"):
        read_plan(LEAST | {"title": "a"}, [setting])


def test_paths_are_relative_to_the_plan(tmp_path: Path) -> None:
    text = 'models = ["real"]\nmetrics = ["blackout"]\n[[scenarios]]\nuse = "file"\npath = "prompts.txt"\n'
    (tmp_path / "p.toml").write_text(text)
    assert read_plan(tmp_path / "p.toml").scenarios[0].options["path"] == str(tmp_path / "prompts.txt")


@pytest.mark.parametrize(
    ("reference", "anchored"),
    [("photos", True), ("far/away", True), ("real", False), ("mine", False), ("nothing", False)],
)
def test_a_reference_that_is_no_model_is_a_place_beside_the_plan(
    tmp_path: Path, reference: str, anchored: bool
) -> None:
    (tmp_path / "photos").mkdir()
    (tmp_path / "mine").mkdir()  # a model of the plan is meant, whatever lies there
    text = f'reference = "{reference}"\nscenarios = ["paintskills"]\nmetrics = ["blackout"]\n'
    text += 'models = ["real", {use = "folder", name = "mine", path = "x"}]\n'
    (tmp_path / "p.toml").write_text(text)
    assert read_plan(tmp_path / "p.toml").reference == (str(tmp_path / reference) if anchored else reference)


def test_a_larger_limit_adds_to_a_smaller() -> None:
    prompts = tuple(Prompt(f"{number:02}", f"prompt {number}") for number in range(100))
    chosen = [[prompt.id for prompt in limited(prompts, limit)] for limit in (10, 30, None)]
    assert [len(ids) for ids in chosen] == [10, 30, 100]
    assert set(chosen[0]) < set(chosen[1]) < set(chosen[2])
    assert chosen[0] == sorted(chosen[0], key=int)  # in the scenario's order
    assert chosen[0] != [f"{number:02}" for number in range(10)]  # spread over the list, not its beginning


def test_a_limit_keeps_a_prompt_and_what_perturbs_it_together() -> None:
    plain = [Prompt(str(number), "x") for number in range(50)]
    changed = [Prompt(f"{number}~typo", "y", origin=str(number)) for number in range(50)]
    kept = limited([*plain, *changed], 7)
    assert len(kept) == 14
    assert {prompt.origin for prompt in kept if prompt.origin} == {prompt.id for prompt in kept if not prompt.origin}


def test_models_are_chosen_by_label_or_catalogue_name() -> None:
    plan = read_plan(LEAST | {"models": ["real", {"use": "folder", "name": "mine", "path": "x"}]})
    # The real images stay: they are no rival, but the other side of what is compared with them.
    assert [entry.label for entry in choose_models(plan, ["mine"]).models] == ["mine", "real"]
    assert [entry.label for entry in choose_models(plan, ["real"]).models] == ["real"]
    assert choose_models(plan, ["folder"]).models[0].use == "folder"
    with pytest.raises(PlanError, match="no model is called 'mime'; did you mean mine"):
        choose_models(plan, ["mime"])


def test_a_model_with_its_options_fits_into_one_flag(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    mine = choose_models(read_plan(LEAST), ["folder path=images name='my images'"]).models[0]
    assert (mine.use, mine.label, mine.model_extra) == ("folder", "my images", {"path": str(tmp_path / "images")})
    url = "http://127.0.0.1:8000/v1"
    service = choose_models(read_plan(LEAST), [f"openai_images id=x base_url={url} threads=2 key=''"]).models[0]
    assert service.model_extra == {"id": "x", "base_url": url, "threads": 2, "key": ""}
    with pytest.raises(PlanError, match="no model is called 'floder'; did you mean folder"):
        choose_models(read_plan(LEAST), ["floder path=x"])
    for wrong in ("folder images", "folder path='images"):
        with pytest.raises(PlanError, match="NAME option=value"):
            choose_models(read_plan(LEAST), [wrong])


def test_others_numbers_need_a_scenario_of_the_plan_and_a_source() -> None:
    row = {"model": "theirs", "source": "a paper", "values": {"thing": {"counting": 0.5}}}
    plan = {"scenarios": [{"use": "x", "name": "things"}], "models": ["y"], "metrics": ["z"]}
    with pytest.raises(PlanError, match="published numbers for 'thing', which is no scenario; did you mean things"):
        read_plan({**plan, "published": [row]})
    with pytest.raises(PlanError, match="source"):
        read_plan({**plan, "published": [{"model": "theirs", "values": {}}]})
