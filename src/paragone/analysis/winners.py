"""Which model is clearly best where, as far as the stored differences bear it: no table contradicts another.

Of two models their difference alone decides: it is paired on the prompts that both have, and corrected with all
differences of the run. Among more, `estimate` names a winner; it stays one where each difference that is stored
between it and a rival says so, too.
"""

from collections.abc import Mapping, Sequence

from paragone.analysis.changes import Change, turn
from paragone.analysis.differences import Pair, read_differences
from paragone.analysis.scores import RunScores
from paragone.core.cells import Cell

Verdicts = Mapping[tuple[Cell, str], set[str]]  # what is said of a model against its rivals


def store_winners(scores: RunScores) -> None:
    """Mark the clear winners of a run's estimates anew, by the verdicts on its differences."""
    roles = {model: about["role"] for model, about in scores.manifest["models"].items()}
    rivals = [model for model in scores.models if not roles[model]] or scores.models
    verdicts = _verdicts(read_differences(scores.folder), rivals)
    for row in scores.estimates:
        said = verdicts.get((Cell(row["scenario"], row["metric"]), row["model"]))
        if said is not None:
            row["is_clear"] = said == {"better"} and (len(rivals) == 2 or row["is_clear"])
    scores.folder.table("estimates").replace(scores.estimates)


def _verdicts(stored: Mapping[Pair, Sequence[Change]], rivals: Sequence[str]) -> Verdicts:
    found: dict[tuple[Cell, str], set[str]] = {}
    for (a, b), changes in stored.items():
        if a in rivals and b in rivals:
            for change in changes:  # from a to b
                cell = Cell(change.scenario, change.metric)
                found.setdefault((cell, b), set()).add(change.verdict)
                found.setdefault((cell, a), set()).add(turn(change).verdict)
    return found
