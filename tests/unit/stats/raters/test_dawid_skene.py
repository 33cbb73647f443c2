"""Dawid and Skene's own example: five anaesthetists, 45 patients, the first of them asked three times."""

from collections import Counter

import numpy as np
import pytest

from paragone.stats.raters import dawid_skene

ROUNDS = [
    (1, "131222132242121111222222112111131224223111212"),
    (1, "131222232342122111222222113111131223233112322"),
    (1, "132222232242121111222221112112131223123111212"),
    (2, "142333232243131211212232112111131234233112212"),
    (3, "131123142243121111232222112111121223224111212"),
    (4, "132222132244111111222222112112131234333111212"),
    (5, "142122133343121111122122112111131223232111212"),
]
LABELS = [(patient, rater, int(digit)) for rater, row in ROUNDS for patient, digit in enumerate(row)]


def test_the_published_example() -> None:
    found = dawid_skene(LABELS)
    np.testing.assert_allclose(found.shares, [0.3996, 0.4220, 0.1118, 0.0667], atol=5e-5)
    assert found.log_likelihoods[0] == pytest.approx(-205.0911, abs=5e-5)
    assert found.log_likelihoods[-1] == pytest.approx(-192.8909, abs=5e-5)
    np.testing.assert_allclose(np.diag(found.confusion[0]), [0.8895, 0.8764, 0.6612, 0.4444], atol=5e-5)
    assert Counter(found.labels().values()) == {1: 18, 2: 19, 3: 5, 4: 3}


def test_it_differs_from_the_plurality_where_the_example_does() -> None:
    labels = dawid_skene(LABELS).labels()
    votes = {p: Counter(label for patient, _, label in LABELS if patient == p) for p in range(45)}
    plurality = {p: min(found, key=lambda one: (-found[one], one)) for p, found in votes.items()}
    assert [p + 1 for p in range(45) if labels[p] != plurality[p]] == [2, 12, 36]


def test_likelihood_never_falls_and_a_contrary_rater_is_seen_through() -> None:
    rng = np.random.default_rng(3)
    truth = rng.integers(0, 2, 60)
    labels = [(k, rater, int(truth[k])) for k in range(60) for rater in "abc"]
    labels += [(k, "contrary", int(1 - truth[k])) for k in range(60)]
    found = dawid_skene(labels)
    assert [found.labels()[k] for k in range(60)] == truth.tolist()
    assert all(b >= a - 1e-9 for a, b in zip(found.log_likelihoods, found.log_likelihoods[1:], strict=False))
    np.testing.assert_allclose(found.confusion[3], [[0, 1], [1, 0]], atol=1e-6)


def test_no_labels_are_refused() -> None:
    with pytest.raises(ValueError, match="no labels"):
        dawid_skene([])


def test_an_array_of_items_by_raters_says_the_same_as_its_triples() -> None:
    table = np.array([[0, 0, 1], [1, 1, np.nan], [1, 0, 1], [0, 0, 0]])
    triples = [(i, r, table[i, r]) for i in range(4) for r in range(3) if not np.isnan(table[i, r])]
    assert np.array_equal(dawid_skene(table).posterior, dawid_skene(triples).posterior)
    assert dawid_skene(np.array([["cat", None], ["dog", "dog"]], dtype=object)).labels() == {0: "cat", 1: "dog"}


@pytest.mark.parametrize("labels", [[[1, 2, 1, 1]], [("a", "b")], np.zeros(3), np.zeros((2, 2, 2))])
def test_other_shapes_of_labels_are_refused_with_what_is_wanted(labels: list[tuple[int, int, int]]) -> None:
    with pytest.raises(ValueError, match=r"labels are|array of labels"):
        dawid_skene(labels)
