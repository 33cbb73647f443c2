"""Scores from the vectors of a dual encoder, worked by hand."""

import numpy as np
import pytest

from paragone.core.errors import BadInput
from paragone.stats.alignment import choose_others, clip_score, cosine, dots, first_argmax, ranks, ref_clip_score

X, Y = np.array([1.0, 0.0]), np.array([0.0, 1.0])


def test_a_cosine_is_of_directions_and_of_one_encoder() -> None:
    assert cosine(X, 7 * X) == pytest.approx(1.0)
    assert cosine(X, -X) == pytest.approx(-1.0)
    assert cosine(X, np.zeros(2)) == 0.0
    with pytest.raises(BadInput, match="are not of one encoder"):
        cosine(X, np.zeros(3))


def test_a_clip_score_is_clipped_unless_it_is_not_wanted() -> None:
    assert clip_score(X, -X) == 0.0
    assert clip_score(X, -X, clipped=False) == -2.5
    assert clip_score(X, X, scale=100.0) == pytest.approx(100.0)


def test_a_reference_counts_where_it_is_nearest_and_none_counts_below_zero() -> None:
    assert ref_clip_score(X, X, np.array([Y, X])) == pytest.approx(2 * 2.5 * 1 / 3.5)
    assert ref_clip_score(X, X, X) == pytest.approx(2 * 2.5 * 1 / 3.5)
    assert ref_clip_score(X, X, -X) == 0.0
    assert ref_clip_score(X, -X, X) == 0.0


def test_a_tie_is_no_hit_by_rank_and_one_by_the_first_largest() -> None:
    similar = np.array([[0.5, 0.5, 0.1], [0.6, 0.5, 0.1], [0.1, 0.5, 0.6]])
    assert ranks(similar).tolist() == [1, 0, 2]
    assert first_argmax(similar).tolist() == [True, True, False]


def test_others_are_different_texts_and_never_the_true_one() -> None:
    texts = [f"t{n % 6}" for n in range(12)]
    true = np.arange(12)
    chances = [np.random.default_rng(n) for n in range(12)]
    chosen = choose_others(texts, true, count=5, chances=chances)
    assert chosen.shape == (12, 5)
    for row, picked in enumerate(chosen):
        assert sorted(texts[index] for index in picked) == sorted({*texts} - {texts[row]})
    with pytest.raises(BadInput, match="6 other texts are needed, there are 5"):
        choose_others(texts, true, count=6, chances=chances)


def test_the_order_of_texts_has_no_part_in_what_is_drawn() -> None:
    texts = ["a", "b", "c", "d", "e"]
    one = choose_others(texts, np.array([0]), count=2, chances=[np.random.default_rng(4)])
    back = choose_others(texts[::-1], np.array([4]), count=2, chances=[np.random.default_rng(4)])
    assert [texts[i] for i in one[0]] == [texts[::-1][i] for i in back[0]]


def test_products_are_of_each_image_with_its_own_candidates() -> None:
    images, texts = np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([[1.0, 0.0], [0.0, 1.0]])
    assert dots(images, texts, np.array([[0, 1], [1, 0]])).tolist() == [[1.0, 2.0], [4.0, 3.0]]
