"""A run's numbers for the trackers that people use: TensorBoard, MLflow, Weights & Biases; each an extra."""

import importlib
import math
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paragone.core.catalogue import nearest
from paragone.core.errors import NotReady, UnknownName

if TYPE_CHECKING:
    from paragone.api import Run

TRACKERS = ("tensorboard", "mlflow", "wandb")


def extra(package: str) -> Any:
    """A package that is not part of the base install."""
    try:
        return importlib.import_module(package)
    except ImportError as error:
        name = package.partition(".")[0]
        raise NotReady(f"this needs the package {error.name or name}; run `pip install {name}`") from error


def numbers_of(run: "Run") -> dict[str, dict[str, float]]:
    """For each model its numbers by `scenario/metric`, with the ends of their intervals beside them."""
    found: dict[str, dict[str, float]] = {}
    for row in run.estimates.to_dicts():
        name = f"{row['scenario']}/{row['metric']}"
        parts = {name: row["value"], f"{name}_low": row["low"], f"{name}_high": row["high"], f"{name}_n": row["n"]}
        kept = {part: float(value) for part, value in parts.items() if value is not None and math.isfinite(value)}
        found.setdefault(row["model"], {}).update(kept)
    return found


def log(run: "Run", tracker: str, place: str | Path | None, *, step: int) -> str:
    """Log a run and say where it is."""
    if tracker not in TRACKERS:
        raise UnknownName(f"no tracker is called {tracker!r}; {nearest(tracker, TRACKERS)}")
    act = {"tensorboard": _tensorboard, "mlflow": _mlflow, "wandb": _wandb}[tracker]
    try:
        return act(run, str(place or ""), step)
    except NotReady:
        raise
    except Exception as error:  # a stranger's package may refuse in any way
        said = " ".join(str(error).split())[:300]
        raise NotReady(f"{tracker} refused the numbers: {said or type(error).__name__}") from error


def _tensorboard(run: "Run", place: str, step: int) -> str:
    """Scalars as event files, one folder a model; written by TensorBoard's own writer, without torch."""
    writer_of = extra("tensorboard.summary.writer.event_file_writer").EventFileWriter
    summary = extra("tensorboard.compat.proto.summary_pb2").Summary
    event = extra("tensorboard.compat.proto.event_pb2").Event
    root = Path(place or "tensorboard")
    for model, numbers in numbers_of(run).items():
        writer = writer_of(str(root / re.sub(r"[^\w.-]+", "_", model)))
        for name, value in numbers.items():
            scalar = summary(value=[summary.Value(tag=name, simple_value=value)])
            writer.add_event(event(step=step, wall_time=time.time(), summary=scalar))
        writer.close()
    return str(root)


def _mlflow(run: "Run", place: str, step: int) -> str:
    """One MLflow run a model, with the metrics, the plan's title and the run folder."""
    mlflow = extra("mlflow")
    if place:
        mlflow.set_tracking_uri(
            place if "://" in place or place.startswith("sqlite:") else Path(place).absolute().as_uri()
        )
    mlflow.set_experiment(run.manifest["plan"]["title"] or "paragone")
    for model, numbers in numbers_of(run).items():
        with mlflow.start_run(run_name=model):
            mlflow.log_params({"model": model, "run": str(run.folder), "paragone": run.manifest["paragone"]})
            # MLflow's names: letters, digits, _ - . space : /
            named = {re.sub(r"[^\w\-. :/]", "_", name): value for name, value in numbers.items()}
            mlflow.log_metrics(named, step=step)
    return str(mlflow.get_tracking_uri())


def _wandb(run: "Run", place: str, step: int) -> str:
    """One W&B run a model in the project `place`; WANDB_MODE=offline keeps it on this machine."""
    wandb = extra("wandb")
    places = []
    for model, numbers in numbers_of(run).items():
        about = {"model": model, "run": str(run.folder), "paragone": run.manifest["paragone"]}
        with wandb.init(project=place or "paragone", name=model, config=about) as logged:
            logged.log(numbers, step=step)
            places.append(str(logged.dir))
    return ", ".join(places)
