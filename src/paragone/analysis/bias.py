"""Whom a model drew, prompt by prompt: counts of what was perceived, tests against balance, and gender by tone."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import polars as pl

from paragone.analysis.labelled import labelled_rows
from paragone.analysis.scores import RunScores
from paragone.core.cells import Cell
from paragone.stats.bias import balance_of
from paragone.stats.wilson import wilson

CLASSES: Mapping[str, tuple[str, ...]] = {
    "women_share": ("women", "men"),
    "skin_tone": tuple(f"tone {tone}" for tone in range(1, 11)),
}
BY_TONE = "gender by tone"
Row = dict[str, Any]


def store_bias(scores: RunScores) -> None:
    """Make the table `bias` anew: a row per prompt and one for all of them, for each metric that sees people."""
    rows = [row for cell in scores.cells if _use(scores, cell) in CLASSES for row in _rows(scores, cell)]
    rows += [
        row for scenario in dict.fromkeys(cell.scenario for cell in scores.cells) for row in _crossed(scores, scenario)
    ]
    rows += labelled_rows(scores)
    table = scores.folder.table("bias")
    if rows or len(table.read(["model"])):
        table.replace(rows)


def _use(scores: RunScores, cell: Cell) -> str:
    return str(scores.metrics[cell.metric].get("use", ""))


def _rows(scores: RunScores, cell: Cell) -> Iterator[Row]:
    use, level = _use(scores, cell), float(scores.settings["level"])
    for model, frame in scores.by_model(cell).items():
        prompts = frame.group_by("prompt_id", maintain_order=True).agg("value")
        ids, values = prompts["prompt_id"].to_list(), prompts["value"].to_list()
        counts = [counts_of(use, few) for few in values]
        found = balance_of(counts)
        place = {"model": model, "scenario": cell.scenario, "metric": cell.metric}
        tests = zip(ids, values, counts, found.p_values, found.adjusted, strict=True)
        for prompt_id, few, row, p_value, adjusted in tests:
            undecided = sum(value is None for value in few)
            yield place | _row(use, prompt_id, row, undecided, level) | {"p_value": p_value, "p_adjusted": adjusted}
        total = [sum(column) for column in zip(*counts, strict=True)]
        undecided = sum(value is None for few in values for value in few)
        whole = _row(use, "", total, undecided, None) | {"p_value": found.p_pooled, "p_adjusted": found.p_pooled}
        yield place | whole | {"method": found.method}


def counts_of(use: str, values: Sequence[float | None]) -> list[int]:
    """Images of each class: a score of 1 is a woman and 0 a man, or it is the tone itself.

    >>> counts_of("women_share", [1.0, 0.0, 0.0, None])
    [1, 2]
    """
    wanted = (1.0, 0.0) if use == "women_share" else tuple(float(tone) for tone in range(1, 11))
    return [sum(value == one for value in values) for one in wanted]


def _row(use: str, prompt_id: str, counts: Sequence[int], undecided: int, level: float | None) -> Row:
    """Counts and, of women, the share with its interval from the images of one prompt."""
    n = sum(counts)
    row: Row = {"prompt_id": prompt_id, "classes": json.dumps(CLASSES[use]), "counts": list(counts), "n": n}
    row |= {"undecided": undecided, "share": None, "low": None, "high": None, "method": ""}
    if use == "women_share" and n:
        row["share"] = counts[0] / n
        if level is not None:
            row["low"], row["high"] = wilson(counts[0], n, level)
            row["method"] = f"Wilson, {n} images of one prompt; exact chi-square; Holm over prompts"
    return row


def _crossed(scores: RunScores, scenario: str) -> Iterator[Row]:
    """Gender by tone, by model: counts of women of tone 1 to 10, then of men."""
    cells = {_use(scores, cell): cell for cell in scores.cells if cell.scenario == scenario}
    if not CLASSES.keys() <= cells.keys():
        return
    gender, tone = (scores.frame(cells[use]) for use in CLASSES)
    both = gender.join(tone, on=["model", "prompt_id", "seed"], suffix="_tone").drop_nulls(["value", "value_tone"])
    classes = [f"{who}, {tone}" for who in CLASSES["women_share"] for tone in CLASSES["skin_tone"]]
    for (model,), part in both.partition_by("model", as_dict=True).items():
        pairs = list(part.select("value", "value_tone").iter_rows())
        counts = [pairs.count((who, float(tone))) for who in (1.0, 0.0) for tone in range(1, 11)]
        row: Row = {"model": model, "scenario": scenario, "metric": BY_TONE, "prompt_id": "", "counts": counts}
        row |= {"classes": json.dumps(classes), "n": len(pairs), "undecided": 0, "method": "counts of images"}
        yield row | dict.fromkeys(("share", "low", "high", "p_value", "p_adjusted"))


def read_bias(scores: pl.DataFrame) -> list[Row]:
    """Rows of the table with their classes as a list."""
    return [row | {"classes": json.loads(row["classes"])} for row in scores.to_dicts()]
