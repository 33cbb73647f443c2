"""The losses of the game between generator and discriminator, as the source adds them up."""

import torch
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits

from paragone.baselines.attngan.discriminator import Answer


def discriminator_loss(real: Answer, fake: Answer, wrong: Tensor) -> Tensor:
    """`wrong` are the logits of real images beside the caption of another.

    (real + fitting) / 2 + (fake + fake, fitting + wrong) / 3, each a binary cross entropy.
    """
    positive = _is(real.plain, 1.0) + _is(real.fitting, 1.0)
    negative = _is(fake.plain, 0.0) + _is(fake.fitting, 0.0) + _is(wrong, 0.0)
    return positive / 2 + negative / 3


def generator_loss(fake: Answer) -> Tensor:
    """Of one size: to be taken for real, alone and beside the caption."""
    return _is(fake.plain, 1.0) + _is(fake.fitting, 1.0)


def conditioning_loss(mean: Tensor, log_variance: Tensor) -> Tensor:
    """The mean, not the sum, over batch and dimensions of KL(N(mean, variance) || N(0, 1)).

    >>> mean, log_variance = torch.tensor([[0.0, 1.0, -1.0]]), torch.log(torch.tensor([[1.0, 2.0, 0.5]]))
    >>> round(conditioning_loss(mean, log_variance).item(), 6)
    0.416667
    """
    return -0.5 * torch.mean(1 + log_variance - mean**2 - torch.exp(log_variance))


def _is(logits: Tensor, wanted: float) -> Tensor:
    return binary_cross_entropy_with_logits(logits, torch.full_like(logits, wanted))
