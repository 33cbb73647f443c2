"""Two models side by side: what got better, what got worse, and the images that changed most."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from paragone.analysis.changes import Change, Side
from paragone.analysis.summary import summary_of
from paragone.core.cells import is_foreign
from paragone.report import urls
from paragone.report.numbers import formatted, p_text, signed
from paragone.report.pages.bars import ARROWS, Bar, bar
from paragone.report.pages.prompts import Tile, is_sensitive_prompt, tile_of
from paragone.report.read.reader import Reader
from paragone.report.titles import titles_of
from paragone.stages.roles import rivals_of

SHOWN = 3  # prompts that rose and that fell, by metric


@dataclass(frozen=True)
class ChangeRow:
    """How one metric on one scenario differs."""

    scenario: str
    metric: str
    arrow: str
    text: str
    interval: str
    n: int
    unmatched: int
    p_value: str
    p_adjusted: str
    verdict: str
    note: str
    bar: Bar


@dataclass(frozen=True)
class Couple:
    """The two models' images for one prompt."""

    prompt_id: str
    text: str
    prompt_page: str
    is_folded: bool
    difference: str
    images: list[Tile]


@dataclass(frozen=True)
class MostChanged:
    """The prompts on which one metric rose or fell most."""

    scenario: str
    metric: str
    arrow: str
    verdict: str
    rose: list[Couple]
    fell: list[Couple]


@dataclass(frozen=True)
class PairPage:
    """Two models of a run, or of two."""

    title: str
    one: str
    other: str
    summary: str  # in a sentence, told of the model that is ahead
    scenarios: int
    better: int
    worse: int
    unclear: int
    rows: list[ChangeRow]
    changed: list[MostChanged]


@dataclass(frozen=True)
class CompareIndex:
    """Every pair, with how many columns got better and worse."""

    title: str
    models: list[str]
    baselines: list[str]  # compared with every other
    all_pairs: int
    pairs: list[tuple[str, str, str, int, int, int]]  # one, other, page, better, worse, unclear
    picked: tuple[str, ...] = ()  # the two that the form begins with: the best that compete


def compare_index(reader: Reader) -> CompareIndex:
    """The list of comparisons."""
    stored = reader.differences
    rows = [(one, other, urls.pair(one, other), *_tally(changes)) for (one, other), changes in stored.pairs.items()]
    rows.sort(key=lambda row: sum(bool(reader.role_of(model)) for model in row[:2]))  # those that compete come first
    asked = rivals_of({model: reader.role_of(model) for model in reader.models})
    picked = tuple(asked[:2]) if len(asked) > 1 else tuple(reader.models[:2])
    return CompareIndex("Compare", reader.models, stored.baselines, math.comb(len(reader.models), 2), rows, picked)


def pair_page(readers: tuple[Reader, Reader], sides: tuple[Side, Side], changes: Sequence[Change]) -> PairPage:
    """The comparison of side a with side b, differences b - a."""
    one, other = sides[0].model, sides[1].model
    better, worse, unclear = _tally(changes)
    changes = _clear_first(readers[0], changes)
    changed = [_most_changed(readers, sides, change) for change in changes if change.difference.value]
    return PairPage(
        title=f"{one} and {other}",
        one=one,
        other=other,
        summary=f"{summary_of(changes, one, other, titles_of(readers[0].metrics))}.",
        scenarios=len({change.scenario for change in changes}),
        better=better,
        worse=worse,
        unclear=unclear,
        rows=[_row(change) for change in changes],
        changed=[found for found in changed if found.rose or found.fell],
    )


def _clear_first(reader: Reader, changes: Sequence[Change]) -> list[Change]:
    """By verdict, and in the order of the leaderboard where that is the same."""
    verdicts = {word: place for place, word in enumerate(("better", "worse", "no clear change"))}
    scenarios, metrics = ({name: place for place, name in enumerate(few)} for few in (reader.scenarios, reader.metrics))
    return sorted(
        changes,
        key=lambda one: (verdicts.get(one.verdict, 3), scenarios.get(one.scenario, 0), metrics.get(one.metric, 0)),
    )


def _tally(changes: Sequence[Change]) -> tuple[int, int, int]:
    verdicts = [change.verdict for change in changes]
    return verdicts.count("better"), verdicts.count("worse"), verdicts.count("no clear change")


def _row(change: Change) -> ChangeRow:
    found = change.difference
    row = {"value": found.value, "low": found.low, "high": found.high}
    half_width = max((abs(end) for end in row.values() if end is not None), default=1.0) or 1.0
    p_values = ["" if p is None else p_text(p) for p in (found.p_value, change.p_adjusted)]
    return ChangeRow(
        scenario=change.scenario,
        metric=change.metric,
        arrow=ARROWS.get(change.direction or "", ""),
        text=signed(**row),
        interval=formatted(**row).interval,
        n=found.n,
        unmatched=found.unmatched,
        p_value=p_values[0],
        p_adjusted=p_values[1],
        verdict="not counted" if is_foreign(found.reason) else change.verdict,
        note=found.reason,
        bar=bar(row, (-half_width, half_width)),
    )


def _most_changed(readers: tuple[Reader, Reader], sides: tuple[Side, Side], change: Change) -> MostChanged:
    before, after = (
        reader.means_of(side.model, change.metric, change.scenario) for reader, side in zip(readers, sides, strict=True)
    )
    both = ((prompt_id, before[prompt_id], after[prompt_id]) for prompt_id in before.keys() & after.keys())
    gaps = sorted((b - a, prompt_id) for prompt_id, a, b in both if a is not None and b is not None)
    fell = [gap for gap in gaps[:SHOWN] if gap[0] < 0]
    rose = [gap for gap in gaps[: -SHOWN - 1 : -1] if gap[0] > 0]
    couples = _couples(readers, sides, change.scenario, [*rose, *fell])
    return MostChanged(
        change.scenario,
        change.metric,
        ARROWS.get(change.direction or "", ""),
        change.verdict,
        rose=couples[: len(rose)],
        fell=couples[len(rose) :],
    )


def _couples(
    readers: tuple[Reader, Reader], sides: tuple[Side, Side], scenario: str, gaps: Sequence[tuple[float, str]]
) -> list[Couple]:
    ids, couples = [prompt_id for _, prompt_id in gaps], []
    drawn = [
        {prompt_id: sample for (_, prompt_id), sample in reader.first_samples(scenario, ids, [side.model]).items()}
        for reader, side in zip(readers, sides, strict=True)
    ]
    for difference, prompt_id in gaps:
        prompt = readers[0].prompt(scenario, prompt_id)
        tiles = [
            tile_of(reader, samples[prompt_id], prompt)
            for reader, samples in zip(readers, drawn, strict=True)
            if prompt_id in samples
        ]
        is_folded = is_sensitive_prompt(readers[0], scenario, prompt["tags"])
        page, change = urls.prompt(scenario, prompt_id), signed(difference, None, None)
        couples.append(Couple(prompt_id, prompt["text"], page, is_folded, change, tiles))
    return couples
