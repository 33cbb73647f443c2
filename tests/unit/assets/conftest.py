from collections.abc import Iterator

import pytest
from tests.unit.assets.loopback import Site, serve


@pytest.fixture
def site() -> Iterator[Site]:
    with serve() as served:
        yield served
