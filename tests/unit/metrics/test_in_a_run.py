"""Set, object and alignment metrics read what real stages store: facts through Parquet and back."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import paragone

CODE = """
from dataclasses import dataclass
import numpy as np
from paragone.core.keys import key_of
from paragone.core.components import Annotator, Model, Scenario
from paragone.core.expect import Expect, Thing
from paragone.core.types import Drawing, Prompt

@dataclass(frozen=True)
class Many(Scenario):
    name = "many"
    version = "1"
    def load(self):
        expect = Expect(objects=(Thing("cat"),), references=("a cat",), distractors=("a cat below a box",))
        return [Prompt(f"p{n:03}", f"a cat above box {n}", expect=expect) for n in range(40)]

@dataclass(frozen=True)
class Colours(Model):
    warm: int = 0
    name = "colours"
    revision = "1"
    batch = 8
    def draw(self, prompts, seed):
        colours = [[int(key_of(p.id, seed, c)[:2], 16) // 2 + self.warm for c in range(3)] for p in prompts]
        return [Drawing(np.full((9, 9, 3), colour, dtype=np.uint8)) for colour in colours]

class _Looks(Annotator):
    version = "1"

@dataclass(frozen=True)
class Colour_image(_Looks):
    name = "colour_image"
    columns = {"vector": "vector", "logits": "vector", "boxes": "json"}
    def look(self, pictures, prompts, facts=()):
        means = [picture.pixels.mean(axis=(0, 1)).astype(np.float32) for picture in pictures]
        box = {"label": "cat", "score": 0.9, "box": [0, 0, 1, 1]}
        return [{"vector": mean, "logits": mean / 50, "boxes": [box] if mean[0] > 60 else []} for mean in means]

@dataclass(frozen=True)
class Colour_objects(_Looks):
    name = "colour_objects"
    columns = {"vector": "vector", "logits": "vector", "parts": "integer"}
    def look(self, pictures, prompts, facts=()):
        means = [picture.pixels.mean(axis=(0, 1)).astype(np.float32) for picture in pictures]
        parts = [int(mean.sum()) % 3 for mean in means]  # none, one or two objects an image
        found = [np.concatenate([np.zeros(0, np.float32), *[mean + n for n in range(count)]])
                 for mean, count in zip(means, parts)]
        return [{"vector": rows, "logits": rows / 50, "parts": count} for rows, count in zip(found, parts)]

@dataclass(frozen=True)
class Colour_face(_Looks):
    name = "colour_face"
    columns = {"eyes": "vector", "is_sure": "flag"}
    def look(self, pictures, prompts, facts=()):
        means = [picture.pixels.mean(axis=(0, 1)).astype(np.float32) for picture in pictures]
        return [{"eyes": mean if mean[0] > 50 else None, "is_sure": bool(mean[1] > 20)} for mean in means]

@dataclass(frozen=True)
class Colour_broken(_Looks):
    name = "colour_broken"
    columns = {"vector": "vector"}
    def look(self, pictures, prompts, facts=()):
        return [{"vector": np.full(3, np.nan, np.float32)} for _ in pictures]

@dataclass(frozen=True)
class Colour_text(_Looks):
    name = "colour_text"
    subject = "prompt"
    reads = ("text",)
    may_read = ("references", "distractors")
    columns = {"vector": "vector", "references": "vector", "distractors": "vector"}
    def look(self, pictures, prompts, facts=()):
        own, other = np.array([1, 2, 3], np.float32), np.array([3, 2, 1], np.float32)
        return [{"vector": own, "references": other, "distractors": other} for _ in prompts]
"""
ENTRIES = """
[paragone.scenarios]
many = plug:Many
[paragone.models]
colours = plug:Colours
[paragone.annotators]
colour_image = plug:Colour_image
colour_objects = plug:Colour_objects
colour_face = plug:Colour_face
colour_broken = plug:Colour_broken
colour_text = plug:Colour_text
"""
FEATURES = {"features": "colour_image"}


@pytest.fixture
def metrics() -> list[dict[str, Any]]:
    sets = [
        "fid",
        "fid_infinity",
        "kid",
        "cmmd",
        "precision",
        "recall",
        "density",
        "coverage",
        "vendi",
        "inception_score",
    ]
    chosen = [{"use": name, **FEATURES} for name in sets]
    chosen += [{"use": "fid", **FEATURES, "protocol": protocol} for protocol in ("heim", "thesis")]
    parts: dict[str, Any] = {"features": "colour_objects"}
    chosen += [{"use": name, **parts} for name in ("o_fid", "o_kid", "precision")] + [
        {"use": "o_is", **parts, "splits": 5}
    ]
    chosen += [{"use": name, "features": "colour_face.eyes"} for name in ("eye_fid", "eye_kid")]
    chosen += [{"use": name, "detector": "colour_image"} for name in ("soa_c", "soa_i", "counting_alignment")]
    chosen += [{"use": name, "encoder": "colour"} for name in ("clipscore", "refclipscore", "positional_alignment")]
    return [*chosen, {"use": "rprecision", "encoder": "colour", "protocol": "dalleval"}]


def test_every_metric_gives_a_value_in_a_run(
    plugin: Callable[[str, str], Path], tmp_path: Path, metrics: list[dict[str, Any]]
) -> None:
    plugin(CODE, ENTRIES)
    models = [{"use": "colours", "name": "warm", "warm": 20}, {"use": "colours", "name": "truth"}]
    plan = {"scenarios": ["many"], "models": models, "metrics": metrics, "reference": "truth"}
    run = paragone.run(plan, out=tmp_path / "run")
    told = {(row["model"], row["metric"]): row for row in run.estimates.iter_rows(named=True)}
    assert len({metric for _, metric in told}) == len(metrics)
    missing = {key: row["reason"] for key, row in told.items() if row["value"] is None}
    assert not missing
    assert told["warm", "fid(colour_image)"]["value"] == pytest.approx(3 * 20**2, rel=0.01)  # moved by 20 in 3 colours
    assert told["truth", "fid(colour_image)"]["value"] == pytest.approx(0.0, abs=1e-6)
    # Objects and eyes of the truth are the truth's own, however many an image has.
    assert told["truth", "fid(colour_objects)"]["value"] == pytest.approx(0.0, abs=1e-6)
    assert told["truth", "fid(colour_objects)"]["n"] != 40
    assert told["warm", "fid(colour_face.eyes)"]["value"] > 100
    assert told["truth", "fid(colour_face.eyes)"]["n"] < 40


def test_features_that_are_no_numbers_cost_one_metric_and_not_the_run(
    plugin: Callable[[str, str], Path], tmp_path: Path
) -> None:
    plugin(CODE, ENTRIES)
    metrics = [{"use": "fid", "features": "colour_broken"}, {"use": "fid", **FEATURES}]
    plan = {"scenarios": ["many"], "models": [{"use": "colours", "name": "truth"}], "metrics": metrics}
    run = paragone.run({**plan, "reference": "truth"}, out=tmp_path / "run")
    told = {row["metric"]: row for row in run.estimates.iter_rows(named=True)}
    assert told["fid(colour_broken)"]["value"] is None
    assert "hold NaN or infinite values" in told["fid(colour_broken)"]["reason"]
    assert told["fid(colour_image)"]["value"] == pytest.approx(0.0, abs=1e-6)
