"""What must not change a number: names, order, batches, workers, other models; and what counts once."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import paragone
from paragone.annotators.pixels.pixels import PixelFacts
from paragone.core import catalogue
from paragone.images.encode import encode

HERE = Path(__file__).parents[2]
SIZE = 16
PROMPTS = 32
LABELS = ("dog", "car", "person", "bus")
FEATURES = ("cmmd", "coverage", "density", "fid", "fid_infinity", "kid", "precision", "recall", "vendi")
DETECTED = ("counting_alignment", "soa_c", "soa_i", "skill_color", "skill_count", "skill_object", "skill_spatial")
OPTIONS: dict[str, dict[str, Any]] = {
    **{name: {"features": "thumb_image"} for name in FEATURES},
    **{name: {"detector": "thumb_boxes"} for name in DETECTED},
    **{name: {"encoder": "thumb"} for name in ("alignment", "clipscore", "refclipscore", "positional_alignment")},
    "rprecision": {"encoder": "thumb", "candidates": 10},
    "inception_score": {"features": "thumb_image", "splits": 2},
}
# They tell how long something took, or rest on a network; their judges are pure, as every metric's (tests/contract).
LEFT_OUT = {
    *("cost_per_image", "denoised_runtime", "energy_per_image", "images_per_second", "runtime"),
    *("lpips", "meteor", "nsfw"),
}
NUMBERS = ["value", "low", "high", "n", "missing", "method", "reason"]
METRICS = [{"use": name, **OPTIONS.get(name, {})} for name in catalogue.names("metrics") if name not in LEFT_OUT]


@pytest.fixture(autouse=True)
def installed(plugin: Callable[[str, str], Path]) -> None:
    """Small annotators as a plug-in."""
    code = (HERE / "small_annotators.py").read_text(encoding="utf-8")
    plugin(code, code.split('ENTRY_POINTS = """')[1].split('"""')[0])


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Prompts with references, and images of two models, one of them twice, byte by byte."""
    rng = np.random.default_rng(5)
    for folder, spread in (("mine", 90), ("other", 60), ("real", 80)):
        (tmp_path / folder).mkdir()
        for number in range(PROMPTS):
            for seed in range(1 if folder == "real" else 2):
                name = f"p{number:02}" if folder == "real" else f"p{number:02}_{seed}"
                write_image(tmp_path / folder / f"{name}.png", rng, spread)
    shutil.copytree(tmp_path / "mine", tmp_path / "twin")
    write_prompts(tmp_path, range(PROMPTS))
    return tmp_path


