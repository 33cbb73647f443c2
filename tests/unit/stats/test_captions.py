"""Caption metrics: hand-worked values. COCO's own numbers are in tests/reference."""

import math

import pytest

from paragone.core.errors import BadInput
from paragone.stats.captions import bleu, rouge_l
from paragone.stats.consensus import cider
from paragone.stats.meteor import meteor_exact
from paragone.stats.words import words_of

CAT = ["the", "cat", "sat", "on", "the", "mat"]


def test_bleu_clips_repeated_words() -> None:
    # Papineni's example: "the" seven times against a reference with two of them scores 2/7.
    assert bleu([["the"] * 7], [[CAT]])[0] == pytest.approx(2 / 7, rel=1e-6)


def test_bleu_of_the_reference_is_one_and_brevity_costs() -> None:
    assert bleu([CAT], [[CAT]]) == pytest.approx([1.0] * 4, rel=1e-6)
    assert bleu([CAT[:3]], [[CAT]])[0] == pytest.approx(math.exp(1 - 2), rel=1e-6)


def test_bleu_pools_counts_over_captions() -> None:
    # 1 of 1 and 0 of 3 words: (1 + 0) / (1 + 3), not the mean of 1 and 0.
    assert bleu([["cat"], ["a", "b", "c"]], [[["cat"]], [["x", "y", "z"]]])[0] == pytest.approx(0.25, rel=1e-6)


def test_rouge_finds_the_longest_common_subsequence() -> None:
    # "cat on mat" is common: P 3/4, R 3/6
    [value] = rouge_l([["cat", "on", "red", "mat"]], [[CAT]])
    assert value == pytest.approx(2.44 * 0.75 * 0.5 / (0.5 + 1.44 * 0.75))
    assert rouge_l([["dog"]], [[CAT]]) == [0.0]


def test_cider_rewards_the_rare_words() -> None:
    references = [
        [["a", "cat", "sleeps", "here", "now"]],
        [["a", "dog", "runs", "there", "now"]],
        [["a", "bird", "sings", "up", "now"]],
    ]
    right, common, wrong = cider([["a", "cat", "sleeps", "here", "now"], ["a", "now"], ["cat", "dog"]], references)
    assert right == pytest.approx(10.0)
    assert common == pytest.approx(0.0)  # words in every document weigh nothing
    assert wrong == pytest.approx(0.0)


@pytest.mark.parametrize(
    ("caption", "words"),
    [
        ("The man's dog, isn't it?", "the man 's dog is n't it"),
        ("A man (in a red hat) rides [fast].", "a man -lrb- in a red hat -rrb- rides -lsb- fast -rsb-"),
        ("They cannot pay $5.00 & up, 10% off!", "they can not pay $ 5.00 & up 10 % off"),
        ("1,000 people at 10:30 a.m.", "1,000 people at 10:30 a.m."),
        ("Mr. Smith on Main St. sat. No. 5", "mr. smith on main st. sat no. 5"),
        ("The dogs' toys, 'STOP' and \"go\" -- a T-shirt...", "the dogs toys stop and go a t-shirt"),
        ("it\u2019s gonna rain\u2026 what?!", "it 's gon na rain what ?!"),
        ("'Tis so, 'twas so, y'all gotta gimme it", "'t is so 't was so y' all got ta gim me it"),
    ],
)
def test_words_are_those_that_cocos_evaluation_compares(caption: str, words: str) -> None:
    assert words_of(caption) == words.split()


def test_a_long_line_of_marks_takes_no_time() -> None:
    assert words_of("-" * 100_000 + "<a" * 50_000 + "a." * 50_000)


def test_captions_and_references_must_match() -> None:
    with pytest.raises(BadInput, match="1 captions and 2 lists"):
        bleu([CAT], [[CAT], [CAT]])
    with pytest.raises(BadInput, match="no reference"):
        rouge_l([CAT], [[]])


def test_meteor_by_hand() -> None:
    told, truth = "a dog runs on the beach", "a brown dog runs along the beach"
    # a, dog runs, the beach: 5 matches in 3 runs; P 5/6, R 5/7
    mean = (5 / 6) * (5 / 7) / (0.85 * 5 / 6 + 0.15 * 5 / 7)
    expected = mean * (1 - 0.6 * (3 / 5) ** 0.2)
    assert meteor_exact([told.split()], [[truth.split()]]) == pytest.approx([expected])
    assert meteor_exact([["dog"]], [[["cat"]]]) == [0.0]
