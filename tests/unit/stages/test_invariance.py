"""What must not change a number: names, order, batches, workers, other models; and what counts once."""

import json
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import paragone
from paragone.annotators.pixels.pixels import PixelFacts
from paragone.core import catalogue
from paragone.core.cells import in_doubt
from paragone.images.encode import encode
from paragone.store.folder import RunFolder

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
    *("lpips", "meteor", "nsfw", "nsfw_benign", "nudity", "q16", "watermark", "watermark_own", "aesthetics"),
    *("detection_correct", "human", "over_images"),
    *(name for name in catalogue.names("metrics") if name.startswith(("attribute_", "gender_", "skin_", "women_"))),
}
DEAR = {"ms_ssim", "psnr", "ssim", "uiqi", "cider", "bleu", "meteor_exact"}  # a second or more each
NUMBERS = ["value", "low", "high", "n", "missing", "method", "reason"]
METRICS = [{"use": name, **OPTIONS.get(name, {})} for name in catalogue.names("metrics") if name not in LEFT_OUT]
CHEAP = [entry for entry in METRICS if entry["use"] not in DEAR]


Numbers = dict[str, tuple[Any, ...]]


@pytest.fixture(scope="module")
def module_patch() -> Iterator[pytest.MonkeyPatch]:
    with pytest.MonkeyPatch.context() as patch:
        yield patch


@pytest.fixture(scope="module", autouse=True)
def installed(tmp_path_factory: pytest.TempPathFactory, module_patch: pytest.MonkeyPatch) -> Iterator[None]:
    """Small annotators as a plug-in, for all tests here: a run of every metric is made once."""
    code = (HERE / "small_annotators.py").read_text(encoding="utf-8")
    site = tmp_path_factory.mktemp("site")
    information = site / "plug-1.0.dist-info"
    information.mkdir()
    (site / "plug.py").write_text(code, encoding="utf-8")
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: plug\nVersion: 1.0\n", encoding="utf-8")
    (information / "entry_points.txt").write_text(code.split('ENTRY_POINTS = """')[1].split('"""')[0])
    module_patch.syspath_prepend(site)
    catalogue._places.cache_clear()
    yield
    sys.modules.pop("plug", None)
    catalogue._places.cache_clear()


def make_place(place: Path) -> Path:
    """Prompts with references, and images of two models, one of them twice, byte by byte."""
    rng = np.random.default_rng(5)
    for folder, spread in (("mine", 90), ("other", 60), ("real", 80)):
        (place / folder).mkdir()
        for number in range(PROMPTS):
            for seed in range(1 if folder == "real" else 2):
                name = f"p{number:02}" if folder == "real" else f"p{number:02}_{seed}"
                write_image(place / folder / f"{name}.png", rng, spread)
    shutil.copytree(place / "mine", place / "twin")
    write_prompts(place, range(PROMPTS))
    return place


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A place of the test's own."""
    return make_place(tmp_path)


@pytest.fixture(scope="module")
def whole_run(
    installed: None, tmp_path_factory: pytest.TempPathFactory, module_patch: pytest.MonkeyPatch
) -> paragone.Run:
    """Every metric, four models."""
    module_patch.setenv("PARAGONE_CACHE", str(tmp_path_factory.mktemp("cache")))
    place = make_place(tmp_path_factory.mktemp("whole"))
    return paragone.run(plan(place), place / "run")


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
    return {
        "id": f"p{number:02}",
        "text": text,
        "category": LABELS[number % 2],
        "reference": f"real/p{number:02}.png",
        "expect": expect,
    }


def plan(place: Path, **changes: Any) -> dict[str, Any]:
    folders = [{"use": "folder", "name": name, "path": str(place / name)} for name in ("mine", "twin", "other")]
    return {
        "scenarios": [{"use": "file", "name": "pets", "path": str(place / "prompts.jsonl")}],
        "models": [*folders, {"use": "real", "name": "photographs"}],
        "metrics": METRICS,
        "seeds": [0, 1],
        "estimate": {"resamples": 200},
    } | changes


def numbers(run: paragone.Run, model: str, scenario: str = "pets") -> Numbers:
    frame = run.estimates.filter((pl.col("model") == model) & (pl.col("scenario") == scenario))
    return {row[0]: row[1:] for row in frame.select("metric", *NUMBERS).iter_rows()}


def assert_same(one: Numbers, other: Numbers) -> None:
    """Equal, but for the last digits of a sum in another order."""
    assert one.keys() == other.keys()
    different = [name for name in one if not _alike(one[name], other[name])]
    assert not different, [(name, one[name], other[name]) for name in different]


