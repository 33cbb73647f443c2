"""Score a collection of images with every metric it allows."""

import os
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from paragone.core.components import Annotator, Metric
from paragone.core.errors import BadInput
from paragone.core.keys import key_of
from paragone.core.types import Cohort, Estimate, Missing, Score, View
from paragone.execute import executor
from paragone.scoring.choose import Choice, choose
from paragone.scoring.facts import look_at, stated, view_of
from paragone.scoring.gather import Collection, Item, gather, paired, unpacked
from paragone.scoring.notice import notices
from paragone.scoring.statistics import Statistics, fid_to_statistics, read_statistics, write_statistics
from paragone.stages.facts import FactReader
from paragone.stages.loop import Silent, Watch
from paragone.stages.prepare import Made
from paragone.stages.views import cohort_of
from paragone.stats.estimate import estimate_mean

NAMED = 20  # unreadable images that a note names; the per-image scores name them all


@dataclass(frozen=True)
class Settings:
    """How to score."""

    metrics: tuple[str, ...] = ()  # none: all that the input allows
    cache: Path | None = None
    save_reference: Path | None = None  # keep the reference's Inception statistics here
    seed: int = 0
    workers: int = 0  # 0: one per core


@dataclass(frozen=True)
class Scored:
    """What was found: one row per metric, one per image and metric, what could not be computed, what was noticed."""

    estimates: list[dict[str, Any]]
    scores: list[dict[str, Any]]
    skipped: Mapping[str, str]
    notes: list[str] = field(default_factory=list)


def score(
    images: Path,
    *,
    reference: Path | None = None,
    prompts: Path | None = None,
    settings: Settings,
    watch: Watch | None = None,
) -> Scored:
    """Look at the images (and the real ones), judge them, and put an interval on every number."""
    eyes = watch or Silent()
    statistics = read_statistics(reference) if reference and reference.suffix == ".npz" else None
    with ExitStack() as stack:
        drawn = gather(stack.enter_context(unpacked(images)), prompts)
        real = gather(stack.enter_context(unpacked(reference))) if reference and statistics is None else None
        drawn = paired(drawn, real) if real else drawn
        choice = choose(settings.metrics, drawn, has_reference=reference is not None)
        hands = executor("threads", settings.workers or os.cpu_count() or 1)
        cache = settings.cache or default_cache()
        readers = look_at(drawn.items, choice.annotators, cache, executor=hands, watch=eyes)
        if real is not None:
            readers |= look_at(real.items, _for_reference(choice), cache, executor=hands, watch=eyes)
    sides = _Sides(choice, readers, drawn, real, statistics)
    if settings.save_reference is not None and real is not None and "inception_fid" in choice.annotators:
        write_statistics(
            settings.save_reference, sides.cohort(real.items, ("inception_fid",)).columns["inception_fid"]["vector"]
        )
    return _judge_all(sides, settings, eyes)


