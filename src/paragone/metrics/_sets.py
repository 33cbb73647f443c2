"""What set metrics share: the rows of both sides under a source's protocol, by units of chance, and what they give."""

import hashlib
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, Literal, TypeAlias, TypeVar

import numpy as np

from paragone.core.types import Cohort, Prompt, SetScore
from paragone.metrics._rows import Mask, Rows, UnitOf, annotator_of, by_id, dealt, rows_of
from paragone.stats.fidelity import Features, Units, Vector

# strict: every drawing, and every real image once. heim: no blacked-out drawings.
# tise: the last incomplete batch of 50 drawings is dropped.
# thesis: 10 samples of the real set, each as large as the drawn one.
Protocol: TypeAlias = Literal["strict", "heim", "tise", "thesis"]
Result = TypeVar("Result")
RESAMPLES = 10
TISE_BATCH = 50
REMEMBERED = 1_000  # results, so that metrics share them over all models of a plan


@dataclass(frozen=True, eq=False)
class Sides:
    """The rows to compare, what was left out on the drawn side, and the units of chance of both, in common numbers."""

    ours: Rows
    theirs: Rows
    missing: int

    @property
    def drawn(self) -> Features:
        """Vectors of the drawn images."""
        return self.ours.values

    @property
    def real(self) -> Features:
        """Vectors of the real images."""
        return self.theirs.values

    @cached_property
    def names(self) -> list[str]:
        """The units of either side: of one name, of one number."""
        return sorted({*self.ours.units, *self.theirs.units})

    @cached_property
    def units(self) -> tuple[Units, Units]:
        """The number of each row's unit."""
        numbers = {name: number for number, name in enumerate(self.names)}
        ours, theirs = (np.array([numbers[name] for name in side.units]) for side in (self.ours, self.theirs))
        return ours, theirs

    @cached_property
    def prompts(self) -> int:
        """Units of the side that has fewer."""
        return min(self.ours.prompts, self.theirs.prompts)

    @property
    def counts(self) -> str:
        """Both sizes in words, for `method`."""
        return f"{self.ours.in_words('drawn')}, {self.theirs.in_words('real')}"

    @property
    def unit(self) -> str:
        """What chance is in, in words."""
        is_shared = not set(self.ours.units).isdisjoint(self.theirs.units)
        each = all(side.prompts == len(side.values) for side in (self.ours, self.theirs))
        return "prompts that both sides share" if is_shared else "images" if each else "prompts"

    def groups(self, count: int) -> tuple[Units, Units]:
        """Whole units in so many groups, by their names alone, so that those of two models are the same."""
        ours = set(self.ours.units)
        of = dealt(ours, count) | dealt(set(self.theirs.units) - ours, count)
        first, second = (np.array([of[name] for name in side.units]) for side in (self.ours, self.theirs))
        return first, second

    def some(self, most: int) -> "Sides":
        """Of each side all rows, or `most` at even steps: the same ones whoever asks."""
        ours, theirs = (
            side if len(side.values) <= most else side.some(np.linspace(0, len(side.values) - 1, most).astype(int))
            for side in (self.ours, self.theirs)
        )
        return Sides(ours, theirs, self.missing)

    def score(self, value: float, *, method: str, reason: str = "", **more: object) -> SetScore:
        """A value of these sides."""
        method = f"{method}; {self.counts}"
        return SetScore(value, len(self.drawn), self.missing, method, reason, **more)  # type: ignore[arg-type]

    @cached_property
    def content(self) -> str:
        """A name for both sides by what is in them, so that metrics that need one computation can share it."""
        digest = hashlib.sha256(repr((self.drawn.shape, self.real.shape)).encode())
        for rows in (self.drawn, self.real):
            digest.update(np.ascontiguousarray(rows).data)
        digest.update("\0".join([*self.ours.units, "\0", *self.theirs.units]).encode())
        return digest.hexdigest()


class Remembered(Generic[Result]):
    """Results by content: what one metric has computed another need not."""

    def __init__(self) -> None:
        """Nothing yet."""
        self._known: OrderedDict[str, Result] = OrderedDict()

    def get(self, key: str, make: Callable[[], Result]) -> Result:
        """What is known under the key, or else what is made now."""
        if key not in self._known:
            self.keep(key, make())
        return self._known[key]

    def __contains__(self, key: str) -> bool:
        """Whether there is something under the key."""
        return key in self._known

    def keep(self, key: str, found: Result) -> None:
        """Know it from now on."""
        self._known[key] = found
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)

    def clear(self) -> None:
        """Forget all."""
        self._known.clear()


def needs_of(features: str, *, without_black: bool = False) -> tuple[str, ...]:
    """The annotator of features, and pixels where black drawings are left out."""
    annotator = annotator_of(features)
    return (annotator, "pixels") if without_black else (annotator,)


