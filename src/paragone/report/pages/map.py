"""The page Map: real and drawn images on a plane by their features; every point leads to its image."""

from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from paragone.report import urls
from paragone.report.read.reader import Reader

SIDE, EDGE = 1000.0, 20.0
COLOURS = 8  # that can be told apart; further models share them


@dataclass(frozen=True)
class Point:
    """An image: where it lies, whose it is, and where it leads."""

    x: float
    y: float
    model: int
    words: str
    page: str


@dataclass(frozen=True)
class Plane:
    """One feature space laid out in one way."""

    space: str
    way: str
    note: str
    points: list[Point]


@dataclass(frozen=True)
class MapPage:
    """Every layout of the run."""

    title: str
    models: list[str]
    planes: list[Plane]

    def drawn(self, plane: Plane, root: str) -> Markup:
        """The points as SVG, each a link."""
        circles = Markup("").join(
            Markup(
                '<a href="{}{}"><circle class="p{}" cx="{:.1f}" cy="{:.1f}" r="7"><title>{}</title></circle></a>'
            ).format(root, point.page, point.model % COLOURS, point.x, point.y, point.words)
            for point in plane.points
        )
        label = f"{len(plane.points)} images by {plane.space}, {plane.way}"
        return Markup('<svg class="map" viewBox="0 0 {0:.0f} {0:.0f}" role="group" aria-label="{1}">{2}</svg>').format(
            SIDE, label, circles
        )


def has_map(reader: Reader) -> bool:
    """Whether `paragone map` was called on the run."""
    return not reader.folder.table("map").read(["space"]).is_empty()


def map_page(reader: Reader) -> MapPage | None:
    """The page, where there is a map."""
    rows = reader.folder.table("map").read().to_dicts()
    if not rows:
        return None
    models = [model for model in reader.models if any(row["model"] == model for row in rows)]
    texts = {
        (scenario, row["prompt_id"]): row["text"]
        for scenario in {row["scenario"] for row in rows} & set(reader.scenarios)
        for row in reader.prompts(scenario).select("prompt_id", "text").to_dicts()
    }
    planes = []
    for space, way in dict.fromkeys((row["space"], row["way"]) for row in rows):
        some = [row for row in rows if (row["space"], row["way"]) == (space, way) and row["model"] in models]
        planes.append(Plane(space, way.upper().replace("TSNE", "t-SNE"), some[0]["note"], _points(some, models, texts)))
    return MapPage("Map", models, planes)


def _points(rows: list[dict[str, Any]], models: list[str], texts: dict[tuple[str, str], str]) -> list[Point]:
    """Points on a square, both ways on one scale."""
    xs, ys = [row["x"] for row in rows], [row["y"] for row in rows]
    span = max(max(xs) - min(xs), max(ys) - min(ys)) or 1.0
    scale = (SIDE - 2 * EDGE) / span
    left, low = (min(xs) + max(xs) - span) / 2, (min(ys) + max(ys) - span) / 2
    return [
        Point(
            EDGE + (row["x"] - left) * scale,
            SIDE - EDGE - (row["y"] - low) * scale,
            models.index(row["model"]),
            f"{row['model']}: {texts.get((row['scenario'], row['prompt_id']), row['prompt_id'])[:120]}",
            urls.image(row["key"]),
        )
        for row in rows
    ]
