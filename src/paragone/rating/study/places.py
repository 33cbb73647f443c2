"""The prompts of a run with every model's images: from them a study chooses, by a seed."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from paragone.core.catalogue import nearest
from paragone.core.errors import BadInput
from paragone.core.keys import key_of
from paragone.core.types import Prompt
from paragone.rating.questions.question import Question
from paragone.rating.study.study_file import ImageChoice, StudyFile
from paragone.scenes.wording import order_of
from paragone.store.folder import RunFolder
from paragone.store.prompts import prompt_of

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
    """A prompt with the samples of each model, of whichever run."""

    key: str
    text: str
    sensitive: bool
    by_model: dict[str, list[Row]]
    right: Row  # by question: the answer that the prompt itself asks for


def places_of(file: StudyFile, runs: Sequence[RunFolder]) -> tuple[list[PromptSamples], list[PromptSamples]]:
    """The prompts that are rated, so many of each scenario by the seed, and the others.

    A prompt that several runs have is one prompt with the models of all; such prompts come first.
    """
    choice, manifests = file.images, [run.read_manifest() for run in runs]
    _check(choice, manifests)
    found: dict[tuple[str, str, str], PromptSamples] = {}
    times: Counter[tuple[str, str, str]] = Counter()
    for run, manifest in zip(runs, manifests, strict=True):
        here = _of_run(file, run, manifest)
        times.update(list(here))
        for key, place in here.items():
            merged = found.setdefault(key, place)
            for model, rows in place.by_model.items() if merged is not place else ():
                merged.by_model.setdefault(model, []).extend(rows)
    rated: list[PromptSamples] = []
    others: list[PromptSamples] = []
    for scenario in choice.scenarios or dict.fromkeys(name for one in manifests for name in one["scenarios"]):
        mine = sorted((-times[key], key_of(choice.seed, *key[:2]), key) for key in found if key[0] == scenario)
        made = [found[key] for _, _, key in mine]
        rated += made[: choice.prompts]
        others += made[choice.prompts :]
    return rated, others


def _check(choice: ImageChoice, manifests: Sequence[Row]) -> None:
    """Refuse names that no run has, and one name for two models."""
    scenarios = {name for one in manifests for name in one["scenarios"]}
    models: Row = {}
    for one in manifests:
        for name, model in one["models"].items():
            if models.setdefault(name, model)["identity"] != model["identity"]:
                raise BadInput(f"two runs have a model called {name!r}, and it is not the same; name one of them anew")
    for name in choice.scenarios:
        if name not in scenarios:
            raise BadInput(f"the runs have no scenario {name!r}; {nearest(name, scenarios)}")
    for name in (*choice.models, *([choice.real] if choice.real else [])):
        if name not in models:
            raise BadInput(f"the runs have no model {name!r}; {nearest(name, models)}")


def _of_run(file: StudyFile, run: RunFolder, manifest: Row) -> dict[tuple[str, str, str], PromptSamples]:
    real = real_of(file, manifest)
    models = _models(file.images, real, manifest)
    scenarios = [name for name in manifest["scenarios"] if name in (file.images.scenarios or manifest["scenarios"])]
    prompts = {(r["scenario"], r["prompt_id"]): prompt_of(r) for r in run.table("prompts").read().iter_rows(named=True)}
    found = {}
    for (scenario, prompt_id), by_model in _samples(run, models, scenarios, real).items():
        # People compare with what was meant, as HEIM's do: a misspelt prompt is shown as it was before.
        prompt = prompts.get((scenario, prompt_id), Prompt(prompt_id, "")).as_judged()
        sensitive = bool(manifest["scenarios"][scenario].get("sensitive"))
        key, right = f"{scenario}\0{prompt_id}", right_answers(prompt, file.asked)
        found[scenario, prompt_id, prompt.text] = PromptSamples(key, prompt.text, sensitive, by_model, right)
    return found


def right_answers(prompt: Prompt, asked: Sequence[Question]) -> Row:
    """What the prompt itself says of the questions about skills; nothing where it asks for no such thing."""
    questions = {one.skill: one.name for one in asked if one.skill}
    try:
        order = order_of(prompt.expect, prompt.text) if questions else None
    except BadInput:
        order = None
    if order is None:
        return {}
    known: Row = {"spatial": order.relation} if order.skill == "spatial" else {"object": order.names[0]}
    known |= {"count": [order.count, order.count]} if order.skill == "count" else {}
    known |= {"color": order.colour} if order.skill == "color" else {}
    return {questions[skill]: answer for skill, answer in known.items() if skill in questions}


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
    competing = [name for name, model in known.items() if not model.get("role")] or list(known)
    models = [name for name in choice.models if name in known] if choice.models else competing
    return models + ([real] if real in known and real not in models else [])


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
