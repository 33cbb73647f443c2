"""The answer that the first page opens with: a verdict, what to mind, an interval plot, prompts that differ most."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from paragone.core.cells import Cell
from paragone.report.pages.first.alarms import alarms
from paragone.report.pages.first.differing import Differing, differing_prompts
from paragone.report.pages.first.interval_plot import IntervalPlot, interval_plot
from paragone.report.pages.first.verdict import (
    RIVALS,
    Duel,
    column_name,
    duel_of,
    headline_of_many,
    headline_of_two,
    listed,
)
from paragone.report.read.reader import Reader
from paragone.report.wording import cut
from paragone.stages.notices import left_out
from paragone.stages.roles import rivals_of

ABSENT = 3  # reasons that the first page gives for what was left out; the page of protocol has them all


@dataclass(frozen=True)
class Answer:
    """Which model is better, how sure, and why."""

    headline: str
    reasons: list[str]  # the measures behind the headline
    alarms: list[str]
    duels: list[Duel]  # the first model against each other
    plot: IntervalPlot
    prompts: list[Differing]
    left_out: list[str]  # what the run went on without, and why


def answer_of(reader: Reader, cells: Sequence[Cell]) -> Answer:
    """The answer over some columns of the leaderboard."""
    rivals = _rivals(reader)
    compared = _compared(reader, cells)
    others = [model for model in rivals if model != rivals[0]]
    duels = [duel for other in others[:RIVALS] if (duel := duel_of(reader, rivals[0], other, frozenset(compared)))]
    return Answer(
        headline=_headline(reader, rivals, duels, compared),
        reasons=[*(_reasons(duels[0]) if len(duels) == 1 else []), *_left_out(reader, cells)],
        alarms=alarms(reader, cells),
        duels=duels if len(duels) > 1 else [],
        plot=interval_plot(reader, rivals, compared),
        prompts=differing_prompts(reader, rivals, compared),
        left_out=_absent(reader),
    )


def headline_of(reader: Reader) -> str:
    """The verdict alone, for a list of runs."""
    rivals = _rivals(reader)
    compared = _compared(reader, reader.columns)
    duel = duel_of(reader, rivals[0], rivals[1], frozenset(compared)) if len(rivals) == 2 else None
    return _headline(reader, rivals, [duel] if duel else [], compared)


def _compared(reader: Reader, cells: Iterable[Cell]) -> list[Cell]:
    """The columns that a verdict may rest on: one way is better, and their judge knows images like these."""
    return [cell for cell in cells if reader.columns[cell][0]["direction"] and cell not in reader.out_of_domain]


def _left_out(reader: Reader, cells: Sequence[Cell]) -> list[str]:
    names = [column_name(reader, cell) for cell in cells if cell in reader.out_of_domain]
    return [f"Not counted, as the judge is out of its domain: {listed(names)}."] if names else []


def _absent(reader: Reader) -> list[str]:
    if reader.manifest["plan"]["metrics"] == "all":  # nobody asked for these by name
        count = len(reader.manifest.get("skipped", {}))
        return [f"{count} metrics that these images and prompts do not allow"] if count else []
    lines = [cut(line.removeprefix("left out: "), 240) for line in left_out(reader.manifest)]
    more = f"and more, for {len(lines) - ABSENT} other reasons"
    return [*lines[:ABSENT], more] if len(lines) > ABSENT + 1 else lines


def _rivals(reader: Reader) -> list[str]:
    """The models that compete, best first; all where none does."""
    roles = {model: reader.role_of(model) for model in reader.models}
    return rivals_of(roles)


def _headline(reader: Reader, rivals: Sequence[str], duels: Sequence[Duel], compared: Sequence[Cell]) -> str:
    lost = reader.undrawn
    empty = [model for model in rivals if lost[model][0] and lost[model][0] == lost[model][1]]
    if empty:
        return _nothing_drawn(empty, rivals, max(lost[model][0] for model in empty))
    if not compared and reader.out_of_domain:
        return "No verdict: the judges are out of their domain for these images."
    if not compared:
        return "There are no numbers yet: the run is not at its end."
    if len(rivals) == 1:
        measures = f"{len(compared)} measure{'s' if len(compared) != 1 else ''}"
        return f"{rivals[0]} on {measures}. There is no other model to compare it with."
    if len(rivals) == 2 and duels:
        return headline_of_two(duels[0])
    wins = dict.fromkeys(rivals, 0)
    for row in (row for cell in compared for row in reader.columns[cell] if row["is_clear"] and row["model"] in wins):
        wins[row["model"]] += 1
    return headline_of_many(wins, len(compared))


def _nothing_drawn(empty: Sequence[str], rivals: Sequence[str], images: int) -> str:
    if len(empty) == len(rivals):
        who = "The model" if len(rivals) == 1 else "The models"
        return f"{who} drew nothing: all images are missing."
    return f"No comparison: {listed(list(empty))} drew none of {images} images."


def _reasons(duel: Duel) -> list[str]:
    sides = [("Better", duel.better, duel.better_in), ("Worse", duel.worse, duel.worse_in)]
    if len(duel.worse) > len(duel.better):  # the sentence is then about the other model
        sides = [("Better", duel.worse, duel.worse_in), ("Worse", duel.better, duel.better_in)]
    said = [f"{word} on {_about(aspects)}{listed(names)}." for word, names, aspects in sides if names]
    if not duel.uncompared:
        return said
    return [
        *said,
        f"{duel.uncompared} more could not be compared." if duel.compared else "No measure could be compared.",
    ]


def _about(aspects: Sequence[str]) -> str:
    return f"{listed(list(aspects))}: " if 0 < len(aspects) < 3 else ""
