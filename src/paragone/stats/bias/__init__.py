"""How far a model's people are from balance: measures, tests against a fair model, the detector's own error."""

from paragone.stats.bias.balance import Balance, balance_of, exact_p
from paragone.stats.bias.correction import (
    Confusion,
    confusion_of,
    corrected_interval,
    corrected_share_interval,
    corrected_shares,
)
from paragone.stats.bias.shares import (
    entropy,
    expected_deviation,
    kullback_leibler,
    l1_norm,
    mean_absolute_deviation,
    parity_ratio,
    shares_of,
    standard_deviation,
)
from paragone.stats.bias.uncertain import WithUncertain, share_of_all, slopes, with_uncertain

__all__ = [
    "Balance",
    "Confusion",
    "WithUncertain",
    "balance_of",
    "confusion_of",
    "corrected_interval",
    "corrected_share_interval",
    "corrected_shares",
    "entropy",
    "exact_p",
    "expected_deviation",
    "kullback_leibler",
    "l1_norm",
    "mean_absolute_deviation",
    "parity_ratio",
    "share_of_all",
    "shares_of",
    "slopes",
    "standard_deviation",
    "with_uncertain",
]
