"""Real photographs as a model: it draws the reference image that belongs to the prompt."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from paragone.core.components import Model, Role
from paragone.core.errors import BadInput
from paragone.core.keys import content_hash
from paragone.core.types import Drawing, Missing, Prompt
from paragone.images.decode import read_file


@dataclass(frozen=True, slots=True)
class Real(Model):
    """Gives each prompt's reference image, the same for every seed."""

    role: ClassVar[Role] = "ceiling"
    reads: ClassVar[tuple[str, ...]] = ("reference",)
    revision: ClassVar[str] = "1"  # what it draws is in the key of what it reads, by content
    is_timed: ClassVar[bool] = False
    batch: ClassVar[int] = 16
    threads: ClassVar[int] = 4

    def draw(self, prompts: Sequence[Prompt], seed: int) -> list[Drawing | Missing]:
        """The reference of each prompt, or that it has none."""
        return [_reference_of(prompt) for prompt in prompts]


model = Real


def _reference_of(prompt: Prompt) -> Drawing | Missing:
    if prompt.reference is None:
        return Missing(f"prompt {prompt.id!r} has no reference image", outcome="absent")
    data = read_file(prompt.reference.path)
    if content_hash(data) != prompt.reference.content:
        raise BadInput(f"the reference {prompt.reference.path} has changed since its scenario was read; run again")
    return Drawing(data, details={"file": prompt.reference.path.name})
