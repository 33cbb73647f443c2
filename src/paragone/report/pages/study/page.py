"""The page People: how answers spread over each model, and each metric beside people, with where they disagree."""

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import shorten
from typing import Any

import polars as pl
from markupsafe import Markup

from paragone.report import urls
from paragone.report.numbers import Formatted, formatted, short
from paragone.report.pages.prompts import is_sensitive, is_sensitive_prompt
from paragone.report.read.reader import Reader
from paragone.report.titles import titles_of
from paragone.stats.raters.two_way import EVERYWHERE, two_way_mean

WIDE, HIGH, EDGE = 640.0, 420.0, 14.0
MOST_POINTS, MOST_APART, MOST_CHARTS = 600, 6, 6
COEFFICIENTS = ("pearson", "spearman", "kendall", "accuracy")
UNIT = ["model", "prompt_id", "seed"]


@dataclass(frozen=True)
class Spread:
    """One model's answers: how many of each."""

    model: str
    n: int
    mean: str
    interval: str  # with people and prompts as chance
    shares: list[tuple[str, float]]  # the answer and its share, in hundredths


@dataclass(frozen=True)
class Point:
    """An image: what the metric and people say of it."""

    x: float
    y: float
    value: float
    people: float
    words: str
    page: str
    apart: float  # of the two ranks, as shares
    thumbnail: str  # empty where it should not be shown unasked


@dataclass(frozen=True)
class Level:
    """The coefficients over images, prompts or models, each with its interval."""

    over: str
    n: int
    coefficients: list[Formatted]


@dataclass(frozen=True)
class Together:
    """A metric on a scenario: how it goes together with people, over images."""

    title: str
    page: str
    scenario: str
    image: Level


@dataclass(frozen=True)
class Chart:
    """A metric beside people on a scenario."""

    metric: str
    title: str
    scenario: str
    levels: list[Level]
    points: list[Point]

    def drawn(self, root: str) -> Markup:
        """The points as SVG, each a link."""
        circles = Markup("").join(
            Markup('<a href="{}{}"><circle cx="{:.1f}" cy="{:.1f}" r="5"><title>{}</title></circle></a>').format(
                root, one.page, one.x, one.y, one.words
            )
            for one in self.points
        )
        label = f"{len(self.points)} images: {self.title} across, people upward"
        box = Markup('<svg class="beside" viewBox="0 0 {:.0f} {:.0f}" role="group" aria-label="{}">{}</svg>')
        return box.format(WIDE, HIGH, label, circles)

    @property
    def ends(self) -> tuple[str, str]:
        """From where to where the points reach, across and upward."""
        return _range([one.value for one in self.points]), _range([one.people for one in self.points])

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
    together: list[Together]
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
        bounds = _bounds(reader, str(question))
        charts = _charts(reader, rows.drop_nulls("value"), mine)
        people, beside = rows["rater"].n_unique(), _together(reader, mine)
        asked.append(Asked(str(question), len(rows), people, _spreads(rows, bounds), beside, charts))
    return PeoplePage("People", asked)


def _bounds(reader: Reader, question: str) -> tuple[float, float]:
    """The ends of the question's scale, where the run's metric `human` has them."""
    low, high = reader.manifest["metrics"].get(f"human({question})", {}).get("bounds", (None, None))
    return EVERYWHERE[0] if low is None else low, EVERYWHERE[1] if high is None else high


def _spreads(rows: pl.DataFrame, bounds: tuple[float, float]) -> list[Spread]:
    found = []
    order = rows.group_by("answer").agg(pl.col("value").mean(), pl.len()).sort("value", "len", "answer")
    answers = order["answer"].to_list()[:12]
    for (model,), mine in rows.sort("model").group_by("model", maintain_order=True):
        counts = dict(mine.group_by("answer").len().iter_rows())
        shares = [(str(one), 100 * counts.get(one, 0) / len(mine)) for one in answers]
        numbers = mine.drop_nulls("value")
        mean = Formatted("", "") if numbers.is_empty() else _mean(numbers, bounds)
        found.append(Spread(str(model), len(mine), mean.value, mean.interval, shares))
    return found


def _mean(rows: pl.DataFrame, bounds: tuple[float, float]) -> Formatted:
    prompts = (rows["scenario"] + "\0" + rows["prompt_id"]).to_list()
    found = two_way_mean(rows["value"].to_list(), prompts, rows["rater"].to_list(), bounds=bounds)
    return formatted(found.value, found.low, found.high)


def _level(row: dict[str, Any]) -> Level:
    found = [formatted(row[name], row[f"{name}_low"], row[f"{name}_high"]) for name in COEFFICIENTS]
    return Level(row["level"], row["n"], found)


def _together(reader: Reader, levels: Sequence[dict[str, Any]]) -> list[Together]:
    """Every metric, those that go together with people most closely first."""
    titles = titles_of(reader.metrics)
    rows = [row for row in levels if row["level"] == "image" and row["spearman"] is not None]
    return [
        Together(titles.get(row["metric"], row["metric"]), urls.metric(row["metric"]), row["scenario"], _level(row))
        for row in sorted(rows, key=lambda one: (-one["spearman"], one["metric"], one["scenario"]))
    ]


def _charts(reader: Reader, ratings: pl.DataFrame, levels: Sequence[dict[str, Any]]) -> list[Chart]:
    """The metrics that go together with people most closely, or most against them, at the level of images."""
    of_images = [row for row in levels if row["level"] == "image" and row["spearman"] is not None]
    found = []
    for row in sorted(of_images, key=lambda one: -abs(one["spearman"]))[:MOST_CHARTS]:
        here = [one for one in levels if (one["metric"], one["scenario"]) == (row["metric"], row["scenario"])]
        points = _points(reader, ratings, row["metric"], row["scenario"])
        if points:
            title = titles_of(reader.metrics).get(row["metric"], row["metric"])
            found.append(Chart(row["metric"], title, row["scenario"], [_level(one) for one in here], points))
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
            *(a, HIGH - b, row["value"], row["people"], _words(reader, scenario, row), urls.image(row["key"])),
            *(abs(float(one) - float(other)), _small(reader, scenario, row)),
        )
        for a, b, row, one, other in zip(x, y, rows.to_dicts(), across, ranks[1], strict=True)
    ]


def _small(reader: Reader, scenario: str, row: dict[str, Any]) -> str:
    tags = reader.prompt(scenario, row["prompt_id"])["tags"]
    is_veiled = row["image"] is None or is_sensitive(reader, row | {"scenario": scenario}, tags)
    return "" if is_veiled else urls.thumbnail(row["image"])


def _words(reader: Reader, scenario: str, row: dict[str, Any]) -> str:
    prompt = reader.prompt(scenario, row["prompt_id"])
    is_folded = is_sensitive_prompt(reader, scenario, prompt["tags"])
    words = row["prompt_id"] if is_folded else f"“{shorten(prompt['text'], 90, placeholder=' …')}”"
    return f"{row['model']}, {words}: people {row['people']:.2f}, metric {row['value']:.3g}"


def _range(values: list[float]) -> str:
    return f"{short(min(values))} to {short(max(values))}"


def _scaled(values: list[float], size: float) -> list[float]:
    low, high = min(values), max(values)
    scale = (size - 2 * EDGE) / (high - low) if high > low else 0.0
    return [EDGE + (one - low) * scale for one in values]
