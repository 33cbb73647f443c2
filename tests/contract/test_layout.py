"""The tree stays one that a newcomer can read: short files, small folders, nothing private read from outside."""

import ast
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import paragone

SOURCE = Path(paragone.__file__).parent
FILES = sorted(SOURCE.rglob("*.py"))


def private_reads(module: list[str], text: str) -> Iterator[str]:
    """What a module imports that begins with `_` and belongs to a package that it does not stand in."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        for parts in (name.split(".") for name in names):
            at = next((n for n, part in enumerate(parts) if part.startswith("_") and not part.startswith("__")), None)
            if parts[0] == "paragone" and at is not None and module[:-1][:at] != parts[:at]:
                yield ".".join(parts)


def test_what_is_private_is_found_where_a_stranger_reads_it() -> None:
    module = ["paragone", "annotators", "people", "gender_clip"]
    assert list(private_reads(module, "from paragone.annotators.encoders._clip import Clip")) == [
        "paragone.annotators.encoders._clip.Clip"
    ]
    assert not list(private_reads(module, "from paragone.annotators._networks.clip import Clip"))
    assert not list(private_reads(module, "from paragone.annotators.people._answers import read"))


def test_no_module_reads_what_is_private_to_another_package() -> None:
    found = {}
    for path in FILES:
        module = ["paragone", *path.relative_to(SOURCE).with_suffix("").parts]
        found[".".join(module)] = list(private_reads(module, path.read_text(encoding="utf-8")))
    assert {module: names for module, names in found.items() if names} == {}


def test_no_file_is_longer_than_300_lines() -> None:
    lengths = {str(path.relative_to(SOURCE)): path.read_bytes().count(b"\n") for path in FILES}
    assert len(lengths) > 500
    assert {name: lines for name, lines in lengths.items() if lines > 300} == {}


def test_no_folder_has_more_than_25_modules() -> None:
    counts = Counter(path.parent for path in FILES if path.name != "__init__.py")
    assert {str(folder): count for folder, count in counts.items() if count > 25} == {}


def test_every_file_of_the_package_goes_into_the_wheel() -> None:
    project = SOURCE.parents[1] / "pyproject.toml"
    if not project.is_file():
        pytest.skip("the package is installed without its sources; run it in a checkout")
    patterns = tomllib.loads(project.read_text(encoding="utf-8"))["tool"]["setuptools"]["package-data"]["paragone"]
    packed = {path for pattern in patterns for path in SOURCE.glob(pattern)}
    others = {path for path in SOURCE.rglob("*") if path.is_file() and path.suffix != ".py"}
    assert len(others) > 50
    assert {str(path.relative_to(SOURCE)) for path in others - packed if path.parent.name != "__pycache__"} == set()
