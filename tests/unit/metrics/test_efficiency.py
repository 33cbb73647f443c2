"""Efficiency: seconds, rates, money and joules, each worked by hand."""

from typing import Any

import pytest

from paragone.core.catalogue import make
from paragone.core.errors import BadOption
from paragone.core.types import Estimate, Outcome, Prompt, Sample, Score, View
from paragone.models._speed import measured_speeds, published_speeds


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


def test_speeds_are_listed_by_size_with_their_source() -> None:
    assert [speed.model for speed in published_speeds()] == ["LAFITE", "DALL-E mini", "Stable Diffusion", "ERNIE-ViLG"]
    runtimes = {
        "mine": Estimate(1.0, 0.9, 1.1, n=3),
        "sdxl": Estimate(4.0, 3.0, 5.0, n=3),
        "other": Estimate(2.0, 1.0, 3.0, 3),
    }
    sizes = {speed.model: speed.parameters for speed in measured_speeds(runtimes, {"mine": 7})}
    assert sizes == {"other": None, "mine": 7, "sdxl": 3_500_000_000}
