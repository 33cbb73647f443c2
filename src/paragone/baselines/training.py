"""What all our trainings share: steps with gradients of all processes, a running mean of weights, safe checkpoints."""

import math
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
import torch
import typer
from torch import Tensor, nn

Network = TypeVar("Network", bound=nn.Module)
Loss = TypeVar("Loss", float, tuple[float, float], covariant=True)
DECAY = 0.998  # of the running mean of the weights, which is what is kept


def averaged(net: nn.Module, seconds: float) -> float:
    """Replace each gradient by its mean over the processes; gives the mean of their clocks: all end together."""
    if not torch.distributed.is_initialized():
        return seconds
    gradients = [weight.grad for weight in net.parameters() if weight.grad is not None]
    flat = torch.cat([*(gradient.flatten() for gradient in gradients), torch.tensor([seconds])])
    torch.distributed.all_reduce(flat)
    flat /= torch.distributed.get_world_size()
    start = 0
    for gradient in gradients:
        gradient.copy_(flat[start : start + gradient.numel()].view_as(gradient))
        start += gradient.numel()
    return float(flat[-1])


def quick() -> torch.autocast:
    """Passes of networks in bfloat16, half as fast again where a processor has it; losses and weights stay float32."""
    return torch.autocast("cpu", dtype=torch.bfloat16)


def follow(mean: nn.Module, net: nn.Module, steps: int) -> None:
    """Move the running mean towards the weights after so many steps; at first it follows faster."""
    keep = min(DECAY, steps / (steps + 20))
    for kept, value in zip(mean.state_dict().values(), net.state_dict().values(), strict=True):
        if kept.dtype.is_floating_point:
            kept.lerp_(value, 1 - keep)


def save(state: dict[str, Any], out: Path) -> None:
    """Write a checkpoint aside and rename it: a killed training leaves the one before."""
    part = out.with_suffix(".part")
    torch.save(state, part)
    part.replace(out)


class Steps(Protocol[Loss]):
    """A training that is counted in CPU seconds and knows how far it is."""

    steps: int
    seconds: float

    def step(self) -> Loss:
        """One batch; gives its loss or losses."""


def train_for(minutes: float, training: Steps[Loss], keep: Callable[[], None], *names: str) -> None:
    """Take steps until it has had that many minutes; every minute by the clock, keep it and say the mean losses."""
    kept, losses = time.monotonic(), []
    while training.seconds < 60 * minutes:
        losses.append(training.step())
        if time.monotonic() - kept > 60:
            keep()
            means = np.atleast_1d(np.mean(losses, axis=0))
            told = " ".join(f"{name} {mean:.3f}" for name, mean in zip(names, means, strict=True))
            typer.echo(f"{training.seconds / 60:5.1f} min step {training.steps} {told}")
            kept, losses = time.monotonic(), []
    keep()


def rate_at(part: float, *, peak: float, rise: float) -> float:
    """The learning rate when that part of the time is over: a rise during its first part, then half a cosine to 0."""
    return peak * max(min(part / rise, 1.0) * 0.5 * (1 + math.cos(math.pi * min(part, 1.0))), 1e-3)


class Learner(Generic[Network]):
    """A network, its running mean, the optimiser, and how many seconds of training they have had."""

    def __init__(self, net: Network, mean: Network, *, rate: float) -> None:
        self.net, self.mean = net.to(memory_format=torch.channels_last), mean  # a fifth faster
        self.mean.load_state_dict(self.net.state_dict())
        learning = [weight for weight in self.net.parameters() if weight.requires_grad]
        self.optimiser = torch.optim.AdamW(learning, lr=rate, weight_decay=0.02)
        self.seconds, self.steps = 0.0, 0
        self.start_clock()

    def start_clock(self) -> None:
        """Count time from now on."""
        self._last = time.process_time()

    def state(self) -> dict[str, Any]:
        """All of it, to be saved."""
        weights = {"net": self.net.state_dict(), "mean": self.mean.state_dict()}
        return {**weights, "optimiser": self.optimiser.state_dict(), "at": (self.seconds, self.steps)}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from a saved state."""
        self.net.load_state_dict(state["net"])
        self.mean.load_state_dict(state["mean"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.seconds, self.steps = state["at"]

    def descend(self, loss: Tensor, rate: float) -> float:
        """One step down the loss of a batch, with the gradients of all processes; gives the loss."""
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        now = time.process_time()
        self.seconds = averaged(self.net, self.seconds + now - self._last)
        self._last = now
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self.optimiser.step()
        self.steps += 1
        follow(self.mean, self.net, self.steps)
        return float(loss.detach())
