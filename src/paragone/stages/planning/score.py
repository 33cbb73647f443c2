"""Scoring images that are there is a plan like any other: scenario and model `images`, and a place with real ones."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from paragone.core.keys import Json, key_of
from paragone.images.limits import Limits
from paragone.inputs.collection import Collection, collect
from paragone.inputs.prompts import read_prompts
from paragone.inputs.unpacked import unpacked
from paragone.stages.planning.plan import Plan
from paragone.stages.planning.plan_file import entry_from, read_plan
from paragone.store.fact_cache import cache_folder

SCENARIO = "images"


class Given(NamedTuple):
    """What the user gave, as places on this machine that hold images."""

    images: Path
    reference: Path | None
    prompts: Path | None
    collection: Collection


def given(images: Path, reference: Path | None = None, prompts: Path | None = None) -> Given:
    """Zips are unpacked into the cache; everything else is taken where it lies."""
    place = cache_folder() / "unpacked"
    known = read_prompts(prompts) if prompts else None
    largest = Limits().max_bytes
    own = unpacked(images, place, largest=largest)
    is_images = reference is not None and reference.suffix != ".npz"
    real = unpacked(reference, place, largest=largest) if reference and is_images else reference
    return Given(own, real, prompts, collect(own, known))


def score_plan(found: Given, metrics: Sequence[str] = (), settings: Sequence[str] = (), name: str = "") -> Plan:
    """The plan that scores them; each metric is written as in `--model`: its name, then its options as words."""
    paths: dict[str, Any] = {"path": str(found.images.absolute())}
    if found.prompts:
        paths["prompts_path"] = str(found.prompts.absolute())
    label = name or found.images.absolute().name
    entries = [entry_from(text).model_dump(exclude_none=True, exclude_defaults=True) for text in metrics]
    plan: Mapping[str, Any] = {
        "title": f"Scores of {label}",
        "scenarios": [{"use": "images", "name": SCENARIO, **paths}],
        "models": [{"use": "images", "name": label, **paths}],
        "metrics": entries or "all",
        "available": True,
        "seeds": list(range(found.collection.most)),
        "reference": str(found.reference.absolute()) if found.reference else None,
    }
    return read_plan(plan, settings)


def default_folder(plan: Plan, found: Given) -> Path:
    """Where the run is kept unless the user says: in the cache, by what was asked of which files as they are now."""
    asked = plan.model_dump(mode="json", exclude={"execute"})
    files = [path for path in found.collection.files.values() if path.is_file()]
    stamps: Json = [[str(path), path.stat().st_size, path.stat().st_mtime_ns] for path in files]
    return cache_folder() / "scores" / key_of(asked, stamps)[:24]
