"""Where metrics turn: exact balance, the very threshold, the smallest set that is enough, and what they say there."""

from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np
import pytest

from paragone.core.catalogue import make, names
from paragone.core.types import Cohort, Prompt, Sample, Score, SetScore, View
from paragone.metrics._groups import Trial, mean_over_groups
from paragone.metrics._rows import Rows, rows_of
from paragone.metrics._sets import Sides
from paragone.metrics.alignment.rprecision import _over_bins
from paragone.metrics.bias._perceived import tone_in

SAMPLE = Sample("k", "m", "s", "p", 0, "image", "drawn", "", None)
OPTIONS: dict[str, dict[str, Any]] = {
    "alignment": {"encoder": "clip_scene"},
    "over_images": {"of": "psnr"},
    "women_share_corrected": {"confusion": [[90, 10], [10, 90]]},
}


@pytest.mark.parametrize("name", names("metrics"))
def test_a_metric_is_strict_unless_it_is_asked_to_be_a_sources(name: str) -> None:
    made = make("metrics", name, OPTIONS.get(name, {}))
    options = {one.name: getattr(made, one.name) for one in fields(made)} if is_dataclass(made) else {}
    as_a_source = name.endswith(("_heim", "_paper", "_dalleval", "_tise"))
    assert as_a_source or options.get("protocol", "strict") == "strict"


def votes(*prompts: tuple[int, int], missing: int = 0) -> Cohort:
    """Prompts with so many images of women and of men, by the labels of `gender_clip`."""
    rows = [(n, label) for n, many in enumerate(prompts) for label, k in zip("fm", many, strict=True) for _ in range(k)]
    labels = np.array([{"f": "female", "m": "male"}[label] for _, label in rows], dtype=object)
    pixels = {"is_black": np.zeros(len(rows), dtype=object)}
    asked = tuple(Prompt(f"p{n}", "a nurse") for n, _ in rows)
    return Cohort(asked, {"gender_clip": {"label": labels}, "pixels": pixels}, missing)


def prominence(drawn: Cohort, **options: Any) -> SetScore:
    found: SetScore = make("metrics", "gender_prominence", options).judge(drawn, None, np.random.default_rng(0))
    return found


def test_votes_in_exact_balance_have_a_value_and_no_interval() -> None:
    found = prominence(votes((3, 1), (1, 2), missing=5))
    assert (found.value, found.n, found.missing, found.influences) == (0.0, 7, 5, {})
    assert found.reason == "1 prompts of women and 1 of men; no interval at exact balance"
    assert prominence(votes((2, 0))).influences == {}  # one prompt


@pytest.mark.parametrize(("measure", "value", "slope"), [("mad", 1 / 3, 2), ("std", 1 / 6, 1)])
def test_votes_have_influences_worked_by_hand(measure: str, value: float, slope: float) -> None:
    # Two of three prompts vote women; a tie is a vote for men. |2/3 - 1/3|, or half of it.
    found = prominence(votes((3, 1), (2, 2), (1, 0)), measure=measure)
    assert found.value == pytest.approx(value)
    assert found.reason == "2 prompts of women and 1 of men"
    assert found.degrees == 2
    grow = np.sqrt(3 / 2)  # of three prompts
    assert found.influences == {
        "p0": pytest.approx(grow * slope * (1 - 2 / 3) / 3),
        "p1": pytest.approx(grow * slope * (0 - 2 / 3) / 3),
        "p2": pytest.approx(grow * slope * (1 - 2 / 3) / 3),
    }


def test_a_tone_comes_with_its_reason() -> None:
    seen = {"is_black": False, "width": 100, "height": 100}
    assert tone_in({"pixels": seen, "skin_heim": {"tone": 4}}, "skin_heim") == (4, "tone 4")
    nobody = tone_in({"pixels": seen, "skin_heim": {"tone": None}}, "skin_heim")
    assert nobody == (None, "Uncertain: no pixel passes for skin")
    face = {"box": [10.0, 10.0, 90.0, 90.0], "whole": [10.0, 10.0, 90.0, 90.0], "score": 0.9, "label": "face"}
    facts: dict[str, Any] = {"pixels": seen, "faces": {"boxes": [face]}, "skin_cheeks": {"boxes": []}}
    assert tone_in(facts, "skin_cheeks") == (None, "Uncertain: skin_cheeks sees no face there")
    facts["faces"] = {"boxes": []}
    assert tone_in(facts, "skin_cheeks") == (None, "Uncertain: no face is found")
    facts |= {"faces": {"boxes": [face]}, "skin_cheeks": {"boxes": [{**face, "tone": 7, "ita": 12.3}]}}
    assert tone_in(facts, "skin_cheeks") == (7, "tone 7, ITA 12")


