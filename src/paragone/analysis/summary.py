"""Differences in one sentence: on how many measures one model is better, worse, or not to be told from another."""

from collections.abc import Sequence

from paragone.analysis.changes import Change


def summary_of(changes: Sequence[Change], a: str, b: str) -> str:
    """What the verdicts come to; measures that have no better side are not counted.

    >>> summary_of([], "old", "new")
    'new and old have no measure in common that can be compared'
    """
    told = [change.verdict for change in changes if change.verdict]
    unknown = sum(1 for change in changes if change.direction is not None and not change.verdict)
    rest = f"; {unknown} cannot be compared" if unknown else ""
    if not told:
        return f"{b} and {a} have no measure in common that can be compared{rest}"
    better, worse, unclear = (told.count(word) for word in ("better", "worse", "no clear change"))
    if not better and not worse:
        return f"{b} cannot be told from {a}: no clear difference on {_of(len(told))}{rest}"
    measures = f"better than {a} on {better or 'none'} of {_of(len(told))}, worse on {worse or 'none'}"
    return f"{b} is {measures}, unclear on {unclear or 'none'}{rest}"


def _of(number: int) -> str:
    return "1 measure" if number == 1 else f"{number} measures"
