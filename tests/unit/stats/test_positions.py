"""Words of position and their opposites."""

import pytest

from paragone.stats.positions import OPPOSITES, WORDS, Contrary, contrary


def test_there_are_the_fifteen_words_of_the_paper() -> None:
    assert len(WORDS) == 15
    assert "far from" not in WORDS
    assert set(WORDS) == set(OPPOSITES) - {"far from"}


@pytest.mark.parametrize(
    ("caption", "word", "said"),
    [
        ("a cat on top of the box on the left", "on top of", "a cat under the box on the left"),
        ("a cat far from a dog", "far", "a cat near a dog"),
        ("a cat far away", "far", "a cat near away"),
        ("ABOVE it", "above", "Below it"),
        ("on it and on that", "on", "under it and on that"),
    ],
)
def test_the_first_most_telling_word_is_turned(caption: str, word: str, said: str) -> None:
    assert contrary(caption) == Contrary(word, said)


def test_only_whole_words_count_and_only_the_one_that_is_asked_for() -> None:
    assert contrary("a lion and an onion") is None
    assert contrary("a cat above a dog on a hill", "on") == Contrary("on", "a cat above a dog under a hill")
    assert contrary("a cat far from a dog", "far") == Contrary("far", "a cat near a dog")
    assert contrary("a cat above a dog", "below") is None
