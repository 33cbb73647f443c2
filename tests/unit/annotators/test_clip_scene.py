"""Our own dual encoder of simulator scenes, on the weights that ship."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

import paragone
from paragone.annotators.encoders.clip_scene_image import ClipSceneImage
from paragone.annotators.encoders.clip_scene_text import ClipSceneText
from paragone.baselines.dual_encoder.encoder import Floats
from paragone.core.errors import NotReady
from paragone.core.expect import EMPTY, Expect
from paragone.core.types import Drawing, Facts, Missing, Picture, Prompt
from paragone.images.encode import encode
from paragone.models.simulator.scene_oracle import SceneOracle
from paragone.scenarios.paintskills import scenario
from paragone.scenes.vocabulary import Skill
from paragone.stats.alignment import choose_others, ranks, similarities_of


def pictures(count: int) -> list[Picture]:
    rng = np.random.default_rng(0)
    sizes = rng.integers(1, 90, size=(count, 2))
    images = [rng.integers(0, 256, (height, width, 3), dtype=np.uint8) for height, width in sizes]
    return [Picture(image, "", "PNG", "RGB", 0) for image in images]


def say(*texts: str, expect: Expect = EMPTY) -> list[Facts | Missing]:
    return ClipSceneText().look([], [Prompt(text, text, expect=expect) for text in texts])


def told(*texts: str, expect: Expect = EMPTY) -> list[Facts]:
    return [facts for facts in say(*texts, expect=expect) if not isinstance(facts, Missing)]


@pytest.mark.parametrize("size", [7, 64])
def test_a_vector_does_not_depend_on_the_batch(size: int) -> None:
    seen = pictures(64)
    alone = [ClipSceneImage().look([picture], [])[0]["vector"] for picture in seen]
    together = [fact for k in range(0, 64, size) for fact in ClipSceneImage().look(seen[k : k + size], [])]
    np.testing.assert_allclose([fact["vector"] for fact in together], alone, atol=1e-5)
    texts = [f"{k} dogs and {k + 1} cars" for k in range(64)]
    batches = [fact for k in range(0, 64, size) for fact in told(*texts[k : k + size])]
    np.testing.assert_allclose([f["vector"] for f in batches], [told(text)[0]["vector"] for text in texts], atol=1e-5)


def test_vectors_of_both_halves_have_unit_length_and_one_dimension() -> None:
    [image], [text] = ClipSceneImage().look(pictures(1), []), told("a dog")
    assert image["vector"].shape == text["vector"].shape
    assert float(np.linalg.norm(image["vector"])) == pytest.approx(1, abs=1e-5)
    assert float(np.linalg.norm(text["vector"])) == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize(
    "text", ["Xylophone castle", "a photo of the", "", "ein Hund", "a dog beyond many strange mountains"]
)
def test_a_text_without_known_words_has_a_reason_in_place_of_a_number(text: str) -> None:
    [found] = say(text)
    assert isinstance(found, Missing)
    assert "not among those of the simulator's scenes" in found.reason


def test_a_few_unknown_words_and_a_long_text_are_counted() -> None:
    some, long = told("a shiny red dog", "dog " * 30)
    assert (some["unknown"], some["cut"]) == (1, 0)
    assert (long["unknown"], long["cut"]) == (0, 11)


def test_true_and_false_captions_stand_one_after_another_and_a_strange_one_is_told() -> None:
    captions = Expect(references=("a red dog", "a bus"), distractors=("a bus",))
    [facts], (red, bus) = told("a dog", expect=captions), told("a red dog", "a bus")
    np.testing.assert_array_equal(facts["references"], np.concatenate([red["vector"], bus["vector"]]))
    np.testing.assert_array_equal(facts["distractors"], bus["vector"])
    [strange] = say("a dog", expect=Expect(distractors=("a castle",)))
    assert isinstance(strange, Missing)
    assert "'a castle'" in strange.reason


def test_word_order_counts() -> None:
    there, same, back = told("a dog is left to a bus", "a bus right of a dog", "a bus is left to a dog")
    assert float(there["vector"] @ same["vector"]) > 0.9 > float(there["vector"] @ back["vector"])


def test_synonyms_are_near_each_other() -> None:
    one, two, other = told("a photo of 3 bike", "three bicycles", "three dogs")
    assert float(one["vector"] @ two["vector"]) > 0.8 > float(one["vector"] @ other["vector"])


def seen(prompts: Sequence[Prompt]) -> Floats:
    """The vectors of the scenes that prompts ask for, as they should be drawn."""
    drawn = [SceneOracle().draw([prompt], 0)[0] for prompt in prompts]
    pixels = [one.image for one in drawn if isinstance(one, Drawing) and not isinstance(one.image, bytes)]
    images = [Picture(image, "", "PNG", "RGB", 0) for image in pixels]
    return np.stack([fact["vector"] for fact in ClipSceneImage().look(images, [])])


def test_images_fit_their_relation_better_than_its_opposite() -> None:
    prompts = scenario(skill="spatial", n=900).load()[::23][:30]
    opposite = {"left": "right", "right": "left", "above": "below", "below": "above"}
    turned = [" ".join(opposite.get(word, word) for word in prompt.text.split()) for prompt in prompts]
    right, wrong = (
        np.stack([fact["vector"] for fact in told(*texts)]) for texts in ([prompt.text for prompt in prompts], turned)
    )
    images = seen(prompts)
    assert ((images * right).sum(axis=1) > (images * wrong).sum(axis=1)).mean() > 0.9


@pytest.mark.parametrize("skill", ["object", "count", "spatial"])
def test_images_of_val_scenes_find_their_captions(skill: Skill) -> None:
    prompts = scenario(skill=skill, n=900).load()[::23][:30]
    images = seen(prompts)
    texts = np.stack([fact["vector"] for fact in told(*(prompt.text for prompt in prompts))])
    own = np.arange(len(prompts))
    others = choose_others(
        [prompt.text for prompt in prompts], own, count=9, chances=[np.random.default_rng(row) for row in own]
    )
    hits = ranks(similarities_of(images, texts, np.column_stack([own, others]))) == 0
    assert hits.mean() > 0.9
    turned = ranks(similarities_of(images[::-1], texts, np.column_stack([own, others]))) == 0
    assert turned.mean() < 0.4


def test_a_folder_without_an_encoder_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(NotReady, match=r"no clip_scene_image.onnx in .*; train an encoder"):
        ClipSceneImage(path=str(tmp_path)).check()


def test_a_folder_is_scored_by_it_and_a_strange_prompt_is_missing(tmp_path: Path) -> None:
    prompts = scenario(skill="object", n=15).load()[:12]
    lines = ["id,prompt", *(f"{prompt.id},{prompt.text}" for prompt in prompts), "odd,a xylophone in Zanzibar"]
    (tmp_path / "prompts.csv").write_text("\n".join(lines), encoding="utf-8")
    (tmp_path / "images").mkdir()
    for prompt in (*prompts, Prompt("odd", "a dog")):
        [drawing] = SceneOracle().draw([prompt], 0)
        assert isinstance(drawing, Drawing)
        image = drawing.image if isinstance(drawing.image, bytes) else encode(drawing.image)
        (tmp_path / "images" / f"{prompt.id}.png").write_bytes(image)
    wanted = ("rprecision encoder=clip_scene candidates=5", "alignment encoder=clip_scene")
    found = paragone.score(tmp_path / "images", prompts=tmp_path / "prompts.csv", metrics=wanted)
    retrieved, aligned = found.estimates.to_dicts()
    assert (retrieved["metric"], aligned["metric"]) == ("rprecision(clip_scene, candidates=5)", "alignment(clip_scene)")
    assert (aligned["n"], aligned["missing"]) == (12, 1)
    assert retrieved["value"] > 0.6
    [odd] = found.scores.filter(prompt_id="odd", metric="alignment(clip_scene)").to_dicts()
    assert odd["value"] is None
