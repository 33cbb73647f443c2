"""Labels by people: from the run's ratings to counts by prompt."""

from pathlib import Path

import pytest
from tests.report_run import Wanted, build_run

from paragone.analysis.bias import store_bias
from paragone.analysis.labelled import LABELS, majority_of
from paragone.analysis.scores import RunScores
from paragone.report.pages.bias import bias_page, has_bias
from paragone.report.read.reader import Reader


def test_most_people_decide_and_a_tie_decides_nothing() -> None:
    races = LABELS["race"]
    assert majority_of(["Black", "Black", "White"], races).label == "Black"
    assert majority_of(["Black", "White"], races).label is None
    assert majority_of(["Uncertain", "Uncertain", "White"], races).label is None
    assert majority_of([None, "", "martian"], races) == (None, 3)


def test_labels_of_race_reach_the_table_and_the_page(tmp_path: Path) -> None:
    folder = build_run(tmp_path / "run", Wanted(models=("aurora", "basalt"), prompts=2, seeds=(0, 1), side=16))
    samples = folder.table("samples").read(["key", "model", "scenario", "prompt_id", "seed", "image"]).to_dicts()
    answers = {0: ["White", "White", "Asian"], 1: ["Uncertain", "nobody", "Black"]}
    rows = [
        {**sample, "sample": sample["key"], "key": f"{sample['key']}/{rater}", "question": "race", "rater": str(rater)}
        | {"answer": answer, "value": None, "seconds": 2.0, "source": "test", "other": None}
        for sample in samples
        if sample["model"] == "aurora"
        for rater, answer in enumerate(answers[sample["seed"]])
    ]
    folder.table("ratings").append(rows)
    with folder.writing():
        store_bias(RunScores(folder))
    found = folder.table("bias").read().to_dicts()
    (whole,) = (row for row in found if not row["prompt_id"])
    assert (whole["model"], whole["metric"], whole["counts"]) == ("aurora", "race by people", [0, 2, 0, 0])
    assert (whole["n"], whole["undecided"]) == (2, 2)
    assert "2 answers are no label" in whole["method"]
    assert len(found) == 3
    reader = Reader(folder)
    assert has_bias(reader)
    (labels,) = bias_page(reader).labels
    assert dict(labels.counts)["White"] == 2


@pytest.mark.parametrize("answers", [[], ["Uncertain"], ["x"]])
def test_nothing_told_is_no_label(answers: list[str]) -> None:
    assert majority_of(answers, LABELS["gender"]).label is None
