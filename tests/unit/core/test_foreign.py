from pathlib import Path

import pytest

from paragone.core.errors import BadInput, UnknownName
from paragone.core.foreign import reading


@pytest.mark.parametrize("error", [MemoryError(), NotImplementedError("version\n 12.7"), RecursionError("deep")])
def test_whatever_a_reader_raises_is_one_line(error: Exception) -> None:
    with pytest.raises(BadInput) as caught, reading(lambda said: f"x.zip is no zip ({said}); make it anew"):
        raise error
    said = " ".join(str(error).split()) or type(error).__name__
    assert str(caught.value) == f"x.zip is no zip ({said}); make it anew"


def test_a_failing_disk_is_told_by_its_reason_alone() -> None:
    with pytest.raises(BadInput, match=r"^cannot read: No such file or directory$"), reading("cannot read: {}".format):
        Path("nowhere/at/all").read_bytes()


def test_our_own_errors_pass() -> None:
    with pytest.raises(UnknownName, match="as it was"), reading(lambda said: f"not {said}"):
        raise UnknownName("as it was")
