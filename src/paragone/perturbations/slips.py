"""Fingers that slip: some letters become the one beside them on the keyboard."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from paragone.perturbations._texts import TextPerturbation, check_probability

ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
SHIFT = (0.0, 0.25, 0.75)  # where the first key of each row lies, in keys


@dataclass(frozen=True, slots=True)
class Slips(TextPerturbation):
    """Each letter slips with probability `prob` to a neighbour on a keyboard with English letters; it needs no list."""

    prob: float = 0.05
    keeps_meaning: ClassVar[bool] = True

    def __post_init__(self) -> None:
        """Refuse what is no probability."""
        check_probability(self.prob)

    def change(self, text: str, rng: np.random.Generator) -> str:
        """The text with some letters wrong."""
        return "".join(self._typed(letter, rng) for letter in text)

    def _typed(self, letter: str, rng: np.random.Generator) -> str:
        beside = NEIGHBOURS.get(letter.lower())
        if beside is None or rng.random() >= self.prob:
            return letter
        wrong = beside[int(rng.integers(len(beside)))]
        return wrong.upper() if letter.isupper() else wrong


def _neighbours() -> dict[str, str]:
    places = {key: (row, SHIFT[row] + at) for row, keys in enumerate(ROWS) for at, key in enumerate(keys)}
    return {
        key: "".join(
            other
            for other, (row, at) in places.items()
            if other != key and abs(row - places[key][0]) <= 1 and abs(at - places[key][1]) <= 1
        )
        for key in places
    }


NEIGHBOURS = _neighbours()
perturbation = Slips
