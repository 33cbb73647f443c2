"""Which models of a run do not compete: ceilings (the best that can be had) and floors (the least to be expected)."""

from collections.abc import Mapping, Sequence
from typing import Any


def rivals_of(roles: Mapping[str, str]) -> list[str]:
    """The models, given the role of each, that win rates are counted against; all where none competes.

    >>> rivals_of({"real": "ceiling", "mine": "", "yours": ""})
    ['mine', 'yours']
    """
    return [model for model, role in roles.items() if not role] or list(roles)


def in_order(planned: Sequence[str], ranks: Sequence[Mapping[str, Any]], roles: Mapping[str, str]) -> list[str]:
    """Models by win rate, best first; those without one last, but where no rival has one between ceiling and floor."""
    rates = {row["model"]: row["value"] for row in ranks if row["ranking"] == "win_rate" and row["value"] is not None}
    is_contest = any(model in rates for model in rivals_of(roles))
    return sorted(planned, key=lambda model: -rates.get(model, -1.0 if is_contest else 0.5))
