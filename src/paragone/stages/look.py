"""Look: annotators turn images and prompts into facts, once per content and annotator version.

Only what some metric needs is looked at. What another run on this machine has seen is taken from the cache of facts.
One decode of an image serves every annotator that has yet to see it; annotators that need others come after them.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import polars as pl

from paragone.core.keys import key_of_texts
from paragone.core.types import Facts, Missing, Prompt
from paragone.execute import Executor
from paragone.stages.facts import FactReader
from paragone.stages.look_job import LookJob, Unseen
from paragone.stages.loop import Both, Sink, Watch, batched, work_through
from paragone.stages.planning.match import Needed, needed_facts
from paragone.stages.planning.prepared import Prepared
from paragone.store.fact_cache import FactCache
from paragone.store.folder import RunFolder
from paragone.store.table import KeySet, Table

FEW = 2  # annotators that the progress names


class About(NamedTuple):
    """What a fact is about: an image, a prompt, or both."""

    image: str | None  # content hash
    file: str | None
    prompt: Prompt | None
    scenario: str


def look(prepared: Prepared, folder: RunFolder, *, executor: Executor, watch: Watch, cache: FactCache) -> None:
    """State every fact that the plan's metrics need and the folder lacks."""
    needed = needed_facts(prepared)
    for names in waves(prepared):
        tables = {name: facts_table(prepared, folder, name) for name in names}
        recall(prepared, folder, needed, tables, cache=cache)
        stored = {name: table.keys() for name, table in tables.items()}
        subject = prepared.annotators[names[0]].instance.subject
        total = sum(len(unseen.annotators) for unseen in _unseen(prepared, folder, needed, stored))
        if not total:
            continue
        whole = sum(_wanted(prepared, folder, needed, name) for name in names)
        who = ", ".join(names) if len(names) <= FEW else f"{len(names)} annotators"
        watch.begin(f"look at {subject}s ({who})", whole, whole - total)
        job = LookJob(
            {name: prepared.annotators[name].spec for name in names},
            {name: prepared.annotators[name].reads for name in names},
            folder.images,
        )
        size = max(prepared.annotators[name].instance.batch for name in names)
        batches = batched(_with_facts(prepared, folder, names, _unseen(prepared, folder, needed, stored)), size)
        kept = {name: Both(table, _cached(prepared, cache, name)) for name, table in tables.items()}
        work_through(batches, job, executor=executor, sink=Sink(kept), watch=watch)
    cache.prune()


def _wanted(prepared: Prepared, folder: RunFolder, needed: Needed, name: str) -> int:
    """How many facts an annotator is to state in all."""
    about = subjects(prepared, folder, needed, [name])
    return len({key_about(prepared, name, one) for one in about})


def waves(prepared: Prepared) -> Iterator[list[str]]:
    """Annotators that can look at the same time: of one subject, with nothing left to wait for."""
    depth: dict[str, int] = {}
    for name, made in prepared.annotators.items():  # those that others need come first
        depth[name] = max((depth[need] + 1 for need in made.instance.needs), default=0)
    for level in range(max(depth.values(), default=-1) + 1):
        for subject in ("image", "prompt", "pair"):
            names = [
                name
                for name, made in prepared.annotators.items()
                if depth[name] == level and made.instance.subject == subject
            ]
            if names:
                yield names


def facts_table(prepared: Prepared, folder: RunFolder, annotator: str) -> Table:
    """Where an annotator's facts are."""
    return folder.facts(prepared.facts_folder(annotator), prepared.annotators[annotator].instance.columns)


def _cached(prepared: Prepared, cache: FactCache, annotator: str) -> Table:
    return cache.table(prepared.facts_folder(annotator), prepared.annotators[annotator].instance.columns)


def fact_key(identity: str, image: str | None, prompt_key: str | None) -> str:
    """The key of what one annotator says of one image, prompt or pair."""
    return key_of_texts("look", identity, image or "", prompt_key or "")


