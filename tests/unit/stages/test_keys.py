"""Every part of every key counts, and nothing else does: change one thing, expect another key or the same."""

import dataclasses
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import polars as pl
import pytest

import paragone
from paragone.annotators.pixels.pixels import PixelFacts
from paragone.core.components import Subject
from paragone.core.types import Prompt
from paragone.stages.judge import score_keys
from paragone.stages.judge_sets import set_score_key
from paragone.stages.look import About, fact_key, key_about
from paragone.stages.planning.make import make_annotator
from paragone.stages.planning.plan_file import read_plan
from paragone.stages.planning.prepare import prepare
from paragone.stages.planning.prepared import Made, Prepared
from paragone.stages.protocol import protocol_key, protocol_of
from paragone.store.folder import RunFolder

pytestmark = pytest.mark.usefixtures("components")

ROWS = [{"id": "p1", "text": "a cat", "mood": "calm"}, {"id": "p2", "text": "a dog", "mood": "wild"}]
Change = Callable[[dict[str, Any]], None]


@pytest.fixture
def made(tmp_path: Path) -> Callable[..., Prepared]:
    """A prepared plan: `made()` as it is, or after changes to the rows of its prompts and to the plan."""

    def build(rows: list[dict[str, Any]] | None = None, **changes: Any) -> Prepared:
        path = tmp_path / "prompts.jsonl"
        path.write_text("\n".join(json.dumps(row) for row in rows or ROWS), encoding="utf-8")
        plan = {
            "scenarios": [{"use": "file", "name": "pets", "path": str(path)}],
            "models": [{"use": "painter", "name": "mine"}, {"use": "painter", "name": "other", "shift": 1}],
            "metrics": ["warmth", "diversity_phash", "red_distance"],
            "reference": "other",
            "seeds": [0, 1],
        }
        return prepare(read_plan({**plan, **changes}), RunFolder(tmp_path / "run")).ready()

    return build


def first(prepared: Prepared, scenario: str = "pets") -> Prompt:
    return prepared.scenarios[scenario].prompts[0]


def sample_key(prepared: Prepared, model: str = "mine", scenario: str = "pets", seed: int = 0) -> str:
    return prepared.sample_key(model, scenario, first(prepared, scenario), seed)


def with_row(**changes: Any) -> list[dict[str, Any]]:
    return [{**ROWS[0], **changes}, ROWS[1]]


def test_a_drawing_has_another_key_for_another_seed_model_scenario_or_id(made: Callable[..., Prepared]) -> None:
    plain = made()
    named = made(scenarios=[{**plain.plan.scenarios[0].model_dump(exclude_none=True), "name": "beasts"}])
    keys = [
        sample_key(plain),
        sample_key(plain, seed=1),
        sample_key(plain, model="other"),
        sample_key(named, scenario="beasts"),
        sample_key(made(with_row(id="p9"))),
        sample_key(made(with_row(text="a cat!"))),
        sample_key(made(models=[{"use": "painter", "name": "mine", "shift": 5}, {"use": "painter", "name": "other"}])),
        sample_key(made(models=[{"use": "painter", "name": "yours"}, {"use": "painter", "name": "other"}]), "yours"),
    ]
    assert len(set(keys)) == len(keys)


def test_a_new_revision_of_a_model_draws_anew(made: Callable[..., Prepared], monkeypatch: pytest.MonkeyPatch) -> None:
    import plug  # type: ignore[import-not-found]

    before = sample_key(made())
    monkeypatch.setattr(plug.Painter, "revision", "2")
    assert sample_key(made()) != before


@pytest.mark.parametrize(
    "change", [{"mood": "sad"}, {"new": "column"}, {"expect": {"objects": [{"label": "cat"}]}}, {"origin": "p2"}]
)
def test_nothing_is_drawn_again_for_what_no_model_reads(made: Callable[..., Prepared], change: dict[str, Any]) -> None:
    assert sample_key(made(with_row(**change))) == sample_key(made())


def test_a_model_that_reads_what_is_expected_draws_again_when_it_changes(made: Callable[..., Prepared]) -> None:
    scenes = {"models": [{"use": "scene_oracle", "name": "mine"}, {"use": "painter", "name": "other"}]}
    one, other = ({"objects": [{"label": "dog", "count": count}]} for count in (1, 2))
    before, after = (sample_key(made(with_row(expect=expect), **scenes)) for expect in (one, other))
    assert before != after
    assert sample_key(made(with_row(expect=one, mood="sad"), **scenes)) == before


