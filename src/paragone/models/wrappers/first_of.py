"""Several models as one: what the first cannot draw, the next does."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from paragone.core.components import Model, Role
from paragone.core.errors import BadOption
from paragone.core.keys import Json, key_of
from paragone.core.types import Drawing, Missing, Prompt
from paragone.models.wrappers._wrap import inner_model


@dataclass(frozen=True, slots=True)
class FirstOf(Model):
    """Draws each prompt with the first of `models` (tables of `use` and options) that has an answer to it.

    Only what a model says it has no drawing of goes to the next. A refusal, a failure and a time-out are answers: a
    system that tries again elsewhere would hide them.
    """

    models: Sequence[Mapping[str, Any]]
    unkeyed: ClassVar[tuple[str, ...]] = ("models",)  # their revisions count
    _inner: tuple[Model, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Make the models."""
        if len(self.models) < 2:
            raise BadOption(f"first_of has {len(self.models)} models; give two or more")
        tables = [dict(one) for one in self.models]
        made = tuple(inner_model(one.pop("use", ""), one) for one in tables)
        object.__setattr__(self, "_inner", made)

    @property
    def role(self) -> Role:
        """As the first."""
        return self._inner[0].role

    @property
    def revision(self) -> str:
        """Of them all, in their order."""
        parts: list[Json] = [
            [str(one.get("use")), made.revision, _options(one)]
            for one, made in zip(self.models, self._inner, strict=True)
        ]
        return key_of("first_of", parts)[:12]

    @property
    def reads(self) -> tuple[str, ...]:
        """What every one of them reads."""
        first, *others = (set(made.reads) for made in self._inner)
        return tuple(sorted(first.intersection(*others)))

    @property
    def may_read(self) -> tuple[str, ...]:
        """What one of them reads and another does not."""
        every = {name for made in self._inner for name in (*made.reads, *made.may_read)}
        return tuple(sorted(every - set(self.reads)))

    @property
    def needs_weights(self) -> tuple[str, ...]:
        """Those of all."""
        return tuple(dict.fromkeys(name for made in self._inner for name in made.needs_weights))

    @property
    def batch(self) -> int:
        """The least of theirs."""
        return min(made.batch for made in self._inner)

    def check(self) -> None:
        """Whether all are ready."""
        for made in self._inner:
            made.check()

    def draw(self, prompts: Sequence[Prompt], seed: int) -> list[Drawing | Missing]:
        """The answers, in order."""
        found: list[Drawing | Missing] = [Missing("no model was asked", "absent")] * len(prompts)
        left = list(range(len(prompts)))
        for made in self._inner:
            if not left:
                break
            answers = made.draw([prompts[place] for place in left], seed)
            for place, answer in zip(left, answers, strict=True):
                found[place] = answer
            left = [place for place in left if _is_absent(found[place])]
        return found


def _options(table: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in table.items() if name != "use"}


def _is_absent(answer: Drawing | Missing) -> bool:
    return isinstance(answer, Missing) and answer.outcome == "absent"


model = FirstOf
