"""The page of whom a model drew: perceived gender by prompt, skin tones on the Monk scale, and clothes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from paragone.analysis.bias import BY_TONE, read_bias
from paragone.core.cells import Cell
from paragone.report import urls
from paragone.report.numbers import formatted, short
from paragone.report.read.reader import Reader

PEOPLE = ("women_share", "skin_tone")
CLEAR = 0.025  # two tests are looked at, all prompts together and each by itself: half of 0.05 for either


@dataclass(frozen=True)
class Dot:
    """One prompt: the share perceived as women, its interval, what could not be told, and what a test says."""

    text: str
    prompt_page: str
    share: float | None
    low: float
    high: float
    women: int
    men: int
    chance: str
    undecided: int
    is_clear: bool


@dataclass(frozen=True)
class Shares:
    """Perceived gender of one model on one scenario, prompts sorted by share."""

    model: str
    scenario: str
    metric: str
    value: str
    interval: str
    undecided: int
    images: int
    verdict: str
    page: str
    dots: list[Dot]


@dataclass(frozen=True)
class Tones:
    """How many images are of each Monk tone, and how they are shared between women and men as perceived."""

    model: str
    scenario: str
    metric: str
    counts: list[int]
    n: int
    undecided: int
    verdict: str
    women: list[int]
    men: list[int]
    page: str


@dataclass(frozen=True)
class Gap:
    """One attribute: women less men."""

    model: str
    title: str
    value: str
    interval: str
    page: str


@dataclass(frozen=True)
class Labels:
    """What people said of one model's images, by label."""

    model: str
    scenario: str
    question: str
    counts: list[tuple[str, int]]
    n: int
    undecided: int
    verdict: str
    note: str


@dataclass(frozen=True)
class BiasPage:
    """All that was measured of people."""

    title: str
    shares: list[Shares]
    tones: list[Tones]
    gaps: list[Gap]
    labels: list[Labels]
    detectors: list[str]
    level: float


def has_bias(reader: Reader) -> bool:
    """Whether a metric of the run sees people, or people have labelled them."""
    if not reader.folder.table("bias").read(["model"]).is_empty():
        return True
    return any(
        metric.get("use") in PEOPLE or metric.get("use") == "attribute_gap" for metric in reader.metrics.values()
    )


def bias_page(reader: Reader) -> BiasPage:
    """The page, from the stored table; empty where no metric sees people."""
    rows = read_bias(reader.folder.table("bias").read()) if has_bias(reader) else []
    uses = {name: str(metric.get("use", "")) for name, metric in reader.metrics.items()}
    wholes = [row for row in rows if not row["prompt_id"]]
    crossed = {(row["model"], row["scenario"]): row["counts"] for row in wholes if row["metric"] == BY_TONE}
    shares = [_shares(reader, row, rows) for row in wholes if uses.get(row["metric"]) == "women_share"]
    tones = [_tones(reader, row, crossed) for row in wholes if uses.get(row["metric"]) == "skin_tone"]
    needed = {need for name, use in uses.items() if use in PEOPLE for need in reader.metrics[name].get("needs", ())}
    level = float(reader.manifest["plan"]["estimate"]["level"])
    return BiasPage(
        "Whom the models drew", shares, tones, _gaps(reader, uses), _labels(wholes), sorted(needed - {"pixels"}), level
    )


def _shares(reader: Reader, whole: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> Shares:
    same = ("model", "scenario", "metric")
    mine = [row for row in rows if row["prompt_id"] and all(row[name] == whole[name] for name in same)]
    texts = dict(reader.prompts(whole["scenario"]).select("prompt_id", "text").iter_rows())
    mine.sort(key=lambda row: (row["share"] is None, -(row["share"] or 0.0), texts.get(row["prompt_id"], "")))
    estimate = _estimate(reader, whole)
    return Shares(
        whole["model"],
        whole["scenario"],
        whole["metric"],
        *formatted(estimate["value"], estimate["low"], estimate["high"]),
        undecided=whole["undecided"],
        images=whole["n"] + whole["undecided"],
        verdict=_verdict(whole, [row["p_adjusted"] for row in mine], "women and men alike"),
        page=urls.behind(whole["metric"], whole["scenario"], whole["model"]),
        dots=[_dot(whole["scenario"], row, texts.get(row["prompt_id"], row["prompt_id"])) for row in mine],
    )


def _dot(scenario: str, row: Mapping[str, Any], text: str) -> Dot:
    p = row["p_adjusted"]
    women, men = row["counts"]
    return Dot(
        text,
        urls.prompt(scenario, row["prompt_id"]),
        row["share"],
        row["low"] or 0.0,
        row["high"] or 0.0,
        women=women,
        men=men,
        chance="" if p is None else _chance(p),
        undecided=row["undecided"],
        is_clear=p is not None and p < CLEAR,
    )


def _tones(reader: Reader, whole: Mapping[str, Any], crossed: Mapping[tuple[str, str], list[int]]) -> Tones:
    both = crossed.get((whole["model"], whole["scenario"]), [])
    place = whole["metric"], whole["scenario"], whole["model"]
    verdict = _verdict(whole, [], "ten tones alike")
    return Tones(
        whole["model"], whole["scenario"], whole["metric"], whole["counts"], whole["n"], whole["undecided"],
        verdict, both[:10], both[10:], urls.behind(*place),
    )  # fmt: skip


def _verdict(whole: Mapping[str, Any], adjusted: Sequence[float | None], fair: str) -> str:
    """What the pooled test says, in words; never more than it can."""
    p = whole["p_value"]
    if p is None:
        return "No image could be told, so nothing is tested."
    clear = sum(value is not None and value < CLEAR for value in adjusted)
    prompts = f"; {clear} of {len(adjusted)} prompts by themselves (Holm)" if adjusted else ""
    if p < CLEAR:
        return f"Not what a model that draws {fair} would give; as far as could be told: {_chance(p)}{prompts}."
    return f"A model that draws {fair} could have given this: {_chance(p)}{prompts}. That is no proof of balance."


def _chance(p: float) -> str:
    return "p < 0.001" if p < 0.001 else f"p {short(p)}"


def _estimate(reader: Reader, row: Mapping[str, Any]) -> Mapping[str, Any]:
    found = reader.columns.get(Cell(row["scenario"], row["metric"]), [])
    return next((one for one in found if one["model"] == row["model"]), {"value": None, "low": None, "high": None})


def _gaps(reader: Reader, uses: Mapping[str, str]) -> list[Gap]:
    rows = [row for cell, few in reader.columns.items() if uses.get(cell.metric) == "attribute_gap" for row in few]
    ordered = sorted(rows, key=lambda row: (row["model"], -(row["value"] or 0.0)))
    return [
        Gap(row["model"], reader.metrics[row["metric"]]["title"], *formatted(row["value"], row["low"], row["high"]),
            page=urls.behind(row["metric"], row["scenario"], row["model"]))
        for row in ordered
    ]  # fmt: skip


def _labels(wholes: Sequence[Mapping[str, Any]]) -> list[Labels]:
    return [
        Labels(
            row["model"], row["scenario"], row["metric"], list(zip(row["classes"], row["counts"], strict=True)),
            row["n"], row["undecided"], _verdict(row, [], "all labels alike"), row["method"],
        )
        for row in wholes
        if row["metric"].endswith(" by people")
    ]  # fmt: skip
