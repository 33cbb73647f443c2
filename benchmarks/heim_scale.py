"""A run of HEIM's size on files: 62 scenarios, 3 models, 100 prompts each; python benchmarks/heim_scale.py [FOLDER]

Times by the clock are worth something on a quiet machine only; doctor and status are timed as commands, start included.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np

from paragone.core.catalogue import aliases
from paragone.images.encode import encode
from paragone.report.site.build import build_report
from paragone.stages import run
from paragone.stages.planning.plan_file import read_plan
from paragone.stages.planning.prepare import prepare
from paragone.store.folder import RunFolder

PROMPTS, MODELS, SIDE = 100, 3, 16


def scenarios() -> list[str]:
    """The names of HEIM's scenarios, from the catalogue."""
    return [name for name, known in aliases("scenarios").items() if known.get("benchmark") == "HEIM"]


def write_files(root: Path) -> dict[str, Any]:
    """Prompts, tiny images, and the plan that joins them."""
    rng = np.random.default_rng(0)
    ids = [f"{name}_{place:03d}" for name in scenarios() for place in range(PROMPTS)]
    for model in range(MODELS):
        folder = root / f"model{model}"
        folder.mkdir()
        for one in ids:
            (folder / f"{one}.png").write_bytes(encode(rng.integers(0, 256, (SIDE, SIDE, 3), dtype=np.uint8)))
    entries = []
    for name in scenarios():
        rows = "".join(f"{name}_{place:03d},a picture of {name} number {place}\n" for place in range(PROMPTS))
        (root / f"{name}.csv").write_text(f"id,prompt\n{rows}", encoding="utf-8")
        entries.append({"use": "file", "name": name, "path": str(root / f"{name}.csv"), "group": name.split("_")[0]})
    return {
        "title": "HEIM's size",
        "average": "heim",
        "scenarios": entries,
        "models": [{"use": "folder", "name": f"model{n}", "path": str(root / f"model{n}")} for n in range(MODELS)],
        "metrics": ["sharpness", "blackout"],
        "estimate": {"resamples": 200},
    }


def timed(what: str, act: Callable[[], Any]) -> Any:
    """What an act gives, and a line of what it took."""
    clock, processor = time.perf_counter(), time.process_time()
    found = act()
    wall, used = time.perf_counter() - clock, time.process_time() - processor
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{what:<10} {wall:8.1f} s by the clock {used:8.1f} s of processor, peak so far {peak:6.0f} MB", flush=True)
    return found


def command(*words: str) -> str:
    """What `paragone` prints, started as a user starts it."""
    done = subprocess.run([sys.executable, "-m", "paragone", *words], capture_output=True, text=True, check=False)
    assert done.stdout, done.stderr
    return done.stdout


def open_pages(site: Path) -> int:
    """Every page read and parsed, every JSON read."""
    pages = 0
    for path in site.rglob("*"):
        if path.suffix == ".html":
            HTMLParser().feed(path.read_text(encoding="utf-8"))
            pages += 1
        elif path.suffix == ".json":
            json.loads(path.read_text(encoding="utf-8"))
    return pages


def main(root: Path, *, with_report: bool) -> None:
    written = root / "plan.json"
    if not written.exists():
        written.write_text(json.dumps(write_files(root)), encoding="utf-8")
    plan = read_plan(json.loads(written.read_text(encoding="utf-8")))
    timed("doctor", lambda: command("doctor", "heim"))
    timed("planning", lambda: prepare(plan, RunFolder(root / "empty")).ready())
    folder = timed("run", lambda: run(plan, root / "run"))
    told = timed("status", lambda: command("status", str(root / "run"), "--json"))
    assert f"{len(scenarios()) * PROMPTS}" in told
    if with_report:
        page = timed("report", lambda: build_report(folder))
        print(timed("pages", lambda: open_pages(Path(page).parent)), "pages opened")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, help="kept, and gone on with; none: one that is thrown away")
    parser.add_argument("--no-report", action="store_true", help="planning, run and status alone")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        where = given.folder or Path(place)
        where.mkdir(parents=True, exist_ok=True)
        main(where, with_report=not given.no_report)
