"""How two protocols differ, in words: numbers made under different ones are never subtracted."""

from collections.abc import Mapping
from typing import Any


def protocol_differences(one: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    """What of two protocols is not the same.

    >>> protocol_differences({"seeds": [0], "metric": "fid"}, {"seeds": [0, 1], "metric": "fid"})
    ['seeds: [0] and [0, 1]']
    """
    names = sorted(set(one) | set(other))
    return [f"{name}: {one.get(name)} and {other.get(name)}" for name in names if one.get(name) != other.get(name)]
