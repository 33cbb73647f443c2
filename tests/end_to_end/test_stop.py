"""Ctrl-C while a service asks us to wait: the first one ends the wait, and nothing prints a traceback."""

import json
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.practice_service import Service, running

import paragone
from paragone.core.errors import Interrupted
from paragone.core.patience import ask_to_stop, go_on, wait

SLEEPER = """
import time

def draw(text, seed):
    print("drawing", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def service() -> Iterator[Service]:
    with running() as started:
        yield started


def plan_with(folder: Path, model: dict[str, object], prompts: list[str]) -> list[str]:
    (folder / "prompts.txt").write_text("\n".join(prompts) + "\n")
    lines = [f'scenarios = [{{ use = "file", path = {json.dumps(str(folder / "prompts.txt"))} }}]']
    lines += [
        'metrics = ["rejection"]',
        "[[models]]",
        *(f"{name} = {json.dumps(value)}" for name, value in model.items()),
    ]
    (folder / "plan.toml").write_text("\n".join(lines))
    return [sys.executable, "-m", "paragone", "run", str(folder / "plan.toml"), "--out", str(folder / "run"), "--quiet"]


def wait_for(service: Service, requests: int) -> None:
    until = time.monotonic() + 60
    while len(service.bodies) < requests:
        assert time.monotonic() < until
        time.sleep(0.05)


@pytest.mark.parametrize("threads", [1, 3])
def test_one_ctrl_c_ends_the_wait_that_a_service_asked_for(service: Service, tmp_path: Path, threads: int) -> None:
    model: dict[str, object] = {"use": "openai_images", "id": "practice", "key": "", "base_url": f"{service.url}/v1"}
    model |= {"threads": threads, "timeout_s": 300}
    command = plan_with(tmp_path, model, ["a cat", *(f"[wait:200] {n}" for n in range(3))])
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as run:
        wait_for(service, 2)
        time.sleep(0.5)
        asked = time.monotonic()
        run.send_signal(signal.SIGINT)
        _, said = run.communicate(timeout=60)
    assert time.monotonic() - asked < 10
    assert run.returncode == 130
    assert "Traceback" not in said
    assert "run the same command again" in said
    assert len(paragone.load(tmp_path / "run").samples) == 1  # what was finished


def test_the_second_ctrl_c_stops_at_once(tmp_path: Path) -> None:
    (tmp_path / "sleeper.py").write_text(SLEEPER)
    model: dict[str, object] = {
        "use": "python",
        "name": "slow",
        "function": f"{tmp_path}/sleeper.py:draw",
        "threads": 2,
    }
    command = plan_with(tmp_path, model, ["one", "two", "three"])
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        assert run.stdout.readline().startswith("drawing")
        run.send_signal(signal.SIGINT)
        time.sleep(0.5)
        asked = time.monotonic()
        run.send_signal(signal.SIGINT)
        _, said = run.communicate(timeout=60)
    assert time.monotonic() - asked < 5
    assert run.returncode == 130
    assert "Traceback" not in said
    assert "stopped at once; what was finished is stored" in said


def test_a_wait_ends_when_a_stop_is_asked_for() -> None:
    threading.Timer(0.2, ask_to_stop).start()
    began = time.monotonic()
    try:
        with pytest.raises(Interrupted):
            wait(60)
        assert time.monotonic() - began < 10
        with pytest.raises(Interrupted):
            wait(60)  # and from then on
    finally:
        go_on()
    wait(0.01)
