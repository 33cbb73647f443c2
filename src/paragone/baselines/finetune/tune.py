"""Tunes the U-Net of a latent diffusion pipeline (Stable Diffusion and its kin) on captioned images.

What a step does follows from the seed and its number alone, so that a tuning that was killed and goes on from its last
checkpoint ends as if it never had been (bit by bit on one thread of a CPU). Text encoder and autoencoder stay.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import mse_loss

from paragone.baselines.finetune.data import Captioned
from paragone.baselines.training import save
from paragone.core.errors import BadOption, NotReady
from paragone.core.types import Pixels

TARGETS = ["to_q", "to_k", "to_v", "to_out.0"]  # what diffusers' own LoRA script adapts
STATE = "tuning.pt"


@dataclass(frozen=True, slots=True)
class Settings:
    """Names and defaults of diffusers' training scripts; rank 0 tunes the whole U-Net."""

    rank: int = 4
    train_batch_size: int = 16
    max_train_steps: int = 1000
    gradient_accumulation_steps: int = 1
    learning_rate: float = 1e-4
    lr_scheduler: str = "constant"
    lr_warmup_steps: int = 500
    adam_weight_decay: float = 1e-2
    max_grad_norm: float = 1.0
    checkpointing_steps: int = 500
    random_flip: bool = False
    mixed_precision: str = "no"  # or bf16
    seed: int = 0
    device: str = "cpu"


class Tuning:
    """A pipeline, what of it learns, the optimiser, and how many steps they have had."""

    def __init__(self, source: str, settings: Settings) -> None:
        from diffusers import DDPMScheduler
        from diffusers.optimization import get_scheduler

        self.settings = settings
        torch.manual_seed(settings.seed)
        self.pipeline = load(source)
        self.noise = DDPMScheduler.from_config(self.pipeline.scheduler.config)
        self.learning = _learning(self.pipeline, settings)
        self.pipeline.to(settings.device)
        self.optimiser = torch.optim.AdamW(
            self.learning, lr=settings.learning_rate, weight_decay=settings.adam_weight_decay
        )
        warm = (
            settings.lr_warmup_steps if "warmup" in settings.lr_scheduler or settings.lr_scheduler != "constant" else 0
        )
        self.rate = get_scheduler(
            settings.lr_scheduler,
            optimizer=self.optimiser,
            num_warmup_steps=warm,
            num_training_steps=settings.max_train_steps,
        )
        self.steps = 0

    def state(self) -> dict[str, Any]:
        """All of it, to be saved."""
        rest = {"optimiser": self.optimiser.state_dict(), "rate": self.rate.state_dict(), "steps": self.steps}
        return {"learning": [weight.detach().cpu() for weight in self.learning], **rest}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from a saved state."""
        if [weight.shape for weight in state["learning"]] != [weight.shape for weight in self.learning]:
            raise BadOption("the checkpoint is of another model or rank; take another --output-dir or the same options")
        with torch.no_grad():
            for weight, kept in zip(self.learning, state["learning"], strict=True):
                weight.copy_(kept)
        self.optimiser.load_state_dict(state["optimiser"])
        self.rate.load_state_dict(state["rate"])
        self.steps = state["steps"]

    def step(self, data: Captioned) -> float:
        """One step of the optimiser over all its batches; gives the loss."""
        rng = np.random.default_rng([self.settings.seed, self.steps])
        self.optimiser.zero_grad(set_to_none=True)
        parts = self.settings.gradient_accumulation_steps
        total = 0.0
        for _ in range(parts):
            loss = self.loss(data, rng) / parts
            loss.backward()
            total += float(loss.detach())
        torch.nn.utils.clip_grad_norm_(self.learning, self.settings.max_grad_norm)
        self.optimiser.step()
        self.rate.step()
        self.steps += 1
        return total

    def loss(self, data: Captioned, rng: np.random.Generator) -> Tensor:
        """How wrong the U-Net is about the noise (or velocity) of a batch at random times."""
        run, device = self.pipeline, self.settings.device
        images, texts = _batch(data, self.settings, rng)
        with torch.no_grad():
            said = run.vae.encode(images.to(device, run.vae.dtype)).latent_dist
            latents = said.mean + said.std * _normal(said.mean, rng)
            latents = latents * run.vae.config.scaling_factor
            encoded = run.text_encoder(_numbers(run, texts).to(device))[0]
        noise = _normal(latents, rng)
        at = torch.from_numpy(rng.integers(self.noise.config.num_train_timesteps, size=len(texts))).to(device)
        noisy = self.noise.add_noise(latents, noise, at)
        wanted = {"epsilon": lambda: noise, "v_prediction": lambda: self.noise.get_velocity(latents, noise, at)}
        kind = self.noise.config.prediction_type
        if kind not in wanted:
            raise BadOption(f"the pipeline's scheduler predicts {kind!r}; epsilon and v_prediction can be tuned")
        with torch.autocast(device, dtype=torch.bfloat16, enabled=self.settings.mixed_precision == "bf16"):
            answer = run.unet(noisy, at, encoded).sample
        return mse_loss(answer.float(), wanted[kind]().float())

    def write(self, folder: Path) -> None:
        """What `paragone run` takes: a LoRA's file, or the whole pipeline."""
        folder.mkdir(parents=True, exist_ok=True)
        if self.settings.rank == 0:
            self.pipeline.save_pretrained(folder)
            return
        from diffusers.utils import convert_state_dict_to_diffusers
        from peft.utils import get_peft_model_state_dict

        weights = convert_state_dict_to_diffusers(get_peft_model_state_dict(self.pipeline.unet))
        type(self.pipeline).save_lora_weights(folder, unet_lora_layers=weights)

    def draw(self, prompt: str) -> Pixels:
        """An image for a prompt, the same noise each time."""
        generator = torch.Generator("cpu").manual_seed(self.settings.seed)
        self.pipeline.set_progress_bar_config(disable=True)
        image = self.pipeline(prompt, generator=generator, num_inference_steps=20).images[0]
        return np.asarray(image.convert("RGB"), dtype=np.uint8)


