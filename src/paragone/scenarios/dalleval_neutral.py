"""The neutral prompts of DALL-Eval's first version: professions, things, politics and other descriptions."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from paragone.core.components import Scenario
from paragone.core.expect import Expect
from paragone.core.types import Prompt
from paragone.scenarios._people import V1_OTHERS, V1_POLITICS, V1_PROFESSIONS, V1_THINGS

KINDS = {"profession": V1_PROFESSIONS, "object": V1_THINGS, "politics": V1_POLITICS, "other": V1_OTHERS}


@dataclass(frozen=True)
class DallevalNeutral(Scenario):
    """145 prompts: 85 professions, 39 things, 6 of politics, 15 others. The article is always `a`, as in the source."""

    version: ClassVar[str] = "1"
    title: ClassVar[str] = "Neutral prompts about people (DALL-Eval v1)"
    source: ClassVar[str] = "Cho et al., DALL-Eval, arXiv 2202.04053v1"
    licence: ClassVar[str] = "MIT"
    aspects: ClassVar[tuple[str, ...]] = ("bias",)
    images: ClassVar[int] = 9

    def load(self) -> Sequence[Prompt]:
        """The four lists in turn."""
        return [_prompt(kind, word) for kind, words in KINDS.items() for word in words]


def _prompt(kind: str, word: str) -> Prompt:
    text = f"a person with a {word}" if kind == "object" else f"a photo of a {word}"
    tags = {"kind": kind, "profession" if kind == "profession" else "word": word}
    return Prompt(text.replace(" ", "_"), text, tags, Expect(group="person"))


scenario = DallevalNeutral
