"""The page People: how answers spread over each model, and each metric beside people, with where they disagree."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl
from markupsafe import Markup

from paragone.report import urls
from paragone.report.pages.prompts import is_sensitive
from paragone.report.read.reader import Reader

WIDE, HIGH, EDGE = 640.0, 420.0, 14.0
MOST_POINTS, MOST_APART, MOST_CHARTS = 600, 6, 6
UNIT = ["model", "prompt_id", "seed"]


@dataclass(frozen=True)
class Spread:
    """One model's answers: how many of each."""

    model: str
    n: int
    mean: str
    shares: list[tuple[str, float]]  # the answer and its share, in hundredths


@dataclass(frozen=True)
class Point:
    """An image: what the metric and people say of it."""

    x: float
    y: float
    words: str
    page: str
    apart: float  # of the two ranks, as shares
    thumbnail: str  # empty where it should not be shown unasked


@dataclass(frozen=True)
class Chart:
    """A metric beside people on a scenario."""

    metric: str
    scenario: str
    levels: list[dict[str, Any]]
    points: list[Point]

    def drawn(self, root: str) -> Markup:
        """The points as SVG, each a link."""
        circles = Markup("").join(
            Markup('<a href="{}{}"><circle cx="{:.1f}" cy="{:.1f}" r="5"><title>{}</title></circle></a>').format(
                root, one.page, one.x, one.y, one.words
            )
            for one in self.points
        )
        label = f"{len(self.points)} images: {self.metric} across, people upward"
        box = Markup('<svg class="beside" viewBox="0 0 {:.0f} {:.0f}" role="group" aria-label="{}">{}</svg>')
        return box.format(WIDE, HIGH, label, circles)

    @property
    def apart(self) -> list[Point]:
        """Where metric and people disagree most."""
        return sorted(self.points, key=lambda one: -one.apart)[:MOST_APART]


@dataclass(frozen=True)
class Asked:
    """One question."""

    question: str
    answers: int
    people: int
    spreads: list[Spread]
    charts: list[Chart]


@dataclass(frozen=True)
class PeoplePage:
    """Every question that people were asked."""

    title: str
    asked: list[Asked]


def has_people(reader: Reader) -> bool:
    """Whether people rated images of the run."""
    return not reader.folder.table("ratings").read(["key"]).is_empty()


def people_page(reader: Reader) -> PeoplePage | None:
    """The page, where there are ratings."""
    ratings = reader.folder.table("ratings").read()
    if ratings.is_empty():
        return None
    levels = reader.folder.table("people_levels").read().to_dicts()
    asked = []
    for (question,), rows in ratings.group_by("question", maintain_order=True):
        mine = [row for row in levels if row["question"] == question]
        charts = _charts(reader, rows.drop_nulls("value").filter(pl.col("other").is_null()), mine)
        asked.append(Asked(str(question), len(rows), rows["rater"].n_unique(), _spreads(rows), charts))
    return PeoplePage("People", asked)


def _spreads(rows: pl.DataFrame) -> list[Spread]:
    found = []
    order = rows.group_by("answer").agg(pl.col("value").mean(), pl.len()).sort("value", "len", "answer")
    answers = order["answer"].to_list()[:12]
    for (model,), mine in rows.sort("model").group_by("model", maintain_order=True):
        counts = dict(mine.group_by("answer").len().iter_rows())
        shares = [(str(one), 100 * counts.get(one, 0) / len(mine)) for one in answers]
        values = mine["value"].drop_nulls().to_list()
        mean = f"{sum(values) / len(values):.2f}" if values else ""
        found.append(Spread(str(model), len(mine), mean, shares))
    return found


def _charts(reader: Reader, ratings: pl.DataFrame, levels: Sequence[dict[str, Any]]) -> list[Chart]:
    """The metrics that go together with people most closely, or most against them, at the level of images."""
    of_images = [row for row in levels if row["level"] == "image" and row["spearman"] is not None]
    found = []
    for row in sorted(of_images, key=lambda one: -abs(one["spearman"]))[:MOST_CHARTS]:
        here = [one for one in levels if (one["metric"], one["scenario"]) == (row["metric"], row["scenario"])]
        points = _points(reader, ratings, row["metric"], row["scenario"])
        if points:
            found.append(Chart(row["metric"], row["scenario"], here, points))
    return found


def _points(reader: Reader, ratings: pl.DataFrame, metric: str, scenario: str) -> list[Point]:
    judged = ratings.filter(pl.col("scenario") == scenario).group_by(UNIT).agg(pl.col("value").mean().alias("people"))
    identity = reader.manifest["metrics"][metric]["identity"]
    where = (pl.col("metric_key") == identity) & (pl.col("scenario") == scenario) & pl.col("seed").is_not_null()
    scores = reader.folder.table("scores").read([*UNIT, "value"], where=where).drop_nulls("value")
    samples = reader.folder.table("samples").read([*UNIT, "key", "image"], where=pl.col("scenario") == scenario)
    rows = scores.join(judged, on=UNIT).join(samples, on=UNIT).sort(UNIT).head(MOST_POINTS)
    if len(rows) < 2:
        return []
    direction = reader.manifest["metrics"][metric].get("direction")
    ranks = [rows[name].rank() / len(rows) for name in ("value", "people")]
    across = 1 - ranks[0] if direction == "lower" else ranks[0]
    x, y = (_scaled(rows[name].to_list(), size) for name, size in (("value", WIDE), ("people", HIGH)))
    return [
        Point(
            a,
            HIGH - b,
            _words(row),
            urls.image(row["key"]),
            abs(float(one) - float(other)),
            _small(reader, scenario, row),
        )
        for a, b, row, one, other in zip(x, y, rows.to_dicts(), across, ranks[1], strict=True)
    ]


def _small(reader: Reader, scenario: str, row: dict[str, Any]) -> str:
    tags = reader.prompt(scenario, row["prompt_id"])["tags"]
    is_veiled = row["image"] is None or is_sensitive(reader, row | {"scenario": scenario}, tags)
    return "" if is_veiled else urls.thumbnail(row["image"])


def _words(row: dict[str, Any]) -> str:
    return f"{row['model']}, {row['prompt_id']}: people {row['people']:.2f}, metric {row['value']:.3g}"


def _scaled(values: list[float], size: float) -> list[float]:
    low, high = min(values), max(values)
    scale = (size - 2 * EDGE) / (high - low) if high > low else 0.0
    return [EDGE + (one - low) * scale for one in values]
