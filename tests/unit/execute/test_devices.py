"""One device per process."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from paragone.execute import Row, executor
from paragone.execute.devices import visible_gpus


class Tell:
    """A job whose rows say which device the process that did it may use."""

    threads = None

    def start(self) -> Any:
        return tell


def tell(batch: Sequence[Any]) -> list[Row]:
    import time

    time.sleep(0.3)  # so that both workers get a turn
    return [Row("seen", {"device": os.environ.get("CUDA_VISIBLE_DEVICES"), "process": os.getpid()})]


def test_each_process_sees_one_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    root = Path(__file__).parents[3]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(root), str(root / "src")]))
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "2,5")
    rows = [row.values for rows in executor("processes", 2).run(Tell(), [[i] for i in range(8)]) for row in rows]
    seen = {row["process"]: row["device"] for row in rows}
    assert sorted(seen.values()) == ["2", "5"]
    assert os.environ["CUDA_VISIBLE_DEVICES"] == "2,5"


def test_gpus_are_counted_without_a_gpu_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("nvidia0", "nvidia10", "nvidia2", "nvidiactl", "nvidia-uvm"):
        (tmp_path / name).touch()
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    assert visible_gpus(tmp_path) == ["0", "2", "10"]
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")
    assert visible_gpus(tmp_path) == []
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "GPU-abc, 1")
    assert visible_gpus(tmp_path) == ["GPU-abc", "1"]
