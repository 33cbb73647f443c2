"""One prompt and its images as pages show them: pure functions from rows to page data."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from paragone.report import urls
from paragone.report.numbers import short
from paragone.report.pages.overlays import Layer, layers_of, read_json
from paragone.report.read.prompt_batch import PromptBatch
from paragone.report.read.reader import Reader
from paragone.report.wording import cut, plainly, words

Row = Mapping[str, Any]
Scores = Mapping[tuple[str, int | None], Sequence[Row]]  # by model and seed; None for all of a prompt's images


@dataclass(frozen=True)
class ScoreView:
    """One score with its reason."""

    metric: str
    text: str
    value: float | None
    reason: str
    direction: str | None

    @property
    def is_uncertain(self) -> bool:
        """Whether a detector of people could not tell: the image is left out of a share, and is to be seen as such."""
        return self.value is None and self.reason.startswith("Uncertain")


@dataclass(frozen=True)
class Tile:
    """An image in a grid, or the reason there is none."""

    key: str
    model: str
    scenario: str
    prompt_id: str
    seed: int
    file: str | None
    thumbnail: str | None
    page: str
    reason: str
    is_sensitive: bool
    is_folded: bool  # the prompt itself is sensitive: its words too are shown only when asked for
    text: str = ""  # the prompt, cut
    score: str = ""
    why: str = ""
    mark: str = ""  # pass or fail, of a yes-or-no metric


@dataclass(frozen=True)
class ImagePage:
    """Everything that is known of one image."""

    title: str
    tile: Tile
    prompt: str
    prompt_page: str
    width: int | None
    height: int | None
    outcome: str
    seconds: float | None
    details: dict[str, str]
    scores: list[ScoreView]
    layers: list[Layer]
    facts: dict[str, dict[str, str]]
    siblings: tuple[Tile, ...] = ()  # the same prompt: other models with this seed, and other seeds of this model
    marks: tuple[tuple[str, bool, str], ...] = ()  # yes-or-no metrics: their names, whether passed, and why
    before: str = ""  # the page of the image before this one, of the same prompt, and of the one after
    after: str = ""
    rival: Tile | None = None  # the same prompt and seed by another model, to slide over this one


@dataclass(frozen=True)
class SeedRow:
    """All models side by side for one seed."""

    seed: int
    images: list[ImagePage]


@dataclass(frozen=True)
class PromptPage:
    """All that was drawn for one prompt."""

    title: str
    scenario: str
    prompt_id: str
    text: str
    tags: dict[str, str]
    expect: dict[str, str]
    origin: str | None
    origin_page: str
    is_sensitive: bool
    layers: list[str]
    rows: list[SeedRow]
    list_page: str


def prompt_pages(reader: Reader, batch: PromptBatch) -> Iterator[PromptPage]:
    """The page of each prompt of a batch, with its images' pages inside."""
    by_prompt = {name: _grouped(frame.to_dicts(), "prompt_id") for name, frame in _frames(batch).items()}
    facts = {name: _by_subject(frame.to_dicts()) for name, frame in batch.facts.items()}
    for prompt in batch.prompts.to_dicts():
        samples = by_prompt["samples"].get(prompt["prompt_id"], [])
        scores = _by_sample(by_prompt["scores"].get(prompt["prompt_id"], []))
        images = [_image(reader, prompt, sample, scores, facts) for sample in samples]
        yield _prompt(reader, prompt, images)


def _prompt(reader: Reader, prompt: Row, images: Sequence[ImagePage]) -> PromptPage:
    scenario, place = prompt["scenario"], {model: number for number, model in enumerate(reader.models)}
    seeds = sorted({image.tile.seed for image in images})
    ordered = sorted(images, key=lambda image: place.get(image.tile.model, len(place)))
    rows = [SeedRow(seed, [image for image in ordered if image.tile.seed == seed]) for seed in seeds]
    origin = prompt["origin"]
    return PromptPage(
        title=f"{scenario}, prompt {prompt['prompt_id']}",
        scenario=scenario,
        prompt_id=prompt["prompt_id"],
        text=prompt["text"],
        tags=words(json.loads(prompt["tags"] or "{}")),
        expect={name: text for name, value in json.loads(prompt["expect"] or "{}").items() if (text := plainly(value))},
        origin=origin,
        origin_page=urls.prompt(scenario, origin) if origin else "",
        is_sensitive=is_sensitive_prompt(reader, scenario, prompt["tags"]),
        layers=list(dict.fromkeys(layer.name for image in images for layer in image.layers)),
        rows=rows,
        list_page=urls.prompts(scenario),
    )


