"""Draw, look, judge, estimate, and the one resume loop they share: `run` does them in order."""

import os
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Literal

from paragone.analysis import analyse
from paragone.core.errors import Interrupted
from paragone.execute import Executor, Resources, executor
from paragone.stages.domains import out_of_domain
from paragone.stages.draw import draw
from paragone.stages.estimate import estimate
from paragone.stages.judge import judge
from paragone.stages.judge_sets import judge_sets
from paragone.stages.judge_sides import judge_sides
from paragone.stages.look import look
from paragone.stages.loop import Silent, Watch
from paragone.stages.manifest import record
from paragone.stages.notices import absent_lines, foreign_cells, store_notices
from paragone.stages.planning.cost import remember_paces
from paragone.stages.planning.plan import Plan, StageSettings
from paragone.stages.planning.prepare import prepare
from paragone.stages.retry import forget_failures
from paragone.store.fact_cache import FactCache, fact_cache
from paragone.store.folder import RunFolder
from paragone.store.opening import open_run


def run(
    plan: Plan,
    out: str | Path,
    watch: Watch | None = None,
    *,
    retry: bool = False,
    cache: FactCache | None = None,
    notify: Callable[[str], None] = lambda line: None,
) -> RunFolder:
    """Bring the run at the path or URL `out` to what the plan asks for; again after any stop, it goes on from there.

    With `retry`, stored failures that may pass (time-outs, a service that was down) are drawn again. `cache` holds the
    facts that other runs have seen; without one it is this user's. `notify` gets a line for people before anything is
    drawn: what is left out, how many images there are to draw, how long that takes and how much disk.
    """
    watch = watch or Silent()
    folder = open_run(out)
    preparation = prepare(plan, folder, retry=retry)
    prepared = preparation.ready()
    for line in (*absent_lines(prepared.absent), preparation.cost.in_words()):
        notify(line)
    with folder.writing():
        record(prepared, folder)
        forget_failures(prepared, folder, retry=retry)
        draw(prepared, folder, executor=_executor(plan, "draw"), watch=watch)
        remember_paces(prepared, folder)
        look(prepared, folder, executor=_executor(plan, "look"), watch=watch, cache=cache or fact_cache())
        judge(prepared, folder, executor=_executor(plan, "judge"), watch=watch)
        judge_sets(prepared, folder, watch)
        judge_sides(prepared, folder, watch)
        if watch.stopped():
            raise Interrupted("stopped as asked; what was finished is stored: run the same command again to go on")
        noticed = out_of_domain(prepared, folder)
        estimate(prepared, folder, watch, foreign_cells(asdict(notice) for notice in noticed))
        analyse(folder)
        store_notices(folder, noticed)
    return folder


def _executor(plan: Plan, stage: Literal["draw", "look", "judge"]) -> Executor:
    settings: StageSettings = getattr(plan.execute, stage)
    workers = settings.workers or plan.execute.workers or os.cpu_count() or 1
    return executor(plan.execute.use, workers, Resources(settings.cpus, settings.gpus))