def sides(
    drawn: Cohort, real: Cohort | None, features: str, *, protocol: str = "strict", least: int = 2
) -> Sides | SetScore:
    """The rows of both sides, or the score that says why there is none."""
    if real is None:
        return refused(drawn, "there are no real images to compare with; name a reference in the plan")
    if real.statistics is not None:
        return refused(drawn, "the real side is known by its mean and covariance alone; this metric needs its images")
    unit_of, unit_of_real = _units(drawn, real)
    ours = drawn_rows(drawn, features, protocol=protocol, unit_of=unit_of)
    theirs = rows_of(real, features, kept=_usable(real, features), unit_of=unit_of_real)
    for side, rows in (("drawn", ours), ("real", theirs)):
        if isinstance(rows, str):
            return refused(drawn, f"{rows} on the {side} side")
    assert isinstance(ours, Rows)
    assert isinstance(theirs, Rows)
    if min(len(ours.values), len(theirs.values)) < least:
        found = f"there are {len(ours.values)} drawn and {len(theirs.values)} real"
        return refused(drawn, f"it needs {least} images a side, {found}")
    return Sides(ours, theirs, drawn.missing)


def drawn_rows(
    drawn: Cohort,
    features: str,
    *,
    protocol: str = "strict",
    unit_of: UnitOf = by_id,
) -> Rows | str:
    """The rows of the drawn side that a protocol takes."""
    kept = ~drawn.columns["pixels"]["is_black"].astype(bool) if protocol == "heim" else None
    rows = rows_of(drawn, features, kept=kept, unit_of=unit_of)
    if protocol == "tise" and isinstance(rows, Rows):
        return rows.some(slice(len(rows.values) // TISE_BATCH * TISE_BATCH))
    return rows


def refused(drawn: Cohort, reason: str) -> SetScore:
    """No value, and why."""
    return SetScore(None, len(drawn.prompts), drawn.missing, reason=reason)


def influences_of(names: Sequence[str], influences: Vector) -> Mapping[str, float]:
    """By name; nothing where one of them is unknown (a side of one unit)."""
    if not len(influences) or not np.isfinite(influences).all():
        return {}
    return dict(zip(names, influences.tolist(), strict=True))


def group_names(count: int) -> list[str]:
    """What groups of prompts are called as units of chance."""
    return [f"group {number + 1} of {count}" for number in range(count)]


def over_resamples(
    distance: Callable[[Features, Features], float], both: Sides, rng: np.random.Generator, *, reason: str
) -> SetScore:
    """The thesis's protocol: the mean over samples of the real set as large as the drawn one, and their deviation."""
    size = min(len(both.drawn), len(both.real))
    if len(both.real) <= size:
        same = f"no deviation: every sample of the {len(both.real)} real images is all of them; give more than {size}"
        method = "the distance to all real images"
        return both.score(distance(both.drawn, both.real), method=method, reason=joined(reason, same))
    chosen = (np.sort(rng.permutation(len(both.real))[:size]) for _ in range(RESAMPLES))
    values = np.array([distance(both.drawn, both.real[rows]) for rows in chosen])
    method = f"mean over {RESAMPLES} samples of {size} real images; plus-minus is their standard deviation, no interval"
    return both.score(float(values.mean()), method=method, reason=reason, spread=float(values.std(ddof=1)))


def joined(*reasons: str) -> str:
    """Several reasons in one line, empty ones left out."""
    return "; ".join(reason for reason in reasons if reason)


def _units(drawn: Cohort, real: Cohort) -> tuple[UnitOf, UnitOf]:
    """The unit of a drawn and of a real image: its prompt; prompts that share one real image are one unit.

    The same whichever model has drawn: a real image keeps the name of its prompt where the drawing is missing.
    """
    owners: dict[str, str] = {}
    for prompt in real.prompts:
        if prompt.reference:
            owners[prompt.reference.content] = min(prompt.id, owners.get(prompt.reference.content, prompt.id))
    drawn_ids = {prompt.id for prompt in drawn.prompts}

    def of_drawn(prompt: Prompt) -> str:
        return owners.get(prompt.reference.content, prompt.id) if prompt.reference else prompt.id

    def of_real(prompt: Prompt) -> str:
        if prompt.reference:
            return owners[prompt.reference.content]
        return prompt.id if prompt.id in drawn_ids else f"real/{prompt.id}"

    return of_drawn, of_real


def _usable(real: Cohort, features: str) -> Mask:
    """Real images that count: each once, and only those that the annotator is sure of, if it says so.

    A real image comes again with every seed of its prompt and with every prompt that it belongs to. Drawings of which
    the annotator is not sure stay, so that poor ones are not left out of the score.
    """
    annotator, _, column = features.partition(".")
    facts = real.columns[annotator]
    sure = facts.get("is_sure")
    kept = np.ones(len(real.prompts), dtype=bool) if sure is None else np.array([value is True for value in sure])
    vectors = facts.get(column or "vector")
    times, seen = Counter(prompt.id for prompt in real.prompts), set[object]()
    for place, prompt in enumerate(real.prompts):
        own = _bytes(vectors, place) if times[prompt.id] > 1 else b""  # what is there once need not be looked at
        content: object = prompt.reference.content if prompt.reference else (prompt.id, own)
        kept[place] &= content not in seen
        seen.add(content)
    return kept


def _bytes(vectors: Features | None, place: int) -> bytes:
    """What is in one row, however it is kept."""
    if vectors is None or vectors[place] is None:
        return b""
    return np.asarray(vectors[place]).tobytes()
