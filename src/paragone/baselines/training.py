"""What all our trainings share: gradients averaged over processes, a running mean of weights, safe checkpoints."""

from pathlib import Path
from typing import Any

import torch
from torch import nn

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
