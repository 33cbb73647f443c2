"""Alignment metrics on vectors written by hand."""

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from paragone.core.catalogue import make
from paragone.core.errors import BadInput, BadOption
from paragone.core.expect import Expect
from paragone.core.types import Cohort, Prompt, Sample, Score, SetScore, View
from paragone.stats.alignment import choose_others
from paragone.stats.influences import Influenced, interval_of, standard_error
from paragone.stats.positions import OPPOSITES, WORDS, contrary

Rows = npt.NDArray[np.float64]


def cohort(images: Rows, texts: Rows, captions: list[str], distractors: list[Rows] | None = None) -> Cohort:
    facts: dict[str, npt.NDArray[Any]] = {"vector": texts}
    if distractors is not None:
        facts["distractors"] = np.zeros(len(distractors), dtype=object)
        facts["distractors"][:] = [rows.ravel() for rows in distractors]
    prompts = tuple(Prompt(f"p{index}", caption) for index, caption in enumerate(captions))
    return Cohort(prompts, {"clip_image": {"vector": images}, "clip_text": facts})


def judged(name: str, drawn: Cohort, **options: Any) -> SetScore:
    found: SetScore = make("metrics", name, options).judge(drawn, None, np.random.default_rng(0))
    return found


def scored(name: str, image: list[float], text: dict[str, Any], **options: Any) -> Score:
    sample = Sample("k", "m", "s", "p", 0, "i", "drawn", "", None)
    facts = {"clip_image": {"vector": np.array(image)}, "clip_text": text}
    found: Score = make("metrics", name, options).judge(View(Prompt("p", "p"), sample, facts))
    return found


def test_clipscore_scales_and_clips_and_says_so() -> None:
    text = {"vector": np.array([1.2, 1.6])}
    assert scored("clipscore", [2.0, 0.0], text).value == pytest.approx(60)
    assert scored("clipscore", [2.0, 0.0], text, scale=2.5).value == pytest.approx(1.5)
    assert scored("clipscore", [-1.0, 0.0], text).value == 0
    assert scored("clipscore", [-1.0, 0.0], text, clipped=False).value == pytest.approx(-60)
    assert make("metrics", "clipscore", {"scale": 2.5}).name == "clipscore(clip, x2.5, clipped)"
    with pytest.raises(BadOption, match="scale"):
        make("metrics", "clipscore", {"scale": 0.0})


def test_alignment_is_the_plain_cosine_under_the_encoder_s_own_name() -> None:
    text = {"vector": np.array([1.2, 1.6])}
    assert scored("alignment", [-2.0, 0.0], text, encoder="clip").value == pytest.approx(-0.6)
    assert make("metrics", "alignment", {"encoder": "clip_scene"}).name == "alignment(clip_scene)"
    with pytest.raises(BadOption, match="needs the option 'encoder'"):
        make("metrics", "alignment")


@pytest.mark.parametrize("name", ["clipscore", "refclipscore"])
def test_no_number_of_our_own_encoder_is_called_clip(name: str) -> None:
    with pytest.raises(BadOption, match="use the metric alignment"):
        make("metrics", name, {"encoder": "clip_scene"})


def test_refclipscore_takes_the_best_reference() -> None:
    text = {"vector": np.array([0.6, 0.8]), "references": np.array([1.0, 0.0, 0.0, 1.0])}
    # CLIPScore 2.5 * .6 = 1.5; best reference cosine .8; 2 * 1.5 * .8 / 2.3
    assert scored("refclipscore", [1.0, 0.0], text).value == pytest.approx(2.4 / 2.3)
    assert scored("refclipscore", [1.0, 0.0], {"vector": np.array([0.6, 0.8]), "references": None}).value is None


def test_perfect_vectors_find_their_captions_and_random_ones_do_not() -> None:
    rng = np.random.default_rng(0)
    texts, captions = rng.normal(size=(300, 16)), [f"caption {index}" for index in range(300)]
    for protocol in ("strict", "thesis_top1", "thesis_mrr"):
        assert judged("rprecision", cohort(texts, texts, captions), protocol=protocol).value == 1.0
    noise = cohort(rng.normal(size=(300, 16)), texts, captions)
    assert judged("rprecision", noise).value == pytest.approx(0.01, abs=0.02)
    # The mean reciprocal rank of a random ranking of 100 is H(100) / 100 = 0.0519.
    assert judged("rprecision", noise, protocol="thesis_mrr").value == pytest.approx(0.0519, abs=0.03)


def test_reciprocal_rank_by_hand() -> None:
    images, texts = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.1]]), np.array([[1.0, 0.0], [1.0, 0.1], [0.0, 1.0]])
    # Image 0 ranks its caption first; image 1 ranks its own second (the third is nearer); image 2 ranks its own second.
    found = judged("rprecision", cohort(images, texts, ["a", "b", "c"]), protocol="thesis_mrr", candidates=3)
    assert found.value == pytest.approx((1 + 1 / 2 + 1 / 2) / 3)


