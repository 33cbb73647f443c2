"""Differences between the models of a run: stored, corrected together, and the same wherever they are shown."""

import itertools
import json
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from tests.report_run import Wanted, build_run
from typer.testing import CliRunner

from paragone.analysis import analyse, changes
from paragone.analysis.changes import Side, compare
from paragone.analysis.differences import read_differences
from paragone.cli.main import app
from paragone.stats.paired import holm, paired_difference
from paragone.store.folder import RunFolder

MODELS = ("aurora", "basalt", "photographs")


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    return build_run(tmp_path_factory.mktemp("run"), Wanted(models=MODELS, prompts=12, side=8))


def test_every_two_models_are_compared_in_every_cell(run: RunFolder) -> None:
    rows = run.table("differences").read()
    assert set(rows.select("model_a", "model_b").iter_rows()) == set(itertools.combinations(MODELS, 2))
    assert len(rows) == 3 * 4


@pytest.mark.parametrize("names", ["aurora,basalt", "photographs,aurora"])
def test_what_is_stored_is_what_compare_prints(run: RunFolder, names: str) -> None:
    told = json.loads(CliRunner().invoke(app, ["compare", str(run.root), "--models", names, "--json"]).output)
    a, b = sorted(names.split(","))
    sign = 1 if names == f"{a},{b}" else -1
    stored = {row["metric"]: row for row in run.table("differences").read().filter(model_a=a, model_b=b).to_dicts()}
    assert len(told) == 4
    for row in told:
        kept = stored[row["metric"]]
        assert row["difference"] == pytest.approx(sign * kept["value"])
        assert (row["p"], row["p_holm"], row["n"]) == (kept["p_value"], kept["p_adjusted"], kept["n"])


def test_the_whole_table_is_one_family_of_tests(run: RunFolder) -> None:
    rows = run.table("differences").read()
    assert rows["p_adjusted"].to_list() == holm(rows["p_value"].to_list())
    one = compare(Side(run, "aurora"), Side(run, "photographs"))  # on its own: a smaller family
    alone = {change.metric: change.p_adjusted for change in one}
    together = {
        row["metric"]: row["p_adjusted"] for row in rows.filter(model_a="aurora", model_b="photographs").to_dicts()
    }
    assert all(together[name] >= p for name, p in alone.items() if p is not None)
    assert any(together[name] > p for name, p in alone.items() if p is not None)


def test_the_plans_level_is_the_intervals(tmp_path: Path) -> None:
    folder = build_run(tmp_path, Wanted(models=MODELS, prompts=12, side=8))
    wide = folder.table("differences").read().filter(metric="fractal")
    manifest = folder.read_manifest()
    manifest["plan"]["estimate"]["level"] = 0.5
    folder.write_manifest(manifest)
    analyse(folder)
    narrow = folder.table("differences").read().filter(metric="fractal")
    assert ((narrow["high"] - narrow["low"]) < (wide["high"] - wide["low"])).all()


def test_a_pair_that_has_not_changed_is_not_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = build_run(tmp_path, Wanted(models=MODELS, prompts=6, seeds=(0,), side=8))
    made: list[int] = []

    def counted(*arguments: Any, **named: Any) -> Any:
        made.append(1)
        return paired_difference(*arguments, **named)

    before = folder.table("differences").read()
    monkeypatch.setattr(changes, "paired_difference", counted)
    analyse(folder)
    assert (len(made), folder.table("differences").read().equals(before)) == (0, True)
    rows = folder.table("estimates").read(where=pl.col("group") == "").to_dicts()
    touched = [row | {"value": 0.5} if (row["model"], row["metric"]) == ("basalt", "fractal") else row for row in rows]
    folder.table("estimates").replace(touched)
    analyse(folder)
    assert len(made) == 2  # basalt from aurora, and photographs from basalt, in that metric


def influences(folder: RunFolder, model: str, seed: int) -> dict[str, float]:
    prompts = folder.table("prompts").read(["prompt_id"])["prompt_id"].sort()
    values = np.random.default_rng(seed).normal(0, 0.5, len(prompts))
    identity = folder.read_manifest()["metrics"]["frechet"]["identity"]
    folder.table("influences").append(
        [
            {"key": f"{seed:032}", "model": model, "scenario": "things", "metric": "frechet"}
            | {"metric_key": identity, "units": prompts.to_list(), "values": values.tolist(), "degrees": 11.0}
        ]
    )
    return dict(zip(prompts, values, strict=True))


def test_a_set_metrics_difference_has_an_interval_where_influences_are_known(tmp_path: Path) -> None:
    folder = build_run(tmp_path, Wanted(models=MODELS, prompts=12, side=8))
    assert "is not known" in folder.table("differences").read().filter(metric="frechet")["reason"][0]
    one, other = (influences(folder, model, seed) for seed, model in enumerate(MODELS[:2], 1))
    analyse(folder)
    rows = folder.table("differences").read().filter(metric="frechet").to_dicts()
    known = {(row["model_a"], row["model_b"]): row for row in rows}
    row = known["aurora", "basalt"]
    error = sum((other[unit] - one[unit]) ** 2 for unit in one) ** 0.5
    assert row["high"] - row["low"] == pytest.approx(2 * 2.2009851600829 * error)  # t with 11 degrees of freedom
    assert (row["n"], row["unmatched"]) == (12, 0)
    assert known["aurora", "photographs"]["low"] is None


def test_models_of_two_runs_are_compared_now(run: RunFolder, tmp_path: Path) -> None:
    other = build_run(tmp_path, Wanted(models=MODELS, prompts=12, side=8))
    within = read_differences(run)["aurora", "basalt"]
    across = compare(Side(run, "aurora"), Side(other, "basalt"))
    assert [change.difference for change in across] == [change.difference for change in within]
