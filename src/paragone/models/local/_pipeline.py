"""A diffusers pipeline, loaded as asked: weights, precision, device, scheduler, LoRA and safety checker."""

import inspect
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from paragone.core.errors import BadOption, NotReady
from paragone.core.keys import Json
from paragone.models._device import pick_device

DTYPES = ("auto", "float32", "float16", "bfloat16")


@dataclass(frozen=True)
class Loading:
    """What to load and how; `auto` precision is float16 on a GPU and float32 elsewhere."""

    source: str  # a hub id or folder
    hub_revision: str = ""
    variant: str = ""
    dtype: str = "auto"
    device: str = "auto"
    scheduler: str = ""
    lora: str = ""
    lora_scale: float = 1.0
    safety: str = "keep"


@dataclass
class Pipeline:
    """A loaded pipeline and what is worth recording of it."""

    run: Any
    settings: dict[str, Json] = field(default_factory=dict)

    def check(self, call: Mapping[str, Any]) -> None:
        """Refuse settings that this pipeline does not take, by name."""
        known = list(inspect.signature(self.run.__call__).parameters)
        for name in call:
            if name not in known:
                raise BadOption(f"{type(self.run).__name__} does not take {name!r}; it takes {', '.join(known)}")


def load_pipeline(wanted: Loading) -> Pipeline:
    """The pipeline on its device; what is not here is one line."""
    try:
        import diffusers
        import torch
        import transformers
    except ImportError as error:
        raise NotReady("diffusers models need more than the base install; install paragone[hub]") from error
    device = pick_device(wanted.device)
    dtype = wanted.dtype if wanted.dtype != "auto" else "float16" if device.startswith("cuda") else "float32"
    options: dict[str, Any] = {"dtype": getattr(torch, dtype), "variant": wanted.variant or None}
    options["revision"] = wanted.hub_revision or None
    if wanted.safety == "off":
        options |= {"safety_checker": None, "requires_safety_checker": False}
    diffusers.utils.logging.disable_progress_bar()
    transformers.utils.logging.disable_progress_bar()
    try:
        run = diffusers.DiffusionPipeline.from_pretrained(wanted.source, **options)
    except Exception as error:  # the hub's client, its network library and the readers each have errors of their own
        said = " ".join(str(error).split())[:160]
        raise NotReady(f"cannot load {wanted.source!r}: {said}; fetch the weights or give path = a folder") from error
    _set_scheduler(run, wanted.scheduler)
    if wanted.lora:
        _add_lora(run, wanted)
    run.set_progress_bar_config(disable=True)
    run.to(device)
    return Pipeline(run, _settings(run, dtype=dtype, device=device, lora=wanted.lora))


def _set_scheduler(run: Any, name: str) -> None:
    if not name:
        return
    fitting = {kind.__name__: kind for kind in run.scheduler.compatibles}
    if name not in fitting:
        raise BadOption(f"the scheduler {name!r} does not fit this pipeline; {', '.join(sorted(fitting))} do")
    run.scheduler = fitting[name].from_config(run.scheduler.config)


def _add_lora(run: Any, wanted: Loading) -> None:
    try:
        run.load_lora_weights(wanted.lora)
        run.fuse_lora(lora_scale=wanted.lora_scale)
    except Exception as error:  # as above, and peft's
        said = " ".join(str(error).split())[:160]
        raise NotReady(f"cannot load the LoRA {wanted.lora!r}: {said}; check lora or lora_path") from error


def _settings(run: Any, *, dtype: str, device: str, lora: str) -> dict[str, Json]:
    import diffusers
    import torch

    has_checker = "safety_checker" in run.components
    checker = "none" if not has_checker else "off" if run.safety_checker is None else "on"
    networks = [part for part in run.components.values() if isinstance(part, torch.nn.Module)]
    parameters = sum(weight.numel() for network in networks for weight in network.parameters())
    return {
        **{"pipeline": type(run).__name__, "dtype": dtype, "device": device, "safety_checker": checker},
        **{"scheduler": type(run.scheduler).__name__, "lora": lora or None, "parameters": parameters},
        **{"diffusers": diffusers.__version__, "torch": torch.__version__},
    }
