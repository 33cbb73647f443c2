"""A run of many samples through every stage: seconds, processor seconds and the peak of memory of each. Linux only.

    python benchmarks/scale.py [--samples 10000 100000] [--folder FOLDER] [--all] [--ray]

10 models x samples / 40 prompts x 4 seeds. The models are trivial (each has 256 tiny images and shows one of them), so
what is timed is Paragone. The stages of `run` are in one process, and the peak is counted anew for each; `report` and
`serve` are processes of their own, as a user starts them. --all writes every page. Without --folder the run is made in
a temporary folder and thrown away; a run that is there already goes on. --ray runs the plan once more on Ray with two
workers, and fails unless the tables are the same.
"""

import argparse
import contextlib
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

MODELS, SEEDS = 10, 4
PAINTER = """
import functools, zlib
import numpy as np
from paragone.images.encode import encode

@functools.cache
def picture(number, skill):
    rng = np.random.default_rng(1000 * skill + number)
    return encode(rng.integers(0, 256 if number % 16 > skill else 1, (16, 16, 3), dtype=np.uint8))

def draw(text, seed, skill):
    return picture(zlib.crc32(f"{text} {seed}".encode()) % 256, skill)
"""
MODEL = """[[models]]
use = "python"
name = "model-{number}"
path = "painter.py"
function = "draw"
arguments = {{ skill = {number} }}
"""
HERE = "import sys; sys.path.insert(0, sys.argv[1]); import scale; scale.run_here(sys.argv[2])"
STAGES = ("prepare", "draw", "look", "judge", "estimate", "analyse")


def write_plan(place: Path, prompts: int) -> None:
    """Prompts with two tags, the model, and the plan."""
    rows = (f"p{n:06d},a thing numbered {n},{('red', 'blue', 'green')[n % 3]},{n % 7}\n" for n in range(prompts))
    (place / "prompts.csv").write_text("id,prompt,colour,day\n" + "".join(rows), encoding="utf-8")
    (place / "painter.py").write_text(PAINTER, encoding="utf-8")
    models = "".join(MODEL.format(number=number) for number in range(MODELS))
    (place / "plan.toml").write_text(
        f'title = "Scale"\nseeds = {list(range(SEEDS))}\nmetrics = ["blackout", "sharpness", "diversity_phash"]\n'
        f'[[scenarios]]\nuse = "file"\npath = "prompts.csv"\nname = "things"\n{models}',
        encoding="utf-8",
    )


def run_here(place: str) -> None:
    """Run the plan in this process, each stage measured."""
    from paragone import stages
    from paragone.stages.planning.plan_file import read_plan
    from paragone.store.fact_cache import FactCache

    for name in STAGES:
        stage = getattr(stages, name)
        setattr(stages, name, lambda *a, _s=stage, _n=name, **k: measured(_n, lambda: _s(*a, **k)))
    stages.run(read_plan(f"{place}/plan.toml"), f"{place}/run", cache=FactCache(Path(place) / "facts", 10**9))


def measured(what: str, act: Callable[[], Any]) -> Any:
    """What an act gives, and a line of what it took; the peak of memory begins anew."""
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    clock, processor = time.perf_counter(), time.process_time()
    found = act()
    tell(what, time.perf_counter() - clock, time.process_time() - processor, peak_of(os.getpid()))
    return found


def peak_of(process: int) -> float:
    """The most memory that a process has held, in MB."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    return int(re.findall(r"VmHWM:\s+(\d+)", status)[0]) / 1024


def tell(what: str, clock: float, processor: float | None, peak: float | None) -> None:
    """One line of the table."""
    words = [f"{clock:.2f}" if clock < 10 else f"{clock:.0f}", "" if processor is None else f"{processor:.1f}"]
    print(f"| {what} | {' | '.join(words)} | {'' if peak is None else f'{peak:.0f}'} |", flush=True)


def command(what: str, *words: str) -> None:
    """A command of Paragone in a process of its own."""
    clock = time.perf_counter()
    process = subprocess.Popen([sys.executable, "-m", "paragone", *words], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"paragone {' '.join(words)} ended with {process.returncode}")
    tell(what, time.perf_counter() - clock, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


@contextlib.contextmanager
def served(run: Path) -> Iterator[tuple[str, int]]:
    """The address of a live site over a run, and its process."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    words = [sys.executable, "-m", "paragone", "serve", str(run), "--port", str(port)]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(600):
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}/run", process.pid
    finally:
        process.terminate()
        process.wait()


