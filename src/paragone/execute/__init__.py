"""Where work runs: threads of this process, processes of this machine, or a Ray cluster."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

from paragone.core.catalogue import nearest
from paragone.core.errors import UnknownName


class Row(NamedTuple):
    """A row on its way to a table (`samples`, `scores`, `facts/pixels` ...)."""

    table: str
    values: Mapping[str, Any]


Batch: TypeAlias = Sequence[Any]
Worker: TypeAlias = Callable[[Batch], list[Row]]


class Job(Protocol):
    """What to do to each batch. Small and picklable: models and weights are loaded by `start`, where the work runs."""

    @property
    def threads(self) -> int | None:
        """How many batches one process may work on at once; None leaves it to the executor."""
        ...

    def start(self) -> Worker:
        """Load what is needed, once per process, and give the function that does a batch."""
        ...


class Executor(Protocol):
    """Runs a job over a stream of batches, holding only a few at a time, and gives rows in any order."""

    def run(self, job: Job, batches: Iterable[Batch]) -> Iterator[list[Row]]:
        """The rows of each batch as it is done."""
        ...


class Resources(NamedTuple):
    """What each worker of a stage takes: on Ray both count, in processes whether there are GPUs at all."""

    cpus: float = 1.0
    gpus: float | None = None  # None: an equal share of those there are


USUAL = Resources()


def executor(name: str, workers: int, resources: Resources = USUAL) -> Executor:
    """The executor of that name with that many workers."""
    if name == "threads":
        from paragone.execute.threads import Threads

        return Threads(workers)
    if name == "processes":
        from paragone.execute.processes import Processes

        return Processes(workers, resources)
    if name == "ray":
        from paragone.execute.on_ray import OnRay

        return OnRay(workers, resources)
    raise UnknownName(f"no executor is called {name!r}; {nearest(name, ['threads', 'processes', 'ray'])}")