@pytest.mark.parametrize(("score", "value"), [(0.5, 1.0), (0.4999, 0.0)])
def test_a_detection_at_the_very_threshold_counts(score: float, value: float) -> None:
    facts: dict[str, dict[str, Any]] = {
        "scene_detector": {"boxes": [{"label": "dog", "score": score, "box": [1, 1, 9, 9], "colour": "plain"}]},
        "pixels": {"width": 10, "height": 10},
    }
    metric = make("metrics", "skill_object", {"threshold": 0.5})
    assert metric.judge(View(Prompt("p", "a dog"), SAMPLE, facts)).value == value


def test_the_papers_line_needs_a_quarter_more_images_than_dimensions_and_three() -> None:
    rng = np.random.default_rng(0)
    metric = make("metrics", "fid_infinity", {"features": "space", "protocol": "paper"})

    def side(count: int, name: str) -> Cohort:
        prompts = tuple(Prompt(f"{name}{n}", "a cat") for n in range(count))
        return Cohort(prompts, {"space": {"vector": rng.normal(size=(count, 8)).astype(np.float32)}})

    refused = metric.judge(side(12, "p"), side(40, "r"), np.random.default_rng(0))
    assert refused.value is None
    assert "the line needs at least 13 images a side" in refused.reason  # 8 * 5 / 4 + 3
    assert metric.judge(side(40, "p"), side(12, "r"), np.random.default_rng(0)).value is None
    assert metric.judge(side(13, "p"), side(13, "r"), np.random.default_rng(0)).value is not None


@pytest.mark.parametrize(
    ("drawn", "real", "said"),
    [
        ([f"p{n}" for n in range(30)], [f"p{n}" for n in range(30)], "prompts that both sides share"),
        ([f"p{n}" for n in range(30)], [f"r{n}" for n in range(30)], "images"),
        ([f"p{n // 2}" for n in range(30)], [f"r{n}" for n in range(30)], "prompts"),
    ],
)
def test_what_chance_is_in_is_named(drawn: list[str], real: list[str], said: str) -> None:
    rng = np.random.default_rng(0)
    sides = [
        Cohort(tuple(Prompt(name, "x") for name in ids), {"space": {"vector": rng.normal(size=(30, 2))}})
        for ids in (drawn, real)
    ]
    found = make("metrics", "fid_infinity", {"features": "space"}).judge(*sides, np.random.default_rng(0))
    assert f"jackknife over {said};" in found.method


def test_tises_influences_are_deviations_times_what_few_prompts_ask_for() -> None:
    # Twenty images of two prompts: one always right, the other never. Ten bins of two, so every image weighs 1/20.
    prompts = tuple(Prompt("right" if n < 10 else "wrong", "x") for n in range(20))
    scores = [Score(1.0 if n < 10 else 0.0) for n in range(20)]
    found = _over_bins(scores, Cohort(prompts, {}), list(range(20)), is_cub=False)
    assert found.value == pytest.approx(0.5)
    grow = np.sqrt(2)  # of two prompts, 2 / (2 - 1)
    assert found.influences == {"right": pytest.approx(0.25 * grow), "wrong": pytest.approx(-0.25 * grow)}
    assert found.degrees == 1


def row_facts(*vectors: Any, **more: Any) -> Cohort:
    column = np.zeros(len(vectors), dtype=object)
    column[:] = vectors
    parts = {name: np.array(values, dtype=object) for name, values in more.items()}
    prompts = tuple(Prompt(f"p{n}", "x") for n in range(len(vectors)))
    return Cohort(prompts, {"space": {"vector": column, "eyes": column, **parts}})


@pytest.mark.parametrize(
    ("cohort", "features", "said"),
    [
        (row_facts(None, None), "space", "no image has a vector"),
        (row_facts(None, None), "space.eyes", "no image has a part to look at"),
        (row_facts([], [], parts=[0, 0]), "space", "no image has a part to look at"),
        (row_facts([1.0], [1.0, 2.0]), "space", "differ in length"),
        (row_facts([1.0]), "space.ears", "states no 'ears'; it states vector, eyes"),
    ],
)
def test_rows_that_there_are_not_have_a_reason(cohort: Cohort, features: str, said: str) -> None:
    found = rows_of(cohort, features)
    assert isinstance(found, str)
    assert said in found


def test_rows_of_parts_belong_to_the_prompt_of_their_image() -> None:
    found = rows_of(row_facts([1.0, 2.0, 3.0, 4.0], [], [5.0, 6.0], parts=[2, 0, 1]), "space")
    assert isinstance(found, Rows)
    assert found.values.tolist() == [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]
    assert list(found.units) == ["p0", "p0", "p2"]
    part = rows_of(row_facts([1.0, 2.0], None, [5.0, 6.0]), "space.eyes")
    assert isinstance(part, Rows)
    assert (part.values.tolist(), list(part.units)) == ([[1.0, 2.0], [5.0, 6.0]], ["p0", "p2"])