def test_adding_a_tag_draws_and_judges_nothing_again(tmp_path: Path) -> None:
    path = tmp_path / "prompts.csv"
    plan = {"scenarios": [{"use": "file", "path": str(path)}], "models": ["painter"], "metrics": ["warmth"]}
    path.write_text("id,text\na,a cat\nb,a dog\n")
    before = paragone.run(plan, tmp_path / "run")
    files = {part: part.stat().st_mtime_ns for part in (tmp_path / "run").rglob("part-*")}
    path.write_text("id,text,mood\na,a cat,calm\nb,a dog,wild\n")
    after = paragone.run(plan, tmp_path / "run")
    assert {part: part.stat().st_mtime_ns for part in (tmp_path / "run").rglob("part-*")} == files
    assert json.loads(after.prompts["tags"][0]) == {"mood": "calm"}
    assert after.estimates["value"].to_list() == before.estimates["value"].to_list()


def test_a_fact_has_another_key_for_another_image_annotator_or_prompt() -> None:
    keys = [fact_key("a", "i", None), fact_key("b", "i", None), fact_key("a", "j", None), fact_key("a", "i", "p")]
    assert len(set(keys)) == len(keys)


def test_a_fact_about_a_pair_rests_on_image_and_prompt_but_only_on_what_is_read(made: Callable[..., Prepared]) -> None:
    def key(rows: list[dict[str, Any]], reads: tuple[str, ...], image: str = "i") -> str:
        prepared = made(rows)
        pixels = prepared.annotators["pixels"]
        paired = dataclasses.replace(pixels, reads=reads, instance=_Pair())
        changed = dataclasses.replace(prepared, annotators={"pixels": paired})
        return key_about(changed, "pixels", About(image, None, first(changed), "pets"))

    assert key(ROWS, ("text",)) != key(ROWS, ("text",), image="j")
    assert key(with_row(text="a cow"), ("text",)) != key(ROWS, ("text",))
    assert key(with_row(mood="sad"), ("text",)) == key(ROWS, ("text",))
    assert key(with_row(mood="sad"), ("text", "tags")) != key(ROWS, ("text", "tags"))


class _Pair(PixelFacts):
    subject: ClassVar[Subject] = "pair"


def metric_of(prepared: Prepared, label: str) -> Made[Any]:
    return prepared.metrics[label]


def changed_metric(prepared: Prepared, label: str, **changes: Any) -> Prepared:
    one = dataclasses.replace(prepared.metrics[label], **changes)
    return dataclasses.replace(prepared, metrics={**prepared.metrics, label: one}, _asked={})


def test_a_score_has_another_key_for_another_metric_sample_or_reading(made: Callable[..., Prepared]) -> None:
    plain = made()
    keys = score_keys(plain, "warmth", "mine", "pets", first(plain))
    assert len(set(keys)) == 2  # one per seed
    assert keys != score_keys(plain, "warmth", "other", "pets", first(plain))
    other = changed_metric(plain, "warmth", identity="another")
    assert not set(keys) & set(score_keys(other, "warmth", "mine", "pets", first(other)))
    tags = changed_metric(plain, "warmth", reads=("tags",))
    sad = changed_metric(made(with_row(mood="sad")), "warmth", reads=("tags",))
    one, two = (score_keys(each, "warmth", "mine", "pets", first(each)) for each in (tags, sad))
    assert one != two
    assert score_keys(made(with_row(mood="sad")), "warmth", "mine", "pets", first(plain)) == keys


def test_a_prompt_score_rests_on_all_seeds(made: Callable[..., Prepared]) -> None:
    two, one = made(), made(seeds=[0])
    assert score_keys(two, "diversity_phash", "mine", "pets", first(two)) != score_keys(
        one, "diversity_phash", "mine", "pets", first(one)
    )


def test_a_set_score_rests_on_both_sides_the_prompts_and_the_seed_of_chance(made: Callable[..., Prepared]) -> None:
    plain = made()
    drawn_otherwise = [{"use": "painter", "name": "mine", "shift": 3}, {"use": "painter", "name": "other", "shift": 1}]
    real_otherwise = [{"use": "painter", "name": "mine"}, {"use": "painter", "name": "other", "shift": 3}]
    keys = [
        set_score_key(plain, "red_distance", "mine", "pets"),
        set_score_key(plain, "red_distance", "other", "pets"),
        set_score_key(made(models=drawn_otherwise), "red_distance", "mine", "pets"),
        set_score_key(made(models=real_otherwise), "red_distance", "mine", "pets"),
        set_score_key(made(reference="mine"), "red_distance", "mine", "pets"),
        set_score_key(made(estimate={"seed": 7}), "red_distance", "mine", "pets"),
        set_score_key(made(seeds=[0]), "red_distance", "mine", "pets"),
        set_score_key(made(ROWS[:1]), "red_distance", "mine", "pets"),
        set_score_key(changed_metric(plain, "red_distance", identity="another"), "red_distance", "mine", "pets"),
        set_score_key(changed_metric(plain, "red_distance", reads=("tags",)), "red_distance", "mine", "pets"),
    ]
    assert len(set(keys)) == len(keys)


