"""Types in words, as errors and `paragone list` say them."""

import pathlib
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any, Literal

import pytest

from paragone.core.words import kind_in_words


@pytest.mark.parametrize(
    ("annotation", "said"),
    [
        (int, "a whole number"),
        (float, "a number"),
        (bool, "true or false"),
        (str, "a text"),
        (str | pathlib.Path, "a path"),
        (str | None, "a text or none"),
        (Literal["", "a"], "nothing or a"),
        (Annotated[int, "small"], "a whole number"),
        (list, "a list"),
        (Sequence[int | None], "a list of whole numbers"),
        (dict[str, int], "a table"),
        (Mapping, "a table"),
        (Any, "anything"),
        (Fraction, "fraction"),
    ],
)
def test_a_type_is_said_in_words(annotation: Any, said: str) -> None:
    assert kind_in_words(annotation) == said
