"""Where our own dual encoder of simulator scenes lies: in a folder of the user's, or the one that ships."""

import functools
from pathlib import Path

from paragone.baselines.dual_encoder import encoder
from paragone.baselines.dual_encoder.encoder import Encoder

SHIPPED = Path(__file__).parents[1] / "data"


def version_of(path: str | None) -> str:
    """Code, and the hash of the encoder's files."""
    return f"1-{load(path).digest[:12]}"


@functools.lru_cache(maxsize=2)
def load(path: str | None) -> Encoder:
    """The encoder in that folder."""
    return encoder.load(Path(path) if path else SHIPPED)
