"""How tests show pictures to an annotator, with the facts of the annotators that it needs."""

from collections.abc import Sequence
from typing import Any

import pytest

from paragone.assets import cache
from paragone.core import catalogue
from paragone.core.types import Picture


def weights_of(name: str) -> set[str]:
    """All that an annotator needs, by way of others too."""
    made = catalogue.make("annotators", name)
    return {*made.needs_weights, *(weights for needed in made.needs for weights in weights_of(needed))}


def skip_without_weights(name: str) -> None:
    if cache.missing(weights_of(name)):
        pytest.skip(f"run `paragone weights fetch {name}` to un-skip")


def look(name: str, pictures: Sequence[Picture]) -> Any:
    """The facts of each picture by the annotator of that name."""
    made = catalogue.make("annotators", name)
    needed = {other: look(other, pictures) for other in made.needs}
    return made.look(pictures, [], [{other: found[k] for other, found in needed.items()} for k in range(len(pictures))])
