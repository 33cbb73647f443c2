"""A pack of plain solids, so that composing is tested without any real mesh."""

import functools

import pytest

from paragone.scenes.meshes.mesh import Mesh
from paragone.scenes.meshes.solids import ball, box
from paragone.scenes.vocabulary import ALL_CLASSES


class Solids:
    """Every class is a box or a ball of its own proportions."""

    @functools.lru_cache  # noqa: B019 - one pack a session
    def mesh(self, class_name: str, variant: int = 0, state: str | None = None) -> Mesh:
        k = ALL_CLASSES.index(class_name)
        return ball(0.5, 6) if k % 5 == 0 else box(0.4 + k % 3, 0.5 + k % 4, 0.6 + k % 2 + 0.1 * variant)

    def variants(self, class_name: str) -> int:
        return 2


@pytest.fixture(scope="session")
def solids() -> Solids:
    return Solids()
