"""Makes small studies on a real run, and rates in them as a browser without scripts would."""

import re
import time
from html import unescape
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from paragone.rating.store.doors import invite
from paragone.rating.store.study import Study
from paragone.rating.study.new import new_study
from paragone.rating.study.study_file import read_study
from paragone.rating.web.app import application
from paragone.store.folder import RunFolder
from tests.report_run import Wanted, build_run

FILE: dict[str, Any] = {
    "title": "Which is better?",
    "questions": ["heim.alignment"],
    "images": {"prompts": 6},
    "raters": {"per_item": 3, "items_each": 8, "gold_each": 1, "repeats_each": 1},
}


def run_of(place: Path, *, hostile: bool = False) -> RunFolder:
    return build_run(place, Wanted(models=("aurora", "basalt"), prompts=8, seeds=(0,), side=32, hostile=hostile))


def study_of(place: Path, run: RunFolder, *, database: str | None = None, **changed: Any) -> Study:
    return new_study(read_study(FILE | changed), [run], place, database=database)[0]


class Visitor:
    """Somebody with a browser that keeps cookies."""

    def __init__(self, study: Study, *, prefix: str = "") -> None:
        self.study, self.prefix = study, prefix
        self.client = TestClient(application(study, prefix=prefix), base_url="http://lab.example")

    def comes_in(self, token: str | None = None, **form: str) -> "Visitor":
        token = token or invite(self.study.engine, "personal")[0]
        answer = self.client.post(f"{self.prefix}/i/{token}", data=form)
        assert answer.status_code == 200, answer.text
        self.page = answer.text
        return self

    def fields(self) -> dict[str, str]:
        names = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', self.page)
        return dict(names[:4])

    def options(self, question: str = "alignment") -> list[str]:
        found = re.findall(rf'name="q\.{question}" value="([^"]*)"', self.page)
        return [unescape(one) for one in found]

    def votes(self, choice: int = 0, **changed: Any) -> Any:
        asked = {one.name: self.options(one.name) for one in self.study.questions}
        answers = {f"q.{name}": options[choice] for name, options in asked.items() if options}
        sent = self.fields() | answers | changed
        answer = self.client.post(f"{self.prefix}/rate", data=sent)
        while answer.status_code == 429:  # a test is faster than people
            time.sleep(0.3)
            answer = self.client.post(f"{self.prefix}/rate", data=sent)
        self.page = answer.text
        return answer
