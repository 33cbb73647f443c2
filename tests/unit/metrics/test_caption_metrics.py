"""Captioning metrics read captions of any annotator and references of the prompt; values are those of the functions."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import paragone
from paragone.core.catalogue import make
from paragone.core.components import SetMetric
from paragone.core.errors import BadOption, NotReady
from paragone.core.expect import Expect
from paragone.core.types import Cohort, Prompt
from paragone.images.encode import encode
from paragone.metrics.captions._captions import group_of, jackknifed
from paragone.stats.captions import bleu
from paragone.stats.consensus import cider
from paragone.stats.influences import standard_error

TOLD = ["a dog runs on the beach", "two cats sleep", "a man rides a bicycle", "snow on a mountain"]
TRUTHS = [["a brown dog runs along the beach", "a dog on sand"], ["two cats are asleep"], ["a cyclist"], ["snow"]]


def cohort(seeds: int = 1) -> Cohort:
    prompts = [Prompt(f"p{n}", "x", expect=Expect(references=tuple(truths))) for n, truths in enumerate(TRUTHS)] * seeds
    captions = np.array(TOLD * seeds, dtype=object)
    return Cohort(tuple(prompts), {"vqa": {"answer": captions}, "caption_given": {"caption": captions}})


@pytest.mark.parametrize(("name", "options"), [("bleu", {"n": 2}), ("bleu", {}), ("cider", {})])
def test_corpus_scores_are_those_of_the_functions(name: str, options: dict[str, Any]) -> None:
    words = [text.split() for text in TOLD], [[text.split() for text in texts] for texts in TRUTHS]
    expected = bleu(*words)[options.get("n", 4) - 1] if name == "bleu" else float(np.mean(cider(*words)))
    for captions in ("vqa.answer", "caption_given"):
        metric: SetMetric = make("metrics", name, {**options, "captions": captions})
        found = metric.judge(cohort(), None, np.random.default_rng(0))
        assert found.value == pytest.approx(expected, rel=1e-12)
        assert len(found.influences) > 1
        assert metric.needs == (captions.partition(".")[0],)


def test_images_of_one_prompt_are_left_out_together_and_groups_follow_from_ids() -> None:
    metric: SetMetric = make("metrics", "bleu", {"n": 1})
    found = metric.judge(cohort(3), None, np.random.default_rng(0))
    assert "12 captions of 4 prompts" in found.method
    assert set(found.influences) == {f"group {group_of(f'p{n}')}" for n in range(4)}
    with pytest.raises(BadOption, match="give 1 to 4"):
        make("metrics", "bleu", {"n": 5})


def test_the_jackknife_of_a_mean_is_the_error_of_a_mean() -> None:
    values = np.random.default_rng(0).normal(size=400)
    drawn = Cohort(tuple(Prompt(f"p{n}", "") for n in range(400)), {})
    found = jackknifed(drawn, lambda kept: float(values[kept].mean()))
    groups = np.array([group_of(f"p{n}") for n in range(400)])
    assert found.degrees == 19
    # Of groups that differ in size: the weighted squares of their means about the mean, over 20 groups.
    sizes = np.array([(groups == group).sum() for group in range(20)])
    means = np.array([values[groups == group].mean() for group in range(20)])
    squares = (sizes / 400) ** 2 * (means - values.mean()) ** 2 / (1 - sizes / 400)
    assert standard_error(found.influences) == pytest.approx(np.sqrt((squares * 400 / sizes / 20).sum()), rel=1e-9)
    assert standard_error(found.influences) == pytest.approx(values.std() / 20, rel=0.35)


def test_a_prompts_file_can_bring_captions(tmp_path: Path) -> None:
    images = tmp_path / "images"
    images.mkdir()
    rows = []
    for n, (told, truths) in enumerate(zip(TOLD, TRUTHS, strict=True)):
        (images / f"p{n}.png").write_bytes(encode(np.full((8, 8, 3), n, dtype=np.uint8)))
        rows.append({"id": f"p{n}", "text": truths[0], "expect": {"caption": told, "references": truths}})
    prompts = tmp_path / "prompts.jsonl"
    prompts.write_text("\n".join(json.dumps(row) for row in rows))
    found = paragone.score(images, prompts=prompts, metrics=("bleu n=1", "cider", "rouge_l", "meteor_exact"))
    values = {row["metric"]: row["value"] for row in found.estimates.to_dicts()}
    assert values["bleu(caption_given.caption, n=1)"] == pytest.approx(
        bleu([text.split() for text in TOLD], [[text.split() for text in texts] for texts in TRUTHS])[0]
    )
    assert set(values) >= {"rouge_l(caption_given.caption)", "meteor_exact(caption_given.caption)"}


def test_meteor_reads_counts_and_leaves_out_prompts() -> None:
    whole = [5, 5, 2, 2, 3, 3, 2, 2, *[0] * 12, 1, 5, 5]
    mixed = [6, 7, 3, 2, 3, 3, 2, 2, *[0] * 4, 0, 1, 1, 0, *[0] * 4, 2, 6, 6]
    counts = np.array([whole, mixed, mixed, whole], dtype=np.float32)
    prompts = tuple(Prompt(f"p{n}", "x") for n in range(4))
    metric: SetMetric = make("metrics", "meteor", {})
    found = metric.judge(Cohort(prompts, {"caption_meteor": {"counts": counts}}), None, np.random.default_rng(0))
    # Of caption and reference, content words weigh 3/4, function words 1/4, synonyms 0.8 of that.
    precision = 2 * (2.25 + 0.5 + 2.25 + 0.5 + 0.2) / (2 * (2.25 + 0.5 + 2.25 + 0.75))
    recall = 2 * (2.25 + 0.5 + 2.25 + 0.5 + 0.6) / (2 * (2.25 + 0.5 + 3.75 + 0.5))
    mean = precision * recall / (0.85 * precision + 0.15 * recall)
    assert found.value == pytest.approx(mean * (1 - 0.6 * (4 / 22) ** 0.2), rel=1e-12)  # whole captions: no run
    assert len(found.influences) == len({group_of(f"p{n}") for n in range(4)})


def test_meteor_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    made = make("annotators", "caption_meteor", {})
    assert made.subject == "prompt"
    assert make("annotators", "caption_meteor", {"captions": "vqa.answer"}).subject == "pair"
    with pytest.raises(BadOption, match="'vqa' states no text called 'words'"):
        make("annotators", "caption_meteor", {"captions": "vqa.words"})
    monkeypatch.setattr("shutil.which", lambda name: None)
    with pytest.raises(NotReady, match="install a Java runtime"):
        made.check()
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(NotReady, match=r"paragone\[captions\]"):
        made.check()
