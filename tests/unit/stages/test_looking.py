"""What annotators of images, of prompts and of both are shown, and what a sample's facts then are."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import paragone
from paragone.core.types import Prompt, Sample, View
from paragone.stages.one_sample import describe_sample, find_samples
from paragone.stages.views import cohort_of
from paragone.store.folder import RunFolder

LOOKERS = """
from paragone.core.components import Annotator, ImageMetric
from paragone.core.types import Score


class Alone(Annotator):
    name, version, columns = "alone", "1", {"prompts": "integer", "red": "number"}

    def look(self, pictures, prompts, facts=()):
        return [{"prompts": len(prompts), "red": float(picture.pixels[0, 0, 0])} for picture in pictures]


class Words(Annotator):
    name, version, columns, subject, reads = "words", "1", {"pictures": "integer", "text": "text"}, "prompt", ("text",)

    def look(self, pictures, prompts, facts=()):
        return [{"pictures": len(pictures), "text": prompt.text} for prompt in prompts]


class Both(Annotator):
    name, version, columns, subject = "both", "1", {"text": "text", "tags": "integer", "red": "number"}, "pair"
    reads = ("text",)

    def look(self, pictures, prompts, facts=()):
        pairs = zip(pictures, prompts, strict=True)
        return [{"text": b.text, "tags": len(b.tags), "red": float(a.pixels[0, 0, 0])} for a, b in pairs]


class Every(ImageMetric):
    name, needs = "every", ("alone", "words", "both")

    def judge(self, view, /):
        return Score(view.facts["both"]["red"], view.facts["both"]["text"] + view.facts["words"]["text"])
"""
JOINED = "[paragone.annotators]\nalone = plug:Alone\nwords = plug:Words\nboth = plug:Both\n"
JOINED += "[paragone.metrics]\nevery = plug:Every\n"
DRAW = "import numpy as np\ndef draw(text, seed):\n    return np.full((4, 4, 3), 50 + seed, dtype=np.uint8)\n"


@pytest.fixture
def folder(plugin: Callable[[str, str], Path], tmp_path: Path) -> RunFolder:
    plugin(LOOKERS, JOINED)
    (tmp_path / "draw.py").write_text(DRAW)
    (tmp_path / "prompts.csv").write_text("id,text,mood\na,a dog,calm\nb,a cat,wild\n")
    plan = {
        "scenarios": [{"use": "file", "path": str(tmp_path / "prompts.csv")}],
        "models": [{"use": "python", "name": "mine", "path": str(tmp_path / "draw.py"), "function": "draw"}],
        "metrics": ["every"],
        "seeds": [0, 1],
        "estimate": {"resamples": 100},
    }
    return RunFolder(paragone.run(plan, tmp_path / "run").folder)


def test_annotators_are_shown_what_their_subject_is(folder: RunFolder) -> None:
    for prompt, text in (("a", "a dog"), ("b", "a cat")):
        for seed in (0, 1):
            [sample] = find_samples(folder, prompt, seed=seed)
            found = describe_sample(folder, sample)
            assert found["facts"] == {
                "alone": {"prompts": 0, "red": 50.0 + seed},
                "words": {"pictures": 0, "text": text},
                "both": {"text": text, "tags": 0, "red": 50.0 + seed},
            }
            [score] = found["scores"]
            assert (score["value"], score["reason"]) == (50.0 + seed, text + text)


def test_both_prompts_have_the_same_two_images_and_each_pair_is_seen_once(folder: RunFolder) -> None:
    counts = {name: len(list(rows(folder, name))) for name in ("alone", "words", "both")}
    assert counts == {"alone": 2, "words": 2, "both": 4}


def rows(folder: RunFolder, name: str) -> list[dict[str, Any]]:
    place = folder.root / folder.read_manifest()["annotators"][name]["facts"]
    return pl.read_parquet(sorted(place.glob("*.parquet"))).to_dicts()


def seen(prompt: str, seed: int, **facts: Any) -> View:
    sample = Sample("k", "m", "s", prompt, seed, "i", "drawn", "", None)
    return View(Prompt(prompt, "x"), sample, {"space": facts} if facts else {})


def test_a_cohort_has_a_column_for_each_fact_and_counts_who_lacks_one() -> None:
    first = seen("a", 0, vector=[1.0, 2.0], size=3.0, boxes=[1])
    views = [first, seen("a", 1), seen("b", 0, vector=[3.0, 4.0], size=None, boxes=[2])]
    found = cohort_of(views, {"space": {"vector": "vector", "size": "number", "boxes": "json"}})
    assert [prompt.id for prompt in found.prompts] == ["a", "b"]
    assert (found.seeds, found.missing) == ((0, 0), 1)
    space = found.columns["space"]
    assert space["vector"].tolist() == [[1.0, 2.0], [3.0, 4.0]]
    assert space["vector"].shape == (2, 2)
    assert space["size"].dtype == np.float64
    assert space["size"][0] == 3.0
    assert np.isnan(space["size"][1])  # missing is never zero
    assert space["boxes"].dtype == object
    assert space["boxes"].tolist() == [[1], [2]]


@pytest.mark.parametrize("vectors", [[[1.0], [1.0, 2.0]], [[1.0], None], []])
def test_vectors_of_unlike_length_stay_apart(vectors: list[Any]) -> None:
    views = [seen(f"p{n}", 0, vector=vector) for n, vector in enumerate(vectors)]
    column = cohort_of(views, {"space": {"vector": "vector"}}).columns["space"]["vector"]
    assert column.shape == (len(vectors),)
    assert column.dtype == object
    assert column.tolist() == vectors
