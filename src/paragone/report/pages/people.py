"""A metric beside people, as stored: how closely it orders images as raters do, and how far they agree."""

from dataclasses import dataclass
from typing import Any

from paragone.core.cells import Cell
from paragone.report.numbers import formatted
from paragone.report.pages.bars import Bar, bar
from paragone.report.read.reader import Reader


@dataclass(frozen=True)
class WithPeople:
    """One question that people answered, and how the metric goes together with the mean of their answers."""

    question: str
    ratings: int
    raters: int
    alpha: str  # Krippendorff's, ordinal; why there is none where there is none
    n: int  # prompts x models
    rho: str
    rho_interval: str
    tau: str
    tau_interval: str
    bar: Bar  # of rho, from -1 to 1
    note: str


def with_people(reader: Reader, cell: Cell) -> list[WithPeople]:
    """The metric beside each question that was asked of this scenario's images."""
    return [_beside(row) for row in reader.people.get(cell, [])]


def _beside(row: dict[str, Any]) -> WithPeople:
    rho = {"value": row["rho"], "low": row["rho_low"], "high": row["rho_high"]}
    tau = formatted(row["tau"], row["tau_low"], row["tau_high"])
    return WithPeople(
        question=row["question"],
        ratings=row["ratings"],
        raters=row["raters"],
        alpha="not defined" if row["alpha"] is None else f"{row['alpha']:.2f}",
        n=row["n"],
        rho=formatted(**rho).value,
        rho_interval=formatted(**rho).interval,
        tau=tau.value,
        tau_interval=tau.interval,
        bar=bar(rho, (-1.0, 1.0)),
        note=row["reason"],
    )
