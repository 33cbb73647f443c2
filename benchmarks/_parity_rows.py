"""One comparison with a peer: what we give, what they give, and how far apart they are."""

import contextlib
import io
import shutil
import warnings
from collections.abc import Callable
from dataclasses import dataclass

import _peers

EXACT = 1e-6


@dataclass(frozen=True)
class Case:
    """One number from us and from a peer."""

    metric: str
    peer: str  # distribution that must be installed
    modules: tuple[str, ...]
    call: str  # what of the peer is called
    input: str
    ours: Callable[[], float]
    theirs: Callable[..., float]  # takes the peer's modules
    tolerance: float = EXACT
    needs: str = ""  # a program that must be there

    @property
    def label(self) -> str:
        """Its name in tests."""
        return f"{self.metric} | {self.call} | {self.input}"


@dataclass(frozen=True)
class Row:
    """Both numbers."""

    case: Case
    version: str
    ours: float
    theirs: float

    @property
    def difference(self) -> float:
        """Relative to the larger of the two; of numbers that are both rounding (below 1e-9), none."""
        size = max(abs(self.ours), abs(self.theirs))
        return 0.0 if size < 1e-9 or self.ours == self.theirs else abs(self.ours - self.theirs) / size


def compare(case: Case) -> Row | None:
    """The row of a case, or None where the peer or its program is not installed."""
    modules = [_peers.load(module) for module in case.modules]
    if None in modules or (case.needs and shutil.which(case.needs) is None):
        return None
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")  # the peers' own deprecations and prints
        theirs = float(case.theirs(*modules))
    return Row(case, _peers.version(case.peer), float(case.ours()), theirs)
