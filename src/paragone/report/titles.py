"""What metrics are called for people: their titles, each told apart from the others of its run."""

from collections import Counter
from collections.abc import Mapping
from typing import Any


def titles_of(metrics: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """The title of each metric of a manifest; where two have one title, what their names tell of them is added.

    >>> fids = {"fid(inception_fid)": {"title": "FID"}, "fid(dinov2)": {"title": "FID"}}
    >>> titles_of(fids | {"blackout": {"title": "Blackout"}})
    {'fid(inception_fid)': 'FID (inception_fid)', 'fid(dinov2)': 'FID (dinov2)', 'blackout': 'Blackout'}
    """
    titles = {name: str(metric.get("title") or name) for name, metric in metrics.items()}
    counts = Counter(titles.values())
    return {name: title if counts[title] == 1 else f"{title} ({_options(name)})" for name, title in titles.items()}


def _options(name: str) -> str:
    inner = name.partition("(")[2].removesuffix(")")
    return inner or name
