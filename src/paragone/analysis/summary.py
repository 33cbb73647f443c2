"""Differences in one sentence: on how many measures one model is better, worse, or not to be told from another."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from paragone.analysis.changes import Change, turn
from paragone.core.cells import is_foreign

NAMED = 4  # measures that the sentence names


def summary_of(changes: Sequence[Change], a: str, b: str, titles: Mapping[str, str] = MappingProxyType({})) -> str:
    """What the verdicts come to, told of the model that is ahead; measures that have no better side are not counted.

    >>> summary_of([], "old", "new")
    'new and old have no measure in common that can be compared'
    """
    tested = [change for change in changes if change.verdict]
    rest = _uncounted(changes)
    if not tested:
        return f"{b} and {a} have no measure in common that can be compared{rest}"
    better, worse = ([change for change in tested if change.verdict == word] for word in ("better", "worse"))
    if not better and not worse:
        return f"{b} cannot be told from {a}: no clear difference on {_of(len(tested))}{rest}"
    if len(worse) > len(better):
        return summary_of([turn(change) for change in changes], b, a, titles)
    unclear = len(tested) - len(better) - len(worse)
    wins, losses = f"{len(better)} of {_of(len(tested))}", f"{len(worse) or 'none'}"
    ahead = f"{b} is better than {a} on {wins}{_named(better, titles)}"
    behind = f"{'but ' if worse else ''}worse on {losses}{_named(worse, titles)}"
    return f"{ahead}, {behind}, unclear on {unclear or 'none'}{rest}"


def _uncounted(changes: Sequence[Change]) -> str:
    untested = [change for change in changes if change.direction is not None and not change.verdict]
    foreign = sum(is_foreign(change.difference.reason) for change in untested)
    lines = [f"; {len(untested) - foreign} cannot be compared"] if len(untested) > foreign else []
    return "".join([*lines, *([f"; {foreign} not counted, the judge is out of its domain"] if foreign else [])])


def _named(changes: Sequence[Change], titles: Mapping[str, str]) -> str:
    names = list(dict.fromkeys(titles.get(change.metric, change.metric) for change in changes))
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return f" ({'; '.join(names[:NAMED])}{more})" if names else ""


def _of(number: int) -> str:
    return "1 measure" if number == 1 else f"{number} measures"
