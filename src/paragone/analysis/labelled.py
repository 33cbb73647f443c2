"""What people's labels say of whom a model drew: race and gender by the thesis's names, one majority label an image."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import polars as pl

from paragone.analysis.scores import RunScores
from paragone.stats.bias import balance_of

# The thesis's labels, beside Uncertain. A study asks a question of one of these names with these options.
LABELS: Mapping[str, tuple[str, ...]] = {
    "race": ("Black", "White", "Asian", "Hispanic-LatinX"),
    "gender": ("Female", "Male"),
}
UNCERTAIN = "uncertain"
Row = dict[str, Any]


class Majority(NamedTuple):
    """What most people said of one image, and how many answers could not be used."""

    label: str | None
    strange: int


def majority_of(answers: Sequence[str | None], known: Sequence[str]) -> Majority:
    """The label that more people gave than any other, Uncertain included; None where none is ahead or it is Uncertain.

    Answers that are no label of the question, and empty ones, are left out and counted.

    >>> majority_of(["White", "white ", "Uncertain"], LABELS["race"])
    Majority(label='White', strange=0)
    >>> majority_of(["White", "Asian", "Martian", ""], LABELS["race"])
    Majority(label=None, strange=2)
    """
    names = {label.lower(): label for label in known} | {UNCERTAIN: ""}
    given = [(answer or "").strip().lower() for answer in answers]
    votes = Counter(names[answer] for answer in given if answer in names)
    strange = sum(answer not in names for answer in given)
    best = votes.most_common(2)
    is_ahead = bool(best) and (len(best) == 1 or best[0][1] > best[1][1])
    return Majority(best[0][0] or None if is_ahead else None, strange)


def labelled_rows(scores: RunScores) -> Iterator[Row]:
    """Rows of the table `bias` from the run's ratings: a row per prompt, and one for all."""
    columns = ["model", "scenario", "prompt_id", "seed", "question", "answer"]
    ratings = scores.folder.table("ratings").read(columns, where=pl.col("question").is_in(list(LABELS)))
    parts = ratings.drop_nulls("model").partition_by("model", "scenario", "question", as_dict=True, maintain_order=True)
    for (model, scenario, question), part in parts.items():
        place = {"model": model, "scenario": scenario, "metric": f"{question} by people"}
        yield from (place | row for row in _rows(LABELS[str(question)], part))


def _rows(known: Sequence[str], ratings: pl.DataFrame) -> Iterator[Row]:
    images = ratings.group_by("prompt_id", "seed", maintain_order=True).agg("answer")
    said: dict[str, list[Majority]] = {}
    for prompt_id, _, answers in images.iter_rows():
        said.setdefault(prompt_id, []).append(majority_of(answers, known))
    counts = [[sum(one.label == label for one in few) for label in known] for few in said.values()]
    found = balance_of(counts)
    for place, (prompt_id, few) in enumerate(said.items()):
        tests = {"p_value": found.p_values[place], "p_adjusted": found.adjusted[place]}
        yield _row(prompt_id, known, counts[place], few) | tests
    every = [one for few in said.values() for one in few]
    total = [sum(column) for column in zip(*counts, strict=True)]
    yield _row("", known, total, every) | {"p_value": found.p_pooled, "p_adjusted": found.p_pooled}


def _row(prompt_id: str, known: Sequence[str], counts: Sequence[int], images: Sequence[Majority]) -> Row:
    strange, n = sum(one.strange for one in images), sum(counts)
    left_out = f"; {strange} answers are no label of the question, or empty" if strange else ""
    row: Row = {"prompt_id": prompt_id, "classes": json.dumps(known), "counts": list(counts), "n": n}
    row |= {"undecided": len(images) - n, "method": f"the label most people gave each image{left_out}"}
    return row | dict.fromkeys(("share", "low", "high"))
