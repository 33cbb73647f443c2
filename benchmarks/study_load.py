"""A study under load, on loopback, ending by itself: many people at once, a server killed while they vote.

    python benchmarks/study_load.py --raters 200 --votes 20000 --kills 5
    python benchmarks/study_load.py --postgresql --raters 200 --votes 20000 --kills 5
    python benchmarks/study_load.py --think 0 --votes 4000 --kills 0  # full speed: what the server can do at most

All come in within `--arrive` seconds and then rate at once. Each looks at a page for `--think` seconds on average
(exponential, seeded) before voting: 200 people at 3 s make about 67 votes a second, however fast the server is. With
`--think 0` nobody thinks, so 200 votes wait at any time and a vote takes 200 / (votes a second) by Little's law alone:
read the votes a second there, not the times. A ballot that a kill cut off is sent again, as people press again, after
0.2 to 3 s. At the end the database must hold every acknowledged ballot once, and none twice. Times are of a vote with
its next page, from before it is sent (and its connection made) to its last byte; ballots sent again are left out.
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
from urllib.parse import urlencode

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
LENGTH, COOKIE = re.compile(r"content-length: (\d+)", re.I), re.compile(r"set-cookie: ([^;\r]+)", re.I)
IDLE_S = 4.0  # the server closes a connection that was idle for 5 s


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


class Line:
    """One person's connection, with as little work as a client can have: it shares the machine with the server."""

    def __init__(self, port: int) -> None:
        self._port, self._used, self.cookie = port, 0.0, ""
        self._writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, form: dict[str, str]) -> tuple[int, str]:
        """The status and the text of an answer; a ConnectionError where there is none."""
        try:
            if self._writer is None or time.monotonic() - self._used > IDLE_S:
                self.close()
                self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
            body = urlencode(form)
            self._writer.write(
                f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {self.cookie}\r\nX-Part: turn\r\n"
                f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()
            )
            head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            text = (await self._reader.readexactly(int(LENGTH.search(head)[1]))).decode()
        except (OSError, asyncio.IncompleteReadError) as error:
            self.close()
            raise ConnectionError from error
        self._used = time.monotonic()
        self.cookie = found[1] if (found := COOKIE.search(head)) else self.cookie
        return int(head.split(" ", 2)[1]), text

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
            self._writer = None


class Rater:
    """Somebody who votes; every acknowledged page is noted."""

    def __init__(self, port: int, token: str, seed: int) -> None:
        self.line, self.token = Line(port), token
        self.rng = np.random.default_rng(seed)
        self.acknowledged, self.times, self.retries, self.entered = 0, [], 0, 0.0

    async def run(self, goal: int, *, think: float, arrive: float) -> None:
        await asyncio.sleep(self.rng.uniform(0, arrive))
        _, self.entered, _ = await self._sent("POST", f"/i/{self.token}", {})
        page, _, _ = await self._sent("GET", "/rate", {})
        for _ in range(goal):
            fields = dict(HIDDEN.findall(page)[:3])
            if "position" not in fields:
                break
            await asyncio.sleep(self.rng.exponential(think))
            page, seconds, tries = await self._sent(
                "POST", "/rate", fields | {"q.alignment": "Matches exactly", "seconds": "2"}
            )
            self.acknowledged += 1
            if tries == 1:
                self.times.append(seconds)
            self.retries += tries - 1
        self.line.close()

    async def _sent(self, method: str, path: str, form: dict[str, str]) -> tuple[str, float, int]:
        said = "no answer"
        for tries in range(1, 200):
            begun = time.perf_counter()
            with contextlib.suppress(ConnectionError):
                status, text = await self.line.ask(method, path, form)
                if status in (200, 303):
                    return text, time.perf_counter() - begun, tries
                said = f"{status} {text[:200]}"
            await asyncio.sleep(self.rng.uniform(0.2, 3))
        raise RuntimeError(f"{path} was never acknowledged: {said}")


async def load(server: Server, study: Study, given: argparse.Namespace) -> list[Rater]:
    tokens = invite(study.engine, "personal", count=given.raters)
    people = [Rater(server.port, token, k) for k, token in enumerate(tokens)]
    await server.settle()
    goal = given.votes // given.raters
    jobs = [asyncio.create_task(one.run(goal, think=given.think, arrive=given.arrive)) for one in people]
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
    print(
        f"{study.engine.dialect.name}: {len(people)} people, {acknowledged} votes acknowledged in {seconds:.0f} s, "
        f"{acknowledged / seconds:.0f} a second"
    )
    print(
        f"  stored {stored}, pages done {done}: {'none lost or doubled' if stored == done == acknowledged else 'WRONG'}"
    )
    print(
        f"  a vote with its next page: median {np.median(times):.1f} ms, p99 {np.quantile(times, 0.99):.1f} ms, "
        f"{np.mean(times < 200):.2%} under 200 ms"
    )
    entered = np.array([person.entered for person in people]) * 1000
    print(f"  coming in, with a list made: median {np.median(entered):.1f} ms, p99 {np.quantile(entered, 0.99):.1f} ms")
    again = sum(person.retries for person in people)
    print(f"  {1000 * server.cpu / max(acknowledged, 1):.2f} ms of processor time a vote; {again} sent again")
    if stored != acknowledged or done != acknowledged:
        sys.exit(1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, usual in (("raters", 200), ("votes", 20_000), ("kills", 5)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--think", type=float, default=3.0, help="seconds at a page on average")
    parser.add_argument("--arrive", type=float, default=10.0, help="seconds within which all come in")
    parser.add_argument("--postgresql", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as place, contextlib.ExitStack() as held:
        measure(Path(place), given, held.enter_context(cluster()) if given.postgresql else None)


if __name__ == "__main__":
    main()
