"""`paragone agree`: whether people would say what a metric says."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from paragone.cli.status import RUN
from paragone.cli.terminal.formats import Form, printing, put
from paragone.cli.terminal.layout import keep_together

if TYPE_CHECKING:
    from paragone.analysis.verdicts import Agreed


@printing
def agree(
    run: str = RUN,
    verdicts: Path = typer.Argument(help="A table (CSV, TSV, JSONL, Parquet) of what people said of its images."),
    *,
    form: Form,
) -> None:
    """How far people and yes-or-no metrics agree: phi and Cohen's kappa, with intervals over prompts.

    The table has the columns model, scenario, prompt_id and verdict (yes or no, right or wrong, 1 or 0), and may have
    seed (else the plan's first), metric (else the verdict is meant for every yes-or-no metric of the scenario) and
    rater (the majority counts; alpha tells how far people agree among themselves).
    """
    from paragone.analysis.verdicts import agree as agree_with
    from paragone.store.opening import open_run

    found = agree_with(open_run(run), verdicts)
    put(form, [_numbers(one) for one in found], [_words(one) for one in found])


def _numbers(one: "Agreed") -> dict[str, Any]:
    row: dict[str, Any] = {"scenario": one.scenario, "metric": one.metric}
    for name, found in (("phi", one.found.phi), ("kappa", one.found.kappa), ("alpha", one.alpha)):
        parts = {"": "value", "_low": "low", "_high": "high", "_note": "reason"}
        row |= {f"{name}{end}": getattr(found, part, None) for end, part in parts.items()}
    row |= {"agreed": one.found.agreed, "images": one.found.images, "prompts": one.found.prompts}
    return row | {"tied": one.tied, "unscored": one.unscored, "table": one.found.table}


def _words(one: "Agreed") -> dict[str, Any]:
    from paragone.report.numbers import interval_text

    found = one.found
    return {
        "scenario": one.scenario,
        "metric": one.metric,
        "phi": keep_together(interval_text(found.phi.value, found.phi.low, found.phi.high)),
        "kappa": keep_together(interval_text(found.kappa.value, found.kappa.low, found.kappa.high)),
        "agreed": keep_together(f"{found.agreed} of {found.images}"),
        "prompts": found.prompts,
        "tied": one.tied,
        "unscored": one.unscored,
        "alpha": one.alpha,
        "note": found.phi.reason or found.kappa.reason,
    }
