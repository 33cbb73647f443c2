"""Common syntactic processes: 52 sentences in eight phenomena of grammar (Leivada et al., arXiv 2210.12889)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from paragone.core.catalogue import nearest
from paragone.core.errors import BadOption
from paragone.core.pattern import Pattern
from paragone.core.types import Prompt
from paragone.scenarios.heim._data import FromHeim, numbered

SENTENCES = """
binding_principles: The man paints a picture of him/The man paints a picture of himself/The woman paints a portrait of
 her/The woman paints a portrait of herself/The boy looks at a picture of him/The boy looks at a picture of himself/The
 young lady looks at a picture of her/The young lady looks at a picture of herself/The man takes a picture of him/The
 man takes a picture of himself
passives: The woman broke the vase/The vase was broken by the woman/The plate was broken by the woman/The glass was
 broken by the man/The jar was broken by the man/The flowerpot was broken by the man
word_order: The dog is chasing the man/The man is chasing the dog/The man gave the letter to the woman/The man gave the
 woman the letter/The man is watering the plant/The plant is watering the man/The mother combs the boy/The boy combs the
 mother/The man gave the comb to the woman/The man gave the woman the comb
coordination: The man is drinking water and the woman is drinking orange juice/The woman is eating red apple and the man
 is eating a green apple/The cat is wearing two red socks and the dog is wearing one red sock/The boy wears a red hat
 and the girl wears a blue tie/The woman is washing the dishes and the man is washing the floor
comparatives: The bowl has more cucumbers than strawberries/The bowl has fewer strawberries than cucumbers/The plate has
 more peas than carrots/The plate has fewer carrots than peas/The plate has more than seven eggs
negation: A tall woman without a handbag/A man with a red sweater and blue sweater and he is not wearing the former/A
 rainy street without cars/A boy with a green t-shirt without red buttons/A tall tree not green or black
ellipsis: The man is eating a sandwich and the woman an apple/The man eats pizza but the woman does not/The girl starts
 a sandwich and the boy a book/The man drinks water and the woman orange juice/The woman wears a blue shirt, but the man
 does not
ambiguity: The man saw the boy in his car/The man saw the lion with the binoculars/The boy saw the girl using a
 magnifying glass/There are three boys and each is wearing a hat/Two cars painted a different color/Two cars
 each painted a different color
"""


def _phenomena() -> Mapping[str, tuple[str, ...]]:
    lines = SENTENCES.strip().replace("\n ", " ").splitlines()
    return {name: tuple(rest.strip().split("/")) for name, _, rest in (line.partition(":") for line in lines)}


PHENOMENA = _phenomena()


@dataclass(frozen=True)
class Syntactic(FromHeim):
    """The sentences of one phenomenon, as HEIM takes them from the paper's table 1."""

    phenomenon: str = "negation"
    name = Pattern("syntactic_{self.phenomenon}")
    source: ClassVar[str] = "Common Syntactic Processes"
    licence: ClassVar[str] = "Apache-2.0 (HELM)"
    citation: ClassVar[str] = "Leivada et al., DALL-E 2 Fails to Reliably Capture Common Syntactic Processes, 2022"
    aspects: ClassVar[tuple[str, ...]] = ("reasoning",)

    def __post_init__(self) -> None:
        """Refuse what is no phenomenon."""
        if self.phenomenon not in PHENOMENA:
            raise BadOption(f"syntactic has no phenomenon {self.phenomenon!r}; {nearest(self.phenomenon, PHENOMENA)}")

    @property
    def title(self) -> str:
        """With the phenomenon in words."""
        return f"Syntax: {self.phenomenon.replace('_', ' ')}"

    @property
    def size(self) -> int | None:
        """Of the list."""
        return len(PHENOMENA[self.phenomenon])

    def load(self) -> Sequence[Prompt]:
        """The sentences in the paper's order."""
        return [Prompt(id, text) for id, text in numbered(PHENOMENA[self.phenomenon], self.phenomenon)]


scenario = Syntactic