def test_strict_never_draws_the_true_caption_even_from_another_prompt() -> None:
    captions = ["a", "a", "b", "c", "d"]
    for seed in range(30):
        chosen = choose_others(
            captions, np.arange(5), count=3, chances=[np.random.default_rng([seed, row]) for row in range(5)]
        )
        for row, others in enumerate(chosen):
            texts = [captions[index] for index in others]
            assert captions[row] not in texts
            assert len(set(texts)) == 3


def test_dalleval_may_draw_the_true_caption_and_does_not_normalise() -> None:
    images, texts = np.array([[1.0, 0.0], [0.0, 1.0]]), np.array([[1.0, 0.0], [5.0, 1.1]])
    # By dot product the long second text wins both images whenever it is drawn; the first image's own text is 1 of 2.
    found = judged("rprecision", cohort(images, texts, ["a", "b"]), protocol="dalleval", candidates=40)
    assert found.value == pytest.approx(0.5)
    # By cosine each image is nearer to its own.
    assert judged("rprecision", cohort(images, texts, ["a", "b"]), candidates=2).value == 1.0


def test_tise_uses_the_captions_given_and_ten_bins() -> None:
    rng = np.random.default_rng(1)
    images = rng.normal(size=(25, 4))
    others = [rng.normal(size=(9, 4)) for _ in range(25)]
    texts = images.copy()
    texts[:5] = -images[:5]  # five that can never win
    found = judged("rprecision", cohort(images, texts, ["x"] * 25, others), protocol="tise")
    assert found.value is not None
    # Bins of 2, the last of 7: the mean of bins is not quite 20 / 25, but near.
    assert found.value == pytest.approx(0.8, abs=0.15)
    assert found.method.startswith("mean over 10 bins of 2 images (deviation 0.")
    assert found.spread is None  # what the source prints is no interval: ours is made from the influences


def hits_of_prompts(shares: Rows, seeds: int, rng: np.random.Generator) -> Cohort:
    """A cohort in which image and caption agree with a prompt's own chance; the false caption wins otherwise."""
    true, false = np.array([1.0, 0.0]), np.array([0.0, 1.0])
    hits = rng.uniform(size=(len(shares), seeds)) < shares[:, None]
    images = np.where(hits.ravel()[:, None], true, false)
    flat = np.zeros(len(images), dtype=object)
    flat[:] = [false] * len(images)
    prompts = tuple(
        Prompt(f"p{n}", f"caption {n}", expect=Expect(distractors=("the false one",))) for n in range(len(shares))
    )
    facts = {"vector": np.tile(true, (len(images), 1)), "distractors": flat}
    rows = tuple(prompt for prompt in prompts for _ in range(seeds))
    columns = {"clip_image": {"vector": images}, "clip_text": facts}
    return Cohort(rows, columns, seeds=tuple(range(seeds)) * len(prompts))


def test_tises_error_is_that_of_prompts_however_many_seeds_each_has() -> None:
    # Half of the prompts always hit, half never: 40 prompts tell no more with 8 images each than with one.
    shares = np.repeat([0.0, 1.0], 20)
    found = judged("rprecision", hits_of_prompts(shares, 8, np.random.default_rng(0)), protocol="tise")
    assert found.value == pytest.approx(0.5, abs=0.02)
    assert standard_error(found.influences) == pytest.approx(0.5 / np.sqrt(39), rel=0.05)
    assert found.degrees == 39


def test_tises_interval_holds_the_truth_as_often_as_it_says() -> None:
    held, rng = 0, np.random.default_rng(1)
    for _ in range(100):
        found = judged("rprecision", hits_of_prompts(rng.beta(1, 1, size=20), 4, rng), protocol="tise")
        assert found.value is not None
        ends = interval_of(Influenced(found.value, found.influences, found.degrees), level=0.95)
        held += ends.low <= 0.5 <= ends.high
    assert 90 <= held <= 99  # 95 % of 100 within chance; about 80 % with bins of images as the unit


def test_tises_bins_for_birds_lose_their_last_image() -> None:
    drawn = hits_of_prompts(np.full(6001, 0.5), 1, np.random.default_rng(0))
    found = judged("rprecision", drawn, protocol="tise_cub")
    assert found.method.startswith("mean over 2 bins of 2999 images")
    few = judged("rprecision", hits_of_prompts(np.ones(20), 1, np.random.default_rng(0)), protocol="tise_cub")
    assert (few.value, few.reason) == (None, "the bins need 3000 images with false captions, there are 20")


