"""What a careful colleague would notice about a run before trusting its numbers, stored in the table `notices`."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, astuple, dataclass
from pathlib import PurePosixPath
from typing import Any, Literal, TypeAlias

import polars as pl

from paragone.core.errors import NothingDrawn
from paragone.core.keys import key_of
from paragone.core.units import units_of
from paragone.stages.planning.prepared import REFERENCE
from paragone.stages.retry import untried
from paragone.store.folder import RunFolder

Level: TypeAlias = Literal["failure", "warning", "note"]  # no result at all; a result that misleads; good to know
LOSSY = {"jpg": "JPEG", "webp": "WEBP", "avif": "AVIF"}
NAMED = 20  # unreadable images that a note names; the table of samples names them all
COLUMNS = ["model", "scenario", "prompt_id", "image", "file", "width", "height", "outcome", "reason", "details"]
UNDRAWN = ("failed", "timed out", "undecodable", "absent")  # a refusal is an answer


@dataclass(frozen=True, slots=True)
class Notice:
    """One thing to know: `count` of `total` images (0: it is no matter of images) of a model, metric or both."""

    kind: str  # not drawn, out of domain, images
    level: Level
    text: str
    model: str = ""
    scenario: str = ""
    metric: str = ""
    annotator: str = ""
    count: int = 0
    total: int = 0


def foreign_cells(noticed: Iterable[Mapping[str, Any]]) -> dict[tuple[str, str], str]:
    """By model and metric, what rows of `notices` say of a judge that does not know the model's images."""
    found: dict[tuple[str, str], str] = {}
    for row in noticed:
        if row["kind"] == "out of domain" and row["metric"]:
            found.setdefault((row["model"], row["metric"]), row["text"])
    return found


def store_notices(folder: RunFolder, others: list[Notice]) -> None:
    """Make the table anew: what the samples tell, and what others have noticed."""
    samples = folder.table("samples").read(COLUMNS)
    found = [*not_drawn(samples), *others, *(Notice("images", "note", text) for text in notices(folder))]
    rows = [{"key": key_of(*astuple(notice)), **asdict(notice)} for notice in found]
    if folder.table("notices").read().to_dicts() != rows:
        folder.table("notices").replace(rows)


def read_notices(folder: RunFolder) -> list[Notice]:
    """What was noticed, the worst first; nothing in a run that has not ended yet."""
    rows = folder.table("notices").read().drop("key").to_dicts()
    order: list[Level] = ["failure", "warning", "note"]
    return sorted((Notice(**row) for row in rows), key=lambda notice: order.index(notice.level))


def dead_models(folder: RunFolder) -> dict[str, Notice]:
    """The models that drew nothing at all, each with what was noticed."""
    failures = [one for one in read_notices(folder) if one.kind == "not drawn" and one.level == "failure"]
    return {one.model: one for one in failures if one.model != REFERENCE}


def is_dead(folder: RunFolder) -> bool:
    """Whether no model of a run drew anything."""
    dead = dead_models(folder)
    return bool(dead) and set(folder.read_manifest()["models"]) <= set(dead)


def refuse_dead(folder: RunFolder) -> None:
    """Raise where no model of a run drew anything: there is nothing that its numbers could tell."""
    if is_dead(folder):
        raise NothingDrawn("; ".join(one.text for one in dead_models(folder).values()))


def not_drawn(samples: pl.DataFrame) -> list[Notice]:
    """Models without a single image, and those that lack more than half of theirs."""
    found = []
    for (model,), mine in samples.group_by(["model"], maintain_order=True):
        lost = mine.filter(pl.col("outcome").is_in(UNDRAWN))
        refused = mine.filter(pl.col("outcome") == "refused")
        for few, what in ((lost, "not drawn"), (refused, "refused")):
            if 2 * len(few) <= len(mine):
                continue
            reason = few["reason"].value_counts(sort=True)["reason"][0]
            level: Level = "failure" if what == "not drawn" and len(few) == len(mine) else "warning"
            text = f"{model}: {len(few)} of {len(mine)} {what}: {reason}{_given_up(few)}"
            found.append(Notice("not drawn", level, text, str(model), count=len(few), total=len(mine)))
    return found


def _given_up(few: pl.DataFrame) -> str:
    rest = len(few.filter(untried()))
    if not rest:
        return ""
    return f" ({rest} not tried, as {len(few) - rest} had failed; the same command goes on with them)"


def notices(folder: RunFolder) -> list[str]:
    """Unreadable images, formats and sizes, copies, images that are the reference itself, and texts asked again."""
    samples = folder.table("samples").read(COLUMNS)
    real = samples.filter(pl.col("scenario") == REFERENCE)
    drawn = samples.filter(pl.col("scenario") != REFERENCE)
    found = [*_unreadable(drawn, "images"), *_unreadable(real, "reference images")]
    seen = drawn.filter(pl.col("image").is_not_null())
    return [*found, *_formats(seen), *_sizes(seen), *_copies(seen, real), *_same_texts(folder)]


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


def _same_texts(folder: RunFolder) -> list[str]:
    """Scenarios in which prompts say the same: their intervals count texts, which is good to know."""
    asked = folder.table("prompts").read(["scenario", "prompt_id", "text", "origin"])
    found = []
    for (scenario,), rows in asked.filter(pl.col("origin").is_null()).group_by("scenario", maintain_order=True):
        again = len(units_of(rows.drop("scenario").iter_rows()))
        if again:
            texts = f"{len(rows)} prompts of {scenario} have {len(rows) - again} different texts"
            found.append(f"{texts}: prompts that say the same are one unit of chance")
    return found


def left_out(manifest: Mapping[str, Any]) -> list[str]:
    """What a run went on without: scenarios and metrics, with the reasons."""
    return [*absent_lines(manifest.get("absent", {})), *absent_lines(manifest.get("skipped", {}))]


def absent_lines(absent: Mapping[str, str]) -> list[str]:
    """Scenarios that a run does without, those with one reason together.

    >>> absent_lines({"a": "get x", "b": "get x"})
    ['left out: a, b (get x)']
    """
    reasons: dict[str, list[str]] = {}
    for name, reason in absent.items():
        reasons.setdefault(reason, []).append(name)
    return [f"left out: {', '.join(names)} ({reason})" for reason, names in reasons.items()]