def key_about(prepared: Prepared, annotator: str, about: About) -> str:
    """The key of what an annotator says of something: of a prompt, what it reads counts."""
    made = prepared.annotators[annotator]
    subject = made.instance.subject
    image = None if subject == "prompt" else about.image
    prompt = None if subject == "image" or about.prompt is None else about.prompt
    read = prepared.prompt_set(about.scenario).key(prompt, made.reads) if prompt else None
    return fact_key(made.identity, image, read)


def recall(
    prepared: Prepared, folder: RunFolder, needed: Needed, tables: Mapping[str, Table], *, cache: FactCache
) -> None:
    """Take what other runs of this machine have seen already."""
    for name, table in tables.items():
        stored = table.keys()
        about = subjects(prepared, folder, needed, [name])
        keys = dict.fromkeys(key_about(prepared, name, one) for one in about)  # an image may serve several prompts
        wanted = (key for key in keys if key not in stored)
        columns = prepared.annotators[name].instance.columns
        for rows in batched(cache.rows(prepared.facts_folder(name), columns, wanted), Sink.most_rows):
            table.append(rows)


def _unseen(prepared: Prepared, folder: RunFolder, needed: Needed, stored: Mapping[str, KeySet]) -> Iterator[Unseen]:
    asked: set[str] = set()
    for about in subjects(prepared, folder, needed, list(stored)):
        keys = {
            name: key
            for name in stored
            if _is_needed(needed, name, about)
            and (key := key_about(prepared, name, about)) not in stored[name]
            and key not in asked
        }
        asked.update(keys.values())
        if keys:
            subject = prepared.annotators[next(iter(keys))].instance.subject
            prompt = None if subject == "image" else about.prompt
            image, file = (None, None) if subject == "prompt" else (about.image, about.file)
            yield Unseen(image, file, prompt, about.scenario, tuple(keys), tuple(keys.values()), ())


def _is_needed(needed: Needed, name: str, about: About) -> bool:
    return about.prompt is not None and about.prompt.id in needed[name].get(about.scenario, ())


def subjects(prepared: Prepared, folder: RunFolder, needed: Needed, names: list[str]) -> Iterator[About]:
    """All that annotators of one subject are to look at, each image with a prompt that it was drawn for.

    What was drawn alike comes again in another part of the table: who asks counts it once.
    """
    places = {scenario for name in names for scenario in needed[name]}
    prompts = {scenario: {prompt.id: prompt for prompt in prepared.prompt_set(scenario).prompts} for scenario in places}
    wanted = {scenario: set().union(*(needed[name].get(scenario, set()) for name in names)) for scenario in places}
    if prepared.annotators[names[0]].instance.subject == "prompt":
        for scenario, ids in wanted.items():
            yield from (About(None, None, prompts[scenario][id], scenario) for id in prompts[scenario] if id in ids)
        return
    columns = ["image", "file", "scenario", "prompt_id"]
    for samples in folder.table("samples").batches(columns, where=pl.col("image").is_not_null()):
        for image, file, scenario, prompt_id in samples.unique(maintain_order=True).iter_rows():
            if prompt_id in wanted.get(scenario, ()) and prompt_id in prompts[scenario]:
                yield About(image, file, prompts[scenario][prompt_id], scenario)


def _with_facts(prepared: Prepared, folder: RunFolder, names: list[str], unseen: Iterator[Unseen]) -> Iterator[Unseen]:
    """What has yet to be seen, with the facts that its annotators need."""
    needs = sorted({need for name in names for need in prepared.annotators[name].instance.needs})
    if not needs:
        yield from unseen
        return
    readers = {
        need: FactReader(facts_table(prepared, folder, need), prepared.annotators[need].instance.columns)
        for need in needs
    }
    for one in unseen:
        about = About(one.image, one.file, one.prompt, one.scenario)
        known: dict[str, Facts | Missing] = {
            need: readers[need].get(key_about(prepared, need, about)) for need in needs
        }
        yield one._replace(known=tuple(known.items()))
