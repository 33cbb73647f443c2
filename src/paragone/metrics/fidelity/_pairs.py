"""All pairs of two sides, looked at once for kid, cmmd and the four neighbour metrics, remembered by content."""

from typing import NamedTuple

from paragone.metrics._sets import Remembered, Sides
from paragone.stats.fidelity import (
    KernelSums,
    Measured,
    Neighbourhoods,
    discrepancy,
    gaussian,
    kernel_sums,
    polynomial,
    precision_recall,
)
from paragone.stats.fidelity.features import TILE
from paragone.stats.fidelity.neighbours import check_neighbours, origin_of
from paragone.stats.fidelity.screening import screened
from paragone.stats.fidelity.units import apart

LARGEST = 10_000  # images a side of which neighbours are looked for: the sources take 10,000 as well
USUAL = 5  # the k that neighbour metrics have unless a plan says otherwise


class Kernels(NamedTuple):
    """KID and CMMD over pairs of different prompts, and CMMD with every pair as the published code has it."""

    kid: Measured
    cmmd: Measured
    cmmd_biased: float


class Four(NamedTuple):
    """Precision, recall, density and coverage."""

    precision: float
    recall: float
    density: float
    coverage: float


_kernels: Remembered[Kernels] = Remembered()
_neighbours: Remembered[Four] = Remembered()


def forget() -> None:
    """Compute everything anew from now on."""
    _kernels.clear()
    _neighbours.clear()


def kernels_of(both: Sides) -> Kernels:
    """Both kernel distances. Of many images the neighbours are found in the same pass, for whoever asks next."""

    def make() -> Kernels:
        if max(len(both.drawn), len(both.real)) <= TILE:
            return _measured(both, None)
        size = min(len(both.drawn), len(both.real))
        is_usual = size > USUAL and max(len(both.drawn), len(both.real)) <= LARGEST
        return _measured(both, _pass(both, USUAL if is_usual else None, kernels=True))

    return _kernels.get(both.content, make)


def neighbours_of(both: Sides, k: int) -> Four:
    """The four fractions. Of many images both kernels are summed in the same pass, for whoever asks next."""

    def make() -> Four:
        if max(len(both.drawn), len(both.real)) > TILE:
            check_neighbours(len(both.drawn), len(both.real), k)
            key = both.content
            sums = _pass(both, k, kernels=key not in _kernels)
            if sums:
                _kernels.keep(key, _measured(both, sums))
            if (found := f"{both.content} {k}") in _neighbours:
                return _neighbours.get(found, make)
        return four_of(precision_recall(both.drawn, both.real, k))

    return _neighbours.get(f"{both.content} {k}", make)


def four_of(found: Neighbourhoods) -> Four:
    """The four alone."""
    return Four(found.precision, found.recall, found.density, found.coverage)


def _pass(both: Sides, k: int | None, *, kernels: bool) -> tuple[KernelSums, KernelSums] | None:
    """One look at all pairs in float32: neighbours are kept where they were asked for, sums of kernels given back."""
    found = screened(both.drawn, both.real, k=k, kernels=kernels, origin=origin_of(both.real))
    if k and found.counts:
        _neighbours.keep(f"{both.content} {k}", four_of(found.counts.result(k)))
    return found.sums


def _measured(both: Sides, sums: tuple[KernelSums, KernelSums] | None) -> Kernels:
    kinds = polynomial(both.drawn.shape[1]), gaussian()
    cubic, bell = sums or [kernel_sums(both.drawn, both.real, kind) for kind in kinds]
    # Images of one prompt alone have no pair of different prompts: there every image stands for itself.
    units = both.units if both.prompts > 1 else apart(len(both.drawn), len(both.real))
    kid, cmmd = (
        discrepancy(both.drawn, both.real, kind, sums=part, units=units)
        for kind, part in zip(kinds, (cubic, bell), strict=True)
    )
    return Kernels(kid, cmmd, bell.biased)
