"""The examples of CONTRIBUTING.md work as they stand."""

import re
from collections.abc import Callable
from pathlib import Path

import paragone
from paragone import testing
from paragone.core import catalogue

TEXT = (Path(__file__).parents[2] / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_each_kind_of_component_is_one_file_that_works(tmp_path: Path, plugin: Callable[[str, str], Path]) -> None:
    files = re.findall(r"`src/paragone/(\w+)/(\w+)\.py`:.*?```python\n(.*?)```", TEXT, flags=re.DOTALL)
    assert [kind for kind, _, _ in files] == ["metrics", "models", "scenarios", "annotators"]
    points = "".join(f"[paragone.{kind}]\n{name} = {name}_plug:{kind[:-1]}\n" for kind, name, _ in files)
    site = plugin("", points)
    for _, name, code in files:
        (site / f"{name}_plug.py").write_text(code, encoding="utf-8")
    for kind, name, _ in files:
        getattr(testing, f"check_{kind[:-1]}")(catalogue.make(kind, name))
    run = paragone.run({"scenarios": ["colours"], "models": ["flat"], "metrics": ["warm"]}, tmp_path / "run")
    assert run.estimates["value"].to_list() == [0.0]  # grey is as red as it is blue
