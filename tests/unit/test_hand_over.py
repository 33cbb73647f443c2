"""Numbers for trackers, and the gate of the pytest plug-in."""

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import paragone
from paragone.api.hand_over import numbers_of
from paragone.core.errors import BadOption, NotReady, UnknownName
from paragone.testing.gate import gate


def bright(text: str, seed: int) -> Any:
    return np.full((16, 16, 3), 90, np.uint8)


def dark(text: str, seed: int) -> Any:
    return np.zeros((16, 16, 3), np.uint8)


@pytest.fixture
def run(tmp_path: Path) -> paragone.Run:
    (tmp_path / "prompts.txt").write_text("\n".join(f"prompt {n}" for n in range(12)))
    plan = {
        "scenarios": [{"use": "file", "name": "mine", "path": str(tmp_path / "prompts.txt")}],
        "models": {"bright": bright, "dark": dark},
        "metrics": ["blackout"],
    }
    return paragone.run(plan, tmp_path / "run")


def test_every_number_goes_with_its_interval_and_n(run: paragone.Run) -> None:
    numbers = numbers_of(run)["dark"]
    assert numbers["mine/blackout"] == 1.0
    assert numbers["mine/blackout_n"] == 12
    assert numbers["mine/blackout_low"] < 1.0


def test_a_tracker_that_is_not_here_is_one_line(run: paragone.Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UnknownName, match="did you mean tensorboard"):
        run.log_to("tensorbord")
    monkeypatch.setitem(sys.modules, "wandb", None)
    with pytest.raises(NotReady, match="this needs the package wandb; run `pip install wandb`"):
        run.log_to("wandb")


def test_tensorboard_reads_what_was_logged(run: paragone.Run, tmp_path: Path) -> None:
    reader = pytest.importorskip("tensorboard.backend.event_processing.event_accumulator")
    run.log_to("tensorboard", tmp_path / "logs", step=3)
    events = reader.EventAccumulator(str(tmp_path / "logs" / "dark"))
    events.Reload()
    [scalar] = events.Scalars("mine/blackout")
    assert (scalar.step, scalar.value) == (3, 1.0)


def test_the_gate_fails_by_evidence_and_passes_without_it(run: paragone.Run) -> None:
    with pytest.raises(AssertionError, match=r"blackout on mine changed by 1 \["):
        gate(run.folder, run.folder, "blackout>0.5", models=("bright", "dark"))
    gate(run.folder, run.folder, "blackout>0.99", models=("bright", "dark"))  # the interval reaches below
    with pytest.raises(BadOption, match="say which models"):
        gate(run.folder, run.folder, "blackout>0.5")
