"""What many tests use."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from paragone.core import catalogue

# Machines are shared and noisy: no test watches the clock. In continuous integration examples are the same every time.
settings.register_profile(
    "steady", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=bool(os.environ.get("CI"))
)
settings.load_profile("steady")

HERE = Path(__file__).parent


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of facts for this test alone; weights stay where they are."""
    place = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("PARAGONE_CACHE", str(place))
    return place


@pytest.fixture(autouse=True)
def wide_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """What commands print does not depend on the runner's width; tests of narrow screens set their own."""
    monkeypatch.setenv("COLUMNS", "200")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 64 megabytes (needs root)."""
    place = tmp_path / "small"
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", str(place)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("a tmpfs cannot be mounted here; run as root with the right to mount")
    try:
        yield place
    finally:
        subprocess.run(["umount", str(place)], check=True)


@pytest.fixture
def plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, str], Path]]:
    """Install a package for the test: `plugin(code, entry_points)` gives the folder to put on a child's PYTHONPATH."""
    site = tmp_path / "site"

    def install(code: str, entry_points: str) -> Path:
        information = site / "plug-1.0.dist-info"
        information.mkdir(parents=True)
        (site / "plug.py").write_text(code, encoding="utf-8")
        (information / "METADATA").write_text("Metadata-Version: 2.1\nName: plug\nVersion: 1.0\n", encoding="utf-8")
        (information / "entry_points.txt").write_text(entry_points, encoding="utf-8")
        monkeypatch.syspath_prepend(site)
        catalogue._places.cache_clear()
        return site

    yield install
    sys.modules.pop("plug", None)
    catalogue._places.cache_clear()


@pytest.fixture
def components(plugin: Callable[[str, str], Path]) -> Path:
    """The components of tests/components.py, installed as a plug-in."""
    code = (HERE / "components.py").read_text(encoding="utf-8")
    return plugin(code, code.split('ENTRY_POINTS = """')[1].split('"""')[0])
