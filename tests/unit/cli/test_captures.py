"""docs/terminal.md: what each command prints at 80 columns; PARAGONE_WRITE_DOCS=1 writes it anew."""

import os
import re
from pathlib import Path

import numpy as np
import pytest
from typer.main import get_command
from typer.testing import CliRunner

from paragone.cli.main import app
from paragone.images.encode import encode

PAGE = Path(__file__).parents[3] / "docs" / "terminal.md"
INTRODUCTION = """# The commands at 80 columns

What each command prints in a terminal of 80 columns, for two folders of small images. Written and kept true by
`tests/unit/cli/test_captures.py` (`PARAGONE_WRITE_DOCS=1` writes it anew). [commands.md](commands.md) has every option.
"""
PLAN = """title = "Two folders"
metrics = ["blackout", "sharpness", "fractal"]
seeds = [0]
scenarios = [{ use = "file", path = "prompts.csv" }]
models = [{ use = "folder", name = "a", path = "a" }, { use = "folder", name = "b", path = "b" }]
"""
COMMANDS = (
    "",
    "init new.toml --prompts prompts.csv --models a,b --metrics blackout",
    "doctor plan.toml --probe",
    "run plan.toml",
    "status runs/plan",
    "table runs/plan",
    "table runs/plan --csv",
    "compare runs/plan --models a,b",
    "compare runs/plan --models a,b --fail-if blackout>0.5 --fail-if-value sharpness>1e9",
    "score a b --prompts prompts.csv --metrics blackout,sharpness --out runs/scored",
    "show runs/plan p1 --model a",
    "show runs/plan p1 --model a --csv",
    "agree runs/plan verdicts.csv",
    "calibrate logits.npz",
    "sheet runs/plan --rows 2",
    "map runs/plan",
    "report runs/plan",
    "verify runs/plan",
    "repair runs/plan",
    "cache list",
    "weights verify mobilenet-v2",
    "data verify drawbench",
    "scenes show count_val_00012 --size 32",
    "train --help",
    "finetune --help",
    "study new quick --run runs/plan --out study",
    "study status study",
    "list fid",
    "list perturbations",
    "serve nowhere",
)
# What differs from machine to machine and from day to day.
CHANGING = (
    (r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+\d:]*", "2026-01-01T00:00:00+00:00"),
    (r"[\d.]+ GB free", "100.0 GB free"),
    (r" in [\d.]+ s\b", " in 0.1 s"),
    (r"images/[0-9a-f]{2}/[0-9a-f]{64}", "images/../..."),
    (r"images to draw, about [^;\n]*", "images to draw, about 1 MB"),
    (r"python -m paragone|root", "paragone"),
    (r"(facts of \w+)-[0-9a-f]{8}( +\d+) +[\d.]+", r"\1-01234567\2    0.00"),
    (r"told this once: \S+", "told this once: ..."),
    (r"/\S*/(cache|weights|data)\b", r"/home/you/.cache/paragone/\1"),
)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("cache", "weights", "data"):
        monkeypatch.setenv(f"PARAGONE_{name.upper()}", str(tmp_path / name))
    rng = np.random.default_rng(0)
    for name in ("a", "b"):
        Path(name).mkdir()
        for number in range(8):
            noise = rng.integers(0, 256, (32, 32, 3), np.uint8)
            is_black = name == "b" and number < 7
            Path(name, f"p{number}.png").write_bytes(encode(np.zeros_like(noise) if is_black else noise))
    Path("prompts.csv").write_text("id,prompt\n" + "".join(f"p{number},picture {number}\n" for number in range(8)))
    Path("plan.toml").write_text(PLAN)
    said = [f"{model},file,p{number},{_verdict(model, number)}" for model in "ab" for number in range(8)]
    Path("verdicts.csv").write_text("model,scenario,prompt_id,verdict\n" + "\n".join(said))
    labels, logits = rng.integers(0, 4, 60), rng.normal(size=(60, 4))
    logits[np.arange(60), labels] += 1.5
    np.savez("logits.npz", logits=3 * logits, labels=labels)


def _verdict(model: str, number: int) -> str:
    return "yes" if model == "b" and number else "no"


def captured(words: str) -> str:
    done = CliRunner().invoke(app, words.split() or ["--help"], prog_name="paragone", terminal_width=80)
    text = done.output  # both streams, in the order in which they were written
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        text += f"error: {done.exception}\n"
    for pattern, word in CHANGING:
        text = re.sub(pattern, word, text)
    return "\n".join(line.rstrip() for line in text.strip("\n").splitlines())


@pytest.mark.usefixtures("here")
def test_each_command_fits_eighty_columns_and_the_page_shows_it() -> None:
    text = INTRODUCTION
    for words in COMMANDS:
        shown = captured(words)
        text += f"\n## paragone {words or '--help'}\n\n```\n{shown}\n```\n"
        is_one_line = "--csv" in words or "error: " in shown  # for programs, and to be copied whole
        assert is_one_line or max(map(len, shown.splitlines())) <= 80, words
        assert "Traceback" not in shown
    if os.environ.get("PARAGONE_WRITE_DOCS"):
        PAGE.write_text(text, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == text, "run this test with PARAGONE_WRITE_DOCS=1 and commit the page"


@pytest.mark.parametrize("name", sorted(getattr(get_command(app), "commands", {})))
def test_no_summary_is_cut_and_no_type_is_jargon(name: str) -> None:
    inner = sorted(getattr(get_command(app).commands[name], "commands", {}))  # type: ignore[attr-defined]
    for words in ([name], *([name, one] for one in inner)):
        told = CliRunner().invoke(app, [*words, "--help"], terminal_width=80).stdout
        assert not re.search(r"<(str|int|float|list\[)", told), words
        assert "..." not in told.partition("Commands:")[2], words
    shown = CliRunner().invoke(app, [name, "--help"], terminal_width=80).stdout
    assert max(map(len, shown.splitlines())) <= 80
    assert not re.search(r"<(str|int|float|list\[)", shown)
    listed = CliRunner().invoke(app, ["--help"], terminal_width=80).stdout
    assert "..." not in listed.partition("Commands:")[2]
