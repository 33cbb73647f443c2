"""Whether more scenes take more memory: the peak of the process that gathers them, and of one that renders.

    python benchmarks/scene_memory.py 1000 5000 20000          # a data set (`paragone scenes make`) of each size
    python benchmarks/scene_memory.py --run 1000 5000 20000    # a run folder (`paragone run`) of each size

Each size is made by a fresh process into a fresh folder, which is removed again. Scenes of v2 object, 64 pixels wide
unless told otherwise: memory depends on how many there are, and small ones are quicker.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def make(count: int, size: int, folder: Path) -> None:
    from paragone.scenes.compose import Series
    from paragone.scenes.dataset import make as make_dataset

    make_dataset(Series("v2", "object", "train", size=size), count, out=folder, processes=1)


def run(count: int, size: int, folder: Path) -> None:
    import paragone

    plan = {
        "scenarios": [{"use": "paintskills", "skill": "object", "split": "train", "n": count}],
        "models": [{"use": "scene_oracle", "size": size}],
        "metrics": ["skill_object"],
        "execute": {"use": "processes", "workers": 1},
    }
    paragone.run(plan, out=folder / "run")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("counts", type=int, nargs="+")
    parser.add_argument("--run", action="store_true", help="a run folder in place of a data set")
    parser.add_argument("--size", type=int, default=64, help="pixels on a side")
    parser.add_argument("--alone", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.alone:
        (run if options.run else make)(options.counts[0], options.size, options.alone)
        peaks = [resource.getrusage(who).ru_maxrss // 1024 for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        print(json.dumps(peaks))
        return
    print(f"{'scenes':>8}{'gathering MB':>14}{'rendering MB':>14}{'seconds':>9}", flush=True)
    for count in options.counts:
        with tempfile.TemporaryDirectory() as place:
            kind = ["--run"] if options.run else []
            command = [sys.executable, __file__, *kind, "--size", str(options.size), "--alone", place, str(count)]
            begun = time.monotonic()
            told = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()[-1]
            own, child = json.loads(told)
            print(f"{count:>8}{own:>14}{child:>14}{time.monotonic() - begun:>9.0f}", flush=True)


if __name__ == "__main__":
    main()
