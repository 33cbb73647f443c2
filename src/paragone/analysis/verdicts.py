"""How far people and a metric agree about the images of a run: verdicts from a table, scores from the run."""

from collections.abc import Hashable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from paragone.analysis.scores import units_in
from paragone.core.catalogue import nearest
from paragone.core.cells import SampleId
from paragone.core.errors import BadInput, UnknownName
from paragone.core.types import Estimate
from paragone.inputs.rows import Row, read_table
from paragone.stats.alpha import alpha_estimate
from paragone.stats.verdicts import Agreement, Verdicts, agreement, majority
from paragone.store.folder import RunFolder

WORDS = {word: True for word in ("1", "yes", "true", "right", "correct")} | {
    word: False for word in ("0", "no", "false", "wrong", "incorrect")
}


class Vote(NamedTuple):
    """What one person said of one image."""

    sample: SampleId
    rater: str
    metric: str | None
    is_right: bool


class Agreed(NamedTuple):
    """How far people agree with a metric on a scenario."""

    scenario: str
    metric: str
    found: Agreement
    tied: int  # images on which people were split evenly
    unscored: int  # images with verdicts that the metric gave no score
    alpha: Estimate | None  # Krippendorff's, of people among themselves; None with one rater


def agree(folder: RunFolder, table: Path) -> list[Agreed]:
    """For each scenario and yes-or-no metric of a run: agreement with the verdicts of a table."""
    manifest = folder.read_manifest()
    metrics = {name: one for name, one in manifest["metrics"].items() if one["binary"] and one["kind"] == "image"}
    votes = read_votes(table, folder, manifest, metrics)
    found = []
    for scenario in sorted({vote.sample.scenario for vote in votes}):
        for name, metric in metrics.items():
            mine = [vote for vote in votes if vote.sample.scenario == scenario and vote.metric in (None, name)]
            scores = _scores(folder, scenario, metric["identity"])
            if mine and any(vote.sample in scores for vote in mine):
                found.append(_agreed((scenario, name), mine, scores, units_in(folder, scenario)))
    if not found:
        raise BadInput(f"{table.name} judges no image that a yes-or-no metric of {folder} has scored")
    return found


def read_votes(path: Path, folder: RunFolder, manifest: Mapping[str, Any], metrics: Mapping[str, Any]) -> list[Vote]:
    """The verdicts of a table; each row must mean an image of the run."""
    table = read_table(path)
    absent = [name for name in ("model", "scenario", "prompt_id", "verdict") if name not in table.columns]
    if absent:
        raise BadInput(f"{path.name} has no column {absent[0]!r}; it needs model, scenario, prompt_id and verdict")
    known = set(folder.table("samples").read(list(SampleId._fields)).iter_rows())
    return [_vote(row, manifest, metrics, known) for row in table.rows]


def _vote(row: Row, manifest: Mapping[str, Any], metrics: Mapping[str, Any], known: set[Any]) -> Vote:
    model, scenario, prompt_id = (row.text(name) for name in ("model", "scenario", "prompt_id"))
    verdict, metric, written = row.text("verdict"), row.text("metric"), row.text("seed")
    if metric is not None and metric not in metrics:
        raise UnknownName(f"{row.where}: no yes-or-no metric is called {metric!r}; {nearest(metric, metrics)}")
    if verdict is None or verdict.strip().lower() not in WORDS:
        raise BadInput(f"{row.where}: the verdict {verdict!r} is neither yes nor no; write one of {', '.join(WORDS)}")
    seed = _first_seed(manifest, str(scenario)) if written is None else written
    if not str(seed).isdecimal() or (model, scenario, prompt_id, int(seed)) not in known:
        raise BadInput(f"{row.where}: {model} has no image of {prompt_id} (seed {seed}) on {scenario} in this run")
    sample = SampleId(str(model), str(scenario), str(prompt_id), int(seed))
    return Vote(sample, row.text("rater") or "", metric, WORDS[verdict.strip().lower()])


def _first_seed(manifest: Mapping[str, Any], scenario: str) -> int:
    own = manifest["scenarios"].get(scenario, {}).get("seeds") or manifest["plan"]["seeds"]
    return int(own[0])


def _scores(folder: RunFolder, scenario: str, identity: str) -> dict[SampleId, float]:
    here = (pl.col("scenario") == scenario) & (pl.col("metric_key") == identity)
    rows = folder.table("scores").read([*SampleId._fields, "value"], where=here)
    return {SampleId(*names): value for *names, value in rows.iter_rows() if value is not None}


def _agreed(
    place: tuple[str, str], votes: list[Vote], scores: Mapping[SampleId, float], units: Mapping[str, str]
) -> Agreed:
    by_image: dict[Hashable, list[bool]] = {}
    for vote in votes:
        by_image.setdefault(vote.sample, []).append(vote.is_right)
    most = majority(by_image)
    scored = {vote.sample: most[vote.sample] for vote in votes if vote.sample in scores}
    verdicts = [
        Verdicts(units.get(sample.prompt_id, sample.prompt_id), is_right, scores[sample] > 0.5)
        for sample, is_right in scored.items()
        if is_right is not None
    ]
    tied = sum(is_right is None for is_right in scored.values())
    return Agreed(*place, agreement(verdicts), tied, len(most) - len(scored), _alpha(votes, units))


def _alpha(votes: list[Vote], units: Mapping[str, str]) -> Estimate | None:
    raters, samples = (sorted({getattr(vote, name) for vote in votes}) for name in ("rater", "sample"))
    if len(raters) < 2:
        return None
    given = {(vote.rater, vote.sample): float(vote.is_right) for vote in votes}
    ratings = [[given.get((rater, sample)) for sample in samples] for rater in raters]
    return alpha_estimate(ratings, "nominal", units=[units.get(one.prompt_id, one.prompt_id) for one in samples])
