"""A study under load, on loopback, ending by itself: many people at once, a server killed while they vote.

    python benchmarks/study_load.py --raters 200 --votes 20000 --kills 5
    python benchmarks/study_load.py --postgresql --raters 200 --votes 20000 --kills 5

People come in, think for `--think` seconds on average between votes (exponential), send each ballot until it is
acknowledged (a ballot that a kill cut off is sent again), and stop after their share. At the end the database must hold
every acknowledged ballot once, and none twice. Times are of a vote with its next page, retries over a kill left out;
the server's processor time a vote is told beside them, as times on a busy machine say little.
"""

import argparse
import asyncio
import contextlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx
import numpy as np
import sqlalchemy as sa

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.postgres import cluster
from tests.report_run import Wanted, build_run

from paragone.rating.store.doors import invite
from paragone.rating.store.study import Study, open_study
from paragone.rating.store.tables import tasks, votes
from paragone.rating.study.new import new_study
from paragone.rating.study.study_file import read_study

HIDDEN = re.compile(r'<input type="hidden" name="(mark|position|round)" value="([^"]*)">')


class Server:
    """The real command in a process of its own, killed and started again on the same port."""

    def __init__(self, place: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._place, self.cpu, self._begun_with = place, 0.0, 0.0
        self.process = self._start()

    def _start(self) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", "paragone", "study", "serve", str(self._place), "--port", str(self.port)]
        return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    async def settle(self) -> None:
        """Wait until it answers; what starting took is no part of a vote."""
        async with httpx.AsyncClient() as client:
            for _ in range(600):
                with contextlib.suppress(httpx.HTTPError):
                    await client.get(f"http://127.0.0.1:{self.port}/static/study.css")
                    self._begun_with = self.used()
                    return
                await asyncio.sleep(0.1)

    def used(self) -> float:
        with contextlib.suppress(OSError, IndexError):
            fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / 100
        return 0.0

    def stop(self, how: int) -> None:
        self.cpu += max(self.used() - self._begun_with, 0.0)
        self.process.send_signal(how)
        self.process.wait()

    def again(self) -> None:
        self.stop(signal.SIGKILL)
        self.process = self._start()


class Rater:
    """Somebody who votes; every acknowledged page is noted."""

    def __init__(self, base: str, token: str, think: float, seed: int) -> None:
        self.base, self.token, self.think = base, token, think
        self.rng = np.random.default_rng(seed)
        self.acknowledged, self.times, self.retries = 0, [], 0

    async def run(self, client: httpx.AsyncClient, goal: int) -> None:
        await asyncio.sleep(self.rng.uniform(0, self.think))
        page = (await self._sent(client, "POST", f"/i/{self.token}", {}))[0]
        for _ in range(goal):
            fields = dict(HIDDEN.findall(page)[:3])
            if "position" not in fields:
                return
            await asyncio.sleep(self.rng.exponential(self.think))
            form = fields | {"q.alignment": "Matches exactly", "seconds": "2"}
            page, seconds, tries = await self._sent(client, "POST", "/rate", form, {"X-Part": "turn"})
            self.acknowledged += 1
            if tries == 1:
                self.times.append(seconds)
            self.retries += tries - 1

    async def _sent(self, client, method, path, form, headers=None):
        for tries in range(1, 1000):
            begun = time.perf_counter()
            try:
                answer = await client.request(method, self.base + path, data=form, headers=headers)
            except httpx.HTTPError:
                await asyncio.sleep(0.2)
                continue
            if answer.status_code in (200, 303):
                if answer.status_code == 303:
                    answer = await client.get(self.base + "/rate")
                return answer.text, time.perf_counter() - begun, tries
            await asyncio.sleep(0.2)
        raise RuntimeError(f"{path} was never acknowledged: {answer.status_code} {answer.text[:200]}")


async def load(server: Server, study: Study, given: argparse.Namespace) -> list[Rater]:
    base, tokens = f"http://127.0.0.1:{server.port}", invite(study.engine, "personal", count=given.raters)
    people = [Rater(base, token, given.think, k) for k, token in enumerate(tokens)]
    goal = given.votes // given.raters
    await server.settle()
    async with contextlib.AsyncExitStack() as open_ones:
        jobs = []
        for person in people:
            client = await open_ones.enter_async_context(httpx.AsyncClient(timeout=60))
            jobs.append(asyncio.create_task(person.run(client, goal)))
        for k in range(given.kills):
            while sum(person.acknowledged for person in people) < given.votes * (k + 1) / (given.kills + 1):
                await asyncio.sleep(0.1)
            server.again()
            await server.settle()
        await asyncio.gather(*jobs)
    return people


def measure(place: Path, given: argparse.Namespace, database: str | None) -> None:
    each = given.votes // given.raters
    run = build_run(
        place / "run", Wanted(models=("aurora", "basalt"), prompts=max(each // 2 + 4, 20), seeds=(0,), side=32)
    )
    file = {"title": "Load", "questions": ["heim.alignment"], "images": {"prompts": 100_000}}
    file["raters"] = {"per_item": given.raters, "items_each": each, "gold_each": 0, "repeats_each": 0}
    study, _ = new_study(read_study(file), [run], place / "study", database=database)
    server = Server(place / "study")
    begun = time.perf_counter()
    try:
        people = asyncio.run(load(server, study, given))
    finally:
        server.stop(signal.SIGTERM)
    report(open_study(place / "study"), people, server, time.perf_counter() - begun)


def report(study: Study, people: list[Rater], server: Server, seconds: float) -> None:
    with study.engine.connect() as connection:
        stored = connection.execute(sa.select(sa.func.count()).select_from(votes)).scalar()
        done = connection.execute(
            sa.select(sa.func.count()).select_from(tasks).where(tasks.c.done_at.is_not(None))
        ).scalar()
    acknowledged = sum(person.acknowledged for person in people)
    times = np.array([one for person in people for one in person.times]) * 1000
    print(f"{study.engine.dialect.name}: {len(people)} people, {acknowledged} votes acknowledged in {seconds:.0f} s")
    print(
        f"  stored {stored}, pages done {done}: {'none lost or doubled' if stored == done == acknowledged else 'WRONG'}"
    )
    print(f"  a vote with its next page: median {np.median(times):.1f} ms, p99 {np.quantile(times, 0.99):.1f} ms")
    again = sum(person.retries for person in people)
    print(f"  {1000 * server.cpu / max(acknowledged, 1):.2f} ms of processor time a vote; {again} sent again")
    if stored != acknowledged or done != acknowledged:
        sys.exit(1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, usual in (("raters", 200), ("votes", 20_000), ("kills", 5)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--think", type=float, default=3.0)
    parser.add_argument("--postgresql", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as place, contextlib.ExitStack() as held:
        measure(Path(place), given, held.enter_context(cluster()) if given.postgresql else None)


if __name__ == "__main__":
    main()
