"""People's verdicts against a run's scores, from a table to numbers."""

import csv
import json
from pathlib import Path

import pytest
from tests.report_run import Wanted, build_run
from tests.unit.report.test_serve import copy_to
from typer.testing import CliRunner

from paragone.analysis.verdicts import agree
from paragone.cli.main import app
from paragone.core.errors import BadInput, ParagoneError, UnknownName
from paragone.store.folder import RunFolder


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    return build_run(tmp_path_factory.mktemp("agree") / "run", Wanted(models=("aurora", "basalt"), prompts=12))


def verdicts(run: RunFolder, path: Path, *, wrong_every: int = 0, raters: tuple[str, ...] = ("ann",)) -> Path:
    """What people would say who see what the metric sees, but for every so-manieth image."""
    rows = [row for row in run.table("scores").read().to_dicts() if row["metric"] == "counting"]
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["Model", "scenario", "prompt_id", "seed", "rater", "verdict"])
        for number, row in enumerate(row for row in rows if row["value"] is not None):
            turned = bool(wrong_every) and number % wrong_every == 0
            told = "yes" if bool(row["value"]) ^ turned else "no"
            for rater in raters:
                writer.writerow([row["model"], row["scenario"], row["prompt_id"], row["seed"], rater, told])
    return path


def test_people_who_say_the_same_agree_fully(run: RunFolder, tmp_path: Path) -> None:
    [one] = agree(run, verdicts(run, tmp_path / "v.csv"))
    assert (one.scenario, one.metric, one.tied, one.alpha) == ("things", "counting", 0, None)
    assert one.found.kappa.value == one.found.phi.value == 1.0
    assert one.found.prompts == 12


def test_people_who_differ_agree_less_and_the_interval_tells(run: RunFolder, tmp_path: Path) -> None:
    [one] = agree(run, verdicts(run, tmp_path / "v.csv", wrong_every=5, raters=("ann", "bob", "cem")))
    kappa = one.found.kappa
    assert kappa.value is not None
    assert kappa.low is not None
    assert kappa.high is not None
    assert kappa.low < kappa.value < kappa.high < 1
    assert one.alpha is not None
    assert one.alpha.value == 1.0  # among themselves they are of one mind
    assert one.found.agreed == one.found.images - -(-one.found.images // 5)


def test_the_command_prints_a_table_and_json(run: RunFolder, tmp_path: Path) -> None:
    path = verdicts(run, tmp_path / "v.csv", wrong_every=4)
    shown = CliRunner().invoke(app, ["agree", str(run.root), str(path)])
    assert "kappa" in shown.output
    [row] = json.loads(CliRunner().invoke(app, ["agree", str(run.root), str(path), "--json"]).output)
    assert row["phi_low"] < row["phi"] < row["phi_high"]


def test_a_run_at_a_url_is_read_as_one_on_this_machine(
    run: RunFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("fsspec", reason="pip install paragone[storage] to test runs at a URL")
    monkeypatch.setenv("PARAGONE_MIRRORS", str(tmp_path / "mirrors"))
    path = verdicts(run, tmp_path / "v.csv", wrong_every=4)
    url = f"memory://{tmp_path.name}/run"
    copy_to(url, run)
    here, there = (
        CliRunner().invoke(app, ["agree", place, str(path), "--json"]).output for place in (str(run.root), url)
    )
    assert json.loads(there) == json.loads(here)


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("model,scenario,prompt_id\naurora,things,p\n", BadInput, "has no column 'verdict'"),
        ("model,scenario,prompt_id,verdict\naurora,things,nowhere,yes\n", BadInput, "has no image of nowhere"),
        ("model,scenario,prompt_id,verdict\naurora,things,{id},perhaps\n", BadInput, "neither yes nor no"),
        (
            "model,scenario,prompt_id,verdict,metric\naurora,things,{id},yes,countin\n",
            UnknownName,
            "did you mean count",
        ),
    ],
)
def test_a_table_that_means_nothing_is_one_line(
    run: RunFolder, tmp_path: Path, text: str, error: type[ParagoneError], message: str
) -> None:
    first = run.table("prompts").read(["prompt_id"])["prompt_id"][0]
    (tmp_path / "v.csv").write_text(text.replace("{id}", first))
    with pytest.raises(error, match=message):
        agree(run, tmp_path / "v.csv")
