"""AttnGAN, AttnGAN++ or TISE's counter model, from a checkpoint that `paragone.baselines.attngan.train` wrote."""

import functools
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from paragone.assets.cache import sha256_of
from paragone.core.components import Model
from paragone.core.errors import BadInput, NotReady
from paragone.core.keys import key_of
from paragone.core.types import Drawing, Missing, Prompt

if TYPE_CHECKING:  # torch is an extra
    from paragone.baselines.attngan.generator import Generator
    from paragone.baselines.damsm.folder import Damsm

CODE = "2"  # raise it when the same checkpoint draws differently


@dataclass(frozen=True, slots=True)
class AttnGan(Model):
    """Images of 64 pixels. `path` is the checkpoint, `damsm_path` the folder of the text encoder it was trained with.

    Each (prompt, seed) has noise of its own, and prompts are drawn one by one, so no image depends on another.
    """

    path: str
    damsm_path: str

    @property
    def revision(self) -> str:
        """The content of both, wherever they lie."""
        files = [Path(self.path), *(Path(self.damsm_path) / name for name in ("damsm.json", "text_encoder.pth"))]
        return key_of("attngan", CODE, [sha256_of(file) if file.is_file() else "" for file in files])[:12]

    def check(self) -> None:
        """Whether the files and torch are there."""
        _load(self.path, self.damsm_path)

    def draw(self, prompts: Sequence[Prompt], seed: int) -> Sequence[Drawing | Missing]:
        """One by one."""
        return [self._draw_one(prompt, seed) for prompt in prompts]

    def _draw_one(self, prompt: Prompt, seed: int) -> Drawing | Missing:
        import torch

        from paragone.baselines.attngan.train import given_for, to_pixels
        from paragone.baselines.damsm.train import captions_for

        started, text = time.monotonic(), prompt.text
        generator, damsm = _load(self.path, self.damsm_path)
        captions = captions_for(damsm, [text])
        if not captions.numbers.any():
            return Missing(f"the text encoder knows no word of {text[:60]!r}", "refused")
        chance = torch.Generator().manual_seed(int(key_of("noise", prompt.id, text, seed)[:8], 16))
        with torch.inference_mode():
            images = generator(given_for(damsm, captions, chance)).images
        return Drawing(to_pixels(images[-1])[0], seconds=time.monotonic() - started)


@functools.lru_cache(maxsize=4)
def _load(path: str, damsm_path: str) -> "tuple[Generator, Damsm]":
    try:
        import torch
    except ModuleNotFoundError as error:
        raise NotReady("attngan needs torch; run `pip install 'paragone[torch]'`") from error
    from paragone.baselines.attngan.train import generator_of
    from paragone.baselines.damsm.folder import load

    if not Path(path).is_file():
        raise NotReady(f"there is no checkpoint {path}; train one with `python -m paragone.baselines.attngan.train`")
    try:
        state = torch.load(path, weights_only=True)
        net = generator_of(state["kind"])
        net.load_state_dict({**state["generator"], **state["mean"]})
    except Exception as error:  # torch raises half a dozen kinds for a damaged file
        first = str(error).partition("\n")[0][:200]
        raise BadInput(f"{path} is no checkpoint of `paragone.baselines.attngan.train`: {first}") from error
    return net.eval(), load(Path(damsm_path))


model = AttnGan
