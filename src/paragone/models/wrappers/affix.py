"""Another model with words around the prompt, as HEIM's "mdjrny-v4 style {prompt}" for Openjourney."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from paragone.core.components import Model
from paragone.core.errors import BadOption
from paragone.core.keys import key_of
from paragone.models._template import fill
from paragone.models.wrappers._wrap import Wrapper, inner_model


@dataclass(frozen=True, slots=True)
class Affix(Wrapper):
    """Draws `template`, with the prompt at {prompt}, by the model of that name made with these options."""

    suffix: ClassVar[str] = "affix"
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
    def revision(self) -> str:
        """Of the template and the inner model."""
        return key_of("affix", self.template, self._inner.name, self._inner.revision)[:12]

    def changed(self, text: str) -> str:
        """The template with the text in its place."""
        return str(fill(self.template, {"prompt": text}))


model = Affix