def load(source: str) -> Any:
    """A pipeline with a U-Net, an autoencoder and one text encoder, from a folder or the hub."""
    from diffusers import DiffusionPipeline

    try:
        run = DiffusionPipeline.from_pretrained(source)
    except Exception as error:  # the hub's client, its network library and the readers each have errors of their own
        said = " ".join(str(error).split())[:160]
        raise NotReady(f"cannot load {source!r}: {said}; fetch the weights or give a folder") from error
    needed = {"unet", "vae", "text_encoder", "tokenizer", "scheduler"}
    if not needed <= set(run.components) or "text_encoder_2" in run.components:
        raise BadOption(f"{type(run).__name__} cannot be tuned here; it takes pipelines like Stable Diffusion 1 and 2")
    return run


def tune(
    tuning: Tuning, data: Captioned, folder: Path, *, tell: Callable[[dict[str, float]], None], look: Callable[[], None]
) -> None:
    """Tune until the last step; every so many steps a checkpoint, a row for `tell`, and a `look` at samples."""
    settings, losses = tuning.settings, []
    while tuning.steps < settings.max_train_steps:
        losses.append(tuning.step(data))
        if tuning.steps % settings.checkpointing_steps == 0 or tuning.steps == settings.max_train_steps:
            save(tuning.state(), folder / STATE)
            rate = tuning.optimiser.param_groups[0]["lr"]
            tell({"step": tuning.steps, "loss": float(np.mean(losses)), "rate": rate})
            losses = []
            look()
    tuning.write(folder)


def start(source: str, settings: Settings, folder: Path) -> Tuning:
    """A tuning that begins, or goes on from the folder's checkpoint."""
    tuning = Tuning(source, settings)
    if (folder / STATE).is_file():
        tuning.restore(torch.load(folder / STATE, weights_only=True))
    return tuning


def _learning(run: Any, settings: Settings) -> list[Any]:
    for part in (run.vae, run.text_encoder, run.unet):
        part.requires_grad_(requires_grad=False)
    if settings.rank == 0:
        run.unet.requires_grad_(requires_grad=True)
    else:
        from peft import LoraConfig

        config = LoraConfig(
            r=settings.rank, lora_alpha=settings.rank, init_lora_weights="gaussian", target_modules=TARGETS
        )
        run.unet.add_adapter(config)
    return [weight for weight in run.unet.parameters() if weight.requires_grad]


def _batch(data: Captioned, settings: Settings, rng: np.random.Generator) -> tuple[Tensor, list[str]]:
    rows = [data.get(int(number)) for number in rng.integers(data.count, size=settings.train_batch_size)]
    pixels = np.stack([image for image, _ in rows])
    if settings.random_flip:
        flip = rng.random(len(rows)) < 0.5
        pixels[flip] = pixels[flip][:, :, ::-1]
    return torch.from_numpy(pixels).permute(0, 3, 1, 2).float() / 127.5 - 1, [text for _, text in rows]


def _numbers(run: Any, texts: list[str]) -> Tensor:
    longest = run.tokenizer.model_max_length
    encoded = run.tokenizer(texts, max_length=longest, padding="max_length", truncation=True, return_tensors="pt")
    numbers: Tensor = encoded.input_ids
    return numbers


def _normal(like: Tensor, rng: np.random.Generator) -> Tensor:
    drawn = rng.standard_normal(tuple(like.shape), dtype=np.float32)
    return torch.from_numpy(drawn).to(like.device, like.dtype)