def image_pages(page: PromptPage) -> Iterator[ImagePage]:
    """The page of each image of a prompt, with links to what it is best compared with."""
    rows = {row.seed: [image.tile for image in row.images] for row in page.rows}
    others: dict[str, list[Tile]] = {}
    for tile in (tile for tiles in rows.values() for tile in tiles):
        others.setdefault(tile.model, []).append(tile)
    order = [image.tile.page for row in page.rows for image in row.images]
    for place, image in enumerate(image for row in page.rows for image in row.images):
        mine = image.tile
        before = [tile for tile in others[mine.model] if tile.seed < mine.seed]
        beside = [tile for tile in rows[mine.seed] if tile.model != mine.model]
        after = [tile for tile in others[mine.model] if tile.seed > mine.seed]
        previous, following = order[place - 1] if place else "", "".join(order[place + 1 : place + 2])
        shown = [tile for tile in beside if tile.file and not tile.is_sensitive]
        rival = shown[0] if shown and mine.file and not mine.is_sensitive else None
        beside_it = (*before, *beside, *after)
        yield replace(image, siblings=beside_it, rival=rival, before=previous, after=following)


def _image(
    reader: Reader, prompt: Row, sample: Row, scores: Scores, facts: Mapping[str, Mapping[Any, Row]]
) -> ImagePage:
    stated = {name: found for name in facts if (found := _facts(facts[name], sample, prompt))}
    mine = [*scores.get((sample["model"], None), ()), *scores.get((sample["model"], sample["seed"]), ())]
    order = {name: place for place, name in enumerate(reader.metrics)}
    return ImagePage(
        title=f"{sample['model']}, {sample['scenario']} {sample['prompt_id']}, seed {sample['seed']}",
        tile=tile_of(reader, sample, prompt),
        prompt=prompt["text"],
        prompt_page=urls.prompt(sample["scenario"], sample["prompt_id"]),
        width=sample["width"],
        height=sample["height"],
        outcome=sample["outcome"],
        seconds=sample["seconds"],
        details=words(json.loads(sample["details"] or "{}")),
        scores=[_score(reader, row) for row in sorted(mine, key=lambda row: order.get(row["metric"], len(order)))],
        layers=layers_of(stated),
        marks=tuple(_mark(reader, row) for row in mine if is_verdict(reader, row)),
        facts={
            name: words({key: read_json(value) for key, value in columns.items()}) for name, columns in stated.items()
        },
    )


def tile_of(reader: Reader, sample: Row, prompt: Row) -> Tile:
    """A sample as a small picture with a link."""
    return Tile(
        key=sample["key"],
        model=sample["model"],
        scenario=sample["scenario"],
        prompt_id=sample["prompt_id"],
        seed=sample["seed"],
        file=sample["file"],
        thumbnail=urls.thumbnail(sample["image"]) if sample["file"] else None,
        page=urls.image(sample["key"]),
        reason=sample["reason"] or sample["outcome"] if not sample["file"] else "",
        is_sensitive=is_sensitive(reader, sample, prompt["tags"]),
        is_folded=is_sensitive_prompt(reader, sample["scenario"], prompt["tags"]),
        text=cut(prompt["text"]),
    )


def is_sensitive(reader: Reader, sample: Row, tags: str | None) -> bool:
    """Whether an image is shown only when asked for: by its prompt, or by what an annotator saw in it."""
    return sample["image"] in reader.sensitive_images or is_sensitive_prompt(reader, sample["scenario"], tags)


def is_sensitive_prompt(reader: Reader, scenario: str, tags: str | None) -> bool:
    """Whether this prompt and the images for it are shown only when asked for."""
    flag = json.loads(tags or "{}").get("sensitive", "")
    return bool(reader.manifest["scenarios"][scenario]["sensitive"]) or str(flag).lower() in ("true", "yes", "1")


def _score(reader: Reader, row: Row) -> ScoreView:
    direction = reader.metrics.get(row["metric"], {}).get("direction")
    return ScoreView(row["metric"], short(row["value"]), row["value"], row["reason"] or "", direction)


def is_verdict(reader: Reader, row: Row) -> bool:
    """Whether a score is a yes or a no."""
    about = reader.metrics.get(row["metric"], {})
    return bool(about.get("binary")) and about.get("direction") is not None and row["value"] is not None


def _mark(reader: Reader, row: Row) -> tuple[str, bool, str]:
    good = 0.0 if reader.metrics[row["metric"]]["direction"] == "lower" else 1.0
    return row["metric"], row["value"] == good, row["reason"] or ""


def _facts(rows: Mapping[Any, Row], sample: Row, prompt: Row) -> dict[str, Any]:
    for subject in ((sample["image"], None), (sample["image"], prompt["prompt_id"]), (None, prompt["prompt_id"])):
        if subject != (None, None) and subject in rows:
            hidden = ("image", "prompt")
            return {name: value for name, value in rows[subject].items() if name not in hidden and value is not None}
    return {}


def _by_sample(rows: Sequence[Row]) -> Scores:
    found: dict[tuple[str, int | None], list[Row]] = {}
    for row in rows:
        found.setdefault((row["model"], row["seed"]), []).append(row)
    return found


def _by_subject(rows: Sequence[Row]) -> dict[Any, Row]:
    return {(row["image"], row["prompt"]): row for row in rows}


def _grouped(rows: Sequence[Row], column: str) -> dict[Any, list[Row]]:
    groups: dict[Any, list[Row]] = {}
    for row in rows:
        groups.setdefault(row[column], []).append(row)
    return groups


def _frames(batch: PromptBatch) -> dict[str, Any]:
    return {"samples": batch.samples, "scores": batch.scores}
