"""What the static gallery's script reads: a scenario's prompts and each model's images, by column."""

import json
from collections.abc import Collection, Iterator, Mapping
from typing import Any

import polars as pl

from paragone.core.cells import Cell
from paragone.report import urls
from paragone.report.pages.prompts import is_sensitive_prompt
from paragone.report.read.reader import Reader
from paragone.report.site.files import Site
from paragone.report.site.render import data_script
from paragone.report.wording import cut

Chosen = Collection[str] | None  # prompts that have pages; None: every one


def put_gallery_data(reader: Reader, site: Site, chosen: Mapping[str, Collection[str]] | None = None) -> None:
    """Write the data of the gallery, a script for each scenario and model, of all prompts or of the chosen ones."""
    for scenario in reader.scenarios:
        folder, only = f"data/{urls.file_name(scenario)}", None if chosen is None else chosen[scenario]
        site.put(f"{folder}/prompts.js", data_script(folder, prompt_data(reader, scenario, only)))
        for model, data in models_data(reader, scenario, only):
            name = f"{folder}/model-{urls.file_name(model)}"
            site.put(f"{name}.js", data_script(name, data))


def prompt_data(reader: Reader, scenario: str, chosen: Chosen = None) -> dict[str, Any]:
    """A scenario's prompts as the static gallery's script reads them, by column."""
    prompts = _of(chosen, reader.prompts(scenario))
    return {
        "ids": prompts["prompt_id"].to_list(),
        "texts": [cut(text or "") for text in prompts["text"]],
        "tags": [json.loads(tags or "{}") for tags in prompts["tags"]],
        "sensitive": [int(is_sensitive_prompt(reader, scenario, tags)) for tags in prompts["tags"]],
        "pages": [urls.prompt(scenario, prompt_id) for prompt_id in prompts["prompt_id"]],
    }


def models_data(reader: Reader, scenario: str, chosen: Chosen = None) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each model's images on a scenario as the static gallery's script reads them, by column."""
    samples = reader.samples(scenario, chosen)
    place = {prompt_id: number for number, prompt_id in enumerate(_of(chosen, reader.prompts(scenario))["prompt_id"])}
    values = [_values(reader, metric, scenario, samples).alias(f"score {metric}") for metric in reader.metrics]
    scored = samples.with_columns(values)
    by_model, none = scored.partition_by("model", as_dict=True), scored.clear()
    for model in reader.models:
        yield model, _model_data(reader, by_model.get((model,), none), place)


def _of(chosen: Chosen, rows: pl.DataFrame) -> pl.DataFrame:
    return rows if chosen is None else rows.filter(pl.col("prompt_id").is_in(list(chosen)))


def _model_data(reader: Reader, samples: pl.DataFrame, place: Mapping[str, int]) -> dict[str, Any]:
    flagged = reader.sensitive_images
    return {
        "keys": [urls.file_name(key) for key in samples["key"]],
        "prompts": [place.get(prompt_id, -1) for prompt_id in samples["prompt_id"]],
        "seeds": samples["seed"].to_list(),
        "thumbs": [
            urls.thumbnail(image).removeprefix("thumbs/") if file else ""
            for image, file in samples.select("image", "file").iter_rows()
        ],
        "reasons": [
            "" if file else cut(reason or outcome or "", 120)
            for file, reason, outcome in samples.select("file", "reason", "outcome").iter_rows()
        ],
        "sensitive": [int(image in flagged) for image in samples["image"]],
        "scores": {metric: _short(samples, metric, one["kind"]) for metric, one in reader.metrics.items()},
    }


def _short(samples: pl.DataFrame, metric: str, kind: str) -> list[float | None]:
    values = samples[f"score {metric}"]
    if kind == "set" and values.null_count() == len(values):
        return []
    return [None if value is None else float(f"{value:.5g}") for value in values]


def _values(reader: Reader, metric: str, scenario: str, samples: pl.DataFrame) -> pl.Series:
    """The score of every sample, in order; most set metrics have none by image."""
    scores = reader.scored(Cell(scenario, metric)).frame.select("model", "prompt_id", "seed", "value")
    if len(samples) < len(scores):
        scores = scores.filter(pl.col("prompt_id").is_in(samples["prompt_id"].unique().to_list()))
    scores = scores.with_columns(pl.col("model", "prompt_id").cast(pl.String))
    on = ["model", "prompt_id"] if reader.metrics[metric]["kind"] == "prompt" else ["model", "prompt_id", "seed"]
    joined = samples.select("model", "prompt_id", "seed").join(scores, on=on, how="left", maintain_order="left")
    return joined["value"]
