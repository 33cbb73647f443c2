"""How the shipped detector judges our own drawings: oracle, shuffled and damaged, skill by skill.

    python benchmarks/referee.py                             # oracle and shuffled on the papers' full val splits
    python benchmarks/referee.py --prompts 200 --damage      # every kind of damage at five amounts, with a verdict
    python benchmarks/referee.py --prompts 200 --pack DIR    # with the meshes of another pack

Val prompts, which no detector of ours is trained on; fewer than all are spread over the cells. `paragone run dalleval`
gives the same numbers with intervals; this prints a table, and is quick: no image is drawn or looked at twice.
"""

import argparse
import math
import multiprocessing
import os
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from paragone.annotators.detectors.scene_detector import SceneDetector
from paragone.core.catalogue import make
from paragone.core.types import Facts, Picture, Pixels, Prompt, Sample, View
from paragone.models.simulator.scene_damaged import SceneDamaged
from paragone.models.simulator.scene_shuffled import SceneShuffled
from paragone.scenarios.paintskills import scenario
from paragone.scenes import damage
from paragone.scenes.compose import Series, scene_at
from paragone.scenes.draw import draw
from paragone.scenes.meshes.packs import load_pack
from paragone.scenes.request import chance_for, series_in
from paragone.scenes.vocabulary import SKILLS, Skill, Version

AMOUNTS = (0.0, 0.25, 0.5, 0.75, 1.0)
SAMPLE = Sample("k", "m", "s", "p", 0, "image", "drawn", "", None)
SIZE = 256


class Task(NamedTuple):
    """Some work for a process: scenes of a series by number, or prompts to damage."""

    series: Series
    numbers: tuple[int, ...]
    kinds: tuple[damage.Kind, ...] = ()


class Done(NamedTuple):
    """What came of it: facts by scene number, or by prompt number, kind and amount; and the detector's CPU seconds."""

    series: Series
    facts: dict[Any, Facts]
    images: int
    seconds: float


class Looker:
    """A detector that remembers how long it looked."""

    def __init__(self, path: str | None) -> None:
        self.detector, self.images, self.seconds = SceneDetector(path), 0, 0.0

    def __call__(self, image: Pixels) -> Facts:
        begun = time.process_time()
        [facts] = self.detector.look([Picture(image, "", "PNG", "RGB", 0)], [])
        self.seconds += time.process_time() - begun
        self.images += 1
        return facts


_looker: Looker | None = None  # of this process


def start(path: str | None) -> None:
    global _looker
    _looker = Looker(path)


def work(task: Task) -> Done:
    """One process's share."""
    assert _looker is not None
    before = _looker.images, _looker.seconds
    pack = load_pack(task.series.pack)
    facts: dict[Any, Facts] = {}
    if not task.kinds:
        for number in task.numbers:
            facts[number] = _looker(draw(scene_at(task.series, number, pack), pack).rgb)
    else:
        prompts = prompts_of(task.series)
        for number in task.numbers:
            for (kind, amount), found in damaged_facts(prompts[number], task.kinds, AMOUNTS, _looker).items():
                facts[number, kind, amount] = found
    return Done(task.series, facts, _looker.images - before[0], _looker.seconds - before[1])


def damaged_facts(
    prompt: Prompt, kinds: Iterable[damage.Kind], amounts: Sequence[float], look: Any
) -> dict[tuple[str, float], Facts]:
    """What the detector sees in each damaged drawing of a prompt; drawings that are alike are looked at once."""
    known: dict[Any, tuple[Pixels, Facts]] = {}
    found: dict[tuple[str, float], Facts] = {}
    series = series_in(prompt, pack="procedural", size=SIZE)
    for kind in kinds:
        for amount in amounts:
            scene = SceneDamaged(kind=kind, amount=amount).scene(prompt, 0, series)
            if scene.key not in known:
                image = draw(scene, load_pack("procedural")).rgb
                known[scene.key] = image, look(image)
            image, facts = known[scene.key]
            if kind == "blur" and amount:
                facts = look(damage.blurred(image, amount))
            elif kind == "noise" and amount:
                facts = look(damage.noisy(image, amount, chance_for(prompt, "noise", 0)))
            found[kind, amount] = facts
    return found


def prompts_of(series: Series) -> Sequence[Prompt]:
    return scenario(version=series.version, skill=series.skill).load()


def spread(total: int, count: int | None) -> list[int]:
    """Numbers of prompts; a prime stride, so that few still meet all kinds of cells."""
    return [k * 1009 % total for k in range(min(count or total, total))]


def is_right(skill: Skill, prompt: Prompt, facts: Facts) -> bool:
    return bool(make("metrics", f"skill_{skill}").judge(View(prompt, SAMPLE, {"scene_detector": facts})).value)


