"""What a run's scores and drawings say, worked out once and stored: groups, differences, correlations, efficiency."""

from paragone.analysis.aspects import store_aspects
from paragone.analysis.bias import store_bias
from paragone.analysis.breakdowns import store_breakdowns
from paragone.analysis.correlations import store_correlations
from paragone.analysis.differences import store_differences
from paragone.analysis.efficiency import store_efficiency
from paragone.analysis.people import given_in, keep_current_people, store_people
from paragone.analysis.people_levels import store_people_levels
from paragone.analysis.perturbed import store_changes
from paragone.analysis.scores import RunScores
from paragone.analysis.winners import store_winners
from paragone.store.folder import RunFolder


def analyse(folder: RunFolder) -> None:
    """Bring the derived tables of a finished run up to date; the caller is its only writer."""
    scores = RunScores(folder)
    store_breakdowns(scores)
    store_differences(scores)
    store_winners(scores)
    store_changes(scores)
    store_aspects(scores)
    store_correlations(scores)
    store_efficiency(folder)
    store_bias(scores)
    given = given_in(folder)
    if given is None:
        keep_current_people(scores)
    else:
        store_people(scores, given)
        store_people_levels(scores, given.ratings)
