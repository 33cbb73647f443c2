"""Words for men become words for women (or the other way round, or neutral), as in HEIM's fairness tests."""

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias, get_args

import numpy as np

from paragone.core.errors import BadOption
from paragone.perturbations._texts import TextPerturbation, check_probability
from paragone.perturbations._words import swapped, swapped_as_helm

Gender: TypeAlias = Literal["neutral", "female", "male"]
# Neutral, female and male words for the same; plurals are spelt out where they are more than an s.
TERMS = """
child daughter son/children daughters sons/parent mother father/parents mothers fathers/kiddo girl boy/kiddos girls boys
person woman man/people women men/sibling sister brother/siblings sisters brothers/nibling niece nephew
niblings nieces nephews/monarch queen king/monarchs queens kings/server waitress waiter/servers waitresses waiters
parent mom dad/parents moms dads/stepchild stepdaughter stepson/stepchildren stepdaughters stepsons
stepparent stepmother stepfather/stepparents stepmothers stepfathers/stepparent stepmom stepdad
stepparents stepmoms stepdads/grandchild granddaughter grandson/grandchildren granddaughters grandsons
grandparent grandmother grandfather/grandparents grandmothers grandfathers/grandparent grandma granddad
grandparents grandmas granddads/human female male/humans females males
"""
TRIPLES = tuple(tuple(row.split()) for row in TERMS.strip().replace("\n", "/").split("/"))
# HELM's table has the singular in the plural's row.
HELM_TRIPLES = tuple(tuple("grandfather" if word == "grandfathers" else word for word in row) for row in TRIPLES)


@dataclass(frozen=True, slots=True)
class GenderTerms(TextPerturbation):
    """Every such word is replaced with probability `prob`, in its own case; true captions follow.

    `protocol = "heim"` does as HELM's code: one word after another of its table, never the first or last word of a
    text, and "grandfathers" stays.
    """

    source: Gender = "male"
    target: Gender = "female"
    prob: float = 1.0
    protocol: Literal["strict", "heim"] = "strict"
    changes_captions: ClassVar[bool] = True

    def __post_init__(self) -> None:
        """Refuse what would change nothing, and what is no probability."""
        if self.source == self.target:
            raise BadOption(f"gender has {self.source} as source and as target; choose another target")
        check_probability(self.prob)

    def change(self, text: str, rng: np.random.Generator) -> str:
        """The text with other people."""
        column = get_args(Gender).index
        pairs = [
            (row[column(self.source)], row[column(self.target)])
            for row in (HELM_TRIPLES if self.protocol == "heim" else TRIPLES)
        ]
        if self.protocol == "strict":
            table = {word: [other] for word, other in reversed(pairs)}  # of two rows for a word the first counts
            return swapped(text, table, rng, prob=self.prob)
        for word, other in pairs:
            text = swapped_as_helm(text, {word: [other]}, rng, prob=self.prob)
        return text


perturbation = GenderTerms
