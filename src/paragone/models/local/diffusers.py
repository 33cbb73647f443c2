"""Any text-to-image pipeline of the diffusers library, by hub id or folder."""

import importlib.util
import os
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, ClassVar, Literal

import numpy as np

from paragone.core.components import Model
from paragone.core.errors import BadOption, NotReady
from paragone.core.keys import Json, key_of
from paragone.core.secrets import secrets_here, without_secrets
from paragone.core.types import Drawing, Missing, Prompt
from paragone.models._weights import weights_identity
from paragone.models.local._energy import Energy
from paragone.models.local._memory import begin_peak, peak_memory
from paragone.models.local._pipeline import DTYPES, Loading, Pipeline, load_pipeline

CODE = "1"  # raise it when the same options draw differently


@dataclass(frozen=True, slots=True)
class Diffusers(Model):
    """Draws with the pipeline at `id` (a hub id, pinned by `hub_revision`) or `path`; `call` holds further arguments.

    Each (prompt, seed) has a generator of its own on the CPU, and a batch is always full (the last one repeats a
    prompt), so an image does not depend on the images drawn beside it. With noise = "seed" all prompts of a seed start
    from the same noise, as many published scripts do.
    """

    unkeyed: ClassVar[tuple[str, ...]] = ("device",)
    id: str = ""
    path: str = ""
    hub_revision: str = ""
    variant: str = ""
    dtype: str = "auto"
    device: str = "auto"
    steps: int | None = None
    guidance: float | None = None
    width: int | None = None
    height: int | None = None
    negative: str = ""
    scheduler: str = ""  # a class of diffusers, such as DPMSolverMultistepScheduler
    lora: str = ""
    lora_path: str = ""
    lora_scale: float = 1.0
    safety: Literal["keep", "off"] = "keep"
    noise: Literal["prompt", "seed"] = "prompt"
    batch: int = 1
    call: Mapping[str, Any] = field(default_factory=dict)
    revision: str = field(init=False, repr=False)
    _loaded: list[Pipeline] = field(init=False, repr=False, compare=False, default_factory=list)
    _lock: threading.Lock = field(init=False, repr=False, compare=False, default_factory=threading.Lock)

    def __post_init__(self) -> None:
        """Refuse what no pipeline could do; weights are loaded at the first drawing."""
        if bool(self.id) == bool(self.path):
            raise BadOption("diffusers needs either id (a hub id) or path (a folder of weights)")
        if self.dtype not in DTYPES:
            raise BadOption(f"dtype is one of {', '.join(DTYPES)}, not {self.dtype!r}")
        if self.batch < 1:
            raise BadOption(f"batch is 1 or more, not {self.batch}")
        object.__setattr__(self, "revision", self._identity())

    def __reduce__(self) -> tuple[Any, ...]:
        names = [part.name for part in fields(self) if part.init]
        return _make_again, ({name: getattr(self, name) for name in names},)

    @property
    def name(self) -> str:
        """The last part of the id or folder."""
        return (self.id or self.path).rstrip("/").rpartition("/")[2]

    def check(self) -> None:
        """Whether the library and a local folder of weights are there."""
        if importlib.util.find_spec("diffusers") is None:
            raise NotReady("diffusers models need more than the base install; install paragone[hub]")
        if self.path and not (Path(self.path) / "model_index.json").is_file():
            raise NotReady(f"{self.path} holds no diffusers pipeline (no model_index.json); give another path")
        if self.lora_path and not Path(self.lora_path).exists():
            raise NotReady(f"there is no LoRA at {self.lora_path}; check lora_path, or name one of the hub by lora")
        if (
            self.id
            and os.environ.get("HF_HUB_OFFLINE", "") not in ("", "0")
            and not _is_cached(self.id, self.hub_revision)
        ):
            raise NotReady(f"the weights of {self.id} are not here and HF_HUB_OFFLINE is set; fetch them, or give path")

    def draw(self, prompts: Sequence[Prompt], seed: int) -> Sequence[Drawing | Missing]:
        """One call of the pipeline for all of these prompts."""
        import torch

        pipeline = self._pipeline()
        texts = [prompt.text for prompt in prompts]
        seeds = [self._generator_seed(text, seed) for text in texts]
        full = max(self.batch, len(texts))
        padded = [*range(len(texts)), *[0] * (full - len(texts))]
        generators = [torch.Generator("cpu").manual_seed(seeds[place]) for place in padded]
        begin_peak()
        started, energy = time.monotonic(), Energy.start()
        try:
            output = pipeline.run([texts[place] for place in padded], generator=generators, **self._arguments(full))
        except torch.OutOfMemoryError:
            torch.cuda.empty_cache()
            reason = f"out of memory with {full} images at once; lower batch or the size"
            return [Missing(reason, details={"prompt_sent": text, "may_pass": True}) for text in texts]
        except (RuntimeError, ValueError, IndexError) as error:  # one odd prompt must not end a run
            said = without_secrets(" ".join(f"the pipeline failed: {error}".split()), secrets_here())
            return [Missing(said[:300])] * len(texts)
        shared = {"settings": {**self._call(), **pipeline.settings}, "batch": full, **energy.stop(), **peak_memory()}
        if isinstance(shared["energy_j"], float):
            shared["energy_j"] /= full
        seconds = (time.monotonic() - started) / full  # images that only fill the batch up are work as well
        flags = getattr(output, "nsfw_content_detected", None) or [False] * full
        answers: list[Drawing | Missing] = []
        for text, own, image, flag in zip(texts, seeds, output.images, flags, strict=False):
            details = {"prompt_sent": text, "generator_seed": own, "safety_flagged": bool(flag), **shared}
            answers.append(Drawing(np.asarray(image.convert("RGB")), seconds=seconds, details=details))
        return answers

    def _pipeline(self) -> Pipeline:
        with self._lock:
            if not self._loaded:
                pipeline = load_pipeline(self._loading())
                pipeline.check(self._call())
                self._loaded.append(pipeline)
            return self._loaded[0]

    def _loading(self) -> Loading:
        source, lora = self.id or self.path, self.lora or self.lora_path
        where = (source, self.hub_revision, self.variant, self.dtype, self.device)
        return Loading(*where, scheduler=self.scheduler, lora=lora, lora_scale=self.lora_scale, safety=self.safety)

    def _call(self) -> dict[str, Any]:
        size = {"width": self.width, "height": self.height}
        named: dict[str, Any] = {"num_inference_steps": self.steps, "guidance_scale": self.guidance, **size}
        named["negative_prompt"] = self.negative or None
        return {**{name: value for name, value in named.items() if value is not None}, **self.call}

    def _arguments(self, count: int) -> dict[str, Any]:
        call = self._call()
        if isinstance(call.get("negative_prompt"), str):
            call["negative_prompt"] = [call["negative_prompt"]] * count
        return call

    def _generator_seed(self, text: str, seed: int) -> int:
        return seed if self.noise == "seed" else int(key_of("noise", text, seed)[:8], 16)

    def _identity(self) -> str:
        lora = weights_identity(self.lora or self.lora_path) if self.lora or self.lora_path else ""
        weights = [weights_identity(self.id or self.path, self.hub_revision), self.variant, self.dtype, lora]
        how: list[Json] = [self.scheduler, self.lora_scale, self.safety, self.noise, self.batch]
        return key_of("diffusers", CODE, weights, how, self._call())[:12]


def _is_cached(hub_id: str, revision: str) -> bool:
    from huggingface_hub import try_to_load_from_cache

    return isinstance(try_to_load_from_cache(hub_id, "model_index.json", revision=revision or None), str)


def _make_again(options: Mapping[str, Any]) -> Diffusers:
    return Diffusers(**options)


model = Diffusers
