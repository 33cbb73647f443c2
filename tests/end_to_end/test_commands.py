"""The commands, as a user types them."""

import csv
import io
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from typer.testing import CliRunner, Result

import paragone
from paragone.cli.main import app

PLAN = """
title = "a small plan"
metrics = ["blackout", "warmth", "diversity_phash"]
seeds = [0, 1]
[[scenarios]]
use = "file"
path = "prompts.csv"
[[models]]
use = "painter"
name = "plain"
[[models]]
use = "painter"
name = "shifted"
shift = 9
refuse = "2"
[estimate]
resamples = 200
"""
PROMPTS = [
    ("1", "a plain prompt"),
    ("2", '=HYPERLINK("http://evil.example","click")'),
    ("3", "<script>alert(1)</script> & \"quotes\" 'single' | pipe"),
    ("4", "שלום עולם \u202e txet desrever"),
    ("5", "long " * 2000),
    ("6", "emoji 🎨🖼️ and [red]markup[/red]"),
]


@pytest.fixture
def folder(tmp_path: Path, components: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    source = str(Path(paragone.__file__).parents[1])
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(components), source]))
    monkeypatch.chdir(tmp_path)
    Path("plan.toml").write_text(PLAN)
    with Path("prompts.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([("id", "prompt"), *PROMPTS])
    return tmp_path


def invoke(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments), catch_exceptions=False)


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    full = [sys.executable, "-m", "paragone", *arguments]
    return subprocess.run(full, capture_output=True, text=True, check=False, timeout=120)


@pytest.fixture
def run_folder(folder: Path) -> str:
    paragone.run("plan.toml", "runs/one")
    return "runs/one"


def test_run_ends_with_a_table_and_the_path_of_the_report(folder: Path) -> None:
    told = command("run", "plan.toml", "--out", "runs/a")
    assert told.returncode == 0, told.stderr
    assert "runs/a/report/index.html" in told.stdout
    assert "warmth" in told.stdout
    assert "\x1b[" not in told.stdout + told.stderr  # no colour when not a terminal
    assert Path("runs/a/report/index.html").is_file()


def test_quiet_says_nothing(folder: Path) -> None:
    told = command("run", "plan.toml", "--quiet", "--limit", "2")
    assert (told.stdout, told.stderr, told.returncode) == ("", "", 0)


def test_run_takes_limit_models_and_settings(folder: Path) -> None:
    told = invoke("run", "plan.toml", "--out", "r", "--limit", "3", "--models", "plain", "--set", "seeds=[7]", "--json")
    rows = json.loads(told.stdout)
    assert {row["model"] for row in rows} == {"plain"}
    assert paragone.load("r").samples["seed"].to_list() == [7, 7, 7]


def test_a_model_may_be_named_several_times_by_comma_or_anew(folder: Path) -> None:
    painters = [word for name in ("one", "two") for word in ("--model", f"painter name={name}")]
    told = invoke("run", "plan.toml", "--out", "r", "--limit", "2", "--models", "plain", *painters, "--json")
    assert {row["model"] for row in json.loads(told.stdout)} == {"plain", "one", "two"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["run", "plan.toml", "--model", "painter shift=1", "--model", "painter"], "two models are called 'painter'"),
        (["run", "plam.toml"], "error: there is no plan file plam.toml"),
        (["run", "plan.toml", "--set", "nothing"], "error: cannot use --set 'nothing'"),
        (["run", "plan.toml", "--models", "plian"], "did you mean plain"),
        (["table", "nowhere"], "error: nowhere is not a run folder"),
        (["list", "metric"], "did you mean metrics"),
        (["report", "."], "error: . is not a run folder"),
    ],
)
def test_a_mistake_is_one_line_and_exit_code_2(folder: Path, arguments: list[str], message: str) -> None:
    told = command(*arguments)
    assert told.returncode == 2
    assert message in told.stderr
    assert len(told.stderr.strip().splitlines()) == 1


def test_table_speaks_json_csv_markdown_and_latex(run_folder: str) -> None:
    rows = json.loads(invoke("table", run_folder, "--json").stdout)
    assert len(rows) == 6  # 2 models x 1 scenario x 3 metrics
    assert set(rows[0]) >= {"model", "scenario", "metric", "protocol", "value", "low", "high", "n", "missing"}
    table = list(csv.DictReader(io.StringIO(invoke("table", run_folder, "--csv").stdout)))
    assert [float(row["value"]) for row in table] == [row["value"] for row in rows]
    assert invoke("table", run_folder, "--markdown").stdout.count("\n") == 8
    assert "\\bottomrule" in invoke("table", run_folder, "--latex").stdout
    assert "choose one" in command("table", run_folder, "--csv", "--latex").stderr


