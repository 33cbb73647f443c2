"""Logs of trainings: a CSV file always, TensorBoard's as well where it is asked for."""

import csv
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from paragone.core.errors import NotReady


def writer_for(folder: Path, *, tensorboard: bool = False) -> Callable[[Mapping[str, float]], None]:
    """A function that logs one row; `step` of it is the step."""
    board = _board(folder / "tensorboard") if tensorboard else None

    def write(row: Mapping[str, float]) -> None:
        append(folder / "log.csv", row)
        if board is None:
            return
        for name, value in row.items():
            board.add_scalar(name, value, int(row["step"]))

    return write


def append(path: Path, row: Mapping[str, float]) -> None:
    """One row at the end of a CSV file; the first also writes the names."""
    fresh = not path.is_file()
    with path.open("a", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(row))
        if fresh:
            writer.writeheader()
        writer.writerow(row)


def _board(folder: Path) -> Any:
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ModuleNotFoundError as error:
        raise NotReady("the TensorBoard log needs its package; pip install tensorboard, or leave it out") from error
    return SummaryWriter(str(folder))
