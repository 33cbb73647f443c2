"""Out to a crowd and back: whatever stood where on the platform's page, the vote is for the image that was chosen."""

import csv
import json
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tests.rating_study import run_of, study_of

from paragone.core.errors import BadOption
from paragone.rating.crowds.give import give_to
from paragone.rating.crowds.take import take_answers
from paragone.rating.results.into_run import ratings_of
from paragone.rating.results.read import read_votes
from paragone.rating.store.study import Study
from paragone.store.folder import RunFolder

BASE = "https://lab.example"


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    return run_of(tmp_path_factory.mktemp("run") / "run")


def names_of(study: Study, model: str) -> set[str]:
    return {one.name for item in study.items.values() for one in item.images if one.model == model}


def requests(place: Path) -> list[dict[str, str]]:
    with (place / "requests.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("question", ["pair.better", "best.of_four"])
def test_mturk_shows_sides_by_chance_and_the_answer_is_for_the_image(
    question: str, run: RunFolder, tmp_path: Path
) -> None:
    study = study_of(tmp_path / "study", run, questions=[question], images={"prompts": 8})
    give_to(study, "mturk", tmp_path / "out", BASE)
    liked, rows = names_of(study, "basalt"), []
    for row in requests(tmp_path / "out"):
        images = [row["image_0"].rpartition("/")[2], row["image_1"].rpartition("/")[2]]
        side = "AB"[[name in liked for name in images].index(True)]
        name = study.questions[0].name
        answered = {f"Input.{key}": value for key, value in row.items()} | {f"Answer.q.{name}": side}
        rows.append({"WorkerId": "W1", "WorkTimeInSeconds": "4"} | answered)
    assert len(Counter(next(v for k, v in row.items() if k.startswith("Answer")) for row in rows)) == 2  # A and B
    with (tmp_path / "Batch_results.csv").open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, list(rows[0]))
        table.writeheader()
        table.writerows(rows)
    take_answers(study, tmp_path / "Batch_results.csv")
    won = [row for row in ratings_of(study) if row["value"] == 1.0]
    lost = [row for row in ratings_of(study) if row["value"] == 0.0]
    assert {row["model"] for row in won} <= {"basalt"}
    assert {row["model"] for row in lost} <= {"aurora"}
    assert len(won) + len(lost) == len(ratings_of(study)) > 0


def annotated(place: Path, result: Any) -> Path:
    tasks = json.loads((place / "tasks.json").read_text(encoding="utf-8"))
    for task in tasks:
        task["annotations"] = [{"completed_by": 3, "lead_time": 2.0, "was_cancelled": False, "result": result(task)}]
    path = place / "export.json"
    path.write_text(json.dumps(tasks), encoding="utf-8")
    return path


def test_label_studio_shows_every_image_and_gives_back_who_won(run: RunFolder, tmp_path: Path) -> None:
    study = study_of(tmp_path / "study", run, questions=["best.of_four"], images={"prompts": 8})
    give_to(study, "label-studio", tmp_path, BASE)
    config = ET.fromstring((tmp_path / "labels.xml").read_text(encoding="utf-8"))
    assert [one.get("value") for one in config.iter("Image")] == ["$image_0", "$image_1"]
    assert [one.get("value") for one in config.iter("Choice")] == ["A", "B"]
    liked = names_of(study, "aurora")

    def result(task: dict[str, Any]) -> list[dict[str, Any]]:
        letter = "A" if task["data"]["image_0"].rpartition("/")[2] in liked else "B"
        return [{"from_name": "of_four", "to_name": "image", "type": "choices", "value": {"choices": [letter]}}]

    take_answers(study, annotated(tmp_path, result))
    assert {row["model"] for row in ratings_of(study) if row["value"] == 1.0} == {"aurora"}


def test_label_studios_rectangles_become_our_cells(run: RunFolder, tmp_path: Path) -> None:
    study = study_of(tmp_path / "study", run, questions=["open.boxes"])
    give_to(study, "label-studio", tmp_path, BASE)
    corner = {"x": 0.0, "y": 0.0, "width": 33.4, "height": 16.7}  # two cells of six by six, in the first row
    take_answers(study, annotated(tmp_path, lambda _: [{"from_name": "boxes", "type": "rectangle", "value": corner}]))
    assert {vote.answer for vote in read_votes(study)} == {'["0-0", "0-1"]'}
    take_answers(study, annotated(tmp_path, lambda _: []))
    assert {vote.answer for vote in read_votes(study)} == {
        "[]"
    }  # nothing marked is an answer, and the later one counts


def test_prolific_comes_back_with_the_code_and_once(run: RunFolder, tmp_path: Path) -> None:
    from tests.rating_study import Visitor

    study = study_of(tmp_path / "study", run, completion_code="C0DE123")
    line = give_to(study, "prolific", tmp_path / "out", BASE)[0]
    address = line.removeprefix("study URL: ").replace("{{%PROLIFIC_PID%}}", "5f1e").partition("?")
    token, pid = address[0].rpartition("/")[2], address[2].partition("&")[0].partition("=")[2]
    door = Visitor(study).client.get(f"/i/{token}?PROLIFIC_PID={pid}").text
    assert 'name="PROLIFIC_PID" value="5f1e"' in door
    first = Visitor(study).comes_in(token, PROLIFIC_PID=pid)
    first.votes()
    again = Visitor(study).comes_in(token, PROLIFIC_PID=pid)  # the same person on another device
    assert "2 of 10" in again.page
    while "All done" not in again.page:
        again.votes()
    assert "https://app.prolific.com/submissions/complete?cc=C0DE123" in again.page
    assert "5f1e" not in json.dumps([vote.rater for vote in read_votes(study)])


def test_a_time_limit_is_for_our_own_page(run: RunFolder, tmp_path: Path) -> None:
    study = study_of(tmp_path / "study", run, questions=["hype.time"], images={"prompts": 4, "real": "basalt"})
    with pytest.raises(BadOption, match=r"hype\.infinity"):
        give_to(study, "mturk", tmp_path / "out", BASE)
