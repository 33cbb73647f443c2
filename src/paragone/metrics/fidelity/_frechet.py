"""A Fréchet distance with its error, computed once for `fid` and `fid_infinity`, remembered by content."""

from collections import OrderedDict

from paragone.metrics._sets import Sides, content_of
from paragone.stats.fidelity import FrechetError, frechet_error

_known: OrderedDict[str, FrechetError] = OrderedDict()
_KEPT = 1_000  # results, four numbers each


def distance_of(both: Sides) -> FrechetError:
    """The distance and its error; LinAlgError where a covariance is singular."""
    key = content_of(both)
    if key not in _known:
        _known[key] = frechet_error(both.drawn, both.real, clusters=both.clusters)
        while len(_known) > _KEPT:
            _known.popitem(last=False)
    return _known[key]
