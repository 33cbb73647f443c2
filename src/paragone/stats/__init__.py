"""Estimates, paired differences, ranks, agreement: pure functions on numbers."""
