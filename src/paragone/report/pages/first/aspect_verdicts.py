"""What two competing models' differences say of each aspect, in words.

A win rate of two models is 0 or 1 in a column, and says nothing that the paired tests do not say better.
"""

from dataclasses import dataclass

from paragone.core.cells import Cell
from paragone.report import urls
from paragone.report.pages.first.verdict import Duel, duel_of, listed
from paragone.report.read.reader import Reader
from paragone.stages.roles import rivals_of


@dataclass(frozen=True)
class AspectVerdict:
    """One aspect: what the tests on its measures come to."""

    name: str
    page: str
    says: str
    is_clear: bool  # one model is better, and worse on nothing


def aspect_verdicts(reader: Reader) -> list[AspectVerdict]:
    """A verdict for each aspect of the run; none unless two models compete and were compared."""
    rivals = rivals_of({model: reader.role_of(model) for model in reader.models})
    if len(rivals) != 2:
        return []
    found = []
    for aspect, cells in reader.aspects.items():
        counted = frozenset(cell for cell in cells if _counts(reader, cell))
        duel = duel_of(reader, rivals[0], rivals[1], counted)
        if duel is not None and counted:
            clear = bool(duel.better) != bool(duel.worse)
            found.append(AspectVerdict(aspect, urls.aspect(aspect), in_words(duel), clear))
    return found


def in_words(duel: Duel) -> str:
    """Who is better on which measures.

    >>> in_words(Duel("a", "b", "", ["FID"], ["Recall"], 2, 0))
    'a is better on 1 of 4 measures (FID), b on 1 (Recall), unclear on 2'
    >>> in_words(Duel("a", "b", "", [], [], 1, 0)), in_words(Duel("a", "b", "", [], [], 0, 3))
    ('no clear difference on 1 measure', 'cannot be compared')
    """
    measures = f"{duel.compared} measure{'s' if duel.compared != 1 else ''}"
    if not duel.compared:
        return "cannot be compared"
    if not duel.better and not duel.worse:
        return f"no clear difference on {measures}"
    sides = [(duel.one, duel.better), (duel.other, duel.worse)]
    wins = [(model, names) for model, names in sides if names]
    wins.sort(key=lambda side: -len(side[1]))
    (first, names), rest = wins[0], wins[1:]
    lines = [f"{first} is better on {len(names)} of {measures} ({listed(names)})"]
    lines += [f"{model} on {len(others)} ({listed(others)})" for model, others in rest]
    return ", ".join([*lines, *([f"unclear on {duel.unclear}"] if duel.unclear else [])])


def _counts(reader: Reader, cell: Cell) -> bool:
    rows = reader.columns.get(cell) or []
    return bool(rows) and bool(rows[0]["direction"]) and cell not in reader.out_of_domain
