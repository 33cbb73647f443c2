"""Every script in benchmarks/ can be loaded, and calls what it imports by names and arguments that exist."""

import ast
import importlib.util
import inspect
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

FOLDER = Path(__file__).parents[2] / "benchmarks"
SCRIPTS = sorted(path.stem for path in FOLDER.glob("*.py"))
OTHERS = {"moderngl"}  # needed by hand for one comparison; in no extra


def load(name: str) -> ModuleType:
    """The script by a name of its own: `coverage` is a package's too, which others look for."""
    sys.path.append(str(FOLDER))
    spec = importlib.util.spec_from_file_location(f"benchmark_{name}", FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
        return module
    except ModuleNotFoundError as error:
        if error.name in OTHERS:
            pytest.skip(f"{error.name} is not installed")
        raise
    finally:
        sys.path.remove(str(FOLDER))


def called(node: ast.Call, module: ModuleType) -> Any:
    """What a call calls, where the script's own names say so: `name(...)` or `module.name(...)`."""
    parts = []
    at = node.func
    while isinstance(at, ast.Attribute):
        parts.append(at.attr)
        at = at.value
    if not isinstance(at, ast.Name) or not hasattr(module, at.id):
        return None
    found: Any = getattr(module, at.id)
    for part in reversed(parts):
        if not isinstance(found, ModuleType):
            return None
        found = getattr(found, part)  # a name that is gone fails here
    return found


def fits(node: ast.Call, target: Any) -> None:
    """Refuse a call whose arguments the target does not take; starred ones cannot be known without running."""
    if any(isinstance(one, ast.Starred) for one in node.args) or any(word.arg is None for word in node.keywords):
        return
    inspect.signature(target).bind(*node.args, **{str(word.arg): word.value for word in node.keywords})


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_benchmark_calls_our_code_as_it_is(name: str) -> None:
    module = load(name)
    for node in ast.walk(ast.parse((FOLDER / f"{name}.py").read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            target = called(node, module)
            home = getattr(target, "__module__", "")
            if (home.startswith("paragone") or home == module.__name__) and type not in getattr(target, "__mro__", ()):
                fits(node, target)


def test_a_call_that_no_longer_fits_is_seen() -> None:
    [call] = (node for node in ast.walk(ast.parse("load(1, 2)")) if isinstance(node, ast.Call))
    with pytest.raises(TypeError, match="too many positional arguments"):
        fits(call, load)


def test_typos_change_nothing_for_a_model_that_reads_no_prompt_and_much_for_one_they_confuse(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = load("typos")
    monkeypatch.setitem(script.SCENARIO, "limit", 12)
    rows = {(row["model"], row["metric"].partition("(")[0]): row for row in script.changes(tmp_path, "clip_scene")}
    for metric in ("alignment", "rprecision"):  # by image, and of the whole set
        unread, confused = rows["constant", metric], rows["confused", metric]
        assert unread["low"] <= 0 <= unread["high"]
        assert unread["verdict"] == "no clear change"
        assert confused["high"] < 0
        assert confused["verdict"] == "worse"