def test_every_image_says_which_caption_won() -> None:
    images, texts = np.array([[1.0, 0.0], [0.0, 1.0], [0.9, 0.1]]), np.array([[1.0, 0.0], [0.5, 0.5], [0.0, 1.0]])
    scores = judged("rprecision", cohort(images, texts, ["a", "b", "c"]), candidates=3).scores
    assert scores == (
        Score(1.0, "its own caption won among 3"),
        Score(0.0, "'c' won among 3"),
        Score(0.0, "'a' won among 3"),
    )
    given = judged(
        "rprecision", hits_of_prompts(np.repeat([0.0, 1.0], 5), 1, np.random.default_rng(0)), protocol="tise"
    )
    assert given.scores is not None
    assert given.scores[0] == Score(0.0, "'the false one' won among 2")
    assert given.scores[9] == Score(1.0, "its own caption won among 2")


@pytest.mark.parametrize("protocol", ["strict", "dalleval", "thesis_mrr", "tise"])
def test_the_order_of_rows_changes_nothing(protocol: str) -> None:
    rng = np.random.default_rng(0)
    images, texts = rng.normal(size=(40, 8)), rng.normal(size=(40, 8))
    distractors = [rng.normal(size=(9, 8)) for _ in range(40)]
    one = cohort(images, texts, [f"caption {n}" for n in range(40)], distractors)
    order = rng.permutation(40)
    columns = {name: {column: rows[order] for column, rows in facts.items()} for name, facts in one.columns.items()}
    seeded = replace(one, seeds=(0,) * 40)
    other = Cohort(tuple(one.prompts[n] for n in order), columns, seeds=(0,) * 40)
    found = [judged("rprecision", drawn, protocol=protocol, candidates=20) for drawn in (seeded, other)]
    assert found[0].value == pytest.approx(found[1].value)
    assert found[0].influences == pytest.approx(found[1].influences)
    assert [found[0].scores[n] for n in order] == list(found[1].scores)  # type: ignore[index, arg-type]


def test_a_metric_applies_where_a_prompt_offers_what_it_reads() -> None:
    plain, above = Prompt("p", "two cats"), Prompt("p", "a cat above a box")
    false = Expect(distractors=("a cat below a box",))
    assert make("metrics", "rprecision").applies(plain)
    assert not make("metrics", "rprecision", {"protocol": "tise"}).applies(plain)
    assert make("metrics", "rprecision", {"protocol": "tise"}).applies(replace(plain, expect=false))
    positional = make("metrics", "positional_alignment")
    assert not positional.applies(above)
    assert positional.applies(replace(above, expect=false))
    assert not positional.applies(replace(plain, expect=false))
    assert positional.applies(replace(plain, expect=false, tags={"word": "above"}))
    assert not make("metrics", "refclipscore").applies(replace(plain, expect=false))
    assert make("metrics", "refclipscore").applies(replace(plain, expect=Expect(references=("cats",))))


def test_too_few_captions_are_told() -> None:
    found = judged("rprecision", cohort(np.eye(3), np.eye(3), ["a", "b", "c"]))
    assert found.value is None
    assert "99 other texts are needed, there are 2" in found.reason
    with pytest.raises(BadInput, match="ask for fewer"):
        choose_others(["a"], np.array([0]), count=1, chances=[np.random.default_rng(0)])


def test_positional_alignment_averages_over_words_and_knows_both_rules() -> None:
    true, false = np.array([1.0, 0.0]), np.array([0.0, 1.0])

    def image(margin: float) -> Rows:
        # cos(true) - cos(false) of (cos t, sin t) is sqrt(2) cos(t + pi / 4)
        angle = np.arccos(margin / np.sqrt(2)) - np.pi / 4
        return np.array([np.cos(angle), np.sin(angle)])

    captions = ["a cat above a box", "a dog above a box", "a cat left of a box", "two cats"]
    # sigmoid(100 * .003) = .574 and sigmoid(100 * .005) = .622
    images = np.array([image(0.003), image(0.005), image(-0.1), image(0.5)])
    drawn = cohort(images, np.tile(true, (4, 1)), captions, [false[None]] * 4)
    found = judged("positional_alignment", drawn)
    assert found.value == pytest.approx((1 + 0) / 2)
    assert found.scores is not None
    assert found.scores[0].reason == "above: nearer to 'a cat above a box', 0.57 sure of the true caption"
    assert [score.value for score in found.scores] == [1, 1, 0, None]
    assert judged("positional_alignment", drawn, protocol="tise").value == pytest.approx((0.5 + 0) / 2)


def test_every_word_of_position_has_an_opposite_and_goes_back() -> None:
    assert len(WORDS) == 15
    for word in WORDS:
        found = contrary(f"a cup {word} the table", word)
        assert found is not None
        assert found.word == word
        assert found.caption == f"a cup {OPPOSITES[word]} the table"
    there = contrary("the cat is left of the dog")
    assert there is not None
    back = contrary(there.caption)
    assert back is not None
    assert back.caption == "the cat is left of the dog"


def test_only_whole_words_count_and_the_most_telling_first() -> None:
    assert contrary("the onion is upright") is None
    found = contrary("a cat on top of a box on the left")
    assert found is not None
    assert found.caption == "a cat under a box on the left"
    far = contrary("a house far from the road")
    assert far == ("far", "a house near the road")
