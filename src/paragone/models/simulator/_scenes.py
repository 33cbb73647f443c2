"""What the three models that draw with the simulator share."""

import time
from collections.abc import Callable
from dataclasses import replace

from paragone.core.keys import key_of
from paragone.core.types import Drawing, Missing, Prompt
from paragone.scenes import backgrounds, compose, render
from paragone.scenes.packs import load_pack


def revision_of(kind: str, pack: str) -> str:
    """A digest of everything that decides a picture besides the prompt and the seed."""
    versions = (compose.VERSION, render.VERSION, backgrounds.VERSION)
    return key_of(kind, *versions, pack, load_pack(pack).version)[:12]


def timed(draw: Callable[[Prompt, int], Drawing | Missing], prompt: Prompt, seed: int) -> Drawing | Missing:
    """What the call gives, with the seconds it took."""
    begun = time.monotonic()
    made = draw(prompt, seed)
    return replace(made, seconds=time.monotonic() - begun) if isinstance(made, Drawing) else made