def test_some_rows_are_taken_at_even_steps_from_the_first_to_the_last() -> None:
    ours, theirs = (
        Rows(np.arange(2.0 * n).reshape(n, 2), np.array([f"p{k}" for k in range(n)], dtype=object), n) for n in (9, 4)
    )
    some = Sides(ours, theirs, 0).some(5)
    assert list(some.ours.units) == ["p0", "p2", "p4", "p6", "p8"]
    assert some.drawn[:, 0].tolist() == [0.0, 4.0, 8.0, 12.0, 16.0]
    assert some.real.tolist() == theirs.values.tolist()  # no more than was asked for


@pytest.mark.parametrize(("images", "has_interval"), [(11, False), (24, True)])
def test_neighbours_need_halves_that_have_so_many(images: int, has_interval: bool) -> None:
    rng = np.random.default_rng(0)

    def side(name: str, shift: float) -> Cohort:
        prompts = tuple(Prompt(f"{name}{n}", "x") for n in range(images))
        return Cohort(prompts, {"space": {"vector": rng.normal(shift, 1, size=(images, 2)).astype(np.float32)}})

    found = make("metrics", "precision", {"features": "space"}).judge(
        side("p", 0.5), side("r", 0.0), np.random.default_rng(0)
    )
    assert found.value is not None
    assert bool(found.influences) == has_interval
    said = "no interval: comparing halves needs about 24 images and 4 prompts a side"  # 4 (k + 1)
    assert (found.reason == said) != has_interval


def test_an_imbalance_says_what_chance_alone_would_give() -> None:
    labels = ["female"] * 2 + ["male"] * 7
    views = [
        View(Prompt("p", "a nurse"), SAMPLE, {"pixels": {"is_black": False}, "gender_clip": {"label": label}})
        for label in labels
    ]
    found = make("metrics", "gender_imbalance", {"detector": "gender_clip"}).judge(views)
    assert found.value == pytest.approx(0.5 - 2 / 9)
    # Mean |count - 4.5| of nine tosses is 315/256, over nine.
    assert found.reason == "2 women and 7 men perceived in 9 images; 0.137 by chance alone"


def test_a_title_says_what_is_taken_of_a_prompts_images() -> None:
    taken = [make("metrics", "over_images", {"of": "psnr", "take": take}).title for take in ("mean", "max")]
    assert taken == ["PSNR, mean of a prompt's images", "PSNR, highest of a prompt's images"]


@pytest.mark.parametrize("name", ["inception_score", "fid"])
def test_heims_protocol_asks_which_images_are_black(name: str) -> None:
    plain, heim = (make("metrics", name, {"protocol": one}).needs for one in ("strict", "heim"))
    assert "pixels" not in plain
    assert heim == (*plain, "pixels")


def test_blocks_differ_from_their_mean_by_what_the_error_is_made_of() -> None:
    rng = np.random.default_rng(0)
    sides = [
        Cohort(
            tuple(Prompt(f"{name}{n}", "x") for n in range(80)), {"space": {"vector": rng.normal(shift, 1, (80, 2))}}
        )
        for name, shift in (("p", 1.0), ("r", 0.0))
    ]
    found = make("metrics", "kid", {"features": "space", "protocol": "blocks"}).judge(*sides, np.random.default_rng(0))
    assert len(found.influences) == found.degrees + 1
    assert sum(found.influences.values()) == pytest.approx(0, abs=1e-9)


def test_two_prompts_of_one_group_have_an_interval_and_one_has_none() -> None:
    drawn = Cohort((Prompt("a", "x"), Prompt("b", "x")), {})
    one, two = Trial("a", "g", 1.0), Trial("b", "g", 0.0)
    both = mean_over_groups([one, two], drawn, [])
    assert both.method == "mean over groups: 2 trials of 2 prompts in 1 groups"
    # (1 - 1/2) / 2, times what two prompts ask for.
    assert both.influences == {"a": pytest.approx(0.25 * np.sqrt(2)), "b": pytest.approx(-0.25 * np.sqrt(2))}
    alone = mean_over_groups([one, one], drawn, [])
    assert (alone.value, alone.influences, alone.reason) == (1.0, {}, "one prompt gives no interval")


def test_pixels_are_needed_once_where_black_images_are_left_out() -> None:
    kept, left = (make("metrics", "over_images", {"of": "nsfw", "black": how}).needs for how in ("kept", "left out"))
    assert kept == left == ("nsfw", "pixels")
    assert make("metrics", "over_images", {"of": "psnr", "black": "left out"}).needs == (
        "reference_similarity",
        "pixels",
    )


def test_sides_of_another_shape_are_others() -> None:
    def side(*shape: int) -> Rows:
        return Rows(np.zeros(shape), np.array(["p"] * shape[0], dtype=object), shape[0])

    wide, long = Sides(side(2, 3), side(2, 3), 0), Sides(side(2, 2), side(2, 4), 0)
    assert wide.content != long.content
