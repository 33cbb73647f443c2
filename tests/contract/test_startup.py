"""`paragone --help` answers at once: what it must not import is counted, not timed."""

import subprocess
import sys

HEAVY = {"polars", "numpy", "scipy", "PIL", "pydantic", "torch", "onnxruntime", "numba", "jinja2", "httpx", "ray"}


def modules_of(code: str) -> set[str]:
    told = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys; print('\\n'.join(sys.modules), file=sys.stderr)"],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(told.stderr.split())


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; sys.argv = ['paragone', '--help']\nfrom paragone.cli.main import app\napp(standalone_mode=False)"
    )
    loaded = modules_of(code)
    assert not HEAVY & loaded
    assert len(loaded) < 450  # an empty interpreter has about 40, typer brings the rest


def test_importing_paragone_is_light() -> None:
    assert not (HEAVY | {"typer", "rich"}) & modules_of("import paragone")