def in_processes(tasks: Sequence[Task], options: argparse.Namespace) -> Iterator[Done]:
    """Tasks done by several processes, with a line of progress."""
    context, begun, images = multiprocessing.get_context("spawn"), time.monotonic(), 0
    with context.Pool(options.processes, start, (options.model,)) as pool:
        for number, done in enumerate(pool.imap_unordered(work, tasks), start=1):
            images += done.images
            passed = time.monotonic() - begun
            left = passed / number * (len(tasks) - number)
            text = (
                f"\r{number} of {len(tasks)} parts, {images} images, {images / passed:.0f} a second, {left:.0f} s left "
            )
            sys.stderr.write(text)
            yield done
    sys.stderr.write("\n")


def all_series(pack: str) -> list[Series]:
    versions: list[tuple[Version, Skill]] = [(version, skill) for version in ("v1", "v2") for skill in SKILLS[version]]
    return [Series(version, skill, "val", 0, pack, SIZE) for version, skill in versions]


def cut(series: Series, numbers: Sequence[int], kinds: tuple[damage.Kind, ...] = ()) -> list[Task]:
    size = 4 if kinds else 32
    return [Task(series, tuple(numbers[at : at + size]), kinds) for at in range(0, len(numbers), size)]


def oracle_and_shuffled(options: argparse.Namespace) -> None:
    """The two rows. A shuffled drawing is another prompt's scene, so that mostly it has been looked at already."""
    tasks, asked, other = [], {}, {}
    shuffled = SceneShuffled(pack=options.pack)
    for series in all_series(options.pack):
        prompts = prompts_of(series)
        asked[series] = spread(len(prompts), options.prompts)
        other[series] = {number: shuffled.number(prompts[number], 0, series) for number in asked[series]}
        tasks += cut(series, list(dict.fromkeys([*asked[series], *other[series].values()])))
    facts: dict[tuple[Series, int], Facts] = {}
    images, seconds = 0, 0.0
    for done in in_processes(tasks, options):
        facts |= {(done.series, number): found for number, found in done.facts.items()}
        images, seconds = images + done.images, seconds + done.seconds
    print(f"{'':<12}{'n':>6}{'oracle':>9}{'shuffled':>10}  (percent right, protocol strict)")
    for series, numbers in asked.items():
        prompts = prompts_of(series)
        right = sum(is_right(series.skill, prompts[k], facts[series, k]) for k in numbers)
        floor = sum(is_right(series.skill, prompts[k], facts[series, other[series][k]]) for k in numbers)
        name, share = f"{series.version} {series.skill}", 100 / len(numbers)
        print(f"{name:<12}{len(numbers):>6}{right * share:>9.1f}{floor * share:>10.1f}")
    print(f"the detector looks at {images / seconds:.0f} images a CPU second")


def verdict_on(counts: Sequence[Sequence[bool]]) -> str:
    """Whether more damage is never better, over the same prompts at growing amounts."""
    for less, more, amount in zip(counts, counts[1:], AMOUNTS[1:], strict=False):
        gained = sum(b and not a for a, b in zip(less, more, strict=True))
        lost = sum(a and not b for a, b in zip(less, more, strict=True))
        if gained > lost:
            # The sign test: how often chance alone would give as many gains among the prompts that changed.
            n = gained + lost
            chance = sum(math.comb(n, k) for k in range(gained, n + 1)) / 2**n
            return f"rises at {amount:g}: {gained} better, {lost} worse, p {chance:.2f}"
    return "never rises"


def damage_table(options: argparse.Namespace) -> None:
    """Percent right by amount, for every skill and every kind that concerns it."""
    tasks, asked = [], {}
    for series in all_series("procedural"):
        asked[series] = spread(len(prompts_of(series)), options.prompts)
        tasks += cut(series, asked[series], damage.CONCERNS[series.skill])
    facts: dict[tuple[Series, Any], Facts] = {}
    for done in in_processes(tasks, options):
        facts |= {(done.series, place): found for place, found in done.facts.items()}
    print(f"{'':<22}{'n':>6}" + "".join(f"{amount:>8g}" for amount in AMOUNTS) + "   percent right by amount of damage")
    for series, numbers in asked.items():
        prompts = prompts_of(series)
        for kind in damage.CONCERNS[series.skill]:
            told = [
                [is_right(series.skill, prompts[k], facts[series, (k, kind, amount)]) for k in numbers]
                for amount in AMOUNTS
            ]
            name = f"{series.version} {series.skill} {kind}"
            shares = "".join(f"{100 * sum(row) / len(numbers):>8.1f}" for row in told)
            print(f"{name:<22}{len(numbers):>6}{shares}   {verdict_on(told)}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--prompts", type=int, help="prompts of each skill; all if not given")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--damage", action="store_true", help="the table of damage in place of the two rows")
    parser.add_argument("--pack", default="procedural", help="draw with another asset pack")
    parser.add_argument("--model", help="an ONNX file in place of the shipped detector")
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    options = parser.parse_args()
    (damage_table if options.damage else oracle_and_shuffled)(options)


if __name__ == "__main__":
    main()
