"""Flow matching: the straight way from noise to the truth, what is lost on it, and steps along it.

x_t = (1 - t) noise + t x. The networks say x; the loss is on the velocity x - noise, which is (x - x_t) / (1 - t)
(Lipman et al. 2023, Liu et al. 2023).
"""

from collections.abc import Callable

import numpy as np
import torch
from torch import Tensor

LEAST_LEFT = 0.1  # the last tenth of the way weighs no more than its beginning


def times(count: int, rng: np.random.Generator) -> Tensor:
    """Times for a batch: logit-normal, so the middle of the way is met most often (Esser et al. 2024)."""
    return torch.from_numpy((1 / (1 + np.exp(-rng.standard_normal(count)))).astype(np.float32))


def on_the_way(truth: Tensor, noise: Tensor, t: Tensor) -> Tensor:
    """Where each row of a batch is at its time."""
    t = t.reshape(-1, *[1] * (truth.ndim - 1))
    return (1 - t) * noise + t * truth


def velocity_loss(said: Tensor, truth: Tensor, t: Tensor) -> Tensor:
    """The mean squared error of the velocity that the answers stand for."""
    left = (1 - t).clamp(min=LEAST_LEFT).reshape(-1, *[1] * (truth.ndim - 1))
    return ((said - truth) / left).square().mean()


def noise_like(truth: Tensor, rng: np.random.Generator) -> Tensor:
    """Noise of a tensor's shape."""
    return torch.from_numpy(rng.standard_normal(tuple(truth.shape), dtype=np.float32))


def loss_along(say: Callable[[Tensor, Tensor], Tensor], truth: Tensor, rng: np.random.Generator) -> Tensor:
    """The loss of a batch at random times: `say` is given where it is and when, and says the truth."""
    t = times(len(truth), rng)
    return velocity_loss(say(on_the_way(truth, noise_like(truth, rng), t), t), truth, t)
