"""Preferences between pairs: abilities from wins and ties."""

from paragone.stats.preference.bradley_terry import Abilities, bradley_terry

__all__ = ["Abilities", "bradley_terry"]
