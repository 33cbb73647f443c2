"""A thousand requests to a service of which a fifth goes wrong, stopped half-way and resumed: is every prompt there?

python benchmarks/faulty_service.py [prompts]
"""

import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.practice_service import running  # noqa: E402

import paragone  # noqa: E402
from paragone.core.errors import Interrupted  # noqa: E402

FAULTS = ("429x1", "500x2", "truncated x1", "refuse", "base64", "503", "reset x1", "html", "empty", "slow")


class StopAfter:
    """Watches a run and stops it once so many samples are drawn."""

    def __init__(self, rows: int) -> None:
        self._left = rows

    def begin(self, stage: str, total: int, done: int = 0) -> None:
        """Nothing is shown."""

    def advance(self, rows: int) -> None:
        """Count."""
        self._left -= rows

    def stopped(self) -> bool:
        """Whether to stop."""
        return self._left <= 0


def main() -> None:
    """Run, stop, resume and account."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    texts = [f"[{FAULTS[n // 5 % len(FAULTS)]}] prompt {n}" if n % 5 == 0 else f"prompt {n}" for n in range(count)]
    with tempfile.TemporaryDirectory() as folder, running() as service:
        prompts = Path(folder) / "prompts.txt"
        prompts.write_text("\n".join(texts) + "\n")
        client = {"use": "openai_images", "id": "practice", "base_url": f"{service.url}/v1", "key": "", "cost": 0.01}
        client |= {"threads": 16, "tries": 3, "backoff_s": 0.05, "timeout_s": 2.0}
        plan = {"scenarios": [{"use": "file", "path": str(prompts)}], "models": [client]}
        plan |= {"metrics": ["rejection", "runtime", "cost_per_image"], "estimate": {"resamples": 200}}
        started = time.perf_counter()
        try:
            paragone.run(plan, Path(folder) / "run", watch=StopAfter(count // 2))
        except Interrupted:
            print(f"stopped after {sum(service.asked.values())} requests; resuming")
        run = paragone.run(plan, Path(folder) / "run")
        seconds = time.perf_counter() - started
        drawn = int((run.samples["outcome"] == "drawn").sum())
        print(f"{count} prompts, {sum(service.asked.values())} requests, {seconds:.1f} s")
        print("samples by outcome:", dict(sorted(Counter(run.samples["outcome"]).items())), "sum", len(run.samples))
        print(
            f"images drawn by the service {sum(service.drawn.values())}, kept {drawn}, charged {len(service.charged)}"
        )
        assert len(run.samples) == run.samples["prompt_id"].n_unique() == count
        assert max(service.drawn.values()) == 1
        assert sum(service.drawn.values()) == drawn


if __name__ == "__main__":
    main()
