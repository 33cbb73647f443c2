"""Another model with words around the prompt, as HEIM's "mdjrny-v4 style {prompt}" for Openjourney."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from paragone.core.components import Model
from paragone.core.errors import BadOption
from paragone.core.keys import key_of
from paragone.core.types import Drawing, Missing, Prompt
from paragone.models.services._template import fill
from paragone.models.wrappers._wrap import check_inner, draw_changed, inner_model


@dataclass(frozen=True)
class Affix:
    """Draws `template`, with the prompt at {prompt}, by the model of that name made with these options."""

    incidental: ClassVar[tuple[str, ...]] = ("options",)  # the inner model's revision counts
    template: str
    model: str
    options: Mapping[str, Any] = field(default_factory=dict)
    _inner: Model = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Make the inner model."""
        if "{prompt}" not in self.template:
            raise BadOption(f"the template {self.template!r} has no {{prompt}}; put it where the prompt belongs")
        object.__setattr__(self, "_inner", inner_model(self.model, self.options))

    @property
    def name(self) -> str:
        """The inner model's, marked."""
        return f"{self._inner.name}+affix"

    @property
    def revision(self) -> str:
        """Of the template and the inner model."""
        return key_of("affix", self.template, self._inner.name, self._inner.revision)[:12]

    @property
    def batch(self) -> int:
        """As the inner model."""
        return self._inner.batch

    @property
    def threads(self) -> int:
        """As the inner model."""
        return self._inner.threads

    def check(self) -> None:
        """Whether the inner model is ready."""
        check_inner(self._inner)

    def draw(self, prompts: Sequence[Prompt], seed: int) -> Sequence[Drawing | Missing]:
        """The inner model's drawings of the longer texts."""
        texts = [str(fill(self.template, {"prompt": prompt.text})) for prompt in prompts]
        return draw_changed(self._inner, prompts, seed, texts=texts)


model = Affix
