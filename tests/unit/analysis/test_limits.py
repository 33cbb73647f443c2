"""Gates: by evidence, or by the plain number."""

import pytest

from paragone.analysis.changes import Change
from paragone.analysis.limits import crossed_by, read_limit
from paragone.analysis.summary import summary_of
from paragone.core.errors import BadOption, UnknownName
from paragone.stats.paired import Difference


def change(metric: str, value: float, low: float | None, high: float | None, direction: str = "higher") -> Change:
    return Change(
        "s", metric, direction, Difference(value, low, high, 0.5, 9, 0, reason="" if low else "no errors"), 0.01
    )


def is_failed(text: str, found: Change, *, by_value: bool = False) -> bool:
    return bool(crossed_by([read_limit(text, by_value=by_value)], [found]))


def test_a_gate_fails_only_if_all_of_the_interval_is_beyond_the_line() -> None:
    unsure = change("psnr", 0.02, -0.5, 0.54)
    assert not is_failed("psnr>0.01", unsure)  # the number is, the interval is not
    assert is_failed("psnr>0.01", unsure, by_value=True)
    assert is_failed("psnr>0.01", change("psnr", 0.3, 0.011, 0.6))
    assert not is_failed("psnr<-0.1", change("psnr", -0.2, -0.3, -0.1))
    assert is_failed("psnr<=-0.1", change("psnr", -0.2, -0.3, -0.1))


def test_a_difference_without_an_interval_is_an_error_and_no_pass() -> None:
    found = change("fid(x)", 12.0, None, None)
    with pytest.raises(BadOption, match="there is no interval to judge: no errors; --fail-if-value"):
        is_failed("fid>10", found)
    assert is_failed("fid>10", found, by_value=True)


def test_short_names_work_where_they_mean_one_metric() -> None:
    two = [change("fid(a)", 1.0, 0.5, 1.5), change("fid(b)", 1.0, 0.5, 1.5)]
    assert [str(one) for one in crossed_by([read_limit("fid(a)>0")], two)] == [
        "fid(a) on s changed by 1 [0.5, 1.5], which is > 0"
    ]
    with pytest.raises(BadOption, match=r"may be fid\(a\) or fid\(b\)"):
        crossed_by([read_limit("fid>0")], two)
    with pytest.raises(UnknownName, match="did you mean"):
        crossed_by([read_limit("fid(c)>0")], two)
    uses = {"fid(a)": "fid", "fid(b)": "o_fid"}  # what the catalogue calls them
    assert {one.limit.metric for one in crossed_by([read_limit("fid>0")], two, uses)} == {"fid(a)"}
    assert {one.limit.metric for one in crossed_by([read_limit("o_fid>0")], two, uses)} == {"fid(b)"}


def test_verdicts_in_one_sentence() -> None:
    clear = change("a", 0.5, 0.4, 0.6)
    worse, unclear = change("b", -0.5, -0.6, -0.4), change("c", 0.1, -0.1, 0.3)
    assert summary_of([clear, worse, unclear], "old", "new") == (
        "new is better than old on 1 of 3 measures (a), but worse on 1 (b), unclear on 1"
    )
    assert summary_of([worse, unclear], "old", "new", {"b": "Beauty"}) == (
        "old is better than new on 1 of 2 measures (Beauty), worse on none, unclear on 1"
    )
    assert summary_of([unclear], "old", "new") == "new cannot be told from old: no clear difference on 1 measure"
