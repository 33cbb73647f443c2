"""Krippendorff's alpha, Cohen's kappa and phi: worked numbers, a published example, properties."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paragone.stats.agreement import Scale, cohen_kappa, fleiss_kappa, krippendorff_alpha, phi

SCALES: tuple[Scale, ...] = ("nominal", "ordinal", "interval", "ratio")
# Four raters, twelve items: Krippendorff (2011), "Computing Krippendorff's Alpha-Reliability", sections C and D.
x = None
PUBLISHED: list[list[float | None]] = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, x, x, x],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, x, 3],
    [x, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, x],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, x],
]


def by_definition(ratings: list[list[float | None]], scale: Scale) -> float | None:
    """Alpha from the coincidence matrix, value by value and couple by couple, as the book defines it."""
    items = [[r for r in item if r is not None] for item in zip(*ratings, strict=True)]
    items = [item for item in items if len(item) > 1]
    total = [rating for item in items for rating in item]
    n = len(total)

    def apart(one: float, other: float) -> float:
        if scale == "nominal":
            return float(one != other)
        if scale == "interval":
            return (one - other) ** 2
        if scale == "ratio":
            return ((one - other) / (one + other)) ** 2 if one + other else 0.0
        low, high = min(one, other), max(one, other)
        between = sum(low <= rating <= high for rating in total)
        return 0.0 if one == other else (between - (total.count(low) + total.count(high)) / 2) ** 2

    observed = sum(apart(a, b) / (len(item) - 1) for item in items for a in item for b in item) / max(n, 1)
    expected = sum(apart(a, b) for a in total for b in total) / max(n * (n - 1), 1)
    return None if expected == 0 else 1 - observed / expected


def test_alpha_worked_by_hand() -> None:
    # Eight ratings: three 1s, five 2s; one item of four is split. Observed 2 ordered couples over (2 - 1);
    # expected (64 - 9 - 25) / 7 = 30 / 7; alpha = 1 - 14 / 30.
    assert krippendorff_alpha([[1, 1, 2, 2], [1, 2, 2, 2]], "nominal") == pytest.approx(1 - 14 / 30)


@pytest.mark.parametrize(
    ("scale", "expected"),
    # Krippendorff (2011) prints 0.743, 0.815, 0.849 and 0.797; 113 / 152 and 951 / 1120 are the first and the third.
    [("nominal", 113 / 152), ("ordinal", 0.8153875), ("interval", 951 / 1120), ("ratio", 0.7974028)],
)
def test_alpha_gives_the_published_example(scale: Scale, expected: float) -> None:
    assert krippendorff_alpha(PUBLISHED, scale) == pytest.approx(expected, abs=1e-6)


def test_a_scale_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="the scale is 'ratios'; write nominal"):
        krippendorff_alpha(PUBLISHED, "ratios")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="a ratio scale begins at 0, and -1 was rated"):
        krippendorff_alpha([[1, -1], [1, 2]], "ratio")


@pytest.mark.parametrize("scale", SCALES)
def test_alpha_is_undefined_without_two_values_or_two_ratings(scale: Scale) -> None:
    assert krippendorff_alpha([[1, 1], [1, 1]], scale) is None
    assert krippendorff_alpha([[1, None], [None, 2]], scale) is None
    assert krippendorff_alpha([], scale) is None


def test_alpha_refuses_rows_of_different_lengths() -> None:
    with pytest.raises(ValueError, match="one entry per item"):
        krippendorff_alpha([[1, 2], [1]], "nominal")


tables = st.integers(1, 6).flatmap(
    lambda width: st.lists(
        st.lists(st.none() | st.integers(0, 4).map(float), min_size=width, max_size=width), min_size=2, max_size=4
    )
)


@settings(deadline=None, max_examples=50)
@given(tables, st.sampled_from(SCALES))
def test_alpha_equals_its_definition(ratings: list[list[float | None]], scale: Scale) -> None:
    assert krippendorff_alpha(ratings, scale) == pytest.approx(by_definition(ratings, scale), abs=1e-9)


@settings(deadline=None, max_examples=50)
@given(tables)
def test_alpha_sees_only_what_the_scale_says(ratings: list[list[float | None]]) -> None:
    def mapped(change: dict[float, float]) -> list[list[float | None]]:
        return [[None if rating is None else change[rating] for rating in row] for row in ratings]

    shuffled = mapped({0.0: 3.0, 1.0: 0.0, 2.0: 9.0, 3.0: 1.0, 4.0: 2.0})
    stretched = mapped({value: math.exp(value) for value in map(float, range(5))})
    shifted = mapped({value: 7 - 3 * value for value in map(float, range(5))})
    assert krippendorff_alpha(shuffled, "nominal") == pytest.approx(krippendorff_alpha(ratings, "nominal"))
    assert krippendorff_alpha(stretched, "ordinal") == pytest.approx(krippendorff_alpha(ratings, "ordinal"))
    assert krippendorff_alpha(shifted, "interval") == pytest.approx(krippendorff_alpha(ratings, "interval"), abs=1e-9)


def test_alpha_of_random_raters_is_near_zero() -> None:
    ratings = np.random.default_rng(1).integers(1, 6, size=(5, 2000)).astype(float).tolist()
    # The standard error is about 1 / sqrt(2000 items x 10 couples) = 0.007.
    for scale in SCALES:
        assert krippendorff_alpha(ratings, scale) == pytest.approx(0, abs=0.03)


def test_kappa_worked_by_hand() -> None:
    # 20 + 15 of 50 agree: 0.7. By chance 25/50 * 30/50 + 25/50 * 20/50 = 0.5. (0.7 - 0.5) / (1 - 0.5) = 0.4.
    first = ["yes"] * 25 + ["no"] * 25 + [None]
    second = ["yes"] * 20 + ["no"] * 5 + ["yes"] * 10 + ["no"] * 15 + ["yes"]
    assert cohen_kappa(first, second) == pytest.approx(0.4)


def test_kappa_is_undefined_where_chance_agrees_always() -> None:
    assert cohen_kappa(["cat", "cat"], ["cat", "cat"]) is None
    assert cohen_kappa([], []) is None


def test_kappa_refuses_columns_of_different_lengths() -> None:
    with pytest.raises(ValueError, match="got 1 and 2"):
        cohen_kappa(["cat"], ["cat", "dog"])


labels = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), min_size=1, max_size=30)


@given(labels)
def test_kappa_is_symmetric_and_at_most_one(pairs: list[tuple[str, str]]) -> None:
    first, second = [a for a, _ in pairs], [b for _, b in pairs]
    kappa = cohen_kappa(first, second)
    assert kappa == cohen_kappa(second, first)
    assert kappa is None or -1 - 1e-9 <= kappa <= 1
    if kappa is not None:
        assert (kappa == pytest.approx(1)) == (first == second)


def test_phi_worked_by_hand() -> None:
    # 3 both, 1 only first, 2 only second, 4 neither: (3 * 4 - 1 * 2) / sqrt(4 * 6 * 5 * 5) = 10 / sqrt(600).
    first = [True] * 4 + [False] * 6 + [None]
    second = [True] * 3 + [False] + [True] * 2 + [False] * 4 + [True]
    assert phi(first, second) == pytest.approx(10 / math.sqrt(600))


def test_phi_is_undefined_for_a_constant_column() -> None:
    assert phi([True, True], [True, False]) is None


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=2, max_size=40))
def test_phi_is_pearsons_correlation(pairs: list[tuple[bool, bool]]) -> None:
    first, second = [a for a, _ in pairs], [b for _, b in pairs]
    if len(set(first)) == 2 and len(set(second)) == 2:
        assert phi(first, second) == pytest.approx(np.corrcoef(first, second)[0, 1], abs=1e-12)
    else:
        assert phi(first, second) is None


# Fleiss (1971): six psychiatrists, thirty patients, five diagnoses.
PSYCHIATRISTS = (
    "00060 03003 01401 00006 03030 20400 00402 20310 20040 00006 10050 11040 03300 10050 02031 "
    "00501 30012 51000 02040 10203 00006 01050 02013 20040 10041 05010 40002 02040 10500 00006"
)


def test_fleiss_gives_the_published_example() -> None:
    table = [[int(digit) for digit in row] for row in PSYCHIATRISTS.split()]
    assert fleiss_kappa(table) == pytest.approx(0.43024, abs=5e-6)
    few = ["0 0 0 0 14", "0 2 6 4 2", "0 0 3 5 6", "0 3 9 2 0", "2 2 8 1 1", "7 7 0 0 0", "3 2 6 3 0", "2 5 3 2 2"]
    other = [[int(one) for one in row.split()] for row in [*few, "6 5 2 1 0", "0 2 2 3 7"]]
    assert fleiss_kappa(other) == pytest.approx(0.20993, abs=5e-6)
    # By hand: P = 0.378022, Pe = 0.212755.
    assert fleiss_kappa(other) == pytest.approx((0.3780219780 - 0.2127551020) / (1 - 0.2127551020), abs=1e-6)


def test_fleiss_refuses_unequal_rows_and_has_nothing_to_say_of_one_category() -> None:
    with pytest.raises(ValueError, match="as many ratings"):
        fleiss_kappa([[2, 0], [1, 0]])
    assert fleiss_kappa([[2, 0], [2, 0]]) is None
    assert fleiss_kappa([]) is None
