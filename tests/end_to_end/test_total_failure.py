"""A model that draws nothing at all is a failure: told with its reason, and by the exit code."""

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import paragone
from paragone.cli.main import app
from paragone.core.errors import NothingDrawn
from paragone.execute import Row
from paragone.report.live.find import find_runs
from paragone.report.live.run import LiveRun
from paragone.report.live.runs import list_runs
from paragone.stages.notices import dead_models, is_dead
from paragone.stages.retry import FROM_THE_START, IN_A_ROW, Patience
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

DOWN = """
from pathlib import Path
import numpy as np

def draw(text, seed):
    with open("asked", "a") as file:
        file.write("x")
    if not Path("up").exists():
        raise ConnectionError(f"refused, try {seed}")
    return np.full((8, 8, 3), 99, "uint8")
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


def test_a_service_that_is_down_is_not_asked_for_every_prompt_and_the_same_command_goes_on() -> None:
    ids = [str(number) for number in range(20)]
    Path("prompts.csv").write_text("id,prompt\n" + "".join(f"{one},a cat {one}\n" for one in ids))
    Path("draw.py").write_text(DOWN)
    Path("plan.toml").write_text(PLAN.partition("[[models]]")[0] + SOUND)
    done = command("run", "plan.toml", "--out", "runs/r")
    assert done.exit_code == 1
    told = " ".join(done.stderr.split())
    assert "sound: 40 of 40 not drawn: " in told
    tried = len(Path("asked").read_text())
    assert FROM_THE_START <= tried < 20
    assert f"({40 - tried} not tried, as {tried} had failed; the same command goes on with them)" in told
    Path("up").touch()
    assert command("run", "plan.toml", "--out", "runs/r").exit_code == 0
    samples = RunFolder(Path("runs/r")).table("samples").read().to_dicts()
    assert len(samples) == 40
    assert sum(row["outcome"] == "drawn" for row in samples) == 40 - tried  # what was tried and failed stays, a fact
    estimates = RunFolder(Path("runs/r")).table("estimates").read().to_dicts()
    assert [row["n"] for row in estimates] == [40 - tried]


def test_a_service_that_drew_is_given_up_on_later_and_an_answer_begins_anew() -> None:
    def seen(outcome: str, times: int, patience: Patience) -> bool:
        for _ in range(times):
            patience.see(Row("samples", {"outcome": outcome, "reason": "down" if outcome == "failed" else ""}))
        return patience.is_spent

    patience = Patience()
    assert not seen("failed", FROM_THE_START - 1, patience)
    assert not seen("drawn", 1, patience)
    assert not seen("failed", IN_A_ROW - 1, patience)
    assert not seen("refused", 1, patience)
    assert seen("failed", IN_A_ROW, patience)
