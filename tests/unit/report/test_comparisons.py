"""Two models compared: each pair once, any baseline, a verdict only where it is clear."""

from pathlib import Path
from typing import Any

import polars as pl
import pytest
from tests.report_run import Wanted, build_run

from paragone.analysis.changes import Change, Side, turn
from paragone.analysis.differences import ALL_PAIRS, pairs_of
from paragone.core.errors import UnknownName
from paragone.report.pages.compare import pair_page
from paragone.report.read.reader import Reader
from paragone.report.site.build import Build
from paragone.stats.paired import Difference
from paragone.store.folder import RunFolder
from paragone.store.table import Table


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    wanted = Wanted(models=("aurora", "basalt", "photographs"), prompts=12, side=16)
    return Reader(build_run(tmp_path_factory.mktemp("run"), wanted))


def test_a_difference_turned_twice_is_itself(reader: Reader) -> None:
    changes = reader.differences.of("photographs", "aurora")
    assert changes
    for change in changes:
        assert turn(turn(change)) == change


def test_pinning_either_side_gives_opposite_differences(reader: Reader) -> None:
    stored = reader.differences
    there, back = stored.against("photographs")["aurora"], stored.against("aurora")["photographs"]
    for one, other in zip(there, back, strict=True):
        if one.difference.value is not None:
            assert other.difference.value == -one.difference.value


def test_few_models_are_compared_each_with_each() -> None:
    models = [f"m{number}" for number in range(12)]
    assert len(pairs_of(models, models)) == 66


def test_many_models_are_compared_with_baselines_and_neighbours() -> None:
    models = [f"m{number:02}" for number in range(20)]
    # 19 with m00 and 18 more with m10; of the 19 neighbours, three are among those.
    assert len(pairs_of(models, ["m00", "m10"])) == 19 + 18 + 16


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    models = ("photographs", "shuffled", *(f"m{number:02}" for number in range(ALL_PAIRS - 1)))
    return build_run(tmp_path_factory.mktemp("crowd"), Wanted(models=models, prompts=6, seeds=(0,), side=8))


def test_of_many_models_the_first_the_ceiling_and_the_floor_are_baselines(crowd: RunFolder) -> None:
    assert Reader(crowd).differences.baselines == ["photographs", "m00", "shuffled"]


def test_an_unknown_baseline_is_answered_with_the_nearest(crowd: RunFolder) -> None:
    with pytest.raises(UnknownName, match="no model 'm7'; did you mean m07"):
        Build(crowd, baselines=["m7"])


def test_a_chosen_baseline_stays_and_the_rest_is_said_plainly(crowd: RunFolder) -> None:
    Build(crowd, baselines=["m07"]).run()
    Build(crowd).run()
    site = crowd.root / "report"
    assert sorted(path.stem for path in (site / "against").glob("*.html")) == ["m00", "m07", "photographs", "shuffled"]
    assert (site / "compare" / "m03" / "m07.html").is_file()
    assert not (site / "compare" / "m03" / "m05.html").exists()
    assert "Of 78 pairs these are shown" in (site / "compare.html").read_text()
    assert "--baseline MODEL" in (site / "index.html").read_text()


@pytest.mark.parametrize(("p_value", "verdict"), [(0.01, "better"), (0.5, "no clear change"), (None, "better")])
def test_a_change_is_clear_only_if_it_survives_the_correction(p_value: float | None, verdict: str) -> None:
    found = Difference(0.1, 0.05, 0.15, 0.01, 9, 0)
    assert Change("things", "counting", "higher", found, p_value).verdict == verdict


def test_what_changed_clearly_comes_first_and_the_rest_as_on_the_leaderboard(reader: Reader) -> None:
    def change(metric: str, value: float, p_value: float) -> Change:
        found = Difference(value, value - 0.01, value + 0.01, p_value, 9, 0)
        return Change("things", metric, str(reader.metrics[metric]["direction"]), found, p_value)

    changes = [change("diversity", 0.1, 0.9), change("counting", 0.1, 0.9), change("fractal", 0.1, 0.001)]
    sides = (Side(reader.folder, "photographs"), Side(reader.folder, "aurora"))
    page = pair_page((reader, reader), sides, changes)
    assert [row.metric for row in page.rows] == ["fractal", "counting", "diversity"]
    assert page.rows[0].verdict == "worse"  # lower is better there
    assert [change.metric for change in page.changed] == ["fractal", "counting", "diversity"]


def test_the_tables_are_read_as_often_for_many_models_as_for_few(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads: list[str] = []
    read = Table.read

    def counted(table: Table, *arguments: Any, **named: Any) -> pl.DataFrame:
        reads.append(table.folder.name)
        return read(table, *arguments, **named)

    monkeypatch.setattr(Table, "read", counted)
    counts = []
    for models in (("aurora", "basalt"), tuple(f"m{number}" for number in range(7))):
        folder = build_run(tmp_path / str(len(models)), Wanted(models=models, prompts=6, seeds=(0,), side=8))
        reads.clear()
        Build(folder).run()
        counts.append(sorted(reads))
    assert counts[0] == counts[1]
