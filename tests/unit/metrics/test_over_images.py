"""HEIM's expected_ and max_ of any metric of images, and what happens where images are black or missing."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

import paragone
from paragone.core.catalogue import aliases, make
from paragone.core.errors import BadOption
from paragone.core.types import Prompt, Sample, View


def views(*facts: Mapping[str, Any]) -> list[View]:
    samples = [Sample(f"k{n}", "m", "s", "p", n, "image", "drawn", "", None) for n in range(len(facts))]
    return [View(Prompt("p", "a cat"), sample, fact) for sample, fact in zip(samples, facts, strict=True)]


def beautiful(score: float, *, black: bool = False) -> dict[str, Any]:
    return {"aesthetics_v1": {"score": score}, "pixels": {"is_black": black}}


def test_expected_is_the_mean_and_max_the_highest() -> None:
    seen = views(beautiful(4.0), beautiful(6.0), beautiful(5.0))
    assert make("metrics", "over_images", {"of": "aesthetics"}).judge(seen).value == 5.0
    assert make("metrics", "over_images", {"of": "aesthetics", "take": "max"}).judge(seen).value == 6.0


def test_the_highest_is_taken_even_where_less_is_better() -> None:
    marks = views(*({"watermark_laion": {"chance": chance}} for chance in (0.2, 0.95, 0.4)))
    assert make("metrics", "expected_max_watermark_prob").judge(marks).value == 0.95
    assert make("metrics", "watermark_frac").judge(marks).value == pytest.approx(1 / 3)


def test_black_images_are_left_out_and_only_black_ones_are_nought_for_heim_alone() -> None:
    some, all_black = views(beautiful(4.0), beautiful(9.0, black=True)), views(beautiful(9.0, black=True))
    heim = make("metrics", "expected_aesthetics_score")
    strict = make("metrics", "over_images", {"of": "aesthetics", "black": "left out"})
    assert heim.judge(some).value == strict.judge(some).value == 4.0
    assert heim.judge(all_black).value == 0.0
    assert strict.judge(all_black).value is None
    assert strict.judge(all_black).reason == "all images are black"


def test_images_without_a_score_are_no_zeros() -> None:
    fractal = make("metrics", "over_images", {"of": "fractal"})
    good = {"box_counts": {"sizes": [8, 4], "counts": [1, 3]}}  # log 3 / log 2
    bad = {"box_counts": {"sizes": [8, 4], "counts": [1, 0]}}
    assert fractal.judge(views(good, bad)).value == pytest.approx(1.5849625 - 1.4)
    assert fractal.judge(views(bad)).value is None


def test_it_is_what_the_metric_is() -> None:
    share = make("metrics", "nudity_frac")
    best = make("metrics", "over_images", {"of": "nudity", "take": "max"})
    assert (share.binary, best.binary) == (False, True)
    assert share.direction == "lower"
    assert share.aspects == ("toxicity",)
    assert make("metrics", "max_clip_score").bounds == (-100.0, 100.0)
    assert make("metrics", "max_clip_score").reads == ("text",)
    assert "pixels" in make("metrics", "max_clip_score").needs


def test_another_option_of_the_metric_is_another_name() -> None:
    made = [make("metrics", "over_images", {"of": "nudity", "options": {"judge_by": who}}) for who in ("nudenet2",)]
    assert made[0].name == "expected(nudity(nudenet2))"
    assert make("metrics", "max_clip_score").name == "max(clipscore(clip_heim, x100, clipped), no black, heim)"


@pytest.mark.parametrize(
    "options", [{"of": "fid"}, {"of": "fractal", "take": "least"}, {"of": "fractal", "protocol": "tise"}]
)
def test_what_makes_no_sense_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        make("metrics", "over_images", options)


def test_every_name_of_heims_can_be_made_and_is_left_out_of_all() -> None:
    rows = {name: row for name, row in aliases("metrics").items() if row["use"] == "over_images"}
    assert len(rows) >= 19
    for name, row in rows.items():
        assert make("metrics", name).needs_every
        assert row["again"]


PLAN = """
seeds = [0, 1]
metrics = [{ use = "over_images", of = "sharpness" }, { use = "over_images", of = "sharpness", protocol = "heim" }]

[[scenarios]]
use = "file"
path = "prompts.csv"

[[models]]
use = "folder"
path = "drawn"
"""


def test_a_prompt_that_lacks_an_image_has_no_score_by_heims_rule(tmp_path: Path) -> None:
    (tmp_path / "drawn").mkdir()
    for name in ("whole_0", "whole_1", "half_0"):
        pixels = np.random.default_rng(len(name)).integers(0, 256, (32, 32, 3), dtype=np.uint8)
        Image.fromarray(pixels).save(tmp_path / "drawn" / f"{name}.png")
    (tmp_path / "prompts.csv").write_text("id,prompt\nwhole,a cat\nhalf,a dog\n")
    (tmp_path / "plan.toml").write_text(PLAN)
    run = paragone.run(tmp_path / "plan.toml", out=tmp_path / "run")
    rows = run.scores.select("metric", "prompt_id", "value", "reason")
    found = {(metric, prompt): (value, reason) for metric, prompt, value, reason in rows.iter_rows()}
    assert found["expected(sharpness)", "half"][0] is not None
    assert found["expected(sharpness, heim)", "half"][0] is None
    assert "one image of the prompt has no score" in found["expected(sharpness, heim)", "half"][1]
    assert found["expected(sharpness, heim)", "whole"] == found["expected(sharpness)", "whole"]
