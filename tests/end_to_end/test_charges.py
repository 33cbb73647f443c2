"""A paid service: a run that is stopped, resumed and hurried asks for no image twice."""

from pathlib import Path
from typing import Any

import pytest
from tests.practice_service import Service, running

import paragone
from paragone.core.errors import Interrupted


class StopAfter:
    """Watches a run and stops it once so many rows are done."""

    def __init__(self, rows: int) -> None:
        self._left = rows

    def begin(self, stage: str, total: int, done: int = 0) -> None:
        pass

    def advance(self, rows: int) -> None:
        self._left -= rows

    def stopped(self) -> bool:
        return self._left <= 0


def plan(folder: Path, service: Service, **options: Any) -> dict[str, Any]:
    prompts = folder / "prompts.txt"
    faults = ["429x1", "refuse", "truncated x1", "html"]
    texts = [f"[{faults[n // 5 % 4]}] prompt {n}" if n % 5 == 0 else f"prompt {n}" for n in range(60)]
    prompts.write_text("\n".join(texts) + "\n")
    client = {"use": "openai_images", "id": "practice", "base_url": f"{service.url}/v1", "key": "", "backoff_s": 0.01}
    return {
        "scenarios": [{"use": "file", "path": str(prompts)}],
        "models": [client | {"cost": 0.02, "threads": 4} | options],
        "metrics": ["cost_per_image", "rejection", "runtime"],
        "estimate": {"resamples": 100},
    }


def test_no_image_is_asked_for_twice_after_a_stop_nor_for_more_threads(tmp_path: Path) -> None:
    with running() as service:
        with pytest.raises(Interrupted):
            paragone.run(plan(tmp_path, service), tmp_path / "run", watch=StopAfter(20))
        assert 20 <= sum(service.drawn.values()) < 50
        run = paragone.run(plan(tmp_path, service, threads=8, tries=4, cost=0.03), tmp_path / "run")
        assert len(run.samples) == 60
        assert dict(run.samples["outcome"].value_counts().iter_rows()) == {"drawn": 54, "refused": 3, "failed": 3}
        assert set(service.drawn.values()) == {1}
        assert sum(service.drawn.values()) == 54
        asked = sum(service.asked.values())
        paragone.run(plan(tmp_path, service), tmp_path / "run")
        assert sum(service.asked.values()) == asked
