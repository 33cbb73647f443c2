"""What annotators with a network share: a version that names its files by hash, a check, and a loop over batches."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any, ClassVar, Protocol

from paragone.annotators._networks import hub, onnx
from paragone.core.components import Annotator, Subject
from paragone.core.types import Facts, Picture, Prompt


class Weighted(Annotator, Protocol):
    """The weights are in the manifest of assets, so that the version names them and nobody else need check them."""

    code: ClassVar[str] = "1"  # changes whenever the same weights may give another fact

    @property
    def version(self) -> str:
        """Code, options, and the hash of every file."""
        return onnx.version_of("-".join([self.code, *options_of(self)]), *self.needs_weights)


class Hosted(Annotator, Protocol):
    """The network is a hub's or a folder's: `model` says which."""

    code: ClassVar[str] = "1"  # changes whenever the same model may give another fact
    model: str

    def load(self) -> object:
        """The network, loaded once a process; NotReady says what is not here."""
        ...

    @property
    def version(self) -> str:
        """Code, options, and the hash of the model's files."""
        return "-".join([self.code, *options_of(self, without="model"), hub.identity(self.model)])

    def check(self) -> None:
        """Refuse to start without the model."""
        self.load()


class Batched(Annotator, Protocol):
    """Looks at pictures alone, `batch` at a time however many it is given: memory stays bounded."""

    def see(self, pictures: Sequence[Picture]) -> Iterable[Facts]:
        """The facts of each picture of one batch, in order."""
        ...

    def look(
        self, pictures: Sequence[Picture], prompts: Sequence[Prompt], facts: Sequence[Mapping[str, Facts]] = ()
    ) -> Sequence[Facts]:
        """The facts of each picture, in order."""
        return [found for rows in onnx.in_batches(len(pictures), self.batch) for found in self.see(pictures[rows])]


class OfTexts(Annotator, Protocol):
    """Looks at the texts of prompts alone."""

    subject: ClassVar[Subject] = "prompt"
    reads: ClassVar[tuple[str, ...]] = ("text",)
    batch: ClassVar[int] = 64


def options_of(made: Any, *, without: str = "") -> list[str]:
    """The values of a component's options as text, in order."""
    return [str(getattr(made, option.name)) for option in fields(made) if option.name != without]
