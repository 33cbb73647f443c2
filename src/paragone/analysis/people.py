"""A metric beside people: how closely it orders images as raters do, and how far the raters agree among themselves."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from paragone.analysis.ratings import ratings_in, read_ratings, stored_ratings
from paragone.analysis.scores import RunScores, digest
from paragone.core.cells import Cell
from paragone.core.keys import content_hash, key_of
from paragone.stats.agreement import krippendorff_alpha
from paragone.stats.correlate import kendall, spearman
from paragone.store.folder import RunFolder
from paragone.store.ratings import ratings_digest

VERSION = "1"  # of how the numbers are made
SAMPLE = ("model", "scenario", "prompt_id", "seed", "image")
Row = dict[str, Any]


class Given(NamedTuple):
    """Ratings, one a row, and the hash of where they come from."""

    ratings: pl.DataFrame
    source: str


def take_ratings(folder: RunFolder, path: Path) -> None:
    """Store how each metric goes together with the ratings of a table; nothing is written where it is known."""
    scores = RunScores(folder)
    rows, is_new = _people(scores, given_by(folder, path))
    if is_new:
        with folder.writing():
            folder.table("people").replace(rows)


def store_people(scores: RunScores, given: Given) -> None:
    """The same for a caller that is the run's only writer already."""
    scores.folder.table("people").replace(_people(scores, given)[0])


def keep_current_people(scores: RunScores) -> None:
    """Drop rows that rest on scores that have changed since the ratings, which are not at hand, were last given."""
    table = scores.folder.table("people")
    stored = table.read().to_dicts()
    kept = [row for row in stored if row["key"] == _key(scores, Cell(row["scenario"], row["metric"]), row)]
    if len(kept) < len(stored):
        table.replace(kept)


def _key(scores: RunScores, cell: Cell, row: Row) -> str:
    frame = scores.frame(cell).drop_nulls("value")
    about = key_of("people", VERSION, *cell, row["question"], row["source"], dict(scores.settings), digest(frame))
    units = scores.units(cell.scenario)
    return key_of(about, dict(units)) if units else about


def given_by(folder: RunFolder, path: Path) -> Given:
    """The ratings of a file."""
    samples = folder.table("samples").read(list(SAMPLE))
    return Given(read_ratings(path, samples), content_hash(path.read_bytes()))


def given_in(folder: RunFolder) -> Given | None:
    """The ratings that the run has: those of a file in its folder, or else those that studies stored."""
    path = ratings_in(folder.root)
    if path is not None:
        return given_by(folder, path)
    digest = ratings_digest(folder)
    return Given(stored_ratings(folder), digest) if digest else None


def _people(scores: RunScores, given: Given) -> tuple[list[Row], bool]:
    """The rows of the table `people`, and whether any of them is new."""
    stored = scores.folder.table("people").read().to_dicts()
    known = {row["key"]: row for row in stored}
    ratings, source = given
    asked_people = [name for name, metric in scores.metrics.items() if metric.get("use") == "human"]
    rows = [
        row
        for cell in scores.cells
        if cell.metric not in asked_people  # people always agree with themselves
        for row in _rows(scores, cell, ratings.filter(pl.col("scenario") == cell.scenario), source, known)
    ]
    return rows, rows != stored


def _rows(scores: RunScores, cell: Cell, ratings: pl.DataFrame, source: str, known: dict[str, Row]) -> Iterator[Row]:
    frame = scores.frame(cell).drop_nulls("value")
    if ratings.is_empty() or frame.is_empty():
        return
    by_image = frame["seed"].null_count() == 0
    unit = ["model", "prompt_id", "seed"] if by_image else ["model", "prompt_id"]
    for (question,), answers in ratings.group_by("question", maintain_order=True):
        key = _key(scores, cell, {"question": str(question), "source": source})
        if key not in known:
            judged = answers.group_by(unit).agg(pl.col("value").mean().alias("people"))
            both = frame.join(judged, on=unit).group_by("model", "prompt_id").agg(pl.col("value", "people").mean())
            row = _correlations(scores, cell, str(question), both.sort("model", "prompt_id"))
            known[key] = row | {"key": key, "source": source} | _raters(answers)
        yield known[key]


def _raters(answers: pl.DataFrame) -> Row:
    return {"ratings": len(answers), "raters": answers["rater"].n_unique(), "alpha": alpha_of(answers)}


def _correlations(scores: RunScores, cell: Cell, question: str, both: pl.DataFrame) -> Row:
    columns = both["value"].to_list(), both["people"].to_list()
    # The units of chance: models' images for one prompt are drawn together.
    prompts = both["prompt_id"].replace(dict(scores.units(cell.scenario))).to_list()
    level = scores.settings["level"]
    rho, tau = (correlate(*columns, units=prompts, level=level) for correlate in (spearman, kendall))
    row = {"scenario": cell.scenario, "metric": cell.metric, "question": question, "n": rho.n, "reason": rho.reason}
    row |= {"rho": rho.value, "rho_low": rho.low, "rho_high": rho.high}
    return row | {"tau": tau.value, "tau_low": tau.low, "tau_high": tau.high}


def alpha_of(answers: pl.DataFrame) -> float | None:
    """Krippendorff's alpha of the raters, on ordered values."""
    # It asks not who rated, only that the ratings of an image stand in one column: so the k-th of each fill row k.
    items = answers.group_by("model", "prompt_id", "seed").agg("value")["value"].to_list()
    rows = [[item[k] if k < len(item) else None for item in items] for k in range(max(map(len, items)))]
    return krippendorff_alpha(rows, "ordinal")
