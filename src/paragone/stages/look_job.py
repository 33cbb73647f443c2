"""What a worker does to look: decode each image once and show it to the annotators that have yet to see it."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from paragone.core.components import Annotator
from paragone.core.errors import BadImage
from paragone.core.types import Column, Facts, Missing, Picture, Prompt
from paragone.execute import Row, Worker
from paragone.images.decode import decode
from paragone.stages.loop import batched
from paragone.stages.planning.prepared import Spec


class Unseen(NamedTuple):
    """An image, a prompt, or both, and the annotators that have yet to look."""

    image: str | None  # content hash
    file: str | None
    prompt: Prompt | None
    scenario: str
    annotators: tuple[str, ...]
    keys: tuple[str, ...]  # of the fact that each of them is to state
    known: tuple[tuple[str, Facts | Missing], ...]  # what the annotators that they need have stated


class Images(Protocol):
    """Gives the bytes of an image by its place."""

    def get(self, place: str) -> bytes:
        """The bytes, as they are stored."""
        ...


@dataclass(frozen=True)
class LookJob:
    """Shows batches of images or prompts to the annotators that have yet to see them."""

    specs: Mapping[str, Spec]
    reads: Mapping[str, tuple[str, ...]]
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
            return decode(self.images.get(unseen.file), name=unseen.file, content=unseen.image or "")
        except BadImage as error:
            return Missing(str(error), "undecodable")

    def _rows(
        self, name: str, annotator: Annotator, batch: Sequence[Unseen], pictures: Sequence[Picture | Missing | None]
    ) -> Iterator[Row]:
        shown = [
            (unseen, _hindrance(annotator, unseen, picture) or picture)
            for unseen, picture in zip(batch, pictures, strict=True)
            if name in unseen.annotators
        ]
        for few in batched(shown, annotator.batch):
            visible = [(unseen, picture) for unseen, picture in few if not isinstance(picture, Missing)]
            facts = self._look(name, annotator, visible) if visible else []
            assert len(facts) == len(visible), f"{name} stated {len(facts)} facts of {len(visible)} images"
            stated = iter(facts)
            for unseen, picture in few:
                found = picture if isinstance(picture, Missing) else next(stated)
                yield _row(name, annotator.columns, unseen, found, reads=self.reads[name])

    def _look(
        self, name: str, annotator: Annotator, visible: Sequence[tuple[Unseen, Picture | None]]
    ) -> Sequence[Facts | Missing]:
        pictures = [picture for _, picture in visible if picture is not None]
        prompts = [
            unseen.prompt.as_judged().only(self.reads[name]) for unseen, _ in visible if unseen.prompt is not None
        ]
        if not annotator.needs:
            return annotator.look(pictures, prompts)
        known = [
            {need: facts for need, facts in unseen.known if need in annotator.needs and not isinstance(facts, Missing)}
            for unseen, _ in visible
        ]
        return annotator.look(pictures, prompts, known)


def _hindrance(annotator: Annotator, unseen: Unseen, picture: Picture | Missing | None) -> Missing | None:
    """Why an annotator cannot look: there is no picture, or what it needs could not be stated."""
    if isinstance(picture, Missing):
        return picture
    return next((facts for need, facts in unseen.known if need in annotator.needs and isinstance(facts, Missing)), None)


def _row(
    name: str, columns: Mapping[str, Column], unseen: Unseen, facts: Facts | Missing, *, reads: Sequence[str]
) -> Row:
    row: dict[str, Any] = {
        "key": unseen.keys[unseen.annotators.index(name)],
        "image": unseen.image,
        "prompt": unseen.prompt.as_judged().key(reads) if unseen.prompt else None,
    }
    if isinstance(facts, Missing):
        return Row(name, row | {"error": facts.reason})
    assert set(facts) == set(columns), f"{name} stated {sorted(facts)}, not {sorted(columns)}"
    return Row(name, row | {column: _storable(facts[column], columns[column]) for column in columns})


def _storable(value: Any, column: Column) -> Any:
    if value is None:
        return None
    return json.dumps(value, sort_keys=True) if column == "json" else value
