"""The change that perturbed prompts cause: paired, with its interval, and the worst of the two both ways."""

import csv
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import paragone
from paragone.analysis.perturbed import Twins, means_of, paired, read_changes, twins_of, verdict_of, worst_of
from paragone.cli.main import app
from paragone.core.catalogue import make
from paragone.core.types import Drawing, Prompt
from paragone.images.encode import encode
from paragone.report.pages.perturbed import perturbed_page
from paragone.report.read.reader import Reader
from paragone.store.opening import open_run

PROMPTS = 10


def test_twins_are_found_by_their_origin_and_sorted_by_what_was_done() -> None:
    rows = [("p", None, ""), ("p~typos", "p", "typos"), ("q~typos", "q", "typos"), ("p~x", "p", "")]
    assert twins_of(rows) == [Twins("changed", {"p": "p~x"}), Twins("typos", {"p": "p~typos", "q": "q~typos"})]
    originals, changed = paired({"p": 1.0, "p~typos": 0.5, "q": None}, twins_of(rows)[1])
    assert (originals, changed) == ({"p": 1.0, "q": None}, {"p": 0.5, "q": None})
    assert means_of(originals, changed) == (1.0, 0.5)


def test_the_worst_is_in_the_metrics_own_direction_and_for_heim_always_the_lower() -> None:
    one, other = {"p": 1.0, "q": 5.0, "r": 9.0}, {"p": 3.0, "q": 4.0, "r": None}
    assert worst_of(one, other, "higher", "strict") == [1.0, 4.0]
    assert worst_of(one, other, "lower", "strict") == [3.0, 5.0]
    assert worst_of(one, other, "lower", "heim") == [1.0, 4.0]  # the source's flaw
    assert worst_of(one, other, None, "strict") == []
    assert worst_of(one, other, None, "heim") == [1.0, 4.0]


@pytest.mark.parametrize(
    ("value", "low", "high", "direction", "p", "expected"),
    [
        (-0.2, -0.3, -0.1, "higher", 0.01, "worse"),
        (-0.2, -0.3, -0.1, "lower", 0.01, "better"),
        (-0.2, -0.3, -0.1, "higher", 0.2, "no clear change"),
        (-0.2, -0.3, 0.1, "higher", 0.01, "no clear change"),
        (-0.2, -0.3, -0.1, None, 0.01, ""),
        (-0.2, None, None, "higher", 1.0, ""),
    ],
)
def test_a_verdict_needs_an_interval_without_zero_and_a_small_p(
    value: float, low: float | None, high: float | None, direction: str | None, p: float, expected: str
) -> None:
    assert verdict_of({"value": value, "low": low, "high": high, "direction": direction}, p) == expected


