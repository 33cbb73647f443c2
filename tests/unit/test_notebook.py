"""What a notebook has: completion, views of a run, functions and images as they are, errors in one line; and docs/."""

import ast
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

import paragone
from paragone.core.errors import BadInput, UnknownName

NOTEBOOK = Path(__file__).parents[2] / "docs" / "notebook.ipynb"


def bright(text: str, seed: int) -> Any:
    return np.full((16, 16, 3), 50 + len(text) + seed, np.uint8)


def dark(text: str, seed: int) -> Any:
    return Image.new("RGB", (16, 16))


@pytest.fixture
def run(tmp_path: Path) -> paragone.Run:
    (tmp_path / "prompts.csv").write_text("id,prompt\n" + "".join(f"p{n},prompt {'x' * n}\n" for n in range(10)))
    plan = {
        "title": "two functions",
        "scenarios": [{"use": "file", "name": "mine", "path": str(tmp_path / "prompts.csv")}],
        "models": {"bright": bright, "dark": dark},
        "metrics": ["blackout", "sharpness"],
    }
    return paragone.run(plan, tmp_path / "run")


def test_completion_shows_what_there_is() -> None:
    assert {"run", "score", "load", "Run", "ParagoneError"} <= set(dir(paragone))


def test_functions_are_models_and_a_run_shows_itself(run: paragone.Run) -> None:
    assert run.table().columns == ["scenario", "metric", "bright", "dark"]
    assert run.table().filter(metric="blackout")["dark"].item().startswith("1.00 [")
    page = run._repr_html_()
    assert page.count("<svg") == 4
    assert "two functions" in page
    assert "bright is better than dark on 1 of 1 measure" in page
    assert page.count("<b>0.00 [") == 1  # the clear winner alone
    assert paragone.Run(str(run.folder)).estimates.equals(run.estimates)  # type: ignore[arg-type]


def test_two_models_are_compared_in_a_sentence_and_a_frame(run: paragone.Run) -> None:
    found = run.compare("bright", "dark")
    said = "bright is better than dark on 1 of 1 measure (Blacked-out images), worse on none, unclear on none"
    assert found.summary == said
    assert set(found.frame["metric"]) == {"blackout", "sharpness"}
    assert found.summary in found._repr_html_()
    with pytest.raises(UnknownName, match="did you mean dark"):
        run.compare("bright", "drak")


def test_plots_and_images_are_there_to_look_at(run: paragone.Run, tmp_path: Path) -> None:
    picture = run.plot("blackout")
    assert picture.svg.count("<circle") == 2
    assert picture.save(tmp_path / "plot.svg").read_text() == picture.svg
    worst = run.images("blackout", n=3)
    assert {row["model"] for row in worst.rows} == {"dark"}
    assert all(path.is_file() for path in worst.files)
    assert worst._repr_html_().count("data:image/png;base64,") == 3
    assert len(run.images(model="bright", prompt="p1")) == 1
    with pytest.raises(UnknownName):
        run.plot("blackot")
    assert Path(run.report()).name == "index.html"


def test_lists_of_images_and_texts_are_scored_as_they_are() -> None:
    noise = np.random.default_rng(0).integers(0, 255, (4, 24, 24, 3), np.uint8)
    black = [Image.new("L", (24, 24)) for _ in range(4)]
    found = paragone.score({"noise": list(noise), "black": black}, prompts=["a", "b", "c", "d"], metrics=("blackout",))
    assert dict(found.estimates.select("model", "value").iter_rows()) == {"noise": 0.0, "black": 1.0}
    assert isinstance(found, paragone.Run)
    with pytest.raises(BadInput, match=r"image 1 is a ndarray of int64 \(3,\)"):
        paragone.score([np.array([1, 2, 3])])
    with pytest.raises(BadInput, match="empty"):
        paragone.score([])


def test_an_error_of_ours_is_one_line_in_a_notebook() -> None:
    assert BadInput("no such file")._render_traceback_() == ["BadInput: no such file"]


def test_the_notebook_in_docs_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    names: dict[str, Any] = {}
    shown = 0
    for cell in cells:
        if cell["cell_type"] != "code":
            continue
        tree = ast.parse("".join(cell["source"]))
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, "cell", "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)  # type: ignore[attr-defined]
            for view in ("_repr_html_", "_repr_svg_"):
                if hasattr(value, view):
                    shown += len(getattr(value, view)()) > 0
    assert shown >= 4
