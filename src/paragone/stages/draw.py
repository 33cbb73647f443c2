"""Draw: models turn prompts into images; a refusal or a failure is a row with its reason."""

import itertools
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from paragone.core.components import Model
from paragone.core.errors import BadImage
from paragone.core.secrets import secrets_here, without_secrets
from paragone.core.types import Drawing, Missing
from paragone.execute import Executor, Row, Worker
from paragone.images.decode import decode
from paragone.images.encode import encode
from paragone.images.peek import peek_png
from paragone.stages.loop import Watch, batched, work_through
from paragone.stages.planning.prepared import Made, Prepared, Spec, Wanted
from paragone.stages.retry import NOT_TRIED, Patience, WatchfulSink
from paragone.store.folder import RunFolder
from paragone.store.images import ImageStore
from paragone.store.table import KeySet
from paragone.store.verify import check_unique


def draw(prepared: Prepared, folder: RunFolder, *, executor: Executor, watch: Watch) -> None:
    """Draw every sample that the plan wants and the folder lacks; what fails alike again and again is given up on."""
    check_unique(folder)
    table = folder.table("samples")
    for label, made in prepared.drawers().items():
        stored = table.keys()
        total = sum(len(batch) for batch in missing_samples(prepared, label, stored))
        if not total:
            continue
        places = prepared.scenarios_of(label)
        wanted = sum(len(prepared.prompt_set(one).prompts) * len(prepared.seeds_of(label, one)) for one in places)
        watch.begin(f"draw {label}", wanted, wanted - total)
        patience, job = Patience(), job_of(made, folder.images)
        batches = (batch for batch in missing_samples(prepared, label, stored) if not patience.is_spent)
        sink = WatchfulSink({"samples": table}, patience)
        work_through(batches, job, executor=executor, sink=sink, watch=watch)
        if patience.is_spent:
            lost = Missing(patience.reason, "failed", {"may_pass": True, NOT_TRIED: True})
            rest = itertools.chain.from_iterable(missing_samples(prepared, label, table.keys()))
            table.append([job.row(wanted, lost, None).values for wanted in rest])


def missing_samples(prepared: Prepared, label: str, stored: KeySet) -> Iterator[list[Wanted]]:
    """What a model has yet to draw, in batches."""
    batch = prepared.drawers()[label].instance.batch
    # A model draws a batch with one seed, so samples of one scenario and seed go together.
    for scenario in prepared.scenarios_of(label):
        for seed in prepared.seeds_of(label, scenario):
            missing = (wanted for wanted in prepared.wanted(label, scenario, seed) if wanted.key not in stored)
            yield from batched(missing, batch)


def job_of(made: Made[Model], images: ImageStore) -> "DrawJob":
    """How a model is put to work."""
    model = made.instance
    return DrawJob(made.label, made.spec, images, made.reads, model.threads, is_timed=model.is_timed)


@dataclass(frozen=True)
class DrawJob:
    """Draws batches of wanted samples with one model and stores their images."""

    label: str
    spec: Spec
    images: ImageStore
    reads: tuple[str, ...]
    threads: int | None
    is_timed: bool = True

    def start(self) -> Worker:
        """Make the model."""
        model: Model = self.spec.make()
        secrets = secrets_here()  # programs and functions may say anything when they fail

        def work(batch: Sequence[Wanted]) -> list[Row]:
            began = time.perf_counter()
            drawings = model.draw([wanted.prompt.only(self.reads) for wanted in batch], batch[0].seed)
            assert len(drawings) == len(batch), f"{self.label} drew {len(drawings)} images for {len(batch)} prompts"
            share = (time.perf_counter() - began) / len(batch) if self.is_timed else None
            rows = [self.row(wanted, drawing, share) for wanted, drawing in zip(batch, drawings, strict=True)]
            return [_redacted(row, secrets) for row in rows]

        return work

    def row(self, wanted: Wanted, drawing: Drawing | Missing, share_s: float | None) -> Row:
        """A sample to be stored; its image is stored now."""
        row: dict[str, object] = {
            "key": wanted.key,
            "model": self.label,
            "scenario": wanted.scenario,
            "prompt_id": wanted.prompt.id,
            "seed": wanted.seed,
            "seconds": share_s,
            "details": json.dumps(dict(drawing.details), sort_keys=True),
        }
        if isinstance(drawing, Missing):
            return Row("samples", row | {"outcome": drawing.outcome, "reason": drawing.reason})
        row |= {"seconds": share_s if drawing.seconds is None else drawing.seconds}
        data = drawing.image if isinstance(drawing.image, bytes) else encode(drawing.image)
        try:
            kind, width, height = self._measure(data, name=f"the image for prompt {wanted.prompt.id}")
        except BadImage as error:
            return Row("samples", row | {"outcome": "undecodable", "reason": str(error)})
        place = self.images.put(data, kind)
        shown = {"image": PurePosixPath(place).stem, "file": place, "width": width, "height": height}
        return Row("samples", row | shown | {"outcome": "drawn", "reason": ""})

    def _measure(self, data: bytes, *, name: str) -> tuple[str, int, int]:
        """Format, width and height of an image that can be decoded. A file that is merely copied need not be."""
        size = None if self.is_timed else peek_png(data)
        if size is not None:
            return "PNG", size.width, size.height
        picture = decode(data, name=name)
        height, width, _ = picture.pixels.shape
        return picture.format, width, height


def _redacted(row: Row, secrets: Mapping[str, str]) -> Row:
    """The row with no secret of this machine in its words."""
    words = {name: without_secrets(str(row.values[name]), secrets) for name in ("reason", "details")}
    return row._replace(values={**row.values, **words})