def test_status_counts_what_became_of_the_drawings(run_folder: str) -> None:
    rows = json.loads(invoke("status", run_folder, "--json").stdout)
    assert rows[1] | {"scores": 0, "estimates": 0} == {
        "model": "shifted",
        "wanted": 12,
        "drawn": 10,
        "without image": 2,
        "to draw": 0,
        "can retry": 0,
        "scores": 0,
        "estimates": 0,
    }


def test_list_names_every_kind(folder: Path) -> None:
    kinds = {row["kind"] for row in json.loads(invoke("list", "--json").stdout)}
    assert kinds >= {"scenarios", "models", "annotators", "metrics"}


def test_doctor_shows_every_problem_and_exits_with_1(folder: Path) -> None:
    assert invoke("doctor", "plan.toml").exit_code == 0
    told = invoke("doctor", "plan.toml", "--set", 'metrics=["warmht", "blackuot"]', "--json")
    missing = [row for row in json.loads(told.stdout) if row[""] == "missing"]
    assert [row["what"] for row in missing] == ["metric warmht", "metric blackuot"]
    assert told.exit_code == 1


def test_show_tells_prompt_facts_and_scores(run_folder: str) -> None:
    one = json.loads(invoke("show", run_folder, "3", "--model", "plain", "--seed", "1", "--json").stdout)[0]
    assert one["prompt"]["text"] == PROMPTS[2][1]
    assert one["facts"]["pixels"]["width"] == 24
    assert {score["metric"] for score in one["scores"]} == {"blackout", "warmth", "diversity_phash"}
    by_hash = json.loads(invoke("show", run_folder, one["sample"]["image"][:12], "--model", "plain", "--json").stdout)
    assert by_hash[0]["sample"]["key"] == one["sample"]["key"]
    assert "against our policy" in invoke("show", run_folder, "2", "--model", "shifted").stdout


def test_compare_two_models_of_a_run(run_folder: str) -> None:
    rows = json.loads(invoke("compare", run_folder, "--models", "plain,shifted", "--json").stdout)
    warmth = next(row for row in rows if row["metric"] == "warmth")
    run = paragone.load(run_folder)
    means = run.scores.filter(pl.col("metric") == "warmth").group_by("prompt_id", "model").agg(pl.col("value").mean())
    pairs = means.pivot("model", index="prompt_id").drop_nulls()  # the refused prompt is in neither
    assert warmth["difference"] == pytest.approx((pairs["shifted"] - pairs["plain"]).mean())
    assert warmth["n"] == 5


def test_compare_fails_a_build_when_a_line_is_crossed(run_folder: str) -> None:
    both = ("compare", run_folder, "--models", "plain,shifted")
    assert command(*both, "--fail-if", "warmth<-1000").returncode == 0
    failed = command(*both, "--fail-if", "warmth>-1000")
    assert failed.returncode == 1
    assert "failed: warmth on file changed by" in failed.stderr
    assert command(*both, "--fail-if", "warmht>0").returncode == 2


def test_numbers_of_different_protocols_are_not_compared(run_folder: str) -> None:
    paragone.run("plan.toml", "runs/two", settings=("seeds=[0]",))
    rows = json.loads(invoke("compare", run_folder, "runs/two", "--models", "plain", "--json").stdout)
    assert {row["difference"] for row in rows} == {None}
    assert "seeds: [0, 1] and [0]" in rows[0]["note"]
    failed = command("compare", run_folder, "runs/two", "--models", "plain", "--fail-if", "warmth<0")
    assert failed.returncode == 2  # unknown is no pass


def test_the_same_model_in_two_runs_does_not_differ(run_folder: str) -> None:
    paragone.run("plan.toml", "runs/two")
    rows = json.loads(invoke("compare", run_folder, "runs/two", "--models", "plain", "--json").stdout)
    assert {row["difference"] for row in rows} == {0.0}


def test_the_report_shows_hostile_prompts_as_text(run_folder: str) -> None:
    first = Path(invoke("report", run_folder).stdout.strip())
    pages = [path.read_text(encoding="utf-8") for path in first.parent.rglob("*.html")]
    assert not any("<script>alert" in page for page in pages)
    assert any("&lt;script&gt;alert(1)" in page for page in pages)


