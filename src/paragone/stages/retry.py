"""Retry: failures that may pass leave the tables, with the scores that rest on them, and the run draws them again.

The failures are kept in the table `retried`. A run killed in between goes on as ever: first they are kept, then the
scores go, then the failures themselves, and each step done twice changes nothing.
"""

import polars as pl

from paragone.core.keys import key_of_texts
from paragone.stages.planning.prepared import Prepared
from paragone.store.folder import RunFolder


def may_pass() -> pl.Expr:
    """Which samples another try may draw: time-outs, and what the model said is passing; never a refusal."""
    said = pl.col("details").str.json_path_match("$.may_pass") == "true"
    is_failure = pl.col("outcome") == "failed"
    return (pl.col("outcome") == "timed out") | (is_failure & said.fill_null(value=False))


def forget_failures(prepared: Prepared, folder: RunFolder) -> int:
    """Take the failures of the plan's models that may pass out of the run, and give their number."""
    samples = folder.table("samples")
    failures = samples.read(where=may_pass() & pl.col("model").is_in(list(prepared.drawers())))
    if not len(failures):
        return 0
    _keep(folder, failures)
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
