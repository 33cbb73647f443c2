"""docs/models.md: every block of it works."""

import json
import os
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from paragone import testing
from paragone.core.catalogue import make, names
from paragone.core.types import Drawing, Missing, Prompt
from paragone.stages.planning.plan import Entry
from paragone.stages.planning.plan_file import read_plan

PAGE = (Path(__file__).parents[2] / "docs" / "models.md").read_text(encoding="utf-8")
FILES = {
    code.split("\n", 1)[0].removeprefix("# "): code for code in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
}
ENTRIES = [
    entry for block in re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL) for entry in tomllib.loads(block)["models"]
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, code in FILES.items():
        (tmp_path / name).write_text(code, encoding="utf-8")
    (tmp_path / "workflow.json").write_text(json.dumps({"6": {"inputs": {"text": "{prompt}", "seed": "{seed}"}}}))
    monkeypatch.chdir(tmp_path)
    # `python` in the page's command is that of the environment the user works in: here, the tests' own.
    monkeypatch.setenv("PATH", os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))
    return tmp_path


@pytest.mark.parametrize("entry", ENTRIES, ids=[entry.get("name", entry["use"]) for entry in ENTRIES])
def test_every_block_makes_its_model_from_a_plan(folder: Path, entry: dict[str, Any]) -> None:
    plan = read_plan({"scenarios": ["file"], "metrics": ["blackout"], "models": [entry]})
    made = Entry.model_validate(plan.models[0])
    model = make("models", made.use, made.options)
    testing.check_model_declaration(model)  # nearly all of them draw with what is not here
    if made.use in ("python", "command"):
        answers = model.draw([Prompt("1", "a cat")], 3)
        assert isinstance(answers[0], Drawing), answers


def test_every_model_that_is_not_told_elsewhere_is_on_the_page() -> None:
    elsewhere = {"folder", "real"}
    shown = {entry["use"] for entry in ENTRIES}
    assert shown >= {"diffusers", "openai_images", "http", "command", "python", "affix", "rewrite"}
    assert elsewhere <= set(names("models"))


def test_the_model_of_one_file_keeps_the_contract(folder: Path) -> None:
    space: dict[str, Any] = {"__name__": "stripes"}
    exec(compile(FILES["stripes.py"], "stripes.py", "exec"), space)
    model = space["model"](size=16)
    testing.check_model(model)
    drawn, refused = model.draw([Prompt("1", "a cat"), Prompt("2", "")], 0)
    assert isinstance(drawn, Drawing)
    assert refused == Missing("nothing to draw", "refused")
