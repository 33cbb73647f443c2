"""Tests on a copy of the tree with one file changed, in a child process that starts with the large packages loaded."""

import contextlib
import importlib
import os
import shutil
import signal
import sys
import time
import traceback
from pathlib import Path

import coverage
import pytest

HEAVY = (
    "numba",
    "numpy",
    "PIL.Image",
    "polars",
    "pydantic",
    "rich",
    "scipy.stats",
    "httpx",
    "jinja2",
    "typer",
)
OPTIONS = ["-q", "-x", "-p", "no:cacheprovider", "--no-header", "--tb=line", "-W", "ignore::DeprecationWarning"]
PATIENCE_S = 20.0  # a mutant may hang: it has this, and ten times what its tests took unchanged


class Tree:
    """A copy of the sources and tests in which files are changed and put back."""

    def __init__(self, root: Path, place: Path) -> None:
        self.root = place
        for name in ("src", "tests", "benchmarks"):
            shutil.copytree(root / name, place / name)
        for name in ("pyproject.toml", "README.md", "CONTRIBUTING.md", "docs"):
            source = root / name
            (shutil.copytree if source.is_dir() else shutil.copy2)(source, place / name)
        (place / "home").mkdir()

    def enter(self) -> None:
        """In a child: see this tree and no other, and nothing of the user's."""
        os.chdir(self.root)
        sys.path[:0] = [str(self.root / "src"), str(self.root)]
        os.environ.update(PYTHONPATH=str(self.root / "src"), HOME=str(self.root / "home"), OPENBLAS_NUM_THREADS="1")
        os.environ.pop("XDG_CACHE_HOME", None)


class Timed:
    """A pytest plug-in: how long each test took, and which lines it ran; those that fail are not counted."""

    def __init__(self, measure: coverage.Coverage) -> None:
        self.measure, self.seconds, self.failed = measure, {}, set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.add(report.nodeid)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item):
        self.measure.switch_context(item.nodeid)
        start = time.process_time()
        result = yield
        self.seconds[item.nodeid] = time.process_time() - start
        self.measure.switch_context("")
        return result


class Known:
    """What the unchanged tests told: by file and line the tests that ran it, and the seconds of each."""

    def __init__(self, tree: Tree, package: str, tests: list[str]) -> None:
        data = tree.root / f"{package}.coverage"
        times = tree.root / f"{package}.seconds"

        def run() -> int:
            measure = coverage.Coverage(data_file=str(data), source=[str(tree.root / "src" / "paragone" / package)])
            timed = Timed(measure)
            measure.start()
            code = pytest.main([*(option for option in OPTIONS if option != "-x"), *tests], plugins=[timed])
            measure.stop()
            measure.save()
            passed = {name: seconds for name, seconds in timed.seconds.items() if name not in timed.failed}
            times.write_text("\n".join(f"{seconds}\t{name}" for name, seconds in passed.items()))
            return int(code)

        code, output = in_child(tree, run, 3600.0)
        if code not in (0, 1) or not times.read_text():
            raise SystemExit(f"the tests of {package} cannot be run:\n{output[-3000:]}")
        if code:
            print(f"some tests of {package} fail before anything is changed and are left out:\n{output[-2000:]}")
        lines = (line.split("\t", 1) for line in times.read_text().splitlines())
        self.seconds = {name: float(seconds) for seconds, name in lines}
        found = coverage.CoverageData(str(data))
        found.read()
        self._contexts = {name: found.contexts_by_lineno(name) for name in found.measured_files()}

    def tests_of(self, path: Path, lines: range, budget_s: float) -> list[str]:
        """The quickest tests that run these lines, within a time; all that touch the file where it runs on import."""
        contexts = self._contexts.get(str(path), {})
        names = {name for line in lines for name in contexts.get(line, ())}
        if "" in names:
            names = {name for some in contexts.values() for name in some}
        chosen, spent = [], 0.0
        for name in sorted(names & self.seconds.keys(), key=lambda name: self.seconds[name]):
            spent += self.seconds[name]
            if chosen and spent > budget_s:
                break
            chosen.append(name)
        return chosen


def load_heavy() -> None:
    """Import what every child needs, and nothing of ours."""
    for name in HEAVY:
        importlib.import_module(name)


def survives(tree: Tree, path: Path, text: str, tests: list[str], patience_s: float) -> bool:
    """Whether every one of the tests passes with the file changed."""
    before, stat = path.read_bytes(), path.stat()
    path.write_text(text, encoding="utf-8")
    try:
        code, _ = in_child(tree, lambda: int(pytest.main([*OPTIONS, *tests])), patience_s)
    finally:
        path.write_bytes(before)
        os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    return code == 0


def in_child(tree: Tree, work, patience_s: float) -> tuple[int, str]:
    """The exit code and output of work in a fork of this process; -1 where it took too long."""
    log = tree.root / "output.txt"
    child = os.fork()
    if child == 0:
        _run_child(tree, work, log)
    end = time.monotonic() + patience_s
    while time.monotonic() < end:
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            return os.waitstatus_to_exitcode(status), log.read_text(errors="replace")
        time.sleep(0.02)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return -1, log.read_text(errors="replace")


def _run_child(tree: Tree, work, log: Path) -> None:
    code = 99
    try:
        os.setpgid(0, 0)
        output = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        for stream in (1, 2):
            os.dup2(output, stream)
        tree.enter()
        code = work()
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(code)