def drawn(model: str, prompts: Sequence[Prompt]) -> list[Any]:
    found = make("models", model).draw(prompts, 0)
    assert all(isinstance(one, Drawing) for one in found)
    return [one.image for one in found]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Prompts and the same with typos; a model that always draws one picture, and one that draws typos as it likes."""
    root = tmp_path_factory.mktemp("typos")
    prompts = list(make("scenarios", "paintskills", {"skill": "object"}).load())[:PROMPTS]
    typos = make("perturbations", "slips", {"prob": 0.9})
    changed = [typos.perturb(prompt, np.random.default_rng(n)) for n, prompt in enumerate(prompts)]
    right, wrong = drawn("scene_oracle", prompts), drawn("scene_shuffled", prompts)
    with (root / "prompts.csv").open("w", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["id", "prompt", "expect", "origin", "perturbation"])
        for prompt in prompts:
            writer.writerow([prompt.id, prompt.text, json.dumps(prompt.expect.as_json()), "", ""])
        for prompt in changed:
            row = [prompt.id, prompt.text, json.dumps(prompt.expect.as_json())]
            writer.writerow([*row, prompt.origin, "typos"])
    for model in ("constant", "confused", "confused_too"):
        (root / model).mkdir()
        for n, (prompt, twin) in enumerate(zip(prompts, changed, strict=True)):
            images = (right[0], right[0]) if model == "constant" else (right[n], wrong[n])
            for name, image in zip((prompt.id, twin.id), images, strict=True):
                (root / model / f"{name}.png").write_bytes(encode(image) if not isinstance(image, bytes) else image)
    plan = 'metrics = ["skill_object", "fractal"]\n[[scenarios]]\nuse = "file"\npath = "prompts.csv"\n'
    for name in ("constant", "confused", "confused_too"):
        plan += f'[[models]]\nuse = "folder"\nname = "{name}"\npath = "{name}"\n'
    (root / "plan.toml").write_text(plan)
    paragone.run(root / "plan.toml", out=root / "run")
    return root / "run"


def change(run: Path, model: str, metric: str = "skill_object") -> dict[str, Any]:
    rows = [row for row in read_changes(open_run(run)) if row["model"] == model]
    [row] = [row for row in rows if row["metric"].startswith(metric)]  # its name may tell the detector
    return row


def test_a_model_that_does_not_read_the_prompt_does_not_change_under_typos(run: Path) -> None:
    row = change(run, "constant")
    assert row["value"] == 0
    assert row["low"] <= 0 <= row["high"]
    assert row["verdict"] == "no clear change"
    assert row["n"] == PROMPTS


def test_a_model_that_draws_the_right_thing_only_without_typos_gets_clearly_worse(run: Path) -> None:
    row = change(run, "confused")
    assert row["original"] == 1.0
    assert row["high"] < 0
    assert row["verdict"] == "worse"
    assert row["p_adjusted"] >= row["p_value"]
    assert row["value"] == pytest.approx(row["perturbed"] - row["original"])
    assert row["worst"] == row["worst_heim"] == row["perturbed"]  # of each pair the perturbed one is the worse


def test_identical_images_have_identical_changes_whatever_the_model_is_called(run: Path) -> None:
    one, other = change(run, "confused"), change(run, "confused_too")
    assert {**one, "model": "", "key": ""} == {**other, "model": "", "key": ""}


def test_the_page_draws_what_changed_clearly_first_on_a_scale_that_ends_where_the_metric_does(run: Path) -> None:
    page = perturbed_page(Reader(open_run(run)))
    assert page is not None
    first = page.charts[0]
    assert "worse" in {slope.verdict for slope in first.slopes}
    skill = next(chart for chart in page.charts if chart.metric.startswith("skill_object"))
    assert (float(skill.top), float(skill.bottom)) == (1.0, 0.0)  # the originals are all right: nothing lies above 1
    assert page.untold == 0


def test_for_less_is_better_heims_worst_is_the_better_one(run: Path) -> None:
    row = change(run, "confused", "fractal")
    assert row["worst"] > max(row["original"], row["perturbed"])
    assert row["worst_heim"] < min(row["original"], row["perturbed"])


def test_the_table_tells_it_and_a_run_without_says_what_to_do(run: Path, tmp_path: Path) -> None:
    found = CliRunner().invoke(app, ["table", str(run), "--changes", "--json"])
    rows = json.loads(found.stdout)
    assert {row["perturbation"] for row in rows} == {"typos"}
    assert len(rows) == 6
    assert "worse" in CliRunner().invoke(app, ["table", str(run), "--changes", "--markdown"]).stdout
    first, second = (path.stem for path in sorted((run.parent / "constant").iterdir())[:2])
    (run.parent / "few.csv").write_text(f"id,prompt\n{first},a dog\n{second},a car\n")
    plan = 'metrics = ["fractal"]\n[[scenarios]]\nuse = "file"\npath = "few.csv"\n'
    (run.parent / "few.toml").write_text(plan + '[[models]]\nuse = "folder"\npath = "constant"\n')
    paragone.run(run.parent / "few.toml", out=tmp_path / "few")
    refused = CliRunner().invoke(app, ["table", str(tmp_path / "few"), "--changes"])
    assert refused.exit_code != 0
    assert "has no perturbed prompts" in str(refused.exception or refused.output)


def test_the_page_has_a_slope_a_model(run: Path) -> None:
    from paragone.report.pages.perturbed import perturbed_page
    from paragone.report.read.reader import Reader
    from paragone.report.site.slopes import slope_chart

    page = perturbed_page(Reader(open_run(run)))
    assert page is not None
    assert page.tests == 6
    [chart] = [chart for chart in page.charts if chart.metric.startswith("skill_object")]
    slopes = {slope.model: slope for slope in chart.slopes}
    assert slopes["constant"].start == slopes["constant"].end
    confused = slopes["confused"]
    assert confused.start is not None
    assert confused.end is not None
    assert confused.end > confused.start + 50  # down, from 1 to about 0
    assert str(slope_chart(chart)).count('class="slope slope-') == 3


def test_two_models_changes_are_compared_prompt_by_prompt(run: Path) -> None:
    given = ["compare", str(run), "--models", "constant,confused", "--changes"]
    rows = json.loads(CliRunner().invoke(app, [*given, "--json"]).stdout)
    [row] = [row for row in rows if row["metric"].startswith("skill_object")]
    assert row["change_a"] == 0
    assert row["difference"] == pytest.approx(row["change_b"] - row["change_a"])
    assert row["high"] < 0  # the confused one loses more than the constant one
    assert "A changes" in CliRunner().invoke(app, given).stdout
    same = ["compare", str(run), "--models", "confused,confused_too", "--changes", "--json"]
    assert all(row["difference"] in (0, None) for row in json.loads(CliRunner().invoke(app, same).stdout))
