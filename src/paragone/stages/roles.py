"""Which models of a run do not compete: ceilings (the best that can be had) and floors (the least to be expected)."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

Role: TypeAlias = Literal["ceiling", "floor", ""]


def role_of(use: str) -> Role:
    """What a model of the catalogue stands for: real photographs and an oracle, or drawings for other prompts.

    >>> role_of("real"), role_of("scene_oracle"), role_of("scene_shuffled"), role_of("diffusers")
    ('ceiling', 'ceiling', 'floor', '')
    """
    if use == "real" or use.endswith("oracle"):
        return "ceiling"
    return "floor" if use.endswith("shuffled") else ""


def rivals_of(uses: Mapping[str, str]) -> list[str]:
    """The models, given what each is an entry of, that win rates are counted against; all where none competes."""
    return [model for model, use in uses.items() if not role_of(use)] or list(uses)


def in_order(planned: Sequence[str], ranks: Sequence[Mapping[str, Any]], uses: Mapping[str, str]) -> list[str]:
    """Models by win rate, best first; those without one last, but where no rival has one between ceiling and floor."""
    rates = {row["model"]: row["value"] for row in ranks if row["ranking"] == "win_rate" and row["value"] is not None}
    is_contest = any(model in rates for model in rivals_of(uses))
    return sorted(planned, key=lambda model: -rates.get(model, -1.0 if is_contest else 0.5))
