"""People who answer: whose answers to trust, what is true behind them, and how far chance in people reaches."""

from paragone.stats.raters.dawid_skene import Consensus, dawid_skene

__all__ = ["Consensus", "dawid_skene"]
