"""Look: annotators turn images and prompts into facts, once per content and annotator version.

One decode of an image serves every annotator that has yet to see it.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import polars as pl

from paragone.core.components import Annotator
from paragone.core.errors import BadImage
from paragone.core.keys import key_of_texts
from paragone.core.types import Column, Facts, Missing, Picture, Prompt
from paragone.execute import Executor, Row, Worker
from paragone.images.decode import decode
from paragone.stages.loop import Sink, Watch, batched, work_through
from paragone.stages.prepare import Prepared, Spec
from paragone.store.folder import RunFolder
from paragone.store.table import KeySet, Table


class Unseen(NamedTuple):
    """An image, a prompt, or both, and the annotators that have yet to look."""

    image: str | None  # content hash
    file: str | None
    prompt: Prompt | None
    annotators: tuple[str, ...]


def fact_key(identity: str, image: str | None, prompt: Prompt | None) -> str:
    """The key of what one annotator says of one image, prompt or pair."""
    return key_of_texts("look", identity, image or "", prompt.key if prompt else "")


def look(prepared: Prepared, folder: RunFolder, *, executor: Executor, watch: Watch) -> None:
    """State every fact that the plan's metrics need and the folder lacks."""
    for subject in ("image", "prompt", "pair"):
        names = [name for name, made in prepared.annotators.items() if made.part.subject == subject]
        if not names:
            continue
        tables = {name: facts_table(prepared, folder, name) for name in names}
        stored = {name: table.keys() for name, table in tables.items()}
        total = sum(len(unseen.annotators) for unseen in _unseen(prepared, folder, subject, stored))
        if not total:
            continue
        watch.begin(f"look at {subject}s ({', '.join(names)})", total)
        specs = {name: prepared.annotators[name].spec for name in names}
        job = LookJob(specs, {name: prepared.annotators[name].identity for name in names}, folder.images)
        size = max(prepared.annotators[name].part.batch for name in names)
        batches = batched(_unseen(prepared, folder, subject, stored), size)
        work_through(batches, job, executor=executor, sink=Sink(tables), watch=watch)


def facts_table(prepared: Prepared, folder: RunFolder, annotator: str) -> Table:
    """Where an annotator's facts are."""
    return folder.facts(prepared.facts_folder(annotator), prepared.annotators[annotator].part.columns)


def _unseen(prepared: Prepared, folder: RunFolder, subject: str, stored: Mapping[str, KeySet]) -> Iterator[Unseen]:
    identities = {name: prepared.annotators[name].identity for name in stored}
    for image, file, prompt in _subjects(prepared, folder, subject):
        keys = {name: fact_key(identity, image, prompt) for name, identity in identities.items()}
        missing = tuple(name for name, key in keys.items() if key not in stored[name])
        if missing:
            yield Unseen(image, file, prompt, missing)


def _subjects(
    prepared: Prepared, folder: RunFolder, subject: str
) -> Iterator[tuple[str | None, str | None, Prompt | None]]:
    if subject == "prompt":
        seen: set[str] = set()
        for scenario in prepared.scenarios.values():
            for prompt in scenario.prompts:
                if prompt.key not in seen:
                    seen.add(prompt.key)
                    yield None, None, prompt
        return
    columns = ["image", "file", "scenario", "prompt_id"]
    samples = folder.table("samples").read(columns, where=pl.col("image").is_not_null())
    if subject == "image":
        for image, file, _, _ in samples.unique("image", keep="first", maintain_order=True).iter_rows():
            yield image, file, None
        return
    prompts = {
        (label, prompt.id): prompt for label, scenario in prepared.scenarios.items() for prompt in scenario.prompts
    }
    for image, file, label, prompt_id in samples.unique(
        ["image", "scenario", "prompt_id"], maintain_order=True
    ).iter_rows():
        if (label, prompt_id) in prompts:
            yield image, file, prompts[label, prompt_id]


class Images(Protocol):
    """Gives the bytes of an image by its place."""

    def get(self, place: str) -> bytes:
        """The bytes, as they are stored."""
        ...


@dataclass(frozen=True)
class LookJob:
    """Shows batches of images or prompts to the annotators that have yet to see them."""

    specs: Mapping[str, Spec]
    identities: Mapping[str, str]
    images: Images
    threads: int | None = None

    def start(self) -> Worker:
        """Make the annotators."""
        annotators: dict[str, Annotator] = {name: spec.make() for name, spec in self.specs.items()}

        def work(batch: Sequence[Unseen]) -> list[Row]:
            pictures = [self._open(unseen) for unseen in batch]
            return [
                row for name, annotator in annotators.items() for row in self._rows(name, annotator, batch, pictures)
            ]

        return work

    def _open(self, unseen: Unseen) -> Picture | Missing | None:
        if unseen.file is None:
            return None
        try:
            return decode(self.images.get(unseen.file), name=unseen.file)
        except BadImage as error:
            return Missing(str(error), "undecodable")

    def _rows(
        self, name: str, annotator: Annotator, batch: Sequence[Unseen], pictures: Sequence[Picture | Missing | None]
    ) -> Iterator[Row]:
        shown = [
            (unseen, picture) for unseen, picture in zip(batch, pictures, strict=True) if name in unseen.annotators
        ]
        for few in batched(shown, annotator.batch):
            visible = [(unseen, picture) for unseen, picture in few if not isinstance(picture, Missing)]
            facts = annotator.look(
                [picture for _, picture in visible if picture is not None],
                [unseen.prompt for unseen, _ in visible if unseen.prompt is not None],
            )
            assert len(facts) == len(visible), f"{name} stated {len(facts)} facts of {len(visible)} images"
            told = iter(facts)
            for unseen, picture in few:
                yield self._row(
                    name, annotator.columns, unseen, picture if isinstance(picture, Missing) else next(told)
                )

    def _row(self, name: str, columns: Mapping[str, Column], unseen: Unseen, facts: Facts | Missing) -> Row:
        row: dict[str, Any] = {
            "key": fact_key(self.identities[name], unseen.image, unseen.prompt),
            "image": unseen.image,
            "prompt": unseen.prompt.key if unseen.prompt else None,
        }
        if isinstance(facts, Missing):
            return Row(name, row | {"error": facts.reason})
        assert set(facts) == set(columns), f"{name} stated {sorted(facts)}, not {sorted(columns)}"
        return Row(name, row | {column: _storable(facts[column], columns[column]) for column in columns})


def _storable(value: Any, column: Column) -> Any:
    if value is None:
        return None
    return json.dumps(value, sort_keys=True) if column == "json" else value
