"""Facts about loose image files, kept by content in the user's cache so that a second call takes seconds."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from paragone.core.components import Annotator
from paragone.core.types import Facts, Missing, Prompt, Sample, View
from paragone.execute import Executor
from paragone.scoring.gather import Item
from paragone.stages.facts import FactReader
from paragone.stages.look import LookJob, Unseen, fact_key
from paragone.stages.loop import Sink, Watch, batched, work_through
from paragone.stages.prepare import Made
from paragone.store.schema import facts_schema
from paragone.store.table import Table


@dataclass(frozen=True)
class LooseFiles:
    """Reads image files where they lie."""

    def get(self, place: str) -> bytes:
        """The bytes of a file."""
        return Path(place).read_bytes()


def look_at(
    items: Sequence[Item], annotators: Mapping[str, Made[Annotator]], cache: Path, *, executor: Executor, watch: Watch
) -> dict[str, FactReader]:
    """State every fact that is not in the cache, and give readers of them all."""
    tables = {name: _table(cache, made) for name, made in annotators.items()}
    for subject in ("image", "prompt", "pair"):
        names = [name for name, made in annotators.items() if made.part.subject == subject]
        unseen = list(_unseen(items, {name: annotators[name] for name in names}, tables))
        if not unseen:
            continue
        watch.begin(
            f"look at {len(unseen)} {subject}s ({', '.join(names)})", sum(len(one.annotators) for one in unseen)
        )
        job = LookJob(
            {name: annotators[name].spec for name in names},
            {name: annotators[name].identity for name in names},
            LooseFiles(),
        )
        size = max(annotators[name].part.batch for name in names)
        work_through(batched(unseen, size), job, executor=executor, sink=Sink(tables), watch=watch)
    return {name: FactReader(tables[name], made.part.columns) for name, made in annotators.items()}


def view_of(item: Item, annotators: Mapping[str, Made[Annotator]], readers: Mapping[str, FactReader]) -> View:
    """An image as a metric sees it."""
    sample = Sample(item.content, "images", "images", item.prompt.id, item.seed, item.content, "drawn", "", None)
    told = {name: readers[name].get(_key(made, item)) for name, made in annotators.items()}
    return View(item.prompt, sample, {name: facts for name, facts in told.items() if not isinstance(facts, Missing)})


def stated(
    name: str, item: Item, annotators: Mapping[str, Made[Annotator]], readers: Mapping[str, FactReader]
) -> Facts | Missing:
    """What one annotator says of an image."""
    return readers[name].get(_key(annotators[name], item))


def _unseen(
    items: Sequence[Item], annotators: Mapping[str, Made[Annotator]], tables: Mapping[str, Table]
) -> Iterator[Unseen]:
    stored = {name: tables[name].keys() for name in annotators}
    asked: set[tuple[str, str]] = set()
    for item in items:
        keys = {name: _key(made, item) for name, made in annotators.items()}
        missing = tuple(name for name, key in keys.items() if key not in stored[name] and (name, key) not in asked)
        if missing:
            asked.update((name, keys[name]) for name in missing)
            image, prompt = _subject(annotators[missing[0]], item)
            yield Unseen(image, str(item.path) if image else None, prompt, missing)


def _key(made: Made[Annotator], item: Item) -> str:
    image, prompt = _subject(made, item)
    return fact_key(made.identity, image, prompt)


def _subject(made: Made[Annotator], item: Item) -> tuple[str | None, Prompt | None]:
    subject = made.part.subject
    return (None if subject == "prompt" else item.content), (None if subject == "image" else item.prompt)


def _table(cache: Path, made: Made[Annotator]) -> Table:
    return Table(cache / f"{made.label}-{made.identity[:8]}", facts_schema(made.part.columns), root=cache)
