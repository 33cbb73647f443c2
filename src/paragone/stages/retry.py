"""Giving up and trying again: a service that is down is not asked for every prompt, and what may pass is drawn later.

Failures that are drawn again leave the tables, with the scores that rest on them.

The failures are kept in the table `retried`. A run killed in between goes on as ever: first they are kept, then the
scores go, then the failures themselves, and each step done twice changes nothing.
"""

import re
from collections.abc import Iterable, Mapping

import polars as pl

from paragone.core.keys import key_of_texts
from paragone.execute import Row
from paragone.stages.loop import Appends, Sink
from paragone.stages.planning.prepared import Prepared
from paragone.store.folder import RunFolder

FROM_THE_START = 8  # failures alike before anything was drawn: after them the rest is not tried
IN_A_ROW = 32  # failures alike, one after the other, of a service that drew before
NOT_TRIED = "not_tried"  # of a sample's details


class Patience:
    """Counts failures alike in a row; a drawing or a refusal is an answer, and begins anew."""

    def __init__(self) -> None:
        self.reason = ""
        self.tried = 0  # failures alike, the last ones
        self._has_drawn = False

    def see(self, row: Row) -> None:
        """Take note of what came of one prompt."""
        outcome, reason = str(row.values["outcome"]), str(row.values["reason"])
        if outcome not in ("failed", "timed out"):
            self.reason, self.tried = "", 0
            self._has_drawn = True
            return
        self.tried = self.tried + 1 if _alike(reason) == _alike(self.reason) else 1
        self.reason = reason

    @property
    def is_spent(self) -> bool:
        """Whether there is no use in going on."""
        return self.tried >= (IN_A_ROW if self._has_drawn else FROM_THE_START)


class WatchfulSink(Sink):
    """A sink that has a model's patience see every row."""

    def __init__(self, tables: Mapping[str, Appends], patience: Patience) -> None:
        super().__init__(tables)
        self._patience = patience

    def add(self, rows: Iterable[Row]) -> None:
        """Take rows and store them soon."""
        seen = list(rows)
        for row in seen:
            self._patience.see(row)
        super().add(seen)


def untried() -> pl.Expr:
    """Which samples were given up on before they were tried: the same command tries them."""
    said = pl.col("details").str.json_path_match(f"$.{NOT_TRIED}") == "true"
    return (pl.col("outcome") == "failed") & said.fill_null(value=False)


def _alike(reason: str) -> str:
    """What two reasons share that tell of one failure: ports, seconds and counts may differ.

    >>> _alike("no answer within 3 s") == _alike("no answer within 12 s")
    True
    """
    return re.sub(r"\d+", "#", reason)


def may_pass() -> pl.Expr:
    """Which samples another try may draw: time-outs, and what the model said is passing; never a refusal."""
    said = pl.col("details").str.json_path_match("$.may_pass") == "true"
    is_failure = pl.col("outcome") == "failed"
    return (pl.col("outcome") == "timed out") | (is_failure & said.fill_null(value=False))


def to_draw_again(*, retry: bool) -> pl.Expr:
    """Which stored samples a run draws again: what was never tried, and with `retry` what may pass."""
    return may_pass() | untried() if retry else untried()


def forget_failures(prepared: Prepared, folder: RunFolder, *, retry: bool) -> int:
    """Take those failures of the plan's models out of the run that it draws again, and give their number."""
    samples = folder.table("samples")
    failures = samples.read(where=to_draw_again(retry=retry) & pl.col("model").is_in(list(prepared.drawers())))
    if not len(failures):
        return 0
    _keep(folder, failures.filter(~untried()))
    is_set = pl.col("metric").is_in([name for name, made in prepared.metrics.items() if made.instance.kind == "set"])
    for (model, scenario), few in failures.group_by("model", "scenario"):
        here = (pl.col("model") == model) & (pl.col("scenario") == scenario)
        of_prompts = pl.col("prompt_id").is_in(few["prompt_id"].to_list())
        # A set's score rests on all of its images; the reference's images are behind every model's.
        is_shared = model == prepared.reference
        everywhere = pl.lit(value=True) if model not in prepared.models else pl.col("scenario") == scenario
        sets = is_set & (everywhere if is_shared else here)
        folder.table("scores").drop((here & of_prompts) | sets)
        folder.table("influences").drop(sets)
        folder.table("sides").drop(sets)
    samples.drop(pl.col("key").is_in(failures["key"].to_list()))
    return len(failures)


def _keep(folder: RunFolder, failures: pl.DataFrame) -> None:
    table = folder.table("retried")
    stored = table.keys()
    rows = [
        row | {"sample": row["key"], "key": key_of_texts("retried", row["key"], row["reason"], str(row["seconds"]))}
        for row in failures.to_dicts()
    ]
    table.append([row for row in rows if row["key"] not in stored])