def visit(run: Path, prompts: int) -> None:
    """Pages of the live site: each kind at first and again, of prompts near the end that no static page shows."""
    last, before = f"p{prompts - 1:06d}", f"p{prompts - 2:06d}"
    with served(run) as (site, process):
        found = get(f"{site}/prompt/things/{last}.html")
        image = re.findall(rb'href="[./]*(image/[^"]+)"', found)[0].decode()
        pages = {
            "the first page": "index.html",
            "a prompt": f"prompt/things/{before}.html",
            "an image": image,
            "the last list of prompts": f"prompts/things/{-(-prompts // 100)}.html",
            "gallery, worst first": "gallery.html?metric=sharpness&order=worst",
            "behind a number": "behind/sharpness/things/model-3.html",
        }
        for words, path in pages.items():
            clock = time.perf_counter()
            get(f"{site}/{path}")
            tell(f"serve: {words}", time.perf_counter() - clock, None, None)
        clock = time.perf_counter()
        get(f"{site}/prompt/things/{last}.html")
        tell("serve: another prompt", time.perf_counter() - clock, None, peak_of(process))


def get(address: str) -> bytes:
    """What is at an address."""
    with urllib.request.urlopen(address, timeout=600) as reply:
        data: bytes = reply.read()
    return data


def check_on_ray(place: Path) -> None:
    """Run the plan on Ray too; every table but those of times must be the same, row for row."""
    import paragone

    on_ray = ("execute.use=ray", "execute.workers=2")
    clock = time.perf_counter()
    there = paragone.run(place / "plan.toml", place / "on-ray", settings=on_ray)
    tell("run on Ray, two workers", time.perf_counter() - clock, None, None)
    here = paragone.load(place / "run")
    for name in sorted(set(here) - {"efficiency"}):
        mine, its = (run[name].drop("seconds", strict=False) for run in (here, there))
        if not mine.sort(mine.columns).equals(its.sort(its.columns)):
            raise SystemExit(f"the table {name} is another one on Ray")
    print(f"\nthe tables are the same on Ray: {', '.join(sorted(set(here) - {'efficiency'}))}", flush=True)


def measure(place: Path, samples: int, *, every: bool) -> None:
    """One size."""
    prompts = samples // (MODELS * SEEDS)
    write_plan(place, prompts)
    print(f"\n{MODELS} models x {prompts:,} prompts x {SEEDS} seeds = {prompts * MODELS * SEEDS:,} samples\n")
    print("| what | seconds | of processor | peak MB |\n|---|---|---|---|", flush=True)
    subprocess.run([sys.executable, "-c", HERE, str(Path(__file__).parent), str(place)], check=True)
    words = ["report", str(place / "run"), *(["--all"] if every else [])]
    command("report", *words)
    command("report, a second time", *words)
    visit(place / "run", prompts)


def main(words: Sequence[str]) -> None:
    """Measure each size."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--samples", type=int, nargs="+", default=[10_000])
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--all", action="store_true", dest="every")
    parser.add_argument("--ray", action="store_true")
    given = parser.parse_args(words)
    for samples in given.samples:
        with tempfile.TemporaryDirectory() as spare:
            place = (given.folder or Path(spare)) / str(samples)
            place.mkdir(parents=True, exist_ok=True)
            measure(place, samples, every=given.every)
            if given.ray:
                check_on_ray(place)


if __name__ == "__main__":
    main(sys.argv[1:])
