"""What a run's scores and drawings say, worked out once and stored: groups, differences, correlations, efficiency."""

from paragone.analysis.breakdowns import store_breakdowns
from paragone.analysis.correlations import store_correlations
from paragone.analysis.differences import store_differences
from paragone.analysis.efficiency import store_efficiency
from paragone.analysis.people import keep_current_people, store_people
from paragone.analysis.ratings import ratings_in
from paragone.analysis.scores import RunScores
from paragone.store.folder import RunFolder


def analyse(folder: RunFolder) -> None:
    """Bring the derived tables of a finished run up to date; the caller is its only writer."""
    scores = RunScores(folder)
    store_breakdowns(scores)
    store_differences(scores)
    store_correlations(scores)
    store_efficiency(folder)
    ratings = ratings_in(folder.root)
    if ratings is None:
        keep_current_people(scores)
    else:
        store_people(scores, ratings)
