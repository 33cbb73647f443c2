"""Agreement of a judge with people: the same numbers as image by image, and intervals over prompts."""

import numpy as np
import pytest

from paragone.stats.agreement import cohen_kappa, phi
from paragone.stats.verdicts import Verdicts, _kappas, _phis, agreement, majority


def drawn(prompts: int, images: int, seed: int, error: float = 0.2) -> list[Verdicts]:
    """Prompts that people find hard or easy, and a judge that errs at random."""
    rng = np.random.default_rng(seed)
    rows = []
    for prompt in range(prompts):
        chance = rng.random()
        for _ in range(images):
            people = bool(rng.random() < chance)
            rows.append(Verdicts(prompt, people, people ^ bool(rng.random() < error)))
    return rows


def test_a_table_worked_by_hand() -> None:
    # people no and yes by judge no and yes: 20, 5 / 10, 15. Agreed 35 of 50 = 0.7; by chance 0.5; kappa 0.4.
    # phi = (15 * 20 - 10 * 5) / sqrt(25 * 25 * 20 * 30) = 250 / 612.37 = 0.40825
    cells = [(False, False)] * 20 + [(False, True)] * 5 + [(True, False)] * 10 + [(True, True)] * 15
    found = agreement([Verdicts(k, *both) for k, both in enumerate(cells)])
    assert found.kappa.value == pytest.approx(0.4)
    assert found.phi.value == pytest.approx(0.408248, abs=1e-6)
    assert found.table == ((20, 5), (10, 15))
    assert (found.agreed, found.images, found.prompts) == (35, 50, 50)


def test_coefficients_from_counts_are_those_from_lists() -> None:
    rows = drawn(30, 3, seed=1)
    people, judge = [row.people for row in rows], [row.judge for row in rows]
    found = agreement(rows)
    counts = np.array([[*found.table[0], *found.table[1]]], dtype=float)
    assert _phis(counts)[0] == pytest.approx(phi(people, judge))
    assert _kappas(counts)[0] == pytest.approx(cohen_kappa(people, judge))


def test_prompts_are_the_unit_of_chance() -> None:
    # The same verdict told ten times over for each prompt is no more evidence than told once.
    once = drawn(40, 1, seed=2)
    often = [row for row in once for _ in range(10)]
    ends = [agreement(rows).kappa for rows in (once, often)]
    assert ends[1].low == pytest.approx(ends[0].low)
    assert ends[1].high == pytest.approx(ends[0].high)
    spread = [row._replace(prompt=k) for k, row in enumerate(often)]
    alone = agreement(spread).kappa
    assert alone.high is not None
    assert alone.low is not None
    assert ends[0].high is not None
    assert ends[0].low is not None
    assert alone.high - alone.low < (ends[0].high - ends[0].low) / 2


def test_the_interval_holds_the_truth_about_as_often_as_it_says() -> None:
    truth = agreement(drawn(40_000, 2, seed=99)).kappa.value
    assert truth is not None
    held = 0
    for seed in range(120):
        one = agreement(drawn(60, 2, seed=seed)).kappa
        assert one.low is not None
        assert one.high is not None
        held += one.low <= truth <= one.high
    assert held / 120 > 0.88  # 0.95 less three standard errors


def test_one_answer_throughout_is_missing_and_few_prompts_have_no_interval() -> None:
    same = [Verdicts(k, True, k % 2 == 0) for k in range(20)]
    assert agreement(same).phi.value is None
    few = agreement(drawn(5, 4, seed=3))
    assert few.kappa.value is not None
    assert few.kappa.low is None
    assert few.kappa.reason == "no interval from 5 prompts"
    assert agreement([]).kappa.value is None


def test_a_judge_that_never_erred_may_still_err() -> None:
    # 20 prompts, half of them yes, none wrong: Wilson's share of errors is up to 0.161, of 0.5 by chance: 1 - 0.322.
    found = agreement([Verdicts(k, k % 2 == 0, k % 2 == 0) for k in range(20)])
    for one in (found.phi, found.kappa):
        assert (one.value, one.high) == (1.0, 1.0)
        assert one.low == pytest.approx(1 - 2 * 3.841459 / 23.841459, abs=1e-5)


def test_a_judge_that_seldom_errs_is_held() -> None:
    # 40 prompts, 5 % wrong: kappa 0.9. Percentiles of resamples held it in 0.87 of cases.
    held = 0
    for seed in range(300):
        rng = np.random.default_rng(seed)
        people = rng.random(40) < 0.5
        judge = people ^ (rng.random(40) < 0.05)
        one = agreement(
            [Verdicts(k, bool(a), bool(b)) for k, (a, b) in enumerate(zip(people, judge, strict=True))]
        ).kappa
        held += (one.low or 0) <= 0.9 <= (one.high or 0)
    assert held / 300 > 0.925


def test_a_split_vote_decides_nothing() -> None:
    assert majority({"a": [True], "b": [False, True], "c": [False, False, True]}) == {"a": True, "b": None, "c": False}
