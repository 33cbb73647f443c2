"""How long a report of 10 models x 2,000 prompts x 4 images takes, first and second time, in how much memory.

Run: python benchmarks/report.py [models prompts seeds]
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from report_run import Wanted, build_run

CHILD = """
import json, resource, sys, time
from pathlib import Path
from paragone.report.site.build import Build
from paragone.store.folder import RunFolder
start = time.perf_counter()
build = Build(RunFolder(Path(sys.argv[1])))
build.run()
seconds = time.perf_counter() - start
used = resource.getrusage(resource.RUSAGE_SELF)
told = {"seconds": round(seconds, 1), "cpu_seconds": round(used.ru_utime + used.ru_stime, 1)}
print(json.dumps(told | {"peak_mb": used.ru_maxrss // 1024} | dict(build.site.counts)))
"""
FIRST = ("index.html", "static/style.css", "static/page.js", "static/board.js", "static/icon.svg")
FONTS = ("static/inter.woff2", "static/source-serif.woff2")


def main() -> None:
    """Build twice, each in a process of its own, and print the figures."""
    os.fsync = lambda descriptor: None  # the run is thrown away, and 80,000 syncs take long
    models, prompts, seeds = map(int, sys.argv[1:4] or (10, 2000, 4))
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "run"
        start = time.perf_counter()
        names = tuple(f"model-{number}" for number in range(models))
        build_run(root, Wanted(models=names, prompts=prompts, seeds=tuple(range(seeds)), side=64))
        print(f"{models} models x {prompts} prompts x {seeds} images, made in {time.perf_counter() - start:.0f} s")
        for words in ("first build", "second build"):
            print(f"{words}: {_build(root)}")
        report = root / "report"
        page = sum((report / name).stat().st_size for name in FIRST)
        fonts = sum((report / name).stat().st_size for name in FONTS)
        print(f"first page: {page / 1000:.0f} kB with its style and scripts, and {fonts / 1000:.0f} kB of fonts")
        files = [path.stat().st_size for path in report.rglob("*") if path.is_file()]
        print(f"site: {len(files)} files, {sum(files) / 1e6:.0f} MB")


def _build(root: Path) -> str:
    done = subprocess.run([sys.executable, "-c", CHILD, str(root)], capture_output=True, text=True, check=True)
    told = json.loads(done.stdout)
    return ", ".join(f"{name} {value}" for name, value in told.items())


if __name__ == "__main__":
    main()