def test_exported_cells_do_not_run_as_formulas(folder: Path) -> None:
    from paragone.report.export.formats import to_csv, to_latex, to_markdown

    rows: list[dict[str, Any]] = [{"model": PROMPTS[1][1], "value": -0.5}, {"model": "@SUM(A1)", "value": 2.0}]
    assert to_csv(rows).splitlines()[2] == "'@SUM(A1),2.0"
    assert to_csv(rows).splitlines()[1].startswith("\"'=HYPERLINK")
    assert to_csv(rows).splitlines()[1].endswith(",-0.5")  # a negative number stays one
    assert "\\|" in to_markdown([{"text": "a|b"}])
    assert r"50\% \& \textbackslash{}" in to_latex([{"text": "50% & \\"}])


def test_prompts_come_back_from_the_store_as_they_were(run_folder: str) -> None:
    prompts = paragone.load(run_folder).prompts.sort("prompt_id")
    assert prompts["text"].to_list() == [text for _, text in PROMPTS]


def test_ctrl_c_finishes_the_batch_in_hand_and_says_how_to_go_on(folder: Path) -> None:
    slow = ["--set", "models.plain.wait_s=1.0", "--models", "plain", "--out", "runs/slow", "--set", "execute.workers=1"]
    full = [sys.executable, "-m", "paragone", "run", "plan.toml", *slow]
    with subprocess.Popen(full, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        assert child.stderr is not None
        assert "images to draw" in child.stderr.readline()
        assert child.stderr.readline().startswith("draw plain")
        time.sleep(0.5)
        child.send_signal(signal.SIGINT)
        _, told = child.communicate(timeout=60)
    assert child.returncode == 130
    assert "run the same command again to go on" in told
    stored = len(paragone.load("runs/slow").samples)
    assert 0 < stored < 12
    assert stored % 2 == 0  # whole batches
    assert command("run", "plan.toml", *slow, "--quiet").returncode == 0
    assert len(paragone.load("runs/slow").samples) == 12


def test_a_disk_that_fills_is_one_line_and_a_folder_to_resume(folder: Path, small_disk: Path) -> None:
    ballast = small_disk / "ballast"
    ballast.write_bytes(b"\0" * (shutil.disk_usage(small_disk).free - 1_200_000))
    large = ["run", "plan.toml", "--out", str(small_disk / "run"), "--set", f"seeds={list(range(60))}"]
    full = command(*large)
    assert full.returncode == 2
    assert "Traceback" not in full.stderr
    assert "no space left on the disk" in full.stderr.strip().splitlines()[-1]
    ballast.unlink()
    assert command(*large, "--quiet").returncode == 0
    assert len(paragone.load(small_disk / "run").samples) == 720


def test_the_version_is_told() -> None:
    told = command("--version")
    assert (told.returncode, told.stdout) == (0, f"paragone {paragone.__version__}\n")


def test_a_reader_that_stops_early_is_no_error(run_folder: str) -> None:
    piped = f"{sys.executable} -m paragone table {run_folder} --json | head -1"
    told = subprocess.run(["bash", "-o", "pipefail", "-c", piped], capture_output=True, text=True, check=False)
    assert (told.returncode, told.stdout, told.stderr) == (0, "[\n", "")


@pytest.mark.parametrize("closed", ["1", "2", "1 2"])
def test_a_closed_output_is_no_traceback(closed: str, folder: Path) -> None:
    shut = " ".join(f"{number}>&-" for number in closed.split())
    shell = f"exec {sys.executable} -m paragone list metrics {shut}"
    done = subprocess.run(["sh", "-c", shell], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_an_output_that_is_full_is_one_line(folder: Path) -> None:
    shell = f"exec {sys.executable} -m paragone list metrics > /dev/full"
    done = subprocess.run(["sh", "-c", shell], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "error: cannot print: No space left on device; print somewhere else\n"


def test_nothing_that_a_prompt_or_a_name_says_steers_the_terminal(folder: Path) -> None:
    evil = "\x1b]0;owned\x07\x9b31m"
    done = command("run", f"no-plan-{evil}")
    assert done.returncode == 2
    assert not {"\x1b", "\x07", "\x9b"} & set(done.stderr)
    code = f"from paragone.cli.terminal.screen import print_table; print_table([{{'id': {evil!r}}}])"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "u001b]0;owned" in printed
    assert not {"\x1b", "\x07", "\x9b"} & set(printed)
