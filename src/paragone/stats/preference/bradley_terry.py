"""Bradley and Terry's model of pairs: i beats j with probability p_i / (p_i + p_j); ties as in Davidson (1970)."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Matrix = Sequence[Sequence[float]] | Array
ELO_UNIT = 400 / math.log(10)  # of one natural unit of log-ability
STEPS = 100


@dataclass(frozen=True, slots=True)
class Abilities:
    """Log-abilities against the first item, with what is needed for the error of any of them and of any difference."""

    values: Array  # (items,), the first is 0
    errors: Array  # (items,) standard errors, of the first 0
    covariance: Array  # (items, items), the first row and column 0
    log_likelihood: float
    log_tie: float | None = (
        None  # of Davidson's nu, which says how common ties are between equals; None: none was given
    )
    information: Array | None = (
        None  # inverse, of the parameters that were fitted: all items but the first, then log nu
    )

    def __iter__(self) -> Iterator[Array]:
        """Log-abilities and standard errors: `abilities, errors = bradley_terry(wins)`."""
        return iter((self.values, self.errors))

    def difference_error(self, one: int, other: int) -> float:
        """The standard error of one item's log-ability less another's."""
        c = self.covariance
        return math.sqrt(max(float(c[one, one] + c[other, other] - 2 * c[one, other]), 0.0))

    def elo(self, mean: float = 1000.0) -> Array:
        """The same on the scale of Elo: 400 points are ten to one, and the mean item has `mean`."""
        return np.asarray(mean + ELO_UNIT * (self.values - self.values.mean()))


def bradley_terry(wins: Matrix, ties: Matrix | None = None, *, prior: float = 0.0) -> Abilities:
    """The most likely log-abilities for a matrix of wins, row over column.

    With `ties` (symmetric, each tie once in both halves) Davidson's model is fitted: a tie has the probability
    nu sqrt(p_i p_j) / (p_i + p_j + nu sqrt(p_i p_j)). `prior` adds so many wins to both sides of every pair, which
    is needed where some items never lost to, or never beat, the others: then no finite ability is the most likely.

    >>> found = bradley_terry([[0, 3], [1, 0]])
    >>> round(float(found.values[1]), 6)  # log(1 / 3)
    -1.098612
    """
    won = _square(wins, "wins") + prior * (1 - np.eye(len(wins)))
    tied = None if ties is None else _square(ties, "ties")
    if tied is not None and (tied.shape != won.shape or not np.array_equal(tied, tied.T)):
        raise ValueError("ties need a symmetric matrix of the size of the wins")
    if tied is not None and not tied.any():
        tied = None
    if not is_connected(won if tied is None else won + tied):
        raise ValueError(
            "some items never beat the others, or were never compared with them; give a prior, such as 0.5"
        )
    return _fitted(won, tied)


def is_connected(wins: Array) -> bool:
    """Whether every item can be reached from every other along wins: only then are abilities finite."""
    n = len(wins)
    reachable = (np.asarray(wins) > 0) | np.eye(n, dtype=bool)
    for _ in range(max(1, n.bit_length())):
        reachable = reachable @ reachable
    return bool(reachable.all())


def _square(counts: Matrix, name: str) -> Array:
    table = np.array(counts, dtype=np.float64)
    if table.ndim != 2 or table.shape[0] != table.shape[1] or len(table) < 2:
        raise ValueError(f"{name} need a square matrix of two items or more, got {table.shape}")
    if not np.isfinite(table).all() or (table < 0).any():
        raise ValueError(f"{name} are counts: neither negative nor missing")
    table[np.diag_indices(len(table))] = 0.0
    return table


def _fitted(won: Array, tied: Array | None) -> Abilities:
    """Newton's steps, halved while they lead down; the log-likelihood is concave, so its top is the only one."""
    n = len(won)
    point = np.zeros(n - 1 + (tied is not None))
    best = _log_likelihood(point, won, tied)
    for _ in range(STEPS):
        gradient, information = _slopes(point, won, tied)
        step = np.linalg.solve(information, gradient)
        while (found := _log_likelihood(point + step, won, tied)) < best - 1e-12 * abs(best) and np.abs(
            step
        ).max() > 1e-15:
            step /= 2
        point, best = point + step, found
        if np.abs(step).max() < 1e-12:
            break
    inverse: Array = np.linalg.inv(_slopes(point, won, tied)[1]).astype(np.float64)
    covariance = np.zeros((n, n))
    covariance[1:, 1:] = inverse[: n - 1, : n - 1]
    values = np.concatenate([[0.0], point[: n - 1]])
    log_tie = None if tied is None else float(point[-1])
    return Abilities(values, np.sqrt(np.diag(covariance)), covariance, best, log_tie, inverse)


def chances(values: Array, log_tie: float | None) -> tuple[Array, Array]:
    """For every couple  # (items, items): how likely the row wins, and how likely a tie is."""
    gaps = values[:, None] - values[None, :]
    tie = 0.0 if log_tie is None else np.exp(log_tie - np.abs(gaps) / 2)
    # Divided by the larger of the two abilities, so that nothing overflows.
    ahead, behind = np.exp(np.minimum(gaps, 0)), np.exp(np.minimum(-gaps, 0))
    total = ahead + behind + tie
    return ahead / total, tie / total


def _parts(point: Array, n: int, tied: Array | None) -> tuple[Array, float | None]:
    return np.concatenate([[0.0], point[: n - 1]]), None if tied is None else float(point[-1])


def _log_likelihood(point: Array, won: Array, tied: Array | None) -> float:
    win, tie = chances(*_parts(point, len(won), tied))
    total = float(np.sum(won * np.log(win)))
    return total if tied is None else total + float(np.sum(np.triu(tied) * np.log(tie)))


def _slopes(point: Array, won: Array, tied: Array | None) -> tuple[Array, Array]:
    """Gradient and (expected) information of the free parameters."""
    n = len(won)
    win, tie = chances(*_parts(point, n, tied))
    draws = np.zeros_like(won) if tied is None else tied
    games = won + won.T + draws
    # A win counts 1 and a tie 1/2 for either side: these sums are all that the abilities depend on.
    gained = won + draws / 2
    expected = games * (win + tie / 2)
    gradient = (gained - expected).sum(axis=1)[1:]
    spread = games * (win + tie / 4 - (win + tie / 2) ** 2)
    information = (np.diag(spread.sum(axis=1)) - spread)[1:, 1:]
    if tied is None:
        return gradient, information
    off = (games * (tie / 2 - tie * (win + tie / 2))).sum(axis=1)[1:]
    own = float(np.triu(games * tie * (1 - tie)).sum())
    gradient = np.append(gradient, float(np.triu(draws - games * tie).sum()))
    return gradient, np.block([[information, off[:, None]], [off[None, :], np.array([[own]])]])
