"""What votes say: careless people are seen, preferences found, ratings reach the run, files come and go."""

import csv
import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from tests.rating_study import Visitor, run_of, study_of

from paragone.core.errors import BadInput, BadOption
from paragone.rating.crowds.give import give_to, mturk_page
from paragone.rating.crowds.take import take_answers
from paragone.rating.results.hype import hype_rows
from paragone.rating.results.into_run import ratings_of, store_in_runs
from paragone.rating.results.models import best_rows, preference_rows
from paragone.rating.results.quality import proposed, rater_quality
from paragone.rating.results.read import Vote, read_votes
from paragone.rating.results.summary import summary_of
from paragone.rating.results.tables import write_votes
from paragone.rating.store.people import exclude
from paragone.rating.store.study import Item, Shown, Study
from paragone.store.folder import RunFolder


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    return run_of(tmp_path_factory.mktemp("run") / "run")


@pytest.fixture
def study(tmp_path: Path, run: RunFolder) -> Study:
    return study_of(tmp_path / "study", run)


def vote(rater: str, item: int, value: float | None, answer: str = "", *, models: tuple[str, ...] = ("m",)) -> Vote:
    shown = tuple(Shown("x.png", None, model, "s", f"p{item}", 0, "h", model == "real") for model in models)
    about = Item(item, "item", models[0], f"p{item}", "", sensitive=False, images=shown)
    return Vote(rater, about, "item", "q", value, answer, 3.0, None, item)


def test_who_answers_by_chance_or_in_haste_is_named_with_the_reason() -> None:
    rng = np.random.default_rng(4)
    truth = rng.integers(1, 6, 40)
    votes = [
        vote(f"good{r}", k, float(np.clip(truth[k] + rng.integers(-1, 2), 1, 5))) for r in range(4) for k in range(40)
    ]
    votes += [vote("careless", k, float(rng.integers(1, 6))) for k in range(40)]
    votes += [vote("same", k, 3.0) for k in range(40)]
    found = proposed(rater_quality(votes))
    assert set(found) == {"careless", "same"}
    assert "no more than by chance" in found["careless"]


def test_preferences_with_ties_order_models_and_cover_people_and_prompts() -> None:
    rng = np.random.default_rng(1)
    models = ("best", "middle", "worst")
    votes = []
    for rater in range(12):
        for k in range(30):
            one, other = sorted(rng.choice(3, 2, replace=False).tolist())
            chance = rng.random()
            value = 0.5 if chance < 0.2 else float(chance < 0.8)
            votes.append(vote(f"r{rater}", k, value, models=(models[one], models[other])))
    rows = {row.model: row.estimate for row in preference_rows("q", votes)}
    values = [float(rows[name].value or 0) for name in models]
    assert values == sorted(values, reverse=True)
    assert sum(values) == pytest.approx(0, abs=1e-9)
    assert all((one.low or 0) < (one.value or 0) < (one.high or 0) for one in rows.values())


def test_the_best_of_several_by_hand() -> None:
    chosen = ["A", "A", "B", "A"]  # of (m, n) each time: m three times of four
    votes = [vote(f"r{k % 2}", k, None, letter, models=("m", "n")) for k, letter in enumerate(chosen)]
    rows = {row.model: row.estimate for row in best_rows("q", votes)}
    assert (rows["m"].value, rows["n"].value) == (0.75, 0.25)
    assert 0 <= (rows["n"].low or 0) < 0.25 < (rows["n"].high or 0) <= 1


def test_hype_counts_errors_on_real_and_fake_by_rater() -> None:
    votes = []
    for rater in range(4):
        votes += [vote(f"r{rater}", k, None, "Real" if k < 5 else "Fake", models=("gan",)) for k in range(10)]
        votes += [vote(f"r{rater}", 10 + k, None, "Fake" if k < 1 else "Real", models=("real",)) for k in range(10)]
    (row,) = hype_rows("q", votes, rng=np.random.default_rng(0))
    assert (row.model, row.estimate.n) == ("gan", 4)
    assert row.estimate.value == pytest.approx(30.0)


def rated(study: Study, people: int = 3) -> Study:
    for person in range(people):
        visitor = Visitor(study).comes_in()
        place = 0
        while "All done" not in visitor.page:
            visitor.votes((place + person) % 5)
            place += 1
    return study


