"""Which images of a run a study shows: the same prompts for every model, chosen by a seed, and what stands together."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from paragone.core.catalogue import nearest
from paragone.core.errors import BadInput
from paragone.core.keys import key_of
from paragone.rating.design.pairs import pairs_of
from paragone.rating.questions.question import Question
from paragone.rating.study.study_file import ImageChoice, StudyFile
from paragone.store.folder import RunFolder

MOST_GOLD = 40
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


class Place(NamedTuple):
    """A prompt of a run with the samples of each model."""

    run: RunFolder
    key: str
    text: str
    sensitive: bool
    by_model: dict[str, list[Row]]


def choose_items(file: StudyFile, runs: Sequence[RunFolder]) -> list[Chosen]:
    """Every item of a study, with gold ones where the questions have a known answer."""
    places = [place for run in runs for place in _places(file.images, run)]
    shows = file.asked[0].shows
    if not places:
        raise BadInput("the runs have no drawn image that the study could show; see `images` in the study file")
    makers = {"image": _single, "pair": _pairs, "row": _rows, "group": _groups}
    items = makers[shows](places, file.images)
    if not items:
        raise BadInput(f"the questions show {shows}s, and no prompt has enough images for one")
    return items + (_gold(items, file) if shows == "image" and file.raters.gold_each else [])


def _places(choice: ImageChoice, run: RunFolder) -> list[Place]:
    manifest = run.read_manifest()
    models = _models(choice, manifest)
    scenarios = list(choice.scenarios) or list(manifest["scenarios"])
    for name in scenarios:
        if name not in manifest["scenarios"]:
            raise BadInput(f"{run} has no scenario {name!r}; {nearest(name, manifest['scenarios'])}")
    wanted = pl.col("image").is_not_null() & pl.col("model").is_in(models) & pl.col("scenario").is_in(scenarios)
    samples = run.table("samples").read(where=wanted).sort("model", "scenario", "prompt_id", "seed")
    texts = {(r["scenario"], r["prompt_id"]): r["text"] for r in run.table("prompts").read().iter_rows(named=True)}
    by_prompt: dict[tuple[str, str], dict[str, list[Row]]] = {}
    for row in samples.iter_rows(named=True):
        drawn = by_prompt.setdefault((row["scenario"], row["prompt_id"]), {})
        drawn.setdefault(row["model"], []).append(row | {"is_real": row["model"] == choice.real, "run": run})
    found = []
    for scenario in scenarios:
        here = sorted((key for key in by_prompt if key[0] == scenario), key=lambda key: key_of(choice.seed, *key))
        sensitive = bool(manifest["scenarios"][scenario].get("sensitive"))
        for key in here[: choice.prompts]:
            found.append(Place(run, "\0".join(key), texts.get(key, ""), sensitive, by_prompt[key]))
    return found


def _models(choice: ImageChoice, manifest: Row) -> list[str]:
    known = manifest["models"]
    for name in (*choice.models, *([choice.real] if choice.real else [])):
        if name not in known:
            raise BadInput(f"the run has no model {name!r}; {nearest(name, known)}")
    models = list(choice.models) or [name for name, model in known.items() if not model.get("role")]
    models = models or list(known)
    return models + ([choice.real] if choice.real and choice.real not in models else [])


def _of(place: Place, model: str, choice: ImageChoice) -> list[Row]:
    """So many of a prompt's images, chosen by the seed alone."""
    rows = place.by_model[model]
    rng = np.random.default_rng(int(key_of(choice.seed, place.key)[:16], 16))
    picked = rng.permutation(len(rows))[: choice.images]
    return [rows[k] for k in sorted(picked.tolist())]


def _single(places: list[Place], choice: ImageChoice) -> list[Chosen]:
    return [
        Chosen((row,), model, place.key, place.text, place.sensitive)
        for place in places
        for model in place.by_model
        for row in _of(place, model, choice)
    ]


def _pairs(places: list[Place], choice: ImageChoice) -> list[Chosen]:
    models = sorted({model for place in places for model in place.by_model})
    found = []
    for place, pairs in zip(places, pairs_of(models, len(places)), strict=True):
        for one, other in pairs:
            if one in place.by_model and other in place.by_model:
                rows = zip(_of(place, one, choice), _of(place, other, choice), strict=False)
                arm = " / ".join(sorted((one, other)))
                found += [Chosen(both, arm, place.key, place.text, place.sensitive) for both in rows]
    return found


def _rows(places: list[Place], choice: ImageChoice) -> list[Chosen]:
    """Up to four models side by side; of more, each window of four on the ring of models in turn."""
    models = sorted({model for place in places for model in place.by_model})
    found = []
    for n, place in enumerate(places):
        ring = [models[(n + k) % len(models)] for k in range(min(4, len(models)))]
        here = sorted(model for model in ring if model in place.by_model)
        if len(here) > 1:
            rows = tuple(_of(place, model, choice)[0] for model in here)
            found.append(Chosen(rows, " / ".join(here), place.key, place.text, place.sensitive))
    return found


def _groups(places: list[Place], choice: ImageChoice) -> list[Chosen]:
    """Up to nine images of one model and prompt, as DALL-Eval's page on people has them."""
    return [
        Chosen(tuple(rows[:9]), model, place.key, place.text, place.sensitive)
        for place in places
        for model, rows in place.by_model.items()
    ]


def _gold(items: list[Chosen], file: StudyFile) -> list[Chosen]:
    """Images beside the words of another prompt: who looks says that they do not match."""
    asked = [one for one in file.asked if one.kind == "scale" and one.needs_prompt and one.name == "alignment"]
    texts = sorted({(item.prompt_key, item.prompt) for item in items if item.prompt})
    if not asked or len(texts) < 2:
        return []
    rng = np.random.default_rng([file.images.seed, 7])
    picked = rng.permutation(len(items))[: min(MOST_GOLD, len(items))]
    return [_wrong(items[k], texts, asked, rng) for k in sorted(picked.tolist())]


def _wrong(item: Chosen, texts: list[tuple[str, str]], asked: list[Question], rng: np.random.Generator) -> Chosen:
    others = [(key, text) for key, text in texts if text != item.prompt] or texts
    _, text = others[int(rng.integers(len(others)))]
    expected = {one.name: [1, (len(one.options) + 1) // 2] for one in asked}
    return Chosen(item.samples, "gold", item.prompt_key, text, item.sensitive, "gold", expected)
