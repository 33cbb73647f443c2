"""A pytest plug-in: `paragone_gate` fails a test if one run is worse than another beyond a line, by evidence.

def test_the_new_checkpoint_counts_as_well_as_the_old_one(paragone_gate):
    paragone_gate("runs/main", "runs/new", "skill_count<-0.02")
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from paragone.core.errors import BadOption

Gate = Callable[..., None]


@pytest.fixture
def paragone_gate() -> Gate:
    """`gate(A, B, "metric<bound", ..., models=("a", "b"))`: fails where an interval of B - A is beyond a line."""
    return gate


def gate(a: str | Path, b: str | Path, *limits: str, models: tuple[str, str] | None = None) -> None:
    """Raise AssertionError with what each limit that is crossed says."""
    from paragone.analysis.changes import Side  # here: every start of pytest loads this file
    from paragone.analysis.differences import changes_between
    from paragone.analysis.limits import crossed_by, read_limit, uses_of
    from paragone.store.opening import open_run

    if not limits:
        raise BadOption('a gate needs a limit, such as "skill_count<-0.02"')
    one, two = open_run(a), open_run(b)
    names = models or (_only(list(one.read_manifest()["models"])), _only(list(two.read_manifest()["models"])))
    changes = changes_between(Side(one, names[0]), Side(two, names[1]))
    crossed = crossed_by([read_limit(text) for text in limits], changes, uses_of(one.read_manifest()))
    assert not crossed, "; ".join(map(str, crossed))


def _only(models: list[str]) -> str:
    if len(models) != 1:
        raise BadOption(f"say which models to compare, as models=(A, B); there are {', '.join(models)}")
    return models[0]