def _alike(one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    floats = [(a, b) for a, b in zip(one, other, strict=True) if isinstance(a, float) and isinstance(b, float)]
    rest = [(a, b) for a, b in zip(one, other, strict=True) if not (isinstance(a, float) and isinstance(b, float))]
    return all(a == b for a, b in rest) and all(a == pytest.approx(b, rel=1e-6, abs=1e-9) for a, b in floats)


def test_models_of_the_same_bytes_have_the_same_numbers_and_ranks(whole_run: paragone.Run) -> None:
    mine = numbers(whole_run, "mine")
    assert len(mine) >= len(METRICS)
    lost = [name for name, (value, *_) in mine.items() if value is None]
    assert not lost, [(name, mine[name]) for name in lost]  # else nothing was compared
    assert mine == numbers(whole_run, "twin")
    assert mine != numbers(whole_run, "other")
    ranks = {model: whole_run.ranks.filter(model=model).drop("model").rows() for model in ("mine", "twin")}
    assert ranks["mine"] == ranks["twin"]
    assert ranks["mine"]


def test_models_of_the_same_bytes_do_not_differ_nor_do_their_groups(whole_run: paragone.Run) -> None:
    found = whole_run.differences
    same = found.filter(pl.col("model_a").is_in(["mine", "twin"]) & pl.col("model_b").is_in(["mine", "twin"]))
    assert set(same["value"].drop_nulls()) <= {0.0}
    assert not set(same["verdict"]) & {"better", "worse"}
    groups = [whole_run.breakdowns.filter(model=model).drop("model", "key") for model in ("mine", "twin")]
    assert groups[0].equals(groups[1])
    assert len(groups[0])


def test_a_difference_that_falls_short_as_its_values_do_says_so(whole_run: paragone.Run) -> None:
    density = [name for name in whole_run.differences["metric"].unique() if name.startswith("density")]
    rows = whole_run.differences.filter(pl.col("metric").is_in(density), pl.col("low").is_not_null())
    assert len(rows)
    assert all(in_doubt(reason) for reason in rows["reason"]), rows["reason"].to_list()


def two_models(place: Path) -> dict[str, Any]:
    return {"models": plan(place)["models"][:1] + plan(place)["models"][-1:]}


def alone_and_renamed(place: Path) -> dict[str, Any]:
    first, *_, photographs = plan(place)["models"]
    return {"models": [photographs, {**first, "name": "another"}]}


def reordered(place: Path) -> dict[str, Any]:
    write_prompts(place, np.random.default_rng(3).permutation(PROMPTS).tolist())
    return two_models(place)


def one_worker(place: Path) -> dict[str, Any]:
    return two_models(place) | {"execute": {"use": "threads", "workers": 1}}


def many_workers_other_metrics(place: Path) -> dict[str, Any]:
    return two_models(place) | {"execute": {"use": "threads", "workers": 5}, "metrics": CHEAP[::-3]}


@pytest.mark.parametrize("change", [alone_and_renamed, reordered, one_worker, many_workers_other_metrics])
def test_what_does_not_belong_to_a_number_does_not_change_it(
    whole_run: paragone.Run, place: Path, change: Callable[[Path], dict[str, Any]]
) -> None:
    """Everything is drawn and looked at again (each test has a cache of its own), with three models fewer."""
    run = paragone.run(plan(place, **{"metrics": CHEAP, **change(place)}), place / "run")
    [model] = set(run.estimates["model"]) - {"photographs"}
    before, after = numbers(whole_run, "mine"), numbers(run, model)
    assert after
    assert_same({name: before[name] for name in after}, after)


def test_the_size_of_a_batch_changes_nothing(
    whole_run: paragone.Run, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import plug  # type: ignore[import-not-found]

    for kind in (plug.ThumbImage, plug.ThumbText, plug.ThumbBoxes, PixelFacts):
        monkeypatch.setattr(kind, "batch", 3)
    run = paragone.run(plan(place, **two_models(place), metrics=CHEAP), place / "run")
    after = numbers(run, "mine")
    assert_same({name: numbers(whole_run, "mine")[name] for name in after}, after)


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
    run = paragone.run(plan(place, **two_models(place), metrics=SETS), tmp_path / "run")
    said = [found[5] for found in numbers(run, "mine").values() if "real" in str(found[5])]
    assert said
    assert all(f"{PROMPTS // 2} real" in text for text in said), said


def test_a_prompt_set_that_is_there_twice_narrows_no_interval(place: Path, tmp_path: Path) -> None:
    few = {"metrics": [{"use": name, **OPTIONS.get(name, {})} for name in ("sharpness", "fractal", "fid", "kid")]}
    once = paragone.run(plan(place, **few), tmp_path / "once")
    [pets] = [{**one, "group": "all"} for one in plan(place)["scenarios"]]
    twice = paragone.run(plan(place, scenarios=[pets, {**pets, "name": "again"}], **few), tmp_path / "twice")
    for model in ("mine", "other"):
        assert_same(numbers(once, model), numbers(twice, model))
        assert_same(numbers(once, model), numbers(twice, model, "again"))
    averages = RunFolder(tmp_path / "twice").table("averages").read(where=pl.col("model") == "mine")
    for metric, low, high in averages.select("metric", "low", "high").iter_rows():
        assert (low, high) == pytest.approx(numbers(once, "mine")[metric][1:3]), metric
    assert len(averages) == 4
    columns = ["model", "ranking", "best", "worst", "low", "high"]
    before, after = ({row[:2]: row[2:] for row in run.ranks.select(columns).iter_rows()} for run in (once, twice))
    both = [cell for cell in before if cell in after]
    assert both
    for cell in both:
        (best, worst, low, high), (best_now, worst_now, low_now, high_now) = before[cell], after[cell]
        assert best is None or (best_now <= best and worst_now >= worst), cell
        assert low is None or high_now - low_now >= 0.99 * (high - low), cell


@pytest.mark.parametrize("level", [0.51, 0.6, 0.7, 0.95])
def test_the_same_prompts_as_a_second_scenario_of_a_group_change_no_rank(
    place: Path, tmp_path: Path, level: float
) -> None:
    """Win rates over groups: two scenarios that ask the same are no more evidence than one, at any level."""
    few = {"metrics": ["sharpness", "fractal"], "average": "heim", "estimate": {"level": level}}
    [pets] = [{**one, "group": "all"} for one in plan(place)["scenarios"]]
    once = paragone.run(plan(place, scenarios=[pets], **few), tmp_path / "once")
    twice = paragone.run(plan(place, scenarios=[pets, {**pets, "name": "again"}], **few), tmp_path / "twice")
    columns = ["model", "ranking", "value", "low", "high", "best", "worst"]
    before, after = ({row[:2]: row[2:] for row in run.ranks.select(columns).iter_rows()} for run in (once, twice))
    assert before == after


def double_the_prompts(place: Path) -> None:
    """Every prompt again under a new id, and every image again under that name."""
    rows = [json.loads(line) for line in (place / "prompts.jsonl").read_text().splitlines()]
    again = [{**row, "id": f"{row['id']}x", "text": row["text"].upper()} for row in rows]
    (place / "prompts.jsonl").write_text("\n".join(json.dumps(row) for row in rows + again), encoding="utf-8")
    for path in [path for folder in ("mine", "twin", "other") for path in (place / folder).iterdir()]:
        name, seed = path.stem.split("_")
        shutil.copy(path, path.with_name(f"{name}x_{seed}.png"))


# Of these the value itself is another with copies: a covariance over n - 1, a part's size, the k-th neighbour.
OF_N = ("fid", "inception_score", "recall")


def test_prompts_that_are_there_twice_under_new_ids_narrow_no_interval(place: Path, tmp_path: Path) -> None:
    """The very same intervals, differences and ranks: the text is what chance chose, whatever it is called."""
    asked = [entry for entry in CHEAP if not entry["use"].startswith(("rouge", "alignment", "clipscore", "refclip"))]
    asked = [entry for entry in asked if entry["use"] not in ("positional_alignment", "rprecision")]  # they read case
    once = paragone.run(plan(place, metrics=asked), tmp_path / "once")
    double_the_prompts(place)
    twice = paragone.run(plan(place, metrics=asked), tmp_path / "twice")
    before, after = (numbers(run, "mine") for run in (once, twice))
    assert before.keys() == after.keys()
    ends = {name: (before[name][:3], after[name][:3]) for name in before}
    assert_same(*({name: both[at] for name, both in ends.items() if not name.startswith(OF_N)} for at in (0, 1)))
    narrower = [name for name, ((_, a, b), (_, c, d)) in ends.items() if a is not None and d - c < 0.99 * (b - a)]
    assert not narrower, [ends[name] for name in narrower]
    assert after["sharpness"][5] == f"bootstrap over prompts; {2 * PROMPTS} prompts with {PROMPTS} different texts"
    kept = ["model_a", "model_b", "metric", "low", "high"]
    apart = [{row[:3]: row[3:] for row in run.differences.select(kept).iter_rows()} for run in (once, twice)]
    assert apart[0]
    for cell in apart[0]:
        if not cell[2].startswith(OF_N):
            assert apart[1][cell] == pytest.approx(apart[0][cell], rel=1e-6), cell


def test_scoring_a_folder_and_running_a_plan_give_the_same_numbers(place: Path, tmp_path: Path) -> None:
    names = ["sharpness", "blackout", "diversity_phash", *FEATURES]
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
