"""Keys planted in the environment of a run that fails in every way: nothing that is kept or printed shows them."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pytest
from tests.practice_service import running

import paragone
from paragone.core.catalogue import make
from paragone.core.errors import BadOption
from paragone.core.types import Missing, Prompt

# One variable is named like a secret, one is not: that one is known from the plan alone.
KEYS = {"PRACTICE_LOGIN": "sk-planted-0123456789", "OTHER_API_KEY": "other-planted-9876543210"}
DRAWER = """
import os

def draw(text, seed):
    raise RuntimeError(f"401: incorrect key {os.environ['OTHER_API_KEY']}")
"""
PROGRAM = "import os, sys; open(sys.argv[1]); sys.exit('cannot log in with ' + os.environ['OTHER_API_KEY'])"
PROMPTS = ["a cat", *(f"[{fault}] x" for fault in ("echo", "echo_title", "echo_place", "echo_link", "html", "base64"))]


@pytest.fixture
def plan(tmp_path: Path) -> Iterator[Path]:
    (tmp_path / "drawer.py").write_text(DRAWER)
    (tmp_path / "prompts.txt").write_text("\n".join(PROMPTS) + "\n")
    with running() as service:
        mine = {"base_url": f"{service.url}/v1", "tries": 1}
        headers = {"Authorization": "Bearer ${PRACTICE_LOGIN}"}
        body = {"prompt": "{prompt}", "api_key": "${OTHER_API_KEY}"}
        http = {"url": "/images/generations", "headers": headers, "body": body, "image": "data[0].b64_json"}
        models: list[dict[str, object]] = [
            {"use": "openai_images", "name": "openai", "id": "practice", "key": "PRACTICE_LOGIN", **mine},
            {"use": "http", "name": "other", **mine, **http},
            {"use": "python", "name": "function", "function": f"{tmp_path}/drawer.py:draw"},
            {"use": "command", "name": "program", "command": [sys.executable, "-c", PROGRAM, "{prompt_file}", "{out}"]},
        ]
        lines = [f'scenarios = [{{ use = "file", path = {json.dumps(str(tmp_path / "prompts.txt"))} }}]']
        lines += ['metrics = ["rejection", "runtime"]', "estimate = { resamples = 100 }"]
        for model in models:
            lines += ["[[models]]", *(f"{name} = {toml(value)}" for name, value in model.items())]
        (tmp_path / "plan.toml").write_text("\n".join(lines))
        yield tmp_path / "plan.toml"
        assert [body for body in service.bodies if body.get("api_key") == KEYS["OTHER_API_KEY"]]  # it was really sent


def toml(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {toml(item)}" for name, item in value.items()) + " }"
    return json.dumps(value)


def everything(out: Path) -> str:
    """All that a run left: tables as text, other files byte by byte."""
    tables = [str(pl.read_parquet(path).to_dicts()) for path in out.rglob("*.parquet")]
    files = [path.read_bytes().decode("latin-1") for path in out.rglob("*") if path.is_file()]
    return "\n".join([*map(str, out.rglob("*")), *tables, *files])


def test_planted_keys_are_in_nothing_that_is_stored_or_printed(plan: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "paragone", "run", str(plan), "--out", str(tmp_path / "run")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ | KEYS, timeout=300)
    assert done.returncode == 1, done.stderr  # two of the models drew nothing, which fails a build
    kept = everything(tmp_path / "run") + done.stdout + done.stderr
    for planted in KEYS.values():
        assert planted not in kept
        assert planted[:12] not in kept  # nor a piece that was cut off
    samples = paragone.load(tmp_path / "run").samples
    reasons = dict(samples.filter(pl.col("outcome") != "drawn").select("model", "reason").iter_rows())
    assert "incorrect key ${OTHER_API_KEY}" in reasons["function"]
    assert "${" in reasons["program"]
    assert samples.filter(pl.col("model") == "openai")["outcome"].to_list().count("drawn") == 1


def test_an_error_that_ends_the_command_shows_no_key(tmp_path: Path) -> None:
    plan = 'scenarios = ["nothing-of-the-name-other-planted-9876543210"]\nmodels = ["real"]\nmetrics = ["runtime"]\n'
    (tmp_path / "plan.toml").write_text(plan)
    command = [sys.executable, "-m", "paragone", "run", str(tmp_path / "plan.toml"), "--out", str(tmp_path / "run")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ | KEYS)
    assert done.returncode == 2
    assert "${OTHER_API_KEY}" in done.stderr
    assert KEYS["OTHER_API_KEY"] not in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("use", "options"),
    [
        ("http", {"headers": {"X-Api-Key": "sk-planted"}}),
        ("http", {"headers": {"authorization": "Bearer sk-planted"}}),
        ("http", {"body": {"prompt": "{prompt}", "extra": [{"api_key_comfy_org": "sk-planted"}]}}),
        ("http", {"url": "/draw?key=sk-planted"}),
        ("http", {"base_url": "http://127.0.0.1:1/?access_token=sk-planted"}),
        ("openai_images", {"id": "x", "body": {"api_key": "sk-planted"}}),
        ("http", {"headers": {"X-Auth": "sk-planted"}}),
        ("http", {"body": {"prompt": "{prompt}", "accessToken": "sk-planted"}}),
        ("http", {"body": {"prompt": "{prompt}", "auth": "sk-planted"}}),
        ("http", {"body": {"prompt": "{prompt}", "login": {"pwd": "sk-planted"}}}),
        ("http", {"url": "/draw?subscriptionKey=sk-planted"}),
        ("http", {"headers": {"X-Customer": "sk-planted-0123456789"}}),  # by its looks, whatever it is called
        ("http", {"body": {"prompt": "{prompt}", "who": "Qz8vT2mN4xRw7LkP9sJd3F"}}),
        ("openai_images", {"id": "x", "base_url": "http://127.0.0.1:1/v1?api_key=sk-planted"}),
    ],
)
def test_a_key_written_into_a_plan_is_refused_without_showing_it(use: str, options: dict[str, object]) -> None:
    with pytest.raises(BadOption, match=r"which (is|would be) stored") as told:
        make("models", use, {"base_url": "http://127.0.0.1:1", **options})
    assert "sk-planted" not in str(told.value)
    assert "Qz8vT2mN" not in str(told.value)
    assert "ITS_NAME" in str(told.value)


def test_a_plan_that_holds_a_secret_of_the_environment_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTHER_API_KEY", KEYS["OTHER_API_KEY"])
    (tmp_path / "prompts.txt").write_text("a cat\n")
    command = ["draw", "--with", KEYS["OTHER_API_KEY"], "{prompt_file}", "{out}"]
    plan = {
        "scenarios": [{"use": "file", "path": str(tmp_path / "prompts.txt")}],
        "models": [{"use": "command", "name": "mine", "command": command}],
        "metrics": ["rejection"],
    }
    with pytest.raises(BadOption, match="the plan holds the value of the environment variable OTHER_API_KEY"):
        paragone.run(plan, out=tmp_path / "run")
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("before", [270, 285, 295])
def test_a_key_at_the_place_where_a_message_is_cut_leaves_no_piece(
    before: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTHER_API_KEY", KEYS["OTHER_API_KEY"])
    code = (
        f"import os\ndef draw(text, seed):\n    raise RuntimeError('x' * {before - 14} + os.environ['OTHER_API_KEY'])\n"
    )
    (tmp_path / "drawer.py").write_text(code)
    model = make("models", "python", {"function": f"{tmp_path}/drawer.py:draw"})
    (answer,) = model.draw([Prompt("p", "a cat")], 0)
    assert isinstance(answer, Missing)
    assert "other-p" not in answer.reason
