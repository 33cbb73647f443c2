"""Draw, look, judge, estimate, and the one resume loop they share: `run` does them in order."""

import os
from pathlib import Path

from paragone.core.errors import Interrupted
from paragone.execute import executor
from paragone.stages.draw import draw
from paragone.stages.estimate import estimate
from paragone.stages.examine import examine
from paragone.stages.judge import judge
from paragone.stages.judge_sets import judge_sets
from paragone.stages.look import look
from paragone.stages.loop import Silent, Watch
from paragone.stages.manifest import record
from paragone.stages.plan import Plan
from paragone.store.folder import RunFolder
from paragone.store.opening import open_run


def run(plan: Plan, out: str | Path, watch: Watch | None = None) -> RunFolder:
    """Bring the run at the path or URL `out` to what the plan asks for; again after any stop, it goes on from there."""
    eyes = watch or Silent()
    folder = open_run(out)
    prepared = examine(plan, folder).ready()
    hands = executor(plan.execute.use, plan.execute.workers or os.cpu_count() or 1)
    with folder.writing():
        record(prepared, folder)
        draw(prepared, folder, executor=hands, watch=eyes)
        look(prepared, folder, executor=hands, watch=eyes)
        judge(prepared, folder, executor=hands, watch=eyes)
        judge_sets(prepared, folder, eyes)
        if eyes.stopped():
            raise Interrupted("stopped as asked; what was finished is stored: run the same command again to go on")
        estimate(prepared, folder, eyes)
    return folder
