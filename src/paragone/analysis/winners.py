"""Which of two models is clearly best where: what their stored differences say, so that no table contradicts them.

Among more models a winner has to be clear of each other one, which `estimate` works out. Of two, it is the difference
that decides: paired on the prompts that both have, and corrected with all differences of the run.
"""

from paragone.analysis.differences import read_differences
from paragone.analysis.scores import RunScores
from paragone.core.cells import Cell


def store_winners(scores: RunScores) -> None:
    """Mark the estimates of a run in which two models compete by the verdicts on their differences."""
    roles = {model: about["role"] for model, about in scores.manifest["models"].items()}
    rivals = [model for model in scores.models if not roles[model]] or scores.models
    changes = read_differences(scores.folder).get((rivals[0], rivals[-1])) if len(rivals) == 2 else None
    if changes is None:
        return
    best = {"better": rivals[1], "worse": rivals[0]}  # a difference is the second less the first
    winners = {Cell(change.scenario, change.metric): best.get(change.verdict) for change in changes}
    for row in scores.estimates:
        row["is_clear"] = winners.get(Cell(row["scenario"], row["metric"])) == row["model"]
    scores.folder.table("estimates").replace(scores.estimates)
