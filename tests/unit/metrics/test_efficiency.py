"""Efficiency: seconds, rates, money and joules, each worked by hand."""

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from typer.testing import CliRunner

import paragone
from paragone.analysis import efficiency
from paragone.analysis.speed import parameters_of, published_speeds
from paragone.cli.main import app
from paragone.core.catalogue import make
from paragone.core.errors import BadOption
from paragone.core.types import Outcome, Prompt, Sample, Score, View
from paragone.store.folder import RunFolder


def view(seconds: float | None, outcome: Outcome = "drawn", **details: Any) -> View:
    image = "hash" if outcome == "drawn" else None
    return View(Prompt("p", "a cat"), Sample("k", "m", "s", "p", 0, image, outcome, "", seconds, details))


def judge(name: str, seen: Any, **options: Any) -> Score:
    score: Score = make("metrics", name, options).judge(seen)
    return score


def test_runtime_is_the_seconds_of_a_drawing_and_of_nothing_else() -> None:
    assert judge("runtime", view(2.5)) == Score(2.5)
    assert judge("runtime", view(0.1, "refused")) == Score(None, "the drawing is refused")
    assert judge("runtime", view(None)).value is None


def test_denoised_runtime_is_the_shortest_trial_of_a_prompt() -> None:
    trials = [view(3.0), view(1.5), view(9.0), view(0.01, "timed out")]
    assert judge("denoised_runtime", trials) == Score(1.5, "the shortest of 3 trials")
    assert judge("denoised_runtime", trials, trials=5).value is None
    assert judge("denoised_runtime", [view(3.0)]).value is None  # one trial is raw, not denoised
    with pytest.raises(BadOption, match="trials"):
        make("metrics", "denoised_runtime", {"trials": 0})


def test_images_per_second_is_images_over_their_seconds() -> None:
    assert judge("images_per_second", [view(0.5), view(1.5), view(7.0, "failed")]).value == 2 / (0.5 + 1.5)
    assert judge("images_per_second", [view(7.0, "failed")]).value is None
    assert judge("images_per_second", [view(0.0)]).value is None


def test_cost_and_energy_are_read_from_the_details_and_missing_is_not_zero() -> None:
    assert judge("cost_per_image", view(1.0, cost=0.04)) == Score(0.04)
    assert judge("cost_per_image", view(1.0)) == Score(None, "the model has no price: give it the option cost")
    assert judge("cost_per_image", view(1.0, "refused", cost=0.04)).value is None
    assert judge("energy_per_image", view(1.0, energy_j=120.0)) == Score(120.0)
    assert judge("energy_per_image", view(1.0, energy_j=None, energy_note="no counters")) == Score(None, "no counters")


def test_published_speeds_are_listed_by_size_with_their_source() -> None:
    assert [speed.model for speed in published_speeds()] == ["LAFITE", "DALL-E mini", "Stable Diffusion", "ERNIE-ViLG"]
    assert {speed.source for speed in published_speeds()} == {"Masrourisaadat 2023, table 5.6"}


def test_a_size_is_known_by_short_name_by_hub_id_and_behind_a_wrapper() -> None:
    sdxl = 3_500_000_000
    assert parameters_of("sdxl", {}) == sdxl
    assert parameters_of("diffusers", {"id": "stabilityai/stable-diffusion-xl-base-1.0"}) == sdxl
    assert parameters_of("rewrite", {"model": "affix", "options": {"model": "sdxl"}}) == sdxl
    assert parameters_of("diffusers", {"path": "a/folder"}) is None
    assert parameters_of("painter", {}) is None


PLAN = {
    "scenarios": [{"use": "numbered", "count": 5}],
    "models": [
        {"use": "python", "name": "large", "arguments": {"seconds": 4.0, "cost": 0.5, "parameters": 2_000_000_000}},
        {"use": "python", "name": "small", "arguments": {"seconds": 1.0, "cost": None, "parameters": 70_000_000}},
    ],
    "metrics": ["runtime"],
    "seeds": [0, 1],
    "estimate": {"resamples": 200},
}
FUNCTION = """
import numpy as np
from paragone.core.types import Drawing

def draw(text, seed, seconds, cost, parameters):
    number = int("".join(filter(str.isdigit, text)))
    details = {"settings": {"parameters": parameters}, "energy_j": 10.0 * seconds, "peak_memory_mib": 100 + number}
    details |= {"memory_of": "process"} | ({} if cost is None else {"cost": cost})
    return Drawing(np.zeros((8, 8, 3), np.uint8), seconds=seconds * (1 + 0.1 * number + 0.5 * seed), details=details)
"""


def test_any_run_tells_seconds_against_parameters(tmp_path: Path, components: Path) -> None:
    (tmp_path / "drawer.py").write_text(FUNCTION)
    models = [model | {"function": f"{tmp_path}/drawer.py:draw"} for model in PLAN["models"]]  # type: ignore[attr-defined]
    run = paragone.run(PLAN | {"models": models}, tmp_path / "run")
    shown = CliRunner().invoke(app, ["table", str(tmp_path / "run"), "--efficiency"])
    assert shown.exit_code == 0, shown.output
    small, large = json.loads(
        CliRunner().invoke(app, ["table", str(tmp_path / "run"), "--efficiency", "--json"]).output
    )
    assert (small["model"], small["parameters"]) == ("small", 70_000_000)
    # Prompts take 1 + 0.1 n, seeds 0 and 1 half as much again: the mean is 1.2 + 0.25, the shortest trial's 1.2.
    assert small["runtime"] == pytest.approx(1.45)
    assert small["runtime_low"] < 1.45 < small["runtime_high"]
    assert small["runtime"] == run.estimates.filter(pl.col("model") == "small")["value"].item()  # as the metric has it
    assert large["denoised_runtime"] == pytest.approx(4 * 1.2)
    assert (large["cost_per_image"], large["energy_per_image"], large["peak_memory_mib"]) == (0.5, 40.0, 104)
    assert small["cost_per_image"] is None
    assert "the option cost" in small["cost_per_image_note"]
    for words in ("70 M", "2 B", "ERNIE-ViLG", "20 to 25 published", "Masrourisaadat 2023, table 5.6"):
        assert words in shown.output


@pytest.mark.usefixtures("components")
def test_what_drawing_took_is_stored_and_only_read_when_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = {"scenarios": [{"use": "numbered", "count": 3}], "models": ["painter"], "metrics": ["blackout"]}
    run = paragone.run(plan, tmp_path / "run")
    assert set(run["efficiency"]["metric"]) == set(efficiency.METRICS)  # though the plan asks for none of them
    monkeypatch.setattr(efficiency, "estimate_mean", lambda *scores, **named: pytest.fail("it was made again"))
    shown = CliRunner().invoke(app, ["table", str(tmp_path / "run"), "--efficiency"])
    assert shown.exit_code == 0, shown.output
    efficiency.store_efficiency(RunFolder(tmp_path / "run"))