def test_an_identity_has_options_version_and_what_is_needed(
    made: Callable[..., Prepared], monkeypatch: pytest.MonkeyPatch
) -> None:
    import plug

    plain = made()
    spec = metric_of(plain, "warmth").spec
    assert spec.identity("1") != spec.identity("2")
    assert spec.identity("1") != dataclasses.replace(spec, options={"k": 3}).identity("1")
    assert spec.identity("1") != dataclasses.replace(spec, use="other").identity("1")
    assert spec.identity("1") != spec.identity("1", inputs=["an annotator"])
    assert dataclasses.replace(spec, options={"k": 3}).identity("1", unkeyed=["k"]) == spec.identity("1")
    assert dataclasses.replace(spec, options={"path": "x"}).identity("1") == spec.identity("1")
    before = metric_of(plain, "warmth").identity
    monkeypatch.setattr(plug.Warmth, "version", "2")
    assert metric_of(made(), "warmth").identity != before


def test_another_annotator_makes_another_metric(made: Callable[..., Prepared], monkeypatch: pytest.MonkeyPatch) -> None:
    before = made()
    monkeypatch.setattr(PixelFacts, "version", "another")
    after = made()
    assert before.annotators["pixels"].identity != after.annotators["pixels"].identity
    assert before.metrics["warmth"].identity != after.metrics["warmth"].identity
    assert before.facts_folder("pixels") != after.facts_folder("pixels")


def test_a_metric_of_several_images_is_another_with_other_seeds(made: Callable[..., Prepared]) -> None:
    both, one = made().metrics, made(seeds=[0]).metrics
    assert both["diversity_phash"].identity != one["diversity_phash"].identity
    assert both["red_distance"].identity != one["red_distance"].identity
    assert both["warmth"].identity == one["warmth"].identity


def test_an_annotator_is_another_where_one_that_it_needs_is(made: Callable[..., Prepared]) -> None:
    below = made().annotators["pixels"]
    faces = [dataclasses.replace(below, identity=identity) for identity in ("one", "other")]
    one, other = (make_annotator("face_mesh", {}, {"faces": face}) for face in faces)
    assert one.identity != other.identity


def protocol(prepared: Prepared, metric: str = "red_distance") -> str:
    return protocol_key(protocol_of(prepared, next(iter(prepared.scenarios)), metric))


def test_every_part_of_a_protocol_counts(made: Callable[..., Prepared]) -> None:
    plain = made()
    entry = plain.plan.scenarios[0].model_dump(exclude_none=True)
    option = dataclasses.replace(plain.metrics["red_distance"].spec, options={"k": 3})
    keys = [
        protocol(plain),
        protocol(plain, "warmth"),
        protocol(made(with_row(text="a cow"))),
        protocol(made(with_row(id="p9"))),
        protocol(made(ROWS[:1])),
        protocol(made(seeds=[0])),
        protocol(made(scenarios=[{**entry, "name": "beasts"}])),
        protocol(made(reference="mine")),
        protocol(changed_metric(plain, "red_distance", spec=option)),
        protocol(changed_metric(plain, "red_distance", instance=_versioned(plain, "red_distance"))),
    ]
    assert len(set(keys)) == len(keys)


def _versioned(prepared: Prepared, label: str) -> Any:
    class Later(type(prepared.metrics[label].instance)):  # type: ignore[misc]
        version = "later"

    return Later()


def test_a_protocol_has_the_annotators_that_looked(
    made: Callable[..., Prepared], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = protocol(made(), "warmth")
    monkeypatch.setattr(PixelFacts, "version", "another")
    assert protocol(made(), "warmth") != before


def test_a_protocol_does_not_depend_on_what_nobody_reads(made: Callable[..., Prepared]) -> None:
    assert protocol(made(with_row(mood="sad"))) == protocol(made())
    assert protocol(made(models=[{"use": "painter", "name": "new"}, *made().plan.models[1:]])) == protocol(made())


def test_facts_are_shared_by_the_runs_of_a_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARAGONE_CACHE", str(tmp_path / "cache"))
    plan = {"scenarios": ["numbered"], "models": ["painter"], "metrics": ["warmth"]}
    first_run = paragone.run(plan, tmp_path / "first")

    def refuse(*_: Any) -> Any:
        raise AssertionError("looked again")

    monkeypatch.setattr("paragone.annotators.pixels.pixels.PixelFacts.look", refuse)
    second = paragone.run(plan, tmp_path / "second")
    assert second.estimates.equals(first_run.estimates)
    facts = pl.read_parquet(tmp_path / "second" / "facts" / "*" / "*.parquet")
    assert len(facts) == facts["key"].n_unique() == 6
