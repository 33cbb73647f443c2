"""Whose answers to trust: known answers, repeats, time, and agreement with others, each with its reason in words."""

import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from paragone.rating.results.read import Vote, is_right
from paragone.stats.raters import dawid_skene

CHANCE = 1.645  # one-sided 5 %: below it answers go together with others' no more than chance does
MOST_WORDS = 30  # different answers of a question with classes
LEAST = 20  # answers that are needed before agreement tells anything
HASTE_S = 1.0
HASTE_SHARE = 1 / 3  # of the time that people usually take


@dataclass(frozen=True)
class Quality:
    """One person: what the checks found, and why to leave them out, if anything says so."""

    rater: str
    answers: int
    gold_right: int = 0
    gold: int = 0
    same: int = 0
    repeats: int = 0
    seconds: float | None = None
    agreement: float | None = None  # correlation with the mean of the others, item by item
    reasons: tuple[str, ...] = field(default=())
    skill: float | None = None  # how often they name the class that all together point to (Dawid and Skene); words only


def rater_quality(votes: Sequence[Vote]) -> list[Quality]:
    """Everybody, in order of code."""
    by_rater: dict[str, list[Vote]] = {}
    for vote in votes:
        by_rater.setdefault(vote.rater, []).append(vote)
    times = [vote.seconds for vote in votes if vote.seconds is not None]
    usual = statistics.median(times) if times else None
    own = [vote for vote in votes if vote.role == "item"]
    with_others, skills = agreement_with_others(own), skills_of(own)
    return [
        replace(_quality(rater, mine, with_others.get(rater), usual), skill=skills.get(rater))
        for rater, mine in sorted(by_rater.items())
    ]


def skills_of(votes: Sequence[Vote]) -> dict[str, float]:
    """For each person how likely their word is the true class, by Dawid and Skene, over the questions about words."""
    found: dict[str, list[float]] = {}
    for question in sorted({vote.question for vote in votes if vote.value is None}):
        here = [vote for vote in votes if vote.question == question]
        if len({vote.answer for vote in here}) > MOST_WORDS or len({vote.rater for vote in here}) < 2:
            continue  # free text has no classes
        agreed = dawid_skene([(vote.item.id, vote.rater, vote.answer) for vote in here])
        for k, rater in enumerate(agreed.raters):
            found.setdefault(str(rater), []).append(float(agreed.shares @ np.diag(agreed.confusion[k])))
    return {rater: float(np.mean(some)) for rater, some in found.items()}


def proposed(qualities: Sequence[Quality]) -> dict[str, str]:
    """Whom to exclude, and why; the owner confirms."""
    return {one.rater: "; ".join(one.reasons) for one in qualities if one.reasons}


def _quality(rater: str, mine: list[Vote], agreed: tuple[float, int] | None, usual: float | None) -> Quality:
    gold = [is_right(vote) for vote in mine if vote.role == "gold" and vote.question in vote.item.expected]
    same = _repeats(mine)
    times = [vote.seconds for vote in mine if vote.seconds is not None]
    middle = statistics.median(times) if times else None
    reasons = []
    if len(gold) >= 2 and sum(gold) * 2 <= len(gold):
        reasons.append(f"{len(gold) - sum(gold)} of {len(gold)} known answers wrong")
    if len(same) >= 3 and sum(same) * 3 < len(same):
        reasons.append(f"answered {len(same) - sum(same)} of {len(same)} repeated questions quite otherwise")
    if middle is not None and usual is not None and middle < min(HASTE_S, HASTE_SHARE * usual):
        reasons.append(f"half of the answers within {middle:.1f} s, where {usual:.1f} s are usual")
    if agreed is not None and agreed[1] >= LEAST and _score(*agreed) < CHANCE:
        reasons.append(
            f"answers go together with others' no more than by chance (r = {agreed[0]:.2f}, n = {agreed[1]})"
        )
    return Quality(
        rater, len(mine), sum(gold), len(gold), sum(same), len(same), middle,
        None if agreed is None else agreed[0], tuple(reasons),
    )  # fmt: skip


def _repeats(mine: list[Vote]) -> list[bool]:
    """For each repeated question whether the answer was the same, or one step away; of pairs A and B are opposites."""
    before = {(vote.item.id, vote.question): vote for vote in mine if vote.role == "item"}
    found = []
    for vote in mine:
        earlier = before.get((vote.item.id, vote.question)) if vote.role == "repeat" else None
        if earlier is None:
            continue
        if vote.value is None or earlier.value is None:
            found.append(vote.answer == earlier.answer)
        elif len(vote.item.images) == 2:
            found.append({vote.answer, earlier.answer} != {"A", "B"})
        else:
            found.append(abs(vote.value - earlier.value) <= 1)
    return found


def _score(r: float, n: int) -> float:
    """Fisher's z of a correlation in units of its error."""
    return math.atanh(min(max(r, -0.999), 0.999)) * math.sqrt(max(n - 3, 1))


def agreement_with_others(votes: Sequence[Vote]) -> dict[str, tuple[float, int]]:
    """For each person the correlation of their answers with the mean of the others' for the same items, and n.

    Of words, each answer counts as the share of the others who gave it, less the share that it has everywhere.
    """
    found: dict[str, list[tuple[float, float]]] = {}
    for question in sorted({vote.question for vote in votes}):
        here = [vote for vote in votes if vote.question == question]
        pairs = _of_numbers(here) if all(vote.value is not None for vote in here) else _of_words(here)
        for rater, both in pairs.items():
            centred = np.array(both) - np.mean(both, axis=0)
            spread = centred.std(axis=0)
            if (spread > 0).all():
                found.setdefault(rater, []).extend((centred / spread).tolist())
            else:
                found.setdefault(rater, []).extend([(0.0, 0.0)] * len(both))  # one answer for all: no agreement
    return {rater: (float(np.mean([a * b for a, b in both])), len(both)) for rater, both in found.items() if both}


def _of_numbers(votes: Sequence[Vote]) -> Mapping[str, list[tuple[float, float]]]:
    totals: dict[int, tuple[float, int]] = {}
    for vote in votes:
        total, count = totals.get(vote.item.id, (0.0, 0))
        totals[vote.item.id] = total + float(vote.value or 0.0), count + 1
    found: dict[str, list[tuple[float, float]]] = {}
    for vote in votes:
        total, count = totals[vote.item.id]
        if count > 1:
            own = float(vote.value or 0.0)
            found.setdefault(vote.rater, []).append((own, (total - own) / (count - 1)))
    return found


def _of_words(votes: Sequence[Vote]) -> Mapping[str, list[tuple[float, float]]]:
    """One couple for each option: whether it was chosen, and the share of the others who chose it."""
    options = sorted({vote.answer for vote in votes})
    by_item: dict[int, list[Vote]] = {}
    for vote in votes:
        by_item.setdefault(vote.item.id, []).append(vote)
    found: dict[str, list[tuple[float, float]]] = {}
    for vote in votes:
        others = [one.answer for one in by_item[vote.item.id] if one is not vote]
        if others:
            couples = [(float(vote.answer == one), others.count(one) / len(others)) for one in options]
            found.setdefault(vote.rater, []).extend(couples)
    return found
