"""How far people agree among themselves: alpha, Fleiss, Cohen and phi, each with an interval over prompts."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from paragone.core.types import Estimate
from paragone.rating.results.read import Vote
from paragone.stats.agreement import Scale, fleiss_kappa
from paragone.stats.alpha import alpha_estimate
from paragone.stats.raters.pairwise import over_prompts, pairwise_kappa, pairwise_phi


class Answers(NamedTuple):
    """One question's answers, a row a person and a column an item."""

    table: npt.NDArray[np.float64]
    units: list[str]  # the prompt of each item
    scale: Scale


def answers_of(votes: Sequence[Vote]) -> Answers:
    """Numbers as they are, words by their place in the alphabet."""
    items = sorted({vote.item.id: vote.item for vote in votes}.values(), key=lambda item: item.id)
    raters = sorted({vote.rater for vote in votes})
    is_number = bool(votes) and all(vote.value is not None for vote in votes)
    codes = {answer: float(k) for k, answer in enumerate(sorted({vote.answer for vote in votes}))}
    table = np.full((len(raters), len(items)), np.nan)
    rows, columns = {one: k for k, one in enumerate(raters)}, {one.id: k for k, one in enumerate(items)}
    for vote in votes:
        number = float(vote.value or 0.0) if is_number else codes[vote.answer]
        table[rows[vote.rater], columns[vote.item.id]] = number
    return Answers(table, [item.prompt_key for item in items], "ordinal" if is_number else "nominal")


def alpha_of_votes(votes: Sequence[Vote], *, level: float = 0.95) -> Estimate:
    """Krippendorff's alpha of one question's votes: ordinal for numbers, nominal for words."""
    found = answers_of(votes)
    return alpha_estimate(found.table.tolist(), found.scale, units=found.units, level=level)


def coefficients(votes: Sequence[Vote], *, level: float = 0.95) -> dict[str, Estimate]:
    """All that the answers allow; phi only where there are two answers, Fleiss over items rated as often as most."""
    found = answers_of(votes)
    known = {"alpha": alpha_estimate(found.table.tolist(), found.scale, units=found.units, level=level)}
    known["fleiss"] = over_prompts(*_usual(found), _fleiss, level=level)
    known["cohen"] = over_prompts(found.table, found.units, pairwise_kappa, level=level)
    values = np.unique(found.table[np.isfinite(found.table)])
    if len(values) == 2:
        binary = np.where(np.isfinite(found.table), found.table == values[1], np.nan)
        known["phi"] = over_prompts(binary, found.units, pairwise_phi, level=level)
    return known


def _usual(found: Answers) -> tuple[npt.NDArray[np.float64], list[str]]:
    """The items that have as many answers as most have."""
    sizes = np.isfinite(found.table).sum(axis=0)
    usual = Counter(sizes[sizes > 1].tolist()).most_common(1)
    kept = sizes == (usual[0][0] if usual else -1)
    return found.table[:, kept], [unit for unit, is_kept in zip(found.units, kept, strict=True) if is_kept]


def _fleiss(table: npt.NDArray[np.float64]) -> float | None:
    options = np.unique(table[np.isfinite(table)])
    return fleiss_kappa([[int((column == one).sum()) for one in options] for column in table.T])
