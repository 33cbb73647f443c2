"""Peak memory of judge and estimate at 10,000 and 100,000 samples: it must not grow but for the tables themselves.

    python benchmarks/judge_memory.py [FEW SAMPLES] [MANY SAMPLES]

Synthetic samples and facts are written straight into a run folder (no image is drawn), then a fresh process judges and
estimates them and tells its peak resident memory. "tables" is what the columns of samples, scores and fact keys that
these stages go through take as frames; the stages themselves hold packed keys of them and a few parts at a time.

On two quiet cores: 10,000 samples peak at 123 MB (tables 3 MB, 3.1 s), 100,000 at 151 MB (tables 27 MB, 31.3 s). Apart
from the tables that is a growth of 2.4 %; a run on busy cores gave 0.5 %.
"""

import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from paragone.core.keys import key_of
from paragone.execute import executor
from paragone.stages.estimate import estimate
from paragone.stages.judge import judge
from paragone.stages.look import fact_key, facts_table
from paragone.stages.loop import Silent, batched
from paragone.stages.planning.plan_file import read_plan
from paragone.stages.planning.prepare import prepare
from paragone.stages.planning.prepared import Prepared
from paragone.stages.samples import COLUMNS as SAMPLE_COLUMNS
from paragone.store.folder import RunFolder

SEEDS = 4
SAMPLE = {"model": "real", "scenario": "file", "outcome": "drawn", "reason": "", "seconds": 1.0, "details": "{}"}


def prepared_for(root: Path) -> Prepared:
    plan = {
        "scenarios": [{"use": "file", "path": str(root / "prompts.txt")}],
        "models": ["real"],
        "metrics": ["blackout", "fractal", "diversity_phash"],
        "seeds": list(range(SEEDS)),
    }
    return prepare(read_plan(plan), RunFolder(root / "run")).ready()


def write_samples(root: Path, samples: int) -> None:
    """A run folder as draw and look would leave it."""
    (root / "prompts.txt").write_text("".join(f"prompt number {n}\n" for n in range(samples // SEEDS)))
    prepared, folder, rng = prepared_for(root), RunFolder(root / "run"), np.random.default_rng(0)
    annotators = {name: facts_table(prepared, folder, name) for name in prepared.annotators}
    for prompts in batched(prepared.scenarios["file"].prompts, 1000):
        rows, facts = [], {name: [] for name in annotators}
        for prompt in prompts:
            for seed in range(SEEDS):
                image = (key_of(prompt.id, seed) * 2)[:64]
                key = prepared.sample_key("real", "file", prompt, seed)
                rows.append(SAMPLE | {"key": key, "prompt_id": prompt.id, "seed": seed, "image": image})
                for name, made in prepared.annotators.items():
                    facts[name].append(
                        {"key": fact_key(made.identity, image, None), "image": image} | synthetic_facts(name, rng)
                    )
        folder.table("samples").append(rows)
        for name, table in annotators.items():
            table.append(facts[name])


def synthetic_facts(annotator: str, rng: np.random.Generator) -> dict[str, object]:
    if annotator == "pixels":
        return {"is_blank": False, "is_black": bool(rng.random() < 0.1), "width": 512, "height": 512, "format": "PNG",
                "mode": "RGB", "byte_count": 1000, "mean_red": 1.0, "mean_green": 2.0, "mean_blue": 3.0,
                "phash": f"{rng.integers(0, 2**62):016x}"}  # fmt: skip
    sizes = [2**n for n in range(9, 1, -1)]
    return {
        "sizes": json.dumps(sizes),
        "counts": json.dumps([int(3 ** (9 - np.log2(k)) + rng.integers(3)) for k in sizes]),
    }


def measure(root: Path) -> dict[str, float]:
    """Judge and estimate in this process and tell what it took."""
    prepared, folder = prepared_for(root), RunFolder(root / "run")
    start_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    began = time.perf_counter()
    judge(prepared, folder, executor=executor("threads", 1), watch=Silent())
    estimate(prepared, folder, Silent())
    seconds = time.perf_counter() - began
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    held = [folder.table("samples").read(SAMPLE_COLUMNS), folder.table("scores").read(["key", "value"])]
    held += [facts_table(prepared, folder, name).read(["key"]) for name in prepared.annotators]
    tables_mb = sum(frame.estimated_size("mb") for frame in held)
    return {"start_mb": start_mb, "peak_mb": peak_mb, "tables_mb": tables_mb, "seconds": seconds}


def main() -> None:
    if sys.argv[1:2] == ["measure"]:
        print(json.dumps(measure(Path(sys.argv[2]))))
        return
    few, many = [int(text) for text in sys.argv[1:3]] or (10_000, 100_000)
    found = {}
    for samples in (few, many):
        with tempfile.TemporaryDirectory() as root:
            write_samples(Path(root), samples)
            child = subprocess.run(
                [sys.executable, __file__, "measure", root], capture_output=True, text=True, check=True
            )
        found[samples] = json.loads(child.stdout)
        row = found[samples]
        print(f"{samples:>7} samples: start {row['start_mb']:.0f} MB, peak {row['peak_mb']:.0f} MB, tables "
              f"{row['tables_mb']:.0f} MB, {row['seconds']:.1f} s")  # fmt: skip
    net = {samples: row["peak_mb"] - row["tables_mb"] for samples, row in found.items()}
    print(f"growth apart from the tables: {100 * (net[many] / net[few] - 1):.1f} %")


if __name__ == "__main__":
    main()
