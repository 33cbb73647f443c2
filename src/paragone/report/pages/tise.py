"""The page TISE: ranking score, six aspects side by side, the paper's own rows, and how classifiers are calibrated."""

from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from paragone.report.numbers import formatted
from paragone.report.read.published import PublishedRank, published_ranks
from paragone.report.read.reader import Reader
from paragone.report.site.reliability import Bar, reliability
from paragone.stats.ranking.rank import ASPECTS

SCORE = "ranking_score"
WIDTH, HEIGHT, LEFT, TOP = 900.0, 360.0, 60.0, 30.0
COLOURS = 8


@dataclass(frozen=True)
class Standing:
    """A model: its ranking score with interval, and its score in each aspect."""

    model: str
    value: str
    interval: str
    aspects: list[float]
    reason: str = ""


@dataclass(frozen=True)
class Diagram:
    """A classifier before or after its temperature."""

    classifier: str
    state: str
    error: float
    temperature: str
    images: int
    bars: list[tuple[int, float | None, float | None]]

    def drawn(self) -> Markup:
        """As SVG."""
        return reliability([Bar(*bar) for bar in self.bars], label=f"{self.state}: ECE {self.error:.3f}")


@dataclass(frozen=True)
class TisePage:
    """All of it."""

    title: str
    aspects: list[str]
    standings: list[Standing]
    diagrams: list[Diagram]
    published: list[PublishedRank]

    @property
    def doubts(self) -> list[str]:
        """What the scores say of themselves, once each."""
        return list(dict.fromkeys(one.reason for one in self.standings if one.reason))

    def drawn(self) -> Markup:
        """A parallel plot: an axis for each aspect, rank 1 (worst) at the bottom, a line for each model."""
        count = len(self.standings)
        step = (WIDTH - 2 * LEFT) / (len(self.aspects) - 1)
        parts = Markup("")
        for place, name in enumerate(self.aspects):
            x = LEFT + place * step
            parts += Markup('<line class="axis" x1="{0:.0f}" x2="{0:.0f}" y1="{1}" y2="{2}"/>').format(
                x, TOP, TOP + HEIGHT
            )
            for line, word in enumerate(name.split()):
                parts += Markup('<text x="{:.0f}" y="{:.0f}" text-anchor="middle">{}</text>').format(
                    x, TOP + HEIGHT + 22 + 16 * line, word
                )
        for rank in range(1, count + 1):
            parts += Markup('<text x="{:.0f}" y="{:.1f}" text-anchor="end">{}</text>').format(
                LEFT - 12, _height(rank, count) + 4, rank
            )
        for number, one in enumerate(self.standings):
            at = [(LEFT + place * step, _height(value, count)) for place, value in enumerate(one.aspects)]
            points = " ".join(f"{x:.1f},{y:.1f}" for x, y in at)
            parts += Markup('<polyline class="q{0}" points="{1}"><title>{2}</title></polyline>').format(
                number % COLOURS, points, one.model
            )
            for (x, y), value in zip(at, one.aspects, strict=True):
                parts += Markup(
                    '<circle class="p{}" cx="{:.1f}" cy="{:.1f}" r="6"><title>{}: {:g}</title></circle>'
                ).format(number % COLOURS, x, y, one.model, value)
        return Markup('<svg class="parallel" viewBox="0 0 {:.0f} {:.0f}" role="img" aria-label="{}">{}</svg>').format(
            WIDTH, HEIGHT + TOP + 50, "Scores of the six aspects, by model", parts
        )


def has_tise(reader: Reader) -> bool:
    """Whether the run has a ranking score, rows of TISE's own, or a calibration."""
    return any(row["ranking"] == SCORE for row in reader.ranks) or bool(_published(reader) or _calibrations(reader))


def tise_page(reader: Reader) -> TisePage | None:
    """The page, where there is something to show."""
    if not has_tise(reader):
        return None
    return TisePage("TISE", list(ASPECTS), _standings(reader), _diagrams(reader), _published(reader))


def _published(reader: Reader) -> list[PublishedRank]:
    return published_ranks(reader.manifest["plan"].get("published") or ())


def _standings(reader: Reader) -> list[Standing]:
    values = {(row["ranking"], row["model"]): row for row in reader.ranks}
    found = []
    for model in reader.models:
        whole = values.get((SCORE, model))
        aspects = [values.get((f"{SCORE} for {name}", model)) for name in ASPECTS]
        if whole is not None and all(row is not None for row in aspects):
            text = formatted(whole["value"], whole["low"], whole["high"])
            ranks = [row["value"] for row in aspects if row]
            found.append(Standing(model, text.value, text.interval, ranks, whole["reason"] or ""))
    return sorted(found, key=lambda one: -sum(one.aspects))


def _diagrams(reader: Reader) -> list[Diagram]:
    rows = _calibrations(reader)
    found = []
    for classifier, state in dict.fromkeys((row["classifier"], row["state"]) for row in rows):
        some = sorted(
            (row for row in rows if (row["classifier"], row["state"]) == (classifier, state)),
            key=lambda row: row["bin"],
        )
        first = some[0]
        text = f"{first['temperature']:.4f} [{first['low']:.4f}, {first['high']:.4f}]" if state == "after" else "1"
        bars = [(row["count"], row["confidence"], row["accuracy"]) for row in some]
        found.append(Diagram(classifier, state, first["error"], text, first["images"], bars))
    return found


def _calibrations(reader: Reader) -> list[dict[str, Any]]:
    return reader.folder.table("calibrations").read().to_dicts()


def _height(rank: float, count: int) -> float:
    return TOP + HEIGHT * (1 - (rank - 1) / max(count - 1, 1))
