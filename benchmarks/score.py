"""What `paragone score` takes on a folder of images: the first time, and again with the facts at hand.

    python benchmarks/score.py                          # 1,000 images, metrics without weights
    python benchmarks/score.py --peer ../before/src     # the same beside another checkout, round by round
    python benchmarks/score.py --metrics fid --images 300

Each round scores into an empty cache, then again. Seconds of the clock and of the processor; ratios are medians.
"""

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np

from paragone.images.encode import encode


class Cost(NamedTuple):
    """Seconds."""

    clock: float
    processor: float


def make_images(folder: Path, count: int, side: int) -> None:
    """Smooth pictures with some noise, so that they take as long to decode as drawings do."""
    rng = np.random.default_rng(0)
    y, x = np.mgrid[0:side, 0:side] / side
    for number in range(count):
        waves = np.stack([np.sin(6 * (x * a + y * b)) for a, b in rng.normal(size=(3, 2))], axis=-1)
        noise = rng.normal(0, 4, (side, side, 3))
        (folder / f"{number:05}.png").write_bytes(encode((128 + 90 * waves + noise).clip(0, 255).astype(np.uint8)))


def score(source: Path, images: Path, cache: Path, arguments: argparse.Namespace) -> Cost:
    """One call of the command in a process of its own."""
    command = [sys.executable, "-m", "paragone", "score", str(images), "--quiet", "--metrics", arguments.metrics]
    command += ["--reference", str(images.parent / "real")] if arguments.reference else []
    # Weights stay where they are; the cache of facts is this round's own (by its old and its new name).
    own = {"PYTHONPATH": str(source), "PARAGONE_CACHE": str(cache), "XDG_CACHE_HOME": str(cache)}
    own["PARAGONE_WEIGHTS"] = os.environ.get("PARAGONE_WEIGHTS", str(Path.home() / ".cache" / "paragone" / "weights"))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.perf_counter()
    subprocess.run(command, env={**os.environ, **own}, check=True)
    clock = time.perf_counter() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Cost(clock, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--images", type=int, default=1000)
    parser.add_argument("--side", type=int, default=512)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--metrics", default="blackout,fractal,sharpness")
    parser.add_argument("--reference", action="store_true", help="beside as many real images")
    parser.add_argument("--peer", type=Path, help="the src folder of another checkout")
    arguments = parser.parse_args()
    ours = Path(__file__).parents[1] / "src"
    sources = {"ours": ours} | ({"peer": arguments.peer.resolve()} if arguments.peer else {})
    found: dict[tuple[str, str], list[Cost]] = {}
    with tempfile.TemporaryDirectory() as place:
        for name in ("images", "real") if arguments.reference else ("images",):
            (Path(place) / name).mkdir()
            make_images(Path(place) / name, arguments.images, arguments.side)
        for number in range(arguments.rounds):
            for name, source in sources.items():
                cache = Path(place) / f"cache-{name}-{number}"
                for call in ("first", "again"):
                    cost = score(source, Path(place) / "images", cache, arguments)
                    found.setdefault((name, call), []).append(cost)
    for (name, call), costs in found.items():
        clock, processor = (statistics.median(cost[part] for cost in costs) for part in (0, 1))
        print(f"{name:5} {call:6} {clock:7.1f} s, processor {processor:7.1f} s")
    if arguments.peer:
        for call in ("first", "again"):
            pairs = list(zip(found["ours", call], found["peer", call], strict=True))
            ratios = [statistics.median(one[part] / other[part] for one, other in pairs) for part in (0, 1)]
            print(f"ours / peer, {call}: {ratios[0]:.2f} of the clock, {ratios[1]:.2f} of the processor")


if __name__ == "__main__":
    main()
