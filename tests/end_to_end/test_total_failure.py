"""A model that draws nothing at all is a failure: told with its reason, and by the exit code."""

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import paragone
from paragone.cli.main import app
from paragone.core.errors import NothingDrawn
from paragone.report.live.find import find_runs
from paragone.report.live.run import LiveRun
from paragone.report.live.runs import list_runs
from paragone.stages.notices import dead_models, is_dead
from paragone.store.folder import RunFolder

PLAN = """
metrics = ["blackout"]
seeds = [0, 1]
scenarios = [{ use = "file", path = "prompts.csv" }]
[[models]]
use = "http"
name = "down"
base_url = "http://127.0.0.1:9"
url = "/draw"
image = "image"
body = { prompt = "{prompt}" }
tries = 1
allow_private = true
"""
SOUND = """
[[models]]
use = "python"
name = "sound"
function = "draw"
path = "draw.py"
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("prompts.csv").write_text("id,prompt\n1,a cat\n2,a dog\n")
    lines = ("import numpy as np", "def draw(text, seed):", "    return np.full((8, 8, 3), 9 * seed + 99, 'uint8')")
    Path("draw.py").write_text("\n".join(lines))
    Path("dead.toml").write_text(PLAN)
    Path("half.toml").write_text(PLAN + SOUND)


def command(*words: str) -> Result:
    return CliRunner().invoke(app, list(words))


def test_a_service_that_is_down_fails_the_run_and_says_why() -> None:
    done = command("run", "dead.toml", "--out", "runs/dead")
    assert done.exit_code == 1
    assert "failed: down: 4 of 4 not drawn: cannot connect to 127.0.0.1" in done.stderr
    assert Path("runs/dead/report/index.html").is_file()  # to look at
    assert is_dead(RunFolder(Path("runs/dead")))


def test_one_dead_model_of_two_fails_the_build_and_keeps_the_other() -> None:
    done = command("run", "half.toml", "--out", "runs/half")
    assert done.exit_code == 1
    assert "failed: down: 4 of 4 not drawn" in done.stderr
    folder = RunFolder(Path("runs/half"))
    assert list(dead_models(folder)) == ["down"]
    assert not is_dead(folder)


def test_python_raises_where_nothing_was_drawn() -> None:
    with pytest.raises(NothingDrawn, match="down: 4 of 4 not drawn: cannot connect"):
        paragone.run("dead.toml", "runs/dead")
    assert "down: 4 of 4 not drawn" in paragone.run("half.toml", "runs/half").notes[0]


def test_a_probe_finds_out_what_the_doctor_cannot_see() -> None:
    assert command("doctor", "dead.toml", "--out", "runs/d").exit_code == 0
    probed = command("doctor", "half.toml", "--probe", "--out", "runs/d")
    assert probed.exit_code == 1
    assert "cannot connect to 127.0.0.1" in " ".join(probed.stdout.split())
    assert "drew 8 x 8" in probed.stdout
    assert not Path("runs/d").exists()


def test_a_dead_run_is_never_first_in_the_list() -> None:
    command("run", "dead.toml", "--out", "runs/a-dead")
    Path("sound.toml").write_text(PLAN.partition("[[models]]")[0] + SOUND)
    assert command("run", "sound.toml", "--out", "runs/b-sound").exit_code == 0
    runs = {name: LiveRun(folder) for name, folder in find_runs(["runs"]).items()}
    assert [row.name for row in list_runs(runs, {}).rows] == ["b-sound", "a-dead"]
