"""Our own dual encoder of simulator scenes: in a folder of the user's, or the one that ships."""

import functools
from pathlib import Path
from typing import ClassVar, Protocol

from paragone.baselines.dual_encoder import encoder
from paragone.baselines.dual_encoder.encoder import Encoder
from paragone.core.components import Annotator

SHIPPED = Path(__file__).parents[1] / "data"


class ClipScene(Annotator, Protocol):
    """One half of the encoder. `path` names a folder with another one of the same kind."""

    code: ClassVar[str] = "1"
    path: str | None

    def load(self) -> Encoder:
        """The encoder, loaded once a process."""
        return _load(self.path)

    @property
    def version(self) -> str:
        """Code, and the hash of the encoder's files."""
        return f"{self.code}-{self.load().digest[:12]}"

    def check(self) -> None:
        """Raise NotReady if the files are not here."""
        self.load()


@functools.lru_cache(maxsize=2)
def _load(path: str | None) -> Encoder:
    return encoder.load(Path(path) if path else SHIPPED)
