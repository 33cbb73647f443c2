"""Work on a Ray cluster: one actor per worker, and a worker lost at any time costs only the batches in its hands.

The cluster is the one at RAY_ADDRESS, or one of this machine that lasts as long as this process. Rows come back to the
driver, which alone writes tables; image files go to the run folder, so it must lie where every machine can write.
"""

import contextlib
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paragone.core.errors import NotReady, StoreError
from paragone.execute import Batch, Job, Row, Worker

IN_HAND = 2  # batches per worker: one at work and one waiting, so that no worker idles and memory stays level
TRIES = 3  # a batch that ends its worker so often is at fault itself
OBJECT_STORE_BYTES = 256 * 2**20  # of a cluster that we start: batches and rows are small


@dataclass(frozen=True)
class OnRay:
    """One batch at a time in each of `workers` actors, with a CPU and an equal share of the cluster's GPUs each."""

    workers: int

    def run(self, job: Job, batches: Iterable[Batch]) -> Iterator[list[Row]]:
        """The rows of each batch as it is done."""
        source = iter(batches)
        crew = _Crew(job, self.workers)
        try:
            for post in crew.posts * IN_HAND:
                crew.give(post, source)
            while crew.running:
                yield from crew.finish_one(source)
        finally:
            crew.dismiss()


class _Hand:
    """The actor: starts the job with its first batch, so that what is not ready is told as an ordinary error."""

    def __init__(self, job: Job, folder: str) -> None:
        self._job = job
        self._worker: Worker | None = None
        with contextlib.suppress(OSError):
            os.chdir(folder)  # relative paths of the plan mean the driver's folder, where it is shared

    def work(self, batch: Batch) -> list[Row]:
        """The rows of a batch."""
        if self._worker is None:
            self._worker = self._job.start()
        return self._worker(batch)


@dataclass
class _Post:
    """A place for a worker; when one is lost, another takes its place."""

    hand: Any


@dataclass(frozen=True)
class _Task:
    post: _Post
    hand: Any
    batch: Batch
    lost: int  # workers that ended with this batch in hand


class _Crew:
    """The workers, and which batch each of them has."""

    def __init__(self, job: Job, workers: int) -> None:
        self._ray = connect(workers)
        gpus = min(1.0, float(self._ray.cluster_resources().get("GPU", 0.0)) / workers)
        self._actor = self._ray.remote(_Hand).options(num_cpus=1, num_gpus=gpus, max_restarts=0)
        self._job = self._ray.put(job)
        self.posts = [_Post(self._hire()) for _ in range(workers)]
        self.running: dict[Any, _Task] = {}

    def give(self, post: _Post, source: Iterator[Batch]) -> None:
        """Hand the next batch, if there is one, to a post."""
        for batch in source:
            self._submit(post, batch, lost=0)
            return

    def finish_one(self, source: Iterator[Batch]) -> Iterator[list[Row]]:
        """Wait for a batch: its rows, or its work begun again by a new worker."""
        errors = self._ray.exceptions
        (done,), _ = self._ray.wait(list(self.running), num_returns=1)
        task = self.running.pop(done)
        try:
            rows: list[Row] = self._ray.get(done)
        except errors.RayTaskError as error:
            raise error.cause from error
        except (
            errors.RayActorError,
            errors.WorkerCrashedError,
            errors.OutOfMemoryError,
            errors.ObjectLostError,
        ) as error:
            self._replace(task, error)
            return
        self.give(task.post, source)
        yield rows

    def dismiss(self) -> None:
        """End all workers."""
        for post in self.posts:
            self._ray.kill(post.hand)

    def _replace(self, task: _Task, error: Exception) -> None:
        if task.lost + 1 >= TRIES:
            raise StoreError(
                f"a batch ended {TRIES} workers one after the other (out of memory?); what was finished is stored: "
                "run the same command again, with fewer workers or a smaller batch"
            ) from error
        if task.post.hand is task.hand:  # the first to notice; another batch of the same worker may follow
            task.post.hand = self._hire()
        self._submit(task.post, task.batch, lost=task.lost + 1)

    def _submit(self, post: _Post, batch: Batch, *, lost: int) -> None:
        self.running[post.hand.work.remote(batch)] = _Task(post, post.hand, batch, lost)

    def _hire(self) -> Any:
        return self._actor.remote(self._job, str(Path.cwd()))


def connect(workers: int) -> Any:
    """Ray, connected; a cluster of this machine is started where RAY_ADDRESS names none."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is sent anywhere
    try:
        import ray
    except ImportError as error:
        raise NotReady("the executor ray needs the package ray; install paragone[ray]") from error
    if ray.is_initialized():
        return ray
    quiet = {"include_dashboard": False, "log_to_driver": False, "configure_logging": False}
    try:
        if os.environ.get("RAY_ADDRESS"):
            ray.init(log_to_driver=False, configure_logging=False)
        else:
            ray.init("local", num_cpus=workers, object_store_memory=OBJECT_STORE_BYTES, **quiet)
    except (ConnectionError, RuntimeError, ValueError) as error:
        said = " ".join(str(error).split())[:160]
        raise NotReady(
            f"cannot reach a Ray cluster: {said}; check RAY_ADDRESS, or unset it to use this machine"
        ) from error
    return ray
