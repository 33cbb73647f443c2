"""The examples of CONTRIBUTING.md work as they stand: components keep their contract, and their tests pass."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

import paragone
from paragone import testing
from paragone.assets import manifest
from paragone.core import catalogue

TEXT = (Path(__file__).parents[2] / "CONTRIBUTING.md").read_text(encoding="utf-8")
COMPONENT = r"`src/paragone/(\w+)/(?:\w+/)?(\w+)\.py`.*?```python\n(.*?)```"
TEST = r"`(tests/unit/\w+/test_\w+\.py)`.*?```python\n(.*?)```"


class Example(NamedTuple):
    """One file of a component."""

    kind: str
    name: str
    code: str


@pytest.fixture
def examples(tmp_path: Path, plugin: Callable[[str, str], Path], monkeypatch: pytest.MonkeyPatch) -> list[Example]:
    """The components of the page, installed, with the weights of the one that has any."""
    found = [Example(*groups) for groups in re.findall(COMPONENT, TEXT, flags=re.DOTALL)]
    kinds = dict.fromkeys(example.kind for example in found)
    points = {
        kind: [f"{one.name} = {one.name}_plug:{kind[:-1]}" for one in found if one.kind == kind] for kind in kinds
    }
    site = plugin("", "\n".join(f"[paragone.{kind}]\n" + "\n".join(lines) for kind, lines in points.items()))
    for example in found:
        (site / f"{example.name}_plug.py").write_text(example.code, encoding="utf-8")
    (tmp_path / "tone.toml").write_text(re.findall(r"```toml\n(\[\[asset\]\].*?)```", TEXT, flags=re.DOTALL)[0])
    (tmp_path / "weights").mkdir()
    np.save(tmp_path / "weights" / "tone.npy", np.array([1.0, 0.0, -1.0]))
    monkeypatch.setenv("PARAGONE_WEIGHTS", str(tmp_path / "weights"))
    known = (*manifest.read(), *manifest.read(path=tmp_path / "tone.toml"))
    monkeypatch.setattr(manifest, "_read", lambda path: known)
    return found


def test_each_kind_of_component_is_one_file_that_keeps_its_contract(examples: list[Example]) -> None:
    names = ["warm", "steady", "variety", "flat", "colours", "tone"]
    assert [example.name for example in examples] == names
    for kind, name, _ in examples:
        getattr(testing, f"check_{kind[:-1]}")(catalogue.make(kind, name))  # type: ignore[arg-type]


def test_each_example_has_a_test_that_passes(examples: list[Example]) -> None:
    found = re.findall(TEST, TEXT, flags=re.DOTALL)
    assert [Path(path).stem.removeprefix("test_") for path, _ in found] == [example.name for example in examples]
    for path, code in found:
        names: dict[str, Callable[[], None]] = {}
        exec(compile(code, path, "exec"), names)
        tests = [name for name in names if name.startswith("test_")]
        assert tests, path
        for name in tests:
            names[name]()


def test_the_examples_run_together(examples: list[Example], tmp_path: Path) -> None:
    metrics = [example.name for example in examples if example.kind == "metrics"]
    plan = {"scenarios": ["colours"], "models": ["flat"], "metrics": metrics, "seeds": [0, 1]}
    run = paragone.run(plan, tmp_path / "run")
    values = dict(run.estimates.select("metric", "value").iter_rows())
    assert values["warm"] == 0.0  # grey is as red as it is blue
    assert values["steady"] > 0
    assert values["variety"] > 0
    low, high = run.estimates.filter(metric="variety").select("low", "high").row(0)
    assert low < values["variety"] < high
