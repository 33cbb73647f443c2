"""Another model behind a rewriting of its prompts: by a Python function, or by a language model as Promptist does."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar

from paragone.core.components import Model
from paragone.core.errors import BadOption, ParagoneError
from paragone.core.keys import key_of
from paragone.core.secrets import secrets_here, without_secrets
from paragone.core.types import Missing
from paragone.models.local.python import find_function
from paragone.models.wrappers._language import LanguageModel
from paragone.models.wrappers._wrap import Wrapper, inner_model


@dataclass(frozen=True, slots=True)
class Rewrite(Wrapper):
    """Draws what a rewriter makes of each prompt; the exact text drawn is kept as `prompt_sent`.

    The rewriter is `function` (called with the text) or `language_model`: a hub id or folder of a transformers causal
    model, asked `template` and read up to its end. The defaults are HEIM's for microsoft/Promptist: 8 beams, 75 new
    tokens, length penalty -1, the first of 8 answers that is not empty.
    """

    suffix: ClassVar[str] = "rewrite"
    model: str
    options: Mapping[str, Any] = field(default_factory=dict)
    function: str = ""
    language_model: str = ""
    template: str = "{prompt} Rephrase:"
    beams: int = 8
    new_tokens: int = 75
    length_penalty: float = -1.0
    device: str = "auto"
    revision: str = field(init=False)
    _inner: Model = field(init=False, repr=False, compare=False)
    _rewrite: Callable[[str], str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Make the inner model and find the rewriter."""
        if bool(self.function) == bool(self.language_model):
            raise BadOption("rewrite needs either function (module:name) or language_model (a hub id or folder)")
        inner = inner_model(self.model, self.options)
        rewriter: Callable[[str], str]
        if self.function:
            rewriter, identity = find_function(self.function)
        else:
            rewriter = LanguageModel(
                self.language_model, self.template, self.beams, self.new_tokens, self.length_penalty, self.device
            )
            identity = rewriter.identity
        for name, value in {"_inner": inner, "_rewrite": rewriter}.items():
            object.__setattr__(self, name, value)
        object.__setattr__(self, "revision", key_of("rewrite", identity, inner.name, inner.revision)[:12])

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        names = [part.name for part in fields(self) if part.init]
        return _make_again, ({name: getattr(self, name) for name in names},)

    @property
    def threads(self) -> int:
        """As the inner model, but one where a language model rewrites."""
        return 1 if self.language_model else self._inner.threads

    def changed(self, text: str) -> str | Missing:
        """What the rewriter makes of a text, or why it made nothing."""
        try:
            made = self._rewrite(text)
        except ParagoneError:
            raise
        except Exception as error:  # a stranger's function may raise anything, and one prompt must not end a run
            return Missing(
                without_secrets(
                    " ".join(f"the rewriter failed: {type(error).__name__}: {error}".split()), secrets_here()
                )[:300]
            )
        if not isinstance(made, str):
            return Missing(f"the rewriter gave a {type(made).__name__}, not a text")
        return made


def _make_again(options: Mapping[str, Any]) -> Rewrite:
    return Rewrite(**options)


model = Rewrite
