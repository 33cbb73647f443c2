"""What a careful colleague would notice about the images of a run before trusting its numbers."""

from collections import Counter
from collections.abc import Mapping
from pathlib import PurePosixPath

import polars as pl

from paragone.stages.planning.prepared import REFERENCE
from paragone.store.folder import RunFolder

LOSSY = {"jpg": "JPEG", "webp": "WEBP", "avif": "AVIF"}
NAMED = 20  # unreadable images that a note names; the table of samples names them all


def notices(folder: RunFolder) -> list[str]:
    """Unreadable images, lossy or mixed formats, mixed sizes, duplicates, and images that are the reference itself."""
    columns = ["scenario", "prompt_id", "image", "file", "width", "height", "outcome", "reason", "details"]
    samples = folder.table("samples").read(columns)
    real = samples.filter(pl.col("scenario") == REFERENCE)
    drawn = samples.filter(pl.col("scenario") != REFERENCE)
    found = [*_unreadable(drawn, "images"), *_unreadable(real, "reference images")]
    seen = drawn.filter(pl.col("image").is_not_null())
    return [*found, *_formats(seen), *_sizes(seen), *_copies(seen, real)]


def _unreadable(samples: pl.DataFrame, what: str) -> list[str]:
    lost = samples.filter(pl.col("outcome") == "undecodable")
    if not len(lost):
        return []
    files = lost["details"].str.json_path_match("$.file").fill_null(lost["prompt_id"]).to_list()
    more = f" and {len(lost) - NAMED} more" if len(lost) > NAMED else ""
    first = lost["reason"][0]
    names = ", ".join(files[:NAMED])
    return [f"{what} that cannot be read and are left out: {len(lost)} ({names}{more}); the first: {first}"]


def _formats(seen: pl.DataFrame) -> list[str]:
    suffixes = Counter(PurePosixPath(file).suffix[1:] for file in seen["file"])
    names = {suffix: LOSSY.get(suffix, suffix.upper()) for suffix in suffixes}
    if len(suffixes) > 1:
        listed = ", ".join(f"{count} {names[suffix]}" for suffix, count in suffixes.most_common())
        return [f"mixed formats ({listed}): compression changes FID and its kin"]
    lossy = [names[suffix] for suffix in suffixes if suffix in LOSSY]
    return [f"all images are {name}, which loses detail: compare only with others stored alike" for name in lossy]


def _sizes(seen: pl.DataFrame) -> list[str]:
    sizes = Counter(seen.select("width", "height").iter_rows())
    if len(sizes) < 2:
        return []
    (width, height), count = sizes.most_common(1)[0]
    most = f"{count} of {len(seen)} are {width}x{height}"
    return [f"{len(sizes)} different sizes ({most}): each metric resizes as its protocol says"]


def _copies(seen: pl.DataFrame, real: pl.DataFrame) -> list[str]:
    twice = len(seen) - seen["image"].n_unique()
    found = [f"exact copies of other images: {twice}"] if twice else []
    shared = int(seen["image"].is_in(real["image"].drop_nulls().to_list()).sum())
    if shared:
        found.append(f"images that are byte for byte in the reference: {shared}; distances to it come out too small")
    return found


def absent_lines(absent: Mapping[str, str]) -> list[str]:
    """Scenarios that a run does without, those with one reason together.

    >>> absent_lines({"a": "get x", "b": "get x"})
    ['left out: a, b (get x)']
    """
    reasons: dict[str, list[str]] = {}
    for name, reason in absent.items():
        reasons.setdefault(reason, []).append(name)
    return [f"left out: {', '.join(names)} ({reason})" for reason, names in reasons.items()]
