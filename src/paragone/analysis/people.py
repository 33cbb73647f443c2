"""A metric beside people: how closely it orders images as raters do, and how far the raters agree among themselves."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl

from paragone.analysis.ratings import read_ratings
from paragone.analysis.scores import RunScores, digest
from paragone.core.cells import Cell
from paragone.core.keys import content_hash, key_of
from paragone.stats.agreement import krippendorff_alpha
from paragone.stats.correlate import kendall, spearman
from paragone.store.folder import RunFolder

VERSION = "1"  # of how the numbers are made
SAMPLE = ("model", "scenario", "prompt_id", "seed", "image")
Row = dict[str, Any]


def take_ratings(folder: RunFolder, path: Path) -> None:
    """Store how each metric goes together with the ratings of a table; nothing is written where it is known."""
    scores = RunScores(folder)
    rows, is_new = _people(scores, path)
    if is_new:
        with folder.writing():
            folder.table("people").replace(rows)


def store_people(scores: RunScores, path: Path) -> None:
    """The same for a caller that is the run's only writer already."""
    scores.folder.table("people").replace(_people(scores, path)[0])


def keep_current_people(scores: RunScores) -> None:
    """Drop rows that rest on scores that have changed since the ratings, which are not at hand, were last given."""
    table = scores.folder.table("people")
    stored = table.read().to_dicts()
    kept = [row for row in stored if row["key"] == _key(scores, Cell(row["scenario"], row["metric"]), row)]
    if len(kept) < len(stored):
        table.replace(kept)


def _key(scores: RunScores, cell: Cell, row: Row) -> str:
    frame = scores.frame(cell).drop_nulls("value")
    return key_of("people", VERSION, *cell, row["question"], row["source"], dict(scores.settings), digest(frame))


def _people(scores: RunScores, path: Path) -> tuple[list[Row], bool]:
    """The rows of the table `people`, and whether any of them is new."""
    stored = scores.folder.table("people").read().to_dicts()
    known = {row["key"]: row for row in stored}
    ratings = read_ratings(path, scores.folder.table("samples").read(list(SAMPLE)))
    source = content_hash(path.read_bytes())
    rows = [
        row
        for cell in scores.cells
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
    prompts = both["prompt_id"].to_list()  # the unit of chance: models' images for one prompt are drawn together
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