def test_ratings_reach_the_run_and_excluded_people_do_not(study: Study, run: RunFolder) -> None:
    rows = ratings_of(rated(study))
    assert {row["model"] for row in rows} == {"aurora", "basalt"}
    (folder,) = store_in_runs(study)
    stored = folder.table("ratings").read()
    assert len(stored) == len(rows) == 24
    assert stored["source"].unique().to_list() == [f"study {study.id}"]
    first = rows[0]["rater"]
    exclude(study, {first: "asleep"})
    store_in_runs(study)
    assert first not in folder.table("ratings").read()["rater"].to_list()
    found = summary_of(study, target=0.1)
    assert {row["model"] for row in found.rows} == {"aurora", "basalt", "aurora - basalt"}
    assert found.agreement[0]["people"] == 2


def test_votes_as_files_name_nobody_and_run_nothing(study: Study, tmp_path: Path) -> None:
    rated(study, 1)
    for name in ("v.csv", "v.json", "v.jsonl", "v.parquet"):
        assert write_votes(study, tmp_path / name) == 10
    frame = pl.read_parquet(tmp_path / "v.parquet")
    assert set(frame["role"]) == {"item", "gold", "repeat"}
    assert json.loads(frame["images"][0])[0]["model"] in ("aurora", "basalt")
    with pytest.raises(BadOption, match=r"\.csv"):
        write_votes(study, tmp_path / "v.xlsx")


def mturk_rows(study: Study, *, heim: bool) -> list[dict[str, str]]:
    rows = []
    for item in study.items.values():
        for worker in ("W1", "W2"):
            row = {"HITId": "h", "AssignmentId": f"{worker}{item.id}", "WorkerId": worker, "WorkTimeInSeconds": "9"}
            place = f"https://lab.example/{item.images[0].name}"
            row |= {"Input.image": place, "Input.prompt": item.prompt} if heim else {"Input.item": str(item.id)}
            for k, option in enumerate(study.questions[0].options):
                if heim:
                    row[f"Answer.image_text_alignment_human.{k}.on"] = "true" if k == 3 else "false"
                elif k == 3:
                    row["Answer.q.alignment"] = option
            rows.append(row)
    return rows


@pytest.mark.parametrize("heim", [False, True])
def test_mturk_out_and_in_twice(study: Study, tmp_path: Path, heim: bool) -> None:
    lines = give_to(study, "mturk", tmp_path / "out", "https://lab.example")
    assert any("cost" in line for line in lines)
    page = (tmp_path / "out" / "layout.html").read_text()
    assert page == mturk_page(study, 1)
    assert "${image_0}" in page
    assert "Has a few minor discrepancies" in page
    with (tmp_path / "out" / "requests.csv").open(newline="") as file:
        assert len(list(csv.DictReader(file))) == len(study.items)
    rows = mturk_rows(study, heim=heim)
    path = tmp_path / "Batch_1_batch_results.csv"
    with path.open("w", newline="") as file:
        table = csv.DictWriter(file, list(rows[0]))
        table.writeheader()
        table.writerows(rows)
    first, again = take_answers(study, path), take_answers(study, path)
    assert (first.votes, first.people) == (again.votes, 2)
    votes = read_votes(study)
    assert len(votes) == first.votes
    assert {vote.value for vote in votes} == {4.0}
    assert "W1" not in json.dumps([vote.rater for vote in votes])


def test_label_studio_and_prolific(study: Study, tmp_path: Path) -> None:
    give_to(study, "label-studio", tmp_path, "https://lab.example")
    tasks = json.loads((tmp_path / "tasks.json").read_text())
    for task in tasks:
        result = [{"from_name": "alignment", "to_name": "image", "type": "rating", "value": {"rating": 2}}]
        task["annotations"] = [{"completed_by": 7, "lead_time": 5.5, "was_cancelled": False, "result": result}]
    (tmp_path / "export.json").write_text(json.dumps(tasks))
    assert take_answers(study, tmp_path / "export.json").votes == len(tasks)
    assert {vote.value for vote in read_votes(study)} == {2.0}
    assert "{{%PROLIFIC_PID%}}" in give_to(study, "prolific", tmp_path, "https://lab.example")[0]
    with pytest.raises(BadOption, match="https"):
        give_to(study, "prolific", tmp_path, "http://lab.example")
    (tmp_path / "other.csv").write_text("a,b\n1,2\n")
    with pytest.raises(BadInput, match="WorkerId"):
        take_answers(study, tmp_path / "other.csv")
