"""Programs as models: real processes, killed, hanging, lying and well-behaved."""

import signal
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from paragone.core.catalogue import make
from paragone.core.components import Model
from paragone.core.errors import BadOption, NotReady
from paragone.core.types import Drawing, Missing, Prompt
from paragone.images.decode import decode
from paragone.models.local._energy import Energy

DRAW = """
import sys, pathlib
from PIL import Image
text = pathlib.Path(sys.argv[1]).read_bytes().decode("utf-8", "surrogatepass")
Image.new("RGB", (len(text), int(sys.argv[3]) + 1), "red").save(sys.argv[2])
"""


def program(folder: Path, code: str, **options: Any) -> Model:
    script = folder / "draw.py"
    script.write_text(code)
    command = [sys.executable, str(script), "{prompt_file}", "{out}", "{seed}"]
    model: Model = make("models", "command", {"command": command, **options})
    return model


def ask(model: Model, text: str = "a cat", seed: int = 0) -> Drawing | Missing:
    (answer,) = model.draw([Prompt("p", text)], seed)
    return answer


def missing(answer: Drawing | Missing) -> Missing:
    assert isinstance(answer, Missing), answer
    return answer


@pytest.mark.parametrize("text", ["a cat", 'say "$(touch x)"; rm -rf / `id` {seed}\n', "größe 猫", "lone \ud800"])
def test_the_program_gets_prompt_and_seed_as_they_are(tmp_path: Path, text: str) -> None:
    answer = ask(program(tmp_path, DRAW), text, seed=6)
    assert isinstance(answer, Drawing), answer
    assert isinstance(answer.image, bytes)
    assert decode(answer.image).pixels.shape == (7, len(text), 3)
    assert answer.seconds is not None
    assert answer.details["prompt_sent"] == text
    assert "energy_j" in answer.details


def test_files_of_the_command_are_found_from_where_the_run_is_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "draw.py").write_text(DRAW)
    monkeypatch.chdir(tmp_path)
    command = f"{sys.executable} draw.py {{prompt_file}} {{out}} {{seed}}"
    near: Model = make("models", "command", {"command": command})
    assert isinstance(ask(near), Drawing)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "draw.py").write_text(DRAW)
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert make("models", "command", {"command": command}).revision == near.revision


def test_a_program_that_chose_its_own_name_is_understood(tmp_path: Path) -> None:
    assert isinstance(ask(program(tmp_path, DRAW.replace("sys.argv[2]", "'mine.webp'"))), Drawing)


def test_time_is_up_for_the_program_and_all_that_it_started(tmp_path: Path) -> None:
    note = tmp_path / "child"
    code = f"""
import subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
open({str(note)!r}, "w").write(str(child.pid))
time.sleep(60)
"""
    started = time.monotonic()
    answer = missing(ask(program(tmp_path, code, timeout_s=1.5)))
    assert answer == Missing("the program did not end within 1.5 s and was stopped", "timed out")
    assert time.monotonic() - started < 10
    assert not is_running(int(note.read_text()))


def test_what_the_program_leaves_behind_ends_with_it(tmp_path: Path) -> None:
    note = tmp_path / "child"
    code = (
        DRAW
        + f"""
import subprocess
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
open({str(note)!r}, "w").write(str(child.pid))
"""
    )
    assert isinstance(ask(program(tmp_path, code)), Drawing)
    assert not is_running(int(note.read_text()))


def is_running(process: int) -> bool:
    for _ in range(100):
        state = Path(f"/proc/{process}/stat")
        if not state.exists() or state.read_text().rpartition(")")[2].split()[0] == "Z":
            return False
        time.sleep(0.02)
    return True


@pytest.mark.parametrize(
    ("code", "outcome", "words"),
    [
        ("import sys; sys.exit('no GPU is left')", "failed", "status 1: no GPU is left"),
        (f"import os; os.kill(os.getpid(), {int(signal.SIGSEGV)})", "failed", "signal 11"),
        ("import sys; sys.stderr.write('x' * 5_000_000); sys.exit(3)", "failed", "status 3: xxx"),
        ("pass", "absent", "no files"),
        ("open('a', 'w'); open('b', 'w')", "absent", "2 files"),
        ("import sys; open(sys.argv[2], 'w').write('not an image')", "undecodable", "not an image"),
        ("import sys; open(sys.argv[2], 'w')", "undecodable", "is empty"),
        ("import os, sys; os.symlink('/etc/passwd', sys.argv[2])", "undecodable", "no ordinary file"),
        ("import os, sys; os.mkfifo(sys.argv[2])", "undecodable", "no ordinary file"),
    ],
)
def test_a_program_that_fails_is_one_clear_row(tmp_path: Path, code: str, outcome: str, words: str) -> None:
    answer = missing(ask(program(tmp_path, code)))
    assert answer.outcome == outcome
    assert words in answer.reason
    assert len(answer.reason) < 400


def test_nothing_is_left_in_the_temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    ask(program(tmp_path, DRAW))
    ask(program(tmp_path, "import sys; sys.exit(1)"))
    assert list(folder.iterdir()) == []


def test_a_command_without_its_places_or_program_is_refused() -> None:
    with pytest.raises(BadOption, match=r"no {out}"):
        make("models", "command", {"command": "draw {prompt_file}"})
    model: Model = make("models", "command", {"command": "no-such-program-here {prompt_file} {out}"})
    with pytest.raises(NotReady, match="cannot start 'no-such-program-here'"):
        ask(model)


def test_a_changed_script_is_another_revision_and_patience_is_not(tmp_path: Path) -> None:
    first = program(tmp_path, DRAW).revision
    assert program(tmp_path, DRAW, timeout_s=5.0).revision == first
    assert program(tmp_path, DRAW + "#").revision != first


def test_energy_is_the_sum_of_the_packages_and_survives_a_wrapped_counter(tmp_path: Path) -> None:
    for name, value in (("intel-rapl:0", 900), ("intel-rapl:1", 100), ("intel-rapl:0:0", 5)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "energy_uj").write_text(f"{value}\n")
        (tmp_path / name / "max_energy_range_uj").write_text("1000\n")
    energy = Energy.start(tmp_path)
    (tmp_path / "intel-rapl:0" / "energy_uj").write_text("50\n")  # 900 -> 1000 -> 50: 150 microjoules
    (tmp_path / "intel-rapl:1" / "energy_uj").write_text("300\n")  # 200 microjoules
    assert energy.stop() == {"energy_j": pytest.approx(350e-6)}


def test_energy_is_none_with_the_reason_where_nothing_counts_it(tmp_path: Path) -> None:
    told = Energy.start(tmp_path).stop()
    assert told["energy_j"] is None
    assert "no energy counters" in str(told["energy_note"])


def test_energy_counters_that_may_not_be_read_are_told(tmp_path: Path) -> None:
    (tmp_path / "intel-rapl:0").mkdir()
    assert "cannot be read" in str(Energy.start(tmp_path).stop()["energy_note"])
