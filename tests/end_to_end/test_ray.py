"""A real Ray cluster of this machine: the same tables as without it, also when workers are killed in every stage."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.stored_tables import check_same, stored_tables

import paragone
from paragone.core import catalogue
from paragone.core.errors import NotReady, StoreError
from paragone.execute import Row
from paragone.execute.on_ray import OnRay

# A cluster takes some seconds to start, and two at once on two cores may take too long.
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("ray")]
ray = pytest.importorskip("ray", reason="pip install paragone[ray] to test on a cluster")

COMPONENTS = Path(__file__).parents[1] / "components.py"
MORTAL = '''
import os
import signal
from pathlib import Path
from plug import Painter as Plain, Warmth

def die_once(stage):
    """End this process as the kernel would, the first time that any worker comes here."""
    if str(os.getpid()) == os.environ["MORTAL_DRIVER"]:
        return
    try:
        os.close(os.open(Path(os.environ["MORTAL_MARKERS"]) / stage, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return
    os.kill(os.getpid(), signal.SIGKILL)

from paragone.core.components import Annotator
from dataclasses import dataclass

@dataclass(frozen=True)
class MortalPainter(Plain):
    def draw(self, prompts, seed):
        if any(prompt.id == "p003" for prompt in prompts):
            die_once("draw")
        return super().draw(prompts, seed)

@dataclass(frozen=True)
class MortalEye(Annotator):
    name = "mortal_eye"; version = "1"; batch = 2; columns = {"mean": "number"}
    def look(self, pictures, prompts, facts=()):
        if any(picture.pixels[-1, -1, 0] > 128 for picture in pictures):
            die_once("look")
        return [{"mean": float(picture.pixels.mean())} for picture in pictures]

@dataclass(frozen=True)
class MortalJudge(Warmth):
    name = "mortal_judge"; needs = ("mortal_eye",)
    def judge(self, view):
        from paragone.core.types import Score
        die_once("judge")
        return Score(view.facts["mortal_eye"]["mean"])

@dataclass(frozen=True)
class Unready(Plain):
    def draw(self, prompts, seed):
        from paragone.core.errors import NotReady
        raise NotReady("the weights are not here; fetch them")
'''
ENTRY_POINTS = """
[paragone.models]
mortal_painter = mortal:MortalPainter
unready = mortal:Unready
[paragone.annotators]
mortal_eye = mortal:MortalEye
[paragone.metrics]
mortal_judge = mortal:MortalJudge
"""


@pytest.fixture(scope="module", autouse=True)
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Two workers of a real cluster, which see the components of the tests as a plug-in."""
    site = tmp_path_factory.mktemp("site")
    code = COMPONENTS.read_text()
    for name, text, entries in (("plug", code, code.split('"""')[3]), ("mortal", MORTAL, ENTRY_POINTS)):
        (site / f"{name}.py").write_text(text)
        information = site / f"{name}-1.0.dist-info"
        information.mkdir()
        (information / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (information / "entry_points.txt").write_text(entries)
    source = str(Path(paragone.__file__).parents[1])
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join([str(site), source]))
        patch.setenv("MORTAL_DRIVER", str(os.getpid()))
        patch.setenv("MORTAL_MARKERS", str(tmp_path_factory.mktemp("markers")))
        patch.delenv("RAY_ADDRESS", raising=False)
        patch.syspath_prepend(str(site))
        catalogue._places.cache_clear()
        yield
        ray.shutdown()
        for name in ("plug", "mortal"):
            sys.modules.pop(name, None)
    catalogue._places.cache_clear()


def plan(**execute: Any) -> dict[str, Any]:
    return {
        "scenarios": [{"use": "numbered", "count": 12}],
        "models": [
            {"use": "mortal_painter", "name": "plain", "refuse": "p001"},
            {"use": "painter", "name": "shifted", "shift": 9},
        ],
        "metrics": ["blackout", "mortal_judge", "red_distance"],
        "reference": "shifted",
        "seeds": [0, 1],
        "estimate": {"resamples": 200},
        "execute": {"workers": 2, **execute},
    }


def test_a_worker_killed_in_draw_look_and_judge_costs_nothing_and_all_executors_agree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARAGONE_CACHE_GB", "0")  # each run looks for itself
    markers = Path(os.environ["MORTAL_MARKERS"])
    paragone.run(plan(use="threads"), tmp_path / "threads")
    paragone.run(plan(use="ray"), tmp_path / "ray")
    assert {path.name for path in markers.iterdir()} == {"draw", "look", "judge"}  # each killed a worker
    paragone.run(plan(use="processes"), tmp_path / "processes")  # nobody dies twice
    for other in ("ray", "processes"):
        check_same(tmp_path / other, tmp_path / "threads")
    assert len(stored_tables(tmp_path / "ray")["samples"]) == 12 * 2 * 2


def test_what_is_not_ready_is_told_in_its_own_words(tmp_path: Path) -> None:
    wanted = plan(use="ray") | {"models": ["unready"], "reference": None, "metrics": ["blackout"]}
    with pytest.raises(NotReady, match="the weights are not here"):
        paragone.run(wanted, tmp_path / "run")


class Count:
    """A job that gives its batch back."""

    threads = None

    def start(self) -> Any:
        return lambda batch: [Row("seen", {"number": batch[0]})]


def test_workers_that_the_cluster_has_no_room_for_hold_nothing_up() -> None:
    rows = [row.values["number"] for rows in OnRay(5).run(Count(), [[n] for n in range(20)]) for row in rows]
    assert sorted(rows) == list(range(20))
    assert list(OnRay(2).run(Count(), [])) == []


def test_no_more_batches_are_taken_than_are_at_work() -> None:
    taken = []

    def batches() -> Iterator[list[int]]:
        for number in range(50):
            taken.append(number)
            yield [number]

    for done, _ in enumerate(OnRay(2).run(Count(), batches()), start=1):
        assert len(taken) - done <= 2 * 2 + 1  # two in hand of each, and one read ahead


class Fatal:
    """A job that no worker survives."""

    threads = None

    def start(self) -> Any:
        def work(batch: Any) -> Any:
            os._exit(1)

        return work


def test_a_batch_that_ends_every_worker_ends_the_run_in_one_line() -> None:
    with pytest.raises(StoreError, match="ended 3 workers"):
        list(OnRay(1).run(Fatal(), [[1]]))