def write_image(path: Path, rng: np.random.Generator, spread: float) -> None:
    """Quarters of four colours with noise on them."""
    colours = np.kron(rng.normal(128, spread, (2, 2, 3)), np.ones((SIZE // 2, SIZE // 2, 1)))
    noisy = colours + rng.normal(0, 20, (SIZE, SIZE, 3))
    path.write_bytes(encode(noisy.clip(0, 255).astype(np.uint8)))


def write_prompts(place: Path, numbers: Any) -> None:
    """A prompt file that offers everything there is to read."""
    rows = [_row(number) for number in numbers]
    (place / "prompts.jsonl").write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")


def _row(number: int) -> dict[str, Any]:
    first, second = LABELS[number // 4 % 4], LABELS[(number // 4 + 1) % 4]
    objects: list[list[dict[str, Any]]] = [  # an order of each skill in turn
        [{"label": first}],
        [{"label": first, "count": 1 + number % 3}],
        [{"label": first, "colour": "red"}],
        [{"label": first}, {"label": second}],
    ]
    expect = {
        "objects": objects[number % 4],
        "relations": [{"subject": 1, "relation": "left", "object": 0}] if number % 4 == 3 else [],
        "references": [f"a {first} and a {second}, {number}", f"there is a {first}"],
        "distractors": [f"a {second} with {number} nothings", f"no {first} above {number} hills"],
        "caption": f"somebody saw a {first} and {number} more",
        "scene": {"skill": ("object", "count", "color", "spatial")[number % 4], "version": "v2"},
    }
    text = f"a {second} is left of a {first}, number {number}"
    return {"id": f"p{number:02}", "text": text, "reference": f"real/p{number:02}.png", "expect": expect}


def plan(place: Path, **changes: Any) -> dict[str, Any]:
    folders = [{"use": "folder", "name": name, "path": str(place / name)} for name in ("mine", "twin", "other")]
    return {
        "scenarios": [{"use": "file", "name": "pets", "path": str(place / "prompts.jsonl")}],
        "models": [*folders, {"use": "real", "name": "photographs"}],
        "metrics": METRICS,
        "seeds": [0, 1],
        "estimate": {"resamples": 200},
    } | changes


def numbers(run: paragone.Run, model: str, scenario: str = "pets") -> dict[str, tuple[Any, ...]]:
    frame = run.estimates.filter((pl.col("model") == model) & (pl.col("scenario") == scenario))
    return {row[0]: row[1:] for row in frame.select("metric", *NUMBERS).iter_rows()}


def assert_same(one: dict[str, tuple[Any, ...]], other: dict[str, tuple[Any, ...]]) -> None:
    """Equal, but for the last digits of a sum in another order."""
    assert one.keys() == other.keys()
    different = [name for name in one if not _alike(one[name], other[name])]
    assert not different, [(name, one[name], other[name]) for name in different]


def _alike(one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    floats = [(a, b) for a, b in zip(one, other, strict=True) if isinstance(a, float) and isinstance(b, float)]
    rest = [(a, b) for a, b in zip(one, other, strict=True) if not (isinstance(a, float) and isinstance(b, float))]
    return all(a == b for a, b in rest) and all(a == pytest.approx(b, rel=1e-7, abs=1e-9) for a, b in floats)


def test_models_of_the_same_bytes_have_the_same_numbers_and_ranks(place: Path) -> None:
    run = paragone.run(plan(place), place / "run")
    mine = numbers(run, "mine")
    assert len(mine) >= len(METRICS)
    valued = [name for name, (value, *_) in mine.items() if value is not None]
    assert len(valued) >= len(METRICS) - 3, sorted(set(mine) - set(valued))  # else nothing was compared
    assert mine == numbers(run, "twin")
    assert mine != numbers(run, "other")
    ranks = {model: run.ranks.filter(model=model).drop("model").rows() for model in ("mine", "twin")}
    assert ranks["mine"] == ranks["twin"]
    assert ranks["mine"]
    same = run.differences.filter((pl.col("model_a") == "mine") & (pl.col("model_b") == "twin"))
    assert set(same["value"].drop_nulls()) == {0.0}
    assert not set(same["verdict"]) & {"better", "worse"}


def without_others(place: Path) -> dict[str, Any]:
    return {"models": [plan(place)["models"][0], plan(place)["models"][-1]]}


def renamed(place: Path) -> dict[str, Any]:
    first, *rest = plan(place)["models"]
    return {"models": [*rest, {**first, "name": "another"}]}


def reordered(place: Path) -> dict[str, Any]:
    write_prompts(place, np.random.default_rng(3).permutation(PROMPTS).tolist())
    return {}


def one_worker(place: Path) -> dict[str, Any]:
    return {"execute": {"use": "threads", "workers": 1}}


def many_workers(place: Path) -> dict[str, Any]:
    return {"execute": {"use": "threads", "workers": 5}}


def other_metrics_gone(place: Path) -> dict[str, Any]:
    return {"metrics": METRICS[::-3]}


@pytest.mark.parametrize("change", [without_others, renamed, reordered, one_worker, many_workers, other_metrics_gone])
def test_what_does_not_belong_to_a_number_does_not_change_it(
    place: Path, change: Callable[[Path], dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = {"models": [plan(place)["models"][0], *plan(place)["models"][2:]]}
    before = numbers(paragone.run(plan(place, **few), tmp_path / "before"), "mine")
    monkeypatch.setenv("PARAGONE_CACHE", str(tmp_path / "a cache of its own"))  # everything is looked at again
    changed = {**few, **change(place)}
    after = numbers(
        paragone.run(plan(place, **changed), tmp_path / "after"), "another" if change is renamed else "mine"
    )
    assert_same({name: before[name] for name in after}, after)
    assert after


def test_the_size_of_a_batch_changes_nothing(place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import plug  # type: ignore[import-not-found]

    few = without_others(place)
    before = numbers(paragone.run(plan(place, **few), tmp_path / "before"), "mine")
    monkeypatch.setenv("PARAGONE_CACHE", str(tmp_path / "a cache of its own"))
    for kind in (plug.ThumbImage, plug.ThumbText, plug.ThumbBoxes, PixelFacts):
        monkeypatch.setattr(kind, "batch", 3)
    assert_same(before, numbers(paragone.run(plan(place, **few), tmp_path / "after"), "mine"))


SETS = [{"use": name, **OPTIONS[name]} for name in FEATURES]


def test_a_real_image_counts_once_however_many_seeds_and_prompts_show_it(place: Path, tmp_path: Path) -> None:
    """With two drawings of each prompt the real side is what a folder of the same images gives: each of them once."""
    models = plan(place)["models"]
    by_prompt = paragone.run(plan(place, models=[models[0], models[-1]], metrics=SETS), tmp_path / "by prompt")
    # A folder of real images, in which two names hold the same bytes as well.
    shutil.copy(place / "real" / "p00.png", place / "real" / "p99.png")
    real = {"reference": str(place / "real"), "models": models[:1], "metrics": SETS}
    by_folder = paragone.run(plan(place, **real), tmp_path / "by folder")
    one, other = numbers(by_prompt, "mine"), numbers(by_folder, "mine")
    assert_same({name: found[:1] for name, found in one.items()}, {name: found[:1] for name, found in other.items()})
    real_sides = {name: found[5] for name, found in one.items() if f"{PROMPTS} real" in str(found[5])}
    assert len(real_sides) >= 5, one


def test_prompts_that_share_a_reference_bring_it_once(place: Path, tmp_path: Path) -> None:
    rows = [json.loads(line) for line in (place / "prompts.jsonl").read_text().splitlines()]
    shared = [{**row, "reference": rows[number // 2]["reference"]} for number, row in enumerate(rows)]
    (place / "prompts.jsonl").write_text("\n".join(json.dumps(row) for row in shared), encoding="utf-8")
    run = paragone.run(plan(place, **without_others(place), metrics=SETS), tmp_path / "run")
    said = [found[5] for found in numbers(run, "mine").values() if "real" in str(found[5])]
    assert said
    assert all(f"{PROMPTS // 2} real" in text for text in said), said


def test_a_prompt_set_that_is_there_twice_narrows_no_interval(place: Path, tmp_path: Path) -> None:
    once = paragone.run(plan(place), tmp_path / "once")
    [pets] = plan(place)["scenarios"]
    twice = paragone.run(plan(place, scenarios=[pets, {**pets, "name": "again"}]), tmp_path / "twice")
    for model in ("mine", "other"):
        assert_same(numbers(once, model), numbers(twice, model))
        assert_same(numbers(once, model), numbers(twice, model, "again"))
    columns = ["model", "ranking", "best", "worst", "low", "high"]
    before = {row[:2]: row[2:] for row in once.ranks.select(columns).iter_rows()}
    after = {row[:2]: row[2:] for row in twice.ranks.select(columns).iter_rows()}
    both = [cell for cell in before if cell in after]
    assert both
    for cell in both:
        best, worst, low, high = before[cell]
        assert (after[cell][0], after[cell][1]) == (best, worst) or (after[cell][0] <= best and after[cell][1] >= worst)
        if low is not None and after[cell][2] is not None:
            assert after[cell][3] - after[cell][2] >= 0.99 * (high - low), cell


def test_scoring_a_folder_and_running_a_plan_give_the_same_numbers(place: Path, tmp_path: Path) -> None:
    names = ["sharpness", "blackout", "diversity_phash", "ssim", *FEATURES]
    asked = [" ".join([name, *(f"{key}={value}" for key, value in OPTIONS.get(name, {}).items())]) for name in names]
    scored = paragone.score(
        place / "mine",
        prompts=place / "prompts.jsonl",
        reference=place / "real",
        metrics=tuple(asked),
        settings=("estimate.resamples=200",),
        out=tmp_path / "scored",
    )
    metrics = [{"use": name, **OPTIONS.get(name, {})} for name in names]
    planned = paragone.run(
        plan(place, models=plan(place)["models"][:1], metrics=metrics, reference=str(place / "real")), tmp_path / "run"
    )
    assert_same(numbers(planned, "mine"), numbers(scored, "mine", "images"))
    assert len(numbers(planned, "mine")) == len(names)


def test_every_metric_is_here_or_says_why_not() -> None:
    assert set(catalogue.names("metrics")) >= LEFT_OUT
    assert {entry["use"] for entry in METRICS} | LEFT_OUT == set(catalogue.names("metrics"))
