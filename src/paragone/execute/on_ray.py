"""Work on a Ray cluster: one actor per worker, and a worker lost at any time costs only the batches in its hands.

The cluster is the one at RAY_ADDRESS, or one of this machine that lasts as long as this process. Rows come back to the
driver, which alone writes tables; image files go to the run folder, so it must lie where every machine can write.
"""

import contextlib
import math
import os
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from paragone.core.errors import NotReady, StoreError
from paragone.execute import USUAL, Batch, Job, Resources, Row, Worker

IN_HAND = 2  # batches per worker: one at work and one waiting, so that no worker idles and memory stays level
TRIES = 3  # a batch that ends its worker so often is at fault itself
START_S = 600  # how long to wait for the first worker; an autoscaler needs minutes
OBJECT_STORE_BYTES = 256 * 2**20  # of a cluster that we start: batches and rows are small


@dataclass(frozen=True)
class OnRay:
    """One batch at a time in each of `workers` actors, by default with a CPU and an equal share of the GPUs each."""

    workers: int
    resources: Resources = USUAL

    def run(self, job: Job, batches: Iterable[Batch]) -> Iterator[list[Row]]:
        """The rows of each batch as it is done."""
        crew = _Crew(job, self.workers, iter(batches), resources=self.resources)
        try:
            while crew.has_work():
                yield from crew.step()
        finally:
            crew.dismiss()


class _Hand:
    """The actor: starts the job with its first batch, so that what is not ready is told as an ordinary error."""

    def __init__(self, job: Job, folder: str) -> None:
        self._job = job
        self._worker: Worker | None = None
        with contextlib.suppress(OSError):
            os.chdir(folder)  # relative paths of the plan mean the driver's folder, where it is shared

    def hello(self) -> None:
        """Say that it is there."""

    def work(self, batch: Batch) -> list[Row]:
        """The rows of a batch."""
        if self._worker is None:
            self._worker = self._job.start()
        return self._worker(batch)


class _Task(NamedTuple):
    batch: Batch
    lost: int  # workers that ended with this batch in hand
    hand: Any = None


class _Crew:
    """The workers and their batches.

    Only a worker that is there gets work: one that no machine has room for, or that comes late, holds nothing up.
    """

    def __init__(self, job: Job, workers: int, source: Iterator[Batch], *, resources: Resources) -> None:
        self._ray = connect(math.ceil(workers * max(resources.cpus, 1.0)))
        self._lost = _lost(self._ray)
        self._source = source
        self._waiting: deque[_Task] = deque()  # to be done again, or read ahead
        self._running: dict[Any, _Task] = {}
        self._joining: dict[Any, Any] = {}
        self._present: list[Any] = []
        self._stillborn = 0
        share = min(1.0, float(self._ray.cluster_resources().get("GPU", 0.0)) / workers)
        gpus = share if resources.gpus is None else resources.gpus
        self._actor = self._ray.remote(_Hand).options(num_cpus=resources.cpus, num_gpus=gpus, max_restarts=0)
        self._job = self._ray.put(job)
        for _ in range(workers):
            self._hire()

    def has_work(self) -> bool:
        """Whether a batch is at work, or waits."""
        if not self._running and not self._waiting:
            self._waiting.extend(_Task(batch, lost=0) for batch in islice(self._source, 1))
        return bool(self._running or self._waiting)

    def step(self) -> Iterator[list[Row]]:
        """Wait for the next thing to happen; if a batch is done, its rows."""
        patience = None if self._present else START_S
        done, _ = self._ray.wait([*self._running, *self._joining], num_returns=1, timeout=patience)
        if not done:
            raise NotReady(
                f"no worker could start on the Ray cluster in {START_S} s; each needs the CPUs and GPUs of its stage"
            )
        if done[0] in self._joining:
            self._welcome(done[0])
            return
        task = self._running.pop(done[0])
        try:
            rows: list[Row] = self._ray.get(done[0])
        except self._ray.exceptions.RayTaskError as error:
            raise error.cause from error
        except self._lost as error:
            self._replace(task, error)
            return
        self._give(task.hand)
        yield rows

    def dismiss(self) -> None:
        """End all workers."""
        for hand in [*self._present, *self._joining.values()]:
            self._ray.kill(hand)

    def _hire(self) -> None:
        hand = self._actor.remote(self._job, str(Path.cwd()))
        self._joining[hand.hello.remote()] = hand

    def _welcome(self, reply: Any) -> None:
        hand = self._joining.pop(reply)
        try:
            self._ray.get(reply)
        except self._lost as error:
            self._stillborn += 1
            if self._stillborn >= TRIES:
                said = str(error).strip().rpartition("\n")[2][:160]
                raise NotReady(
                    f"workers of the Ray cluster cannot start: {said}; is paragone installed there?"
                ) from error
            self._hire()
            return
        self._present.append(hand)
        for _ in range(IN_HAND):
            self._give(hand)

    def _give(self, hand: Any) -> None:
        if not self._waiting:
            self._waiting.extend(_Task(batch, lost=0) for batch in islice(self._source, 1))
        if self._waiting:
            task = self._waiting.popleft()
            self._running[hand.work.remote(task.batch)] = task._replace(hand=hand)

    def _replace(self, task: _Task, error: Exception) -> None:
        if task.lost + 1 >= TRIES:
            raise StoreError(
                f"a batch ended {TRIES} workers one after the other (out of memory?); what was finished is stored: "
                "run the same command again, with fewer workers or a smaller batch"
            ) from error
        self._waiting.append(task._replace(lost=task.lost + 1, hand=None))
        if task.hand in self._present:  # the first to notice; another batch of the same worker may follow
            self._present.remove(task.hand)
            self._hire()


def _lost(ray: Any) -> tuple[type[Exception], ...]:
    errors = ray.exceptions
    return (errors.RayActorError, errors.WorkerCrashedError, errors.OutOfMemoryError, errors.ObjectLostError)


def connect(cpus: int) -> Any:
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
            ray.init("local", num_cpus=cpus, object_store_memory=OBJECT_STORE_BYTES, **quiet)
    except (ConnectionError, RuntimeError, ValueError) as error:
        said = " ".join(str(error).split())[:160]
        raise NotReady(
            f"cannot reach a Ray cluster: {said}; check RAY_ADDRESS, or unset it to use this machine"
        ) from error
    return ray
