"""The prompts of a run with every model's images: from them a study chooses, by a seed."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from paragone.core.catalogue import nearest
from paragone.core.errors import BadInput
from paragone.core.keys import key_of
from paragone.rating.study.study_file import ImageChoice, StudyFile
from paragone.store.folder import RunFolder

Row = dict[str, Any]


@dataclass(frozen=True)
class Chosen:
    """An item before it has a number: rows of samples that are shown together."""

    samples: tuple[Row, ...]
    arm: str
    prompt_key: str
    prompt: str
    sensitive: bool
    role: str = "item"
    expected: Row = field(default_factory=dict)


class PromptSamples(NamedTuple):
    """A prompt of a run with the samples of each model."""

    run: RunFolder
    key: str
    text: str
    sensitive: bool
    by_model: dict[str, list[Row]]


def places_of(file: StudyFile, run: RunFolder) -> tuple[list[PromptSamples], list[PromptSamples]]:
    """The prompts that are rated, so many of each scenario by the seed, and the others."""
    choice, manifest = file.images, run.read_manifest()
    real = real_of(file, manifest)
    models = _models(choice, real, manifest)
    scenarios = list(choice.scenarios) or list(manifest["scenarios"])
    for name in scenarios:
        if name not in manifest["scenarios"]:
            raise BadInput(f"{run} has no scenario {name!r}; {nearest(name, manifest['scenarios'])}")
    by_prompt = _samples(run, models, scenarios, real)
    texts = {(r["scenario"], r["prompt_id"]): r["text"] for r in run.table("prompts").read().iter_rows(named=True)}
    rated: list[PromptSamples] = []
    others: list[PromptSamples] = []
    for scenario in scenarios:
        here = sorted((key for key in by_prompt if key[0] == scenario), key=lambda key: key_of(choice.seed, *key))
        sensitive = bool(manifest["scenarios"][scenario].get("sensitive"))
        made = [PromptSamples(run, "\0".join(key), texts.get(key, ""), sensitive, by_prompt[key]) for key in here]
        rated += made[: choice.prompts]
        others += made[choice.prompts :]
    return rated, others


def _samples(
    run: RunFolder, models: Sequence[str], scenarios: Sequence[str], real: str | None
) -> dict[tuple[str, str], dict[str, list[Row]]]:
    wanted = pl.col("image").is_not_null() & pl.col("model").is_in(models) & pl.col("scenario").is_in(scenarios)
    samples = run.table("samples").read(where=wanted).sort("model", "scenario", "prompt_id", "seed")
    found: dict[tuple[str, str], dict[str, list[Row]]] = {}
    for row in samples.iter_rows(named=True):
        drawn = found.setdefault((row["scenario"], row["prompt_id"]), {})
        drawn.setdefault(row["model"], []).append(row | {"is_real": row["model"] == real, "run": run})
    return found


def real_of(file: StudyFile, manifest: Row) -> str | None:
    """The model whose images are real: as the file says, or, where a question's source mixes them in, the run's own."""
    if file.images.real or not any(one.mixes_real for one in file.asked):
        return file.images.real
    return next((name for name, model in manifest["models"].items() if model.get("use") == "real"), None)


def _models(choice: ImageChoice, real: str | None, manifest: Row) -> list[str]:
    known = manifest["models"]
    for name in (*choice.models, *([real] if real else [])):
        if name not in known:
            raise BadInput(f"the run has no model {name!r}; {nearest(name, known)}")
    models = list(choice.models) or [name for name, model in known.items() if not model.get("role")]
    models = models or list(known)
    return models + ([real] if real and real not in models else [])


def picked(place: PromptSamples, model: str, choice: ImageChoice) -> list[Row]:
    """So many of a prompt's images, chosen by the seed alone."""
    rows = place.by_model[model]
    rng = np.random.default_rng(int(key_of(choice.seed, place.key)[:16], 16))
    return [rows[k] for k in sorted(rng.permutation(len(rows))[: choice.images].tolist())]


def unrated(rated: Sequence[PromptSamples], others: Sequence[PromptSamples], choice: ImageChoice) -> list[Row]:
    """The samples that nobody rates, each with its prompt."""
    found = []
    for place in (*rated, *others):
        for model, rows in place.by_model.items():
            taken = [row["key"] for row in picked(place, model, choice)] if place in rated else []
            more = {"place": place.key, "text": place.text, "sensitive": place.sensitive}
            found += [row | more for row in rows if row["key"] not in taken]
    return found
