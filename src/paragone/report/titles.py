"""What metrics are called for people: their titles, each told apart from the others of its run."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

PARTS = {  # features that are no whole image's
    "inception_spatial": "spatial features",
    "inception_spatial_adm": "spatial features, ADM's",
    "coco_detector_crops": "objects",
    "scene_detector_crops": "objects in scenes",
    **{f"faces_mtcnn_crops.{part}": "faces" if part == "face" else part for part in ("face", "eyes", "mouth", "nose")},
}


def titles_of(metrics: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """The title of each metric of a manifest; where two have one title, what their names tell of them is added.

    >>> fids = {"fid(inception_fid)": {"title": "FID"}, "fid(dinov2)": {"title": "FID"}}
    >>> titles_of(fids | {"blackout": {"title": "Blackout"}})
    {'fid(inception_fid)': 'FID (inception_fid)', 'fid(dinov2)': 'FID (dinov2)', 'blackout': 'Blackout'}
    """
    titles = {name: str(metric.get("title") or name) for name, metric in metrics.items()}
    for name, title in titles.items():
        part = PARTS.get(_options(name).partition(",")[0])
        titles[name] = f"{title} of {part}" if part else title
    counts = Counter(titles.values())
    return {name: title if counts[title] == 1 else f"{title} ({_options(name)})" for name, title in titles.items()}


def _options(name: str) -> str:
    inner = name.partition("(")[2].removesuffix(")")
    return inner or name