def default_cache() -> Path:
    """Where facts about images are kept between calls."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "paragone" / "facts"


@dataclass(frozen=True)
class _Sides:
    """Both collections with what was seen of them."""

    choice: Choice
    readers: Mapping[str, FactReader]
    drawn: Collection
    real: Collection | None
    statistics: Statistics | None

    def views(self, items: Sequence[Item], needs: Sequence[str]) -> list[View]:
        """The items as metrics see them."""
        annotators = {name: self.choice.annotators[name] for name in needs}
        return [view_of(item, annotators, self.readers) for item in items]

    def lacks(self, item: Item, needs: Sequence[str]) -> str:
        """Why a fact about an image is not there."""
        told = (stated(name, item, self.choice.annotators, self.readers) for name in needs)
        return next((facts.reason for facts in told if isinstance(facts, Missing)), "nothing was stated")

    def cohort(self, items: Sequence[Item], needs: Sequence[str]) -> Cohort:
        """The items with every needed fact, as columns."""
        columns = {name: self.choice.annotators[name].part.columns for name in needs}
        return cohort_of(self.views(items, needs), columns)


def _for_reference(choice: Choice) -> dict[str, Made[Annotator]]:
    needs = {
        need
        for made in choice.metrics.values()
        if made.part.kind == "set" and made.part.needs_real
        for need in made.part.needs
    }
    return {name: made for name, made in choice.annotators.items() if name in needs}


def _judge_all(sides: _Sides, settings: Settings, watch: Watch) -> Scored:
    estimates: list[dict[str, Any]] = []
    scores: list[dict[str, Any]] = []
    skipped = dict(sides.choice.skipped)
    watch.begin("judge", len(sides.choice.metrics))
    for label, made in sides.choice.metrics.items():
        rng = np.random.default_rng([settings.seed, int(key_of(label)[:16], 16)])
        found, rows = _judge(sides, made, rng)
        if found.value is None:
            skipped[label] = next(
                (row["reason"] for row in rows if row["reason"]), found.reason or "there is nothing to judge"
            )
        else:
            estimates.append({"metric": label, "direction": made.part.direction, **asdict(found)})
            scores += rows
        watch.advance(1)
    views = sides.views(sides.drawn.items, ["pixels"])
    notes = [*sides.drawn.notes, *_unreadable(sides)]
    notes += notices(sides.drawn.items, views, sides.real.items if sides.real else ())
    return Scored(estimates, scores, skipped, notes)


def _judge(sides: _Sides, made: Made[Metric], rng: np.random.Generator) -> tuple[Estimate, list[dict[str, Any]]]:
    metric, items = made.part, sides.drawn.items
    if metric.kind == "set":
        return _judge_set(sides, made, rng), []
    views = sides.views(items, metric.needs)
    groups: dict[str, list[tuple[Item, View]]] = {}
    for item, view in zip(items, views, strict=True):
        groups.setdefault(item.prompt.id, []).append((item, view))
    rows: list[dict[str, Any]] = []
    for prompt_id, group in groups.items():
        seen = [(item, view) for item, view in group if all(name in view.facts for name in metric.needs)]
        if metric.kind == "image":
            told = {item.name: metric.judge(view) for item, view in seen}
            lost = {
                item.name: Score(None, sides.lacks(item, metric.needs)) for item, _ in group if item.name not in told
            }
            rows += [_row(made.label, prompt_id, item.name, (told | lost)[item.name]) for item, _ in group]
        else:
            rows.append(_row(made.label, prompt_id, None, metric.judge([view for _, view in seen])))
    by_prompt: dict[str, list[float | None]] = {}
    for row in rows:
        by_prompt.setdefault(row["prompt_id"], []).append(row["value"])
    found = estimate_mean(list(by_prompt.values()), rng=rng, binary=metric.binary, bounds=metric.bounds)
    return found, rows


def _judge_set(sides: _Sides, made: Made[Metric], rng: np.random.Generator) -> Estimate:
    metric = made.part
    assert metric.kind == "set"
    drawn = sides.cohort(sides.drawn.items, metric.needs)
    if sides.statistics is not None and metric.needs_real:
        if made.spec.use != "fid":
            return Estimate(None, None, None, 0, reason="needs the real images themselves, not a file of statistics")
        return fid_to_statistics(drawn, made.spec.options.get("features", metric.needs[0]), sides.statistics)
    real = sides.cohort(sides.real.items, metric.needs) if sides.real and metric.needs_real else None
    if not drawn.prompts or (real is not None and not real.prompts):
        items = sides.drawn.items if not drawn.prompts else sides.real.items if sides.real else ()
        why = f"no image could be looked at: {sides.lacks(items[0], metric.needs)}"
        return Estimate(None, None, None, 0, drawn.missing, reason=why)
    try:
        return metric.judge(drawn, real, rng)
    except BadInput as error:  # features that hold no number, or too few: the other metrics go on
        return Estimate(None, None, None, 0, drawn.missing, reason=str(error))


def _row(metric: str, prompt_id: str, image: str | None, score: Score) -> dict[str, Any]:
    return {"metric": metric, "prompt_id": prompt_id, "image": image, "value": score.value, "reason": score.reason}


def _unreadable(sides: _Sides) -> list[str]:
    """How many images cannot be read, which, and why the first: of both sides."""
    real = sides.real.items if sides.real else ()
    found = (
        _unread(sides, sides.drawn.items, ("pixels",), "images"),
        _unread(sides, real, tuple(_for_reference(sides.choice)), "reference images"),
    )
    return [note for note in found if note]


def _unread(sides: _Sides, items: Sequence[Item], by: Sequence[str], what: str) -> str:
    """A note on the items of which no annotator that looked at them could state anything; '' if there are none."""
    told = ((item, [stated(name, item, sides.choice.annotators, sides.readers) for name in by]) for item in items)
    lost = [
        (item.name, said[0].reason)
        for item, said in told
        if said and isinstance(said[0], Missing) and all(isinstance(one, Missing) for one in said)
    ]
    if not lost:
        return ""
    names = ", ".join(name for name, _ in lost[:NAMED])
    more = f" and {len(lost) - NAMED} more" if len(lost) > NAMED else ""
    return f"{what} that cannot be read and are left out: {len(lost)} ({names}{more}); the first: {lost[0][1]}"
