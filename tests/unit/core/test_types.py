"""The nouns: what they are when nothing is said, what of a prompt is shown, and what its key holds."""

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from paragone.core.components import (
    Annotator,
    ImageMetric,
    Model,
    Perturbation,
    PromptMetric,
    Scenario,
    SetMetric,
)
from paragone.core.expect import EMPTY, Expect, Thing
from paragone.core.types import (
    Cohort,
    Drawing,
    Estimate,
    Missing,
    Prompt,
    Reference,
    Sample,
    Score,
    SetScore,
    Statistics,
    View,
)

WHOLE = Prompt("p", "a cat", {"mood": "calm"}, Expect(objects=(Thing("cat"),)), "o", Reference(Path("a.png"), "abc"))
PARTS = ("text", "tags", "expect", "origin", "reference")


def test_what_is_not_said_is_empty_and_never_a_number() -> None:
    plain = Prompt("p", "a cat")
    assert (plain.tags, plain.expect, plain.origin, plain.reference) == ({}, EMPTY, None, None)
    missing = Missing("why")
    assert (missing.reason, missing.outcome, missing.details) == ("why", "failed", {})
    drawing = Drawing(b"x")
    assert (drawing.seconds, drawing.details) == (None, {})
    assert Score(None) == Score(None, "")
    assert Score(1.0).reason == ""
    assert Estimate(1.0, None, None, 3) == Estimate(1.0, None, None, 3, 0, "", "")
    found = SetScore(1.0, 3)
    assert (found.missing, found.method, found.reason, found.influences) == (0, "", "", {})
    assert (found.degrees, found.spread, found.scores) == (math.inf, None, None)
    cohort = Cohort((), {})
    assert (cohort.missing, cohort.seeds, cohort.statistics) == (0, (), None)
    assert Statistics(np.zeros(1), np.zeros((1, 1))).n == 0
    sample = Sample("k", "m", "s", "p", 0, None, "failed", "why", None)
    assert sample.details == {}
    assert View(plain, sample).facts == {}


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_a_number_that_is_none_is_missing_and_says_so(value: float) -> None:
    assert Score(value) == Score(None, f"the metric gave {value}.")
    assert Score(value, "odd") == Score(None, f"the metric gave {value}. odd")
    assert Score(2.0, "two").value == 2.0
    assert Score(2.0, "two").reason == "two"


def test_a_prompt_offers_what_it_has() -> None:
    assert WHOLE.offers() == {"text", "tags", "origin", "reference", "objects"}
    assert Prompt("p", "").offers() == set()


@pytest.mark.parametrize("part", PARTS)
def test_a_prompt_shows_what_was_asked_for_and_nothing_else(part: str) -> None:
    seen, empty = WHOLE.only([part]), Prompt("p", "")
    for name in PARTS:
        assert getattr(seen, name) == getattr(WHOLE if name == part else empty, name)
    assert seen.id == "p"
    assert WHOLE.only(PARTS) == WHOLE
    assert WHOLE.only(["objects"]).expect == WHOLE.expect
    assert WHOLE.only(["words"]).expect == EMPTY


def other(part: str) -> Prompt:
    from dataclasses import replace

    values: dict[str, Any] = {
        "text": "a dog",
        "tags": {"mood": "wild"},
        "expect": Expect(objects=(Thing("dog"),)),
        "origin": "q",
        "reference": Reference(Path("a.png"), "abd"),
    }
    return replace(WHOLE, **{part: values[part]})


@pytest.mark.parametrize("part", PARTS)
def test_a_key_holds_what_is_read_and_nothing_else(part: str) -> None:
    assert WHOLE.key([part]) != other(part).key([part])
    rest = [name for name in PARTS if name != part]
    assert WHOLE.key(rest) == other(part).key(rest)


def test_neither_the_id_nor_the_place_of_a_reference_is_in_a_key() -> None:
    from dataclasses import replace

    moved = replace(WHOLE, id="q", reference=Reference(Path("b.png"), "abc"))
    assert moved.key(PARTS) == WHOLE.key(PARTS)
    assert len({WHOLE.key([part]) for part in PARTS}) == len(PARTS)


def bare(kind: Any) -> Any:
    """A component that states as little as it can, though what it is to do is not written."""
    return kind()


class _Model(Model):
    name = "m"
    revision = "1"


class _Annotator(Annotator):
    name = "a"
    version = "1"


class _Image(ImageMetric):
    name = "i"


class _Prompt(PromptMetric):
    name = "p"


class _Set(SetMetric):
    name = "s"


class _Scenario(Scenario):
    name = "s"
    version = "1"


class _Perturbation(Perturbation):
    name = "p"


def test_a_component_that_says_little_has_plain_defaults() -> None:
    model = bare(_Model)
    assert (model.unkeyed, model.is_timed, model.role, model.reads, model.may_read) == ((), True, "", ("text",), ())
    assert (model.batch, model.threads, model.needs_weights) == (1, 1, ())
    annotator = bare(_Annotator)
    assert (annotator.subject, annotator.batch, annotator.needs, annotator.reads) == ("image", 8, (), ())
    for metric, kind in ((bare(_Image), "image"), (bare(_Prompt), "prompt"), (bare(_Set), "set")):
        assert metric.kind == kind
        assert (metric.version, metric.direction, metric.binary, metric.aspects) == ("1", None, False, ())
        assert metric.bounds == (-math.inf, math.inf)
        assert (metric.title, metric.needs) == ("", ())
    assert (bare(_Set).needs_real, bare(_Set).takes_statistics) == (False, False)
    scenario = bare(_Scenario)
    assert (scenario.sensitive, scenario.title, scenario.source, scenario.licence) == (False, "", "", "")
    assert (scenario.aspects, scenario.images) == ((), None)
    assert bare(_Perturbation).version == "1"
    assert all(one.check() is None for one in (model, annotator, scenario))


class _Reader(_Image):
    reads = ("objects", "text")


def test_a_metric_applies_where_a_prompt_offers_all_it_reads() -> None:
    assert bare(_Reader).applies(WHOLE)
    assert not bare(_Reader).applies(Prompt("p", "a cat"))
    assert bare(_Image).applies(Prompt("p", ""))
