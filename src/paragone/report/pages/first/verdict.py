"""The verdict in a sentence: which model is better, on how many measures, from paired tests."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from paragone.analysis.changes import Change
from paragone.core.cells import Cell
from paragone.report import urls
from paragone.report.read.reader import Reader
from paragone.report.titles import titles_of

NAMED = 4  # measures named in a sentence; of more, the first of them
RIVALS = 6  # models that the leader is set against, one line each


@dataclass(frozen=True)
class Duel:
    """One model against another: the measures on which it is better, worse, not clearly either, or not comparable."""

    one: str
    other: str
    page: str
    better: list[str]
    worse: list[str]
    unclear: int
    uncompared: int  # no test is possible: no interval, or another protocol
    better_in: list[str] = field(default_factory=list)  # the aspects that those measures are about
    worse_in: list[str] = field(default_factory=list)

    @property
    def compared(self) -> int:
        """How many measures have a verdict."""
        return len(self.better) + len(self.worse) + self.unclear


def duel_of(reader: Reader, one: str, other: str, cells: frozenset[Cell]) -> Duel | None:
    """The first model against the second, over some columns of the leaderboard; None if they were not compared."""
    changes = reader.differences.of(other, one)
    if changes is None:
        return None
    here = [change for change in changes if Cell(change.scenario, change.metric) in cells and change.direction]
    verdicts = [change.verdict for change in here]
    better, worse = ([change for change in here if change.verdict == word] for word in ("better", "worse"))
    pages = sorted((one, other), key=reader.models.index)
    return Duel(
        one,
        other,
        urls.pair(pages[0], pages[1]),
        names_of(reader, better),
        names_of(reader, worse),
        verdicts.count("no clear change"),
        verdicts.count(""),
        _aspects(reader, better),
        _aspects(reader, worse),
    )


def _aspects(reader: Reader, changes: Iterable[Change]) -> list[str]:
    """What measures are about, each by the first of its aspects."""
    found = (reader.aspects_of(change.metric, change.scenario)[:1] for change in changes)
    return list(dict.fromkeys(aspect for few in found for aspect in few))


def names_of(reader: Reader, changes: Iterable[Change]) -> list[str]:
    """The measures as people call them, with the scenario where there are several."""
    return [column_name(reader, Cell(change.scenario, change.metric)) for change in changes]


def column_name(reader: Reader, cell: Cell) -> str:
    """A column of the leaderboard in words."""
    title = titles_of(reader.metrics).get(cell.metric, cell.metric)
    return f"{title} ({cell.scenario})" if len(reader.scenarios) > 1 else title


def headline_of_two(duel: Duel) -> str:
    """What a paired test of two models says, whichever is ahead.

    >>> duel = Duel("a", "b", "", ["FID"], [], 2, 0)
    >>> headline_of_two(duel)
    'a is better than b on 1 of 3 measures, worse on none, unclear on 2.'
    """
    if not duel.compared:
        return f"{duel.one} and {duel.other} cannot be compared: no measure has a paired test."
    measures = f"{duel.compared} measure{'s' if duel.compared != 1 else ''}"
    if not duel.better and not duel.worse:
        return f"No clear difference between {duel.one} and {duel.other} on any of {measures}."
    ahead, behind, wins, losses = duel.one, duel.other, len(duel.better), len(duel.worse)
    if losses > wins:
        ahead, behind, wins, losses = behind, ahead, losses, wins
    joint = "but worse" if losses else "worse"
    ends = f"{joint} on {losses or 'none'}, unclear on {duel.unclear or 'none'}."
    return f"{ahead} is better than {behind} on {wins} of {measures}, {ends}"


def headline_of_many(wins: dict[str, int], measures: int) -> str:
    """On how many measures each model is clearly the best.

    >>> headline_of_many({"a": 4, "b": 1, "c": 0}, 9)
    'a is clearly best on 4 of 9 measures, b on 1; on the other 4 no model is clearly best.'
    """
    if not measures:
        return "There is no measure on which these models can be compared."
    winners = sorted(((model, count) for model, count in wins.items() if count), key=lambda item: -item[1])
    whole = f"{measures} measure{'s' if measures != 1 else ''}"
    if not winners:
        return f"No model is clearly best on any of {whole}."
    (first, count), rest = winners[0], winners[1:]
    others = "".join(f", {model} on {number}" for model, number in rest)
    left = measures - sum(wins.values())
    end = f"; on the other {left} no model is clearly best." if left else "."
    return f"{first} is clearly best on {count} of {whole}{others}{end}"


def listed(names: Sequence[str]) -> str:
    """Some names as a sentence has them.

    >>> listed(["a", "b", "c"]), listed(["a", "b", "c", "d", "e", "f"])
    ('a, b and c', 'a, b, c, d and 2 more')
    """
    shown = [*names[:NAMED], *([f"{len(names) - NAMED} more"] if len(names) > NAMED else [])]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}" if shown else "none"
