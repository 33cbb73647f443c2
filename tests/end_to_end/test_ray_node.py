"""A real Ray cluster of two machines (as Ray plays them on one), one of which is lost while it works."""

import time
from collections.abc import Iterator
from typing import Any

import pytest

from paragone.core.errors import NotReady
from paragone.execute import Resources, Row, on_ray
from paragone.execute.on_ray import OnRay

# A cluster takes some seconds to start, and two at once on two cores may take too long.
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("ray")]
ray = pytest.importorskip("ray", reason="pip install paragone[ray] to test on a cluster")


class Where:
    """A job that takes a while and says on which machine it was done, and with what."""

    threads = None

    def start(self) -> Any:
        context = ray.get_runtime_context()

        def work(batch: Any) -> list[Row]:
            time.sleep(0.2)
            seen = {"number": batch[0], "node": context.get_node_id(), "has": context.get_assigned_resources()}
            return [Row("seen", seen)]

        return work


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    from ray.cluster_utils import Cluster

    quiet = {"object_store_memory": 80 * 2**20, "include_dashboard": False}
    try:
        made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, **quiet})
    except Exception as error:  # Ray raises a plain Exception where a busy machine was too slow for it
        if "timed out during startup" not in str(error):
            raise
        pytest.skip("Ray's node did not start in time; run it on a machine with less other work to un-skip")
    monkeypatch.setenv("RAY_ADDRESS", made.address)
    try:
        yield made
    finally:
        ray.shutdown()
        made.shutdown()


def test_a_machine_lost_in_the_middle_costs_only_what_was_in_its_hands(cluster: Any) -> None:
    second = cluster.add_node(num_cpus=1, num_gpus=1, object_store_memory=80 * 2**20)
    rows: list[Any] = []
    lost = ""
    for done in OnRay(2, Resources(cpus=1, gpus=0)).run(Where(), [[number] for number in range(40)]):
        rows += [row.values for row in done]
        if not lost and len({row["node"] for row in rows}) == 2:  # both are at work: pull the plug of one
            lost = second.node_id
            cluster.remove_node(second, allow_graceful=False)
    assert lost
    assert sorted(row["number"] for row in rows) == list(range(40))
    assert rows[-1]["node"] != lost

    # What a stage asks for is what its workers get; what no machine has is told in one line.
    third = cluster.add_node(num_cpus=1, num_gpus=1, object_store_memory=80 * 2**20)
    few = [row.values for done in OnRay(1, Resources(cpus=1, gpus=0.5)).run(Where(), [[1]]) for row in done]
    assert few[0]["node"] == third.node_id
    assert few[0]["has"]["GPU"] == 0.5
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(on_ray, "START_S", 2)
        with pytest.raises(NotReady, match="needs the CPUs and GPUs of its stage"):
            list(OnRay(1, Resources(gpus=8)).run(Where(), [[1]]))
