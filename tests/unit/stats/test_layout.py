import numpy as np
import pytest

from paragone.core.errors import BadInput
from paragone.stats.layout import laid_out


def two_groups() -> np.ndarray:
    rng = np.random.default_rng(0)
    return np.vstack([rng.normal(size=(20, 30)), rng.normal(size=(20, 30)) + 8])


@pytest.mark.parametrize("way", ["pca", "tsne"])
def test_groups_stay_apart_and_a_seed_gives_one_picture(way: str) -> None:
    if way == "tsne":
        pytest.importorskip("sklearn")
    vectors = two_groups()
    places, note = laid_out(vectors, way, 3)  # type: ignore[arg-type]
    again, _ = laid_out(vectors, way, 3)  # type: ignore[arg-type]
    assert np.array_equal(places, again)
    middles = places[:20].mean(axis=0), places[20:].mean(axis=0)
    spread = np.linalg.norm(places[:20] - middles[0], axis=1).max()
    assert np.linalg.norm(middles[1] - middles[0]) > spread
    assert note


def test_pca_is_that_of_the_covariance() -> None:
    vectors = two_groups()
    places, note = laid_out(vectors, "pca")
    values = np.linalg.eigvalsh(np.cov(vectors.T))[::-1]
    assert np.allclose(places.var(axis=0, ddof=1), values[:2])
    assert f"{values[:2].sum() / values.sum():.0%}".replace("%", " %") in note


@pytest.mark.parametrize("vectors", [np.zeros((2, 3)), np.full((5, 2), np.nan)])
def test_too_little_is_refused(vectors: np.ndarray) -> None:
    with pytest.raises(BadInput, match="a map needs three images"):
        laid_out(vectors, "pca")
