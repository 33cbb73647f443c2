"""Many-dimensional vectors laid out on a plane, to be looked at: by their principal components, or by t-SNE."""

from typing import Literal, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from paragone.core.errors import BadInput, NotReady

Way: TypeAlias = Literal["pca", "tsne"]
Plane: TypeAlias = npt.NDArray[np.float64]  # (images, 2)
FIRST = 50  # components that t-SNE starts from, as is usual
PERPLEXITY = 30.0


class Layout(NamedTuple):
    """Places on a plane, and in words what they keep."""

    places: Plane
    note: str


def laid_out(vectors: npt.NDArray[np.floating], way: Way, seed: int = 0) -> Layout:
    """A place for each vector; the same vectors and seed give the same places."""
    rows = np.asarray(vectors, dtype=np.float64)
    if rows.ndim != 2 or len(rows) < 3 or not np.isfinite(rows).all():
        raise BadInput(f"a map needs three images with finite vectors at the least, there are {len(rows)}; draw more")
    return by_pca(rows) if way == "pca" else by_tsne(rows, seed)


def by_pca(rows: npt.NDArray[np.float64]) -> Layout:
    """The two directions in which the vectors vary most; distances are true, but for what other directions hold.

    >>> found = by_pca(np.array([[0.0, 0, 0], [2, 0, 0], [0, 1, 0], [2, 1, 0]]))
    >>> np.abs(found.places[:, 0]).round(6).tolist(), found.note
    ([1.0, 1.0, 1.0, 1.0], '2 principal components, which hold 100 % of the variance')
    """
    parts, strengths = _components(rows, 2)
    total = float(((rows - rows.mean(axis=0)) ** 2).sum())
    share = float((strengths**2).sum()) / total if total > 0 else 1.0
    return Layout(parts, f"2 principal components, which hold {share:.0%} of the variance".replace("%", " %"))


def by_tsne(rows: npt.NDArray[np.float64], seed: int) -> Layout:
    """Neighbours stay neighbours (van der Maaten and Hinton, 2008); sizes of groups and gaps mean little."""
    try:
        from sklearn.manifold import TSNE
    except ImportError as error:
        raise NotReady("t-SNE needs a package: pip install 'paragone[map]'; or use pca, which needs none") from error
    perplexity = min(PERPLEXITY, (len(rows) - 1) / 3)
    start, _ = _components(rows, min(FIRST, *rows.shape))
    found = TSNE(perplexity=perplexity, init="pca", random_state=seed, learning_rate="auto").fit_transform(start)
    words = f"t-SNE of {start.shape[1]} principal components, perplexity {perplexity:g}, seed {seed}"
    return Layout(np.asarray(found, dtype=np.float64), f"{words}: neighbours mean something, distances do not")


def _components(rows: npt.NDArray[np.float64], count: int) -> tuple[Plane, npt.NDArray[np.float64]]:
    """The vectors along their first components, signs fixed so that another machine gives the same picture."""
    centred = rows - rows.mean(axis=0)
    left, strengths, _ = np.linalg.svd(centred, full_matrices=False)
    found = left[:, :count] * strengths[:count]
    if found.shape[1] < count:
        found = np.pad(found, ((0, 0), (0, count - found.shape[1])))
    largest = np.abs(found).argmax(axis=0)
    return found * np.where(found[largest, np.arange(found.shape[1])] < 0, -1.0, 1.0), strengths[:count]
