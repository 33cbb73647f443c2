"""Scoring images that are there is a plan like any other: scenario and models `images`, and a place with real ones."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paragone.core.errors import BadInput
from paragone.core.keys import Json, key_of
from paragone.images.limits import Limits
from paragone.inputs.collection import Collection, are_named_alike, collect
from paragone.inputs.prompts import read_prompts
from paragone.inputs.unpacked import unpacked
from paragone.stages.planning.plan import Plan
from paragone.stages.planning.plan_file import entry_from, read_plan
from paragone.store.fact_cache import cache_folder

SCENARIO = "images"


@dataclass(frozen=True)
class Given:
    """What the user gave, as places on this machine that hold images, by the name of the model that drew them."""

    images: Mapping[str, Path]
    collections: tuple[Collection, ...]
    reference: Path | None
    prompts: Path | None

    @property
    def are_numbered(self) -> bool:
        """Whether the files of several models are named differently, so that names cannot pair them."""
        return len(self.collections) > 1 and self.prompts is None and not are_named_alike(self.collections)

    @property
    def most(self) -> int:
        """The largest number of images that a prompt has."""
        return 1 if self.are_numbered else max(found.most for found in self.collections)

    @property
    def notes(self) -> list[str]:
        """What was noticed on the way in."""
        single = len(self.collections) == 1
        named = zip(self.images, self.collections, strict=True)
        said = [note if single else f"{name}: {note}" for name, found in named for note in found.notes]
        if self.are_numbered:
            said.append(
                "the models' files are named differently, so no image has a fellow to be compared with: differences"
                " are those of two sets, and nothing is compared with a reference image of its own"
            )
        return said


def given(images: Mapping[str, Path], reference: Path | None = None, prompts: Path | None = None) -> Given:
    """Zips are unpacked into the cache; everything else is taken where it lies."""
    place = cache_folder() / "unpacked"
    known = read_prompts(prompts) if prompts else None
    largest = Limits().max_bytes
    own = {name: unpacked(path, place, largest=largest) for name, path in images.items()}
    is_images = reference is not None and reference.suffix != ".npz"
    real = unpacked(reference, place, largest=largest) if reference and is_images else reference
    return Given(own, tuple(collect(path, known) for path in own.values()), real, prompts)


def names_of(places: Sequence[Path]) -> dict[str, Path]:
    """A name for each place: that of its folder or file, with its parent's where two are alike."""
    names: dict[str, Path] = {}
    for path in places:
        whole = path.absolute()
        stem = whole.name if whole.is_dir() else whole.stem
        for name in (stem, f"{whole.parent.name}-{stem}"):
            if name not in names:
                names[name] = path
                break
        else:
            raise BadInput(f"{path} is given twice, or is called like another folder; rename one")
    return names


def score_plan(found: Given, metrics: Sequence[str] = (), settings: Sequence[str] = ()) -> Plan:
    """The plan that scores them; each metric is written as in `--model`: its name, then its options as words."""
    shared: dict[str, Any] = {"prompts_path": str(found.prompts.absolute())} if found.prompts else {}
    if found.are_numbered:
        shared["are_numbered"] = True
    first, *others = (str(path.absolute()) for path in found.images.values())
    several = {"other_paths": others} if others else {}
    entries = [entry_from(text).model_dump(exclude_none=True, exclude_defaults=True) for text in metrics]
    plan: Mapping[str, Any] = {
        "title": f"Scores of {_listed(list(found.images))}",
        "scenarios": [{"use": "images", "name": SCENARIO, "path": first, **several, **shared}],
        "models": [
            {"use": "images", "name": name, "path": str(path.absolute()), **shared}
            for name, path in found.images.items()
        ],
        "metrics": entries or "all",
        "available": True,
        "seeds": list(range(found.most)),
        "reference": str(found.reference.absolute()) if found.reference else None,
    }
    return read_plan(plan, settings)


def default_folder(plan: Plan, found: Given) -> Path:
    """Where the run is kept unless the user says: in the cache, by what was asked of which files as they are now."""
    asked = plan.model_dump(mode="json", exclude={"execute"})
    files = [path for one in found.collections for path in one.files.values() if path.is_file()]
    stamps: Json = [[str(path), path.stat().st_size, path.stat().st_mtime_ns] for path in files]
    return cache_folder() / "scores" / key_of(asked, stamps)[:24]


def _listed(names: list[str]) -> str:
    return " and ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)
