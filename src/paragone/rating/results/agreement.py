"""How far people agree among themselves: alpha for any design, Fleiss where every item has as many answers."""

from collections import Counter
from collections.abc import Sequence

from paragone.core.types import Estimate
from paragone.rating.results.read import Vote
from paragone.stats.agreement import Scale, fleiss_kappa
from paragone.stats.alpha import alpha_estimate


def alpha_of_votes(votes: Sequence[Vote], *, level: float = 0.95) -> Estimate:
    """Krippendorff's alpha of one question's votes: ordinal for numbers, nominal for words."""
    items = sorted({vote.item.id: vote.item for vote in votes}.values(), key=lambda item: item.id)
    raters = sorted({vote.rater for vote in votes})
    is_number = bool(votes) and all(vote.value is not None for vote in votes)
    codes = {answer: float(k) for k, answer in enumerate(sorted({vote.answer for vote in votes}))}
    given = {(v.rater, v.item.id): float(v.value) if v.value is not None else codes[v.answer] for v in votes}
    if not is_number:
        given = {(v.rater, v.item.id): codes[v.answer] for v in votes}
    scale: Scale = "ordinal" if is_number else "nominal"
    table = [[given.get((rater, item.id)) for item in items] for rater in raters]
    return alpha_estimate(table, scale, units=[item.prompt_key for item in items], level=level)


def fleiss_of_votes(votes: Sequence[Vote]) -> float | None:
    """Fleiss' kappa over the items that have the usual number of answers; None where that is below two."""
    by_item: dict[int, list[str]] = {}
    for vote in votes:
        by_item.setdefault(vote.item.id, []).append(vote.answer)
    sizes = Counter(len(answers) for answers in by_item.values())
    usual = max(sizes, key=lambda size: (sizes[size], size), default=0)
    if usual < 2:
        return None
    options = sorted({vote.answer for vote in votes})
    return fleiss_kappa([[one.count(o) for o in options] for one in by_item.values() if len(one) == usual])
