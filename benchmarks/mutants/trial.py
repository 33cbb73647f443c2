"""Tests on a copy of the tree with one file changed, in a child process that starts with the large packages loaded."""

import ast
import contextlib
import importlib
import os
import shutil
import signal
import sys
import time
import traceback
from collections.abc import Set
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
ENDED = -1
OPTIONS = ["-q", "-x", "-p", "no:cacheprovider", "--no-header", "--tb=line", "-W", "ignore::DeprecationWarning"]
PATIENCE_S = 20.0  # a mutant may run for ever: it has this much of the processor, and five times what its tests took
IDLE_S = 120.0  # or wait for ever: so long without work, and it is ended


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
        """The quickest tests that run these lines, within a time.

        What runs on import is run once, by whichever test comes first, and any test may rest on it: then half of the
        time is for tests that run something of the file, and half for all others.
        """
        contexts = self._contexts.get(str(path), {})
        code = path.read_text(encoding="utf-8")
        if not runs_on_import(code, lines):
            names = {name for line in logical_lines(code, lines) for name in contexts.get(line, ())}
            return self._quickest(names, budget_s)
        near = {name for some in contexts.values() for name in some}
        return [*self._quickest(near, budget_s / 2), *self._quickest(self.seconds.keys() - near, budget_s / 2)]

    def _quickest(self, names: Set[str], budget_s: float) -> list[str]:
        chosen, spent = [], 0.0
        for name in sorted(names & self.seconds.keys(), key=lambda name: self.seconds[name]):
            spent += self.seconds[name]
            if chosen and spent > budget_s:
                break
            chosen.append(name)
        return chosen


def runs_on_import(code: str, lines: range) -> bool:
    """Whether lines stand in no function: on a module or a class itself."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.FunctionDef) and node.body[0].lineno <= lines[0] <= (node.end_lineno or 0):
            return False
    return True


def logical_lines(code: str, lines: range) -> set[int]:
    """All lines of the statements that some lines belong to: of a long one Python may count only the first as run."""
    found = set(lines)
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.stmt):
            inner = [part.lineno for part in ast.walk(node) if isinstance(part, ast.stmt) and part is not node]
            own = range(node.lineno, min([*inner, (node.end_lineno or node.lineno) + 1]))
            if set(own) & set(lines):
                found.update(own)
    return found


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
    if code not in (0, 1, ENDED):  # pytest did not come to a verdict: is it the change, or would it be so without?
        code, output = in_child(tree, lambda: int(pytest.main([*OPTIONS, *tests])), patience_s)
        if code:
            raise SystemExit(f"tests that passed fail with nothing changed, so they tell nothing:\n{output[-3000:]}")
        return False
    return code == 0


def in_child(tree: Tree, work, patience_s: float) -> tuple[int, str]:
    """The exit code and output of work in a fork of this process; ENDED where it took too much, or did nothing."""
    log = tree.root / "output.txt"
    child = os.fork()
    if child == 0:
        _run_child(tree, work, log)
    began = moved = time.monotonic()
    used = 0.0
    while used < patience_s and time.monotonic() < moved + IDLE_S:
        end = time.monotonic() + 0.5
        while time.monotonic() < end:
            pid, status = os.waitpid(child, os.WNOHANG)
            if pid:
                return os.waitstatus_to_exitcode(status), log.read_text(errors="replace")
            time.sleep(0.02)
        now = _processor_s(child, began)
        if now > used + 0.05:
            used, moved = now, time.monotonic()
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return ENDED, log.read_text(errors="replace")


def _processor_s(group: int, began: float) -> float:
    """What a group of processes has had of the processor: on a busy machine the clock would end what is only slow."""
    used = [0]
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = path.read_text().rpartition(")")[2].split()
            used += map(int, fields[11:15]) if int(fields[2]) == group else ()
    # Where there is no such folder the clock has to do.
    return sum(used) / os.sysconf("SC_CLK_TCK") if len(used) > 1 else time.monotonic() - began


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
