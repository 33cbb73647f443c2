"""Win rate and ranking score: worked numbers, the paper's tables, properties."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paragone.core.errors import ParagoneError
from paragone.core.types import Direction
from paragone.stats.ranking.rank import ASPECTS, WEIGHTS, aspect_scores, mean_win_rate, ranking_score, win_rate

METRICS = ("IS*", "FID", "RP", "SOA-C", "SOA-I", "O-IS", "O-FID", "CA", "PA")
# TISE (Dinh et al.), Table 5, MS-COCO: the nine metrics in the order above, then the ranking score the paper prints.
TABLE_5 = {
    "GAN-CLS": (8.10, 192.09, 10.00, 5.31, 5.71, 2.46, 51.13, 2.51, 32.79, 7.0),
    "StackGAN": (15.50, 53.44, 9.10, 9.24, 9.90, 3.36, 29.09, 2.41, 34.33, 11.5),
    "AttnGAN": (33.79, 36.90, 50.56, 47.13, 49.78, 5.04, 20.92, 1.82, 40.08, 29.5),
    "DM-GAN": (45.63, 28.96, 66.98, 55.77, 58.11, 5.22, 17.48, 1.71, 42.83, 41.0),
    "CPGAN": (59.64, 50.68, 69.08, 81.86, 83.83, 6.38, 20.07, 2.07, 43.28, 43.0),
    "DF-GAN": (27.59, 28.73, 37.26, 33.54, 36.00, 4.80, 17.42, 1.92, 40.91, 27.5),
    "AttnGAN + CL": (36.85, 26.93, 57.52, 47.45, 49.33, 4.92, 19.92, 1.72, 43.92, 38.0),
    "DM-GAN + CL": (46.61, 22.60, 70.36, 58.68, 61.05, 5.09, 15.50, 1.66, 49.06, 53.0),
    "DALLE-mini": (19.82, 62.90, 48.72, 26.64, 27.90, 4.10, 23.83, 2.31, 47.39, 23.5),
    "AttnGAN++": (54.63, 26.58, 72.50, 67.77, 69.97, 6.02, 15.43, 1.57, 47.75, 57.0),
    "real": (51.25, 2.62, 83.54, 90.02, 91.19, 8.63, 0.00, 1.05, 100.0, 65.0),
}
# Table 6 of the same paper: the score again among these six alone.
TABLE_6 = {"StackGAN": 6.0, "AttnGAN": 13.5, "DM-GAN": 20.0, "CPGAN": 23.0, "AttnGAN++": 28.5, "real": 35.0}


# Table 11: realism, relevance, accuracy, fidelity, counting, position.
TABLE_11 = {
    "GAN-CLS": (1.0, 2.0, 1.0, 1.0, 1.0, 1.0),
    "StackGAN": (2.5, 1.0, 2.0, 2.0, 2.0, 2.0),
    "AttnGAN": (5.0, 5.0, 5.5, 5.0, 6.0, 3.0),
    "DM-GAN": (6.5, 7.0, 7.0, 7.5, 8.0, 5.0),
    "CPGAN": (7.5, 8.0, 10.0, 7.5, 4.0, 6.0),
    "DF-GAN": (5.5, 3.0, 4.0, 6.0, 5.0, 4.0),
    "AttnGAN + CL": (7.0, 6.0, 5.5, 5.5, 7.0, 7.0),
    "DM-GAN + CL": (9.0, 9.0, 8.0, 8.0, 9.0, 10.0),
    "DALLE-mini": (2.5, 4.0, 3.0, 3.0, 3.0, 8.0),
    "AttnGAN++": (9.5, 10.0, 9.0, 9.5, 10.0, 9.0),
    "real": (10.0, 11.0, 11.0, 11.0, 11.0, 11.0),
}


def table(models: list[str]) -> dict[str, dict[str, float]]:
    return {model: dict(zip(METRICS, TABLE_5[model][:9], strict=True)) for model in models}


def test_ranking_score_gives_the_papers_table_5_exactly() -> None:
    assert ranking_score(table(list(TABLE_5))) == {model: row[9] for model, row in TABLE_5.items()}


def test_ranking_score_gives_the_papers_table_6_exactly() -> None:
    assert ranking_score(table(list(TABLE_6))) == TABLE_6


def test_aspect_scores_give_the_papers_table_11_exactly_and_add_up_to_table_5() -> None:
    found = aspect_scores(table(list(TABLE_11)))
    assert {model: tuple(row.values()) for model, row in found.items()} == TABLE_11
    assert list(found["real"]) == list(ASPECTS)
    assert {model: sum(row.values()) for model, row in found.items()} == {
        model: row[9] for model, row in TABLE_5.items()
    }


def test_ranking_score_lets_ties_share_their_mean_rank() -> None:
    # All nine tie between two models: rank 1.5 each, times the weights' sum 6.
    row = dict.fromkeys(METRICS, 1.0)
    assert ranking_score({"a": row, "b": row}) == {"a": 9.0, "b": 9.0}


def test_ranking_score_names_the_metric_a_model_lacks() -> None:
    scores = table(["AttnGAN", "DM-GAN"])
    del scores["DM-GAN"]["O-FID"]
    with pytest.raises(ParagoneError, match="'DM-GAN' has no O-FID"):
        ranking_score(scores)


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_ranking_score_refuses_what_is_not_a_number(value: float) -> None:
    scores = table(["AttnGAN", "DM-GAN"])
    scores["AttnGAN"]["CA"] = value
    with pytest.raises(ParagoneError, match="CA of 'AttnGAN' is"):
        ranking_score(scores)


def test_win_rate_counts_worse_models_and_half_the_ties() -> None:
    # Four values 4, 2, 2, 1: the best beats 3 of 3; the tied beat one and halve one, 1.5 of 3; the last beats none.
    values = {"a": 4.0, "b": 2.0, "c": 2.0, "d": 1.0}
    assert win_rate(values, "higher") == {"a": 1.0, "b": 0.5, "c": 0.5, "d": 0.0}
    assert win_rate(values, "lower") == {"a": 0.0, "b": 0.5, "c": 0.5, "d": 1.0}


def test_win_rate_leaves_out_models_without_a_value() -> None:
    assert win_rate({"a": 2.0, "b": None, "c": 1.0, "d": float("nan")}, "higher") == {"a": 1.0, "c": 0.0}


@pytest.mark.parametrize("values", [{}, {"a": 1.0}, {"a": 1.0, "b": None}])
def test_win_rate_needs_two_models(values: dict[str, float | None]) -> None:
    assert win_rate(values, "higher") == {}


def test_mean_win_rate_averages_the_columns_a_model_has() -> None:
    # a: (1 + 0) / 2, b: (0 + 1) / 2, c has one column only.
    columns = [{"a": 1.0, "b": 0.0, "c": 0.5}, {"a": 0.0, "b": 1.0}]
    assert mean_win_rate(columns) == {"a": 0.5, "b": 0.5, "c": 0.5}


numbers = st.integers(-20, 20).map(float)  # few distinct ones, so that ties happen
columns_of_values = st.dictionaries(st.text(max_size=3), numbers, min_size=2, max_size=8)
directions: st.SearchStrategy[Direction] = st.sampled_from(["higher", "lower"])


@given(columns_of_values, directions)
def test_win_rates_lie_in_0_to_1_and_average_one_half(values: dict[str, float], direction: Direction) -> None:
    rates = win_rate(values, direction)
    assert all(0 <= rate <= 1 for rate in rates.values())
    assert sum(rates.values()) / len(rates) == pytest.approx(0.5)


@given(columns_of_values, directions)
def test_win_rate_sees_only_the_order(values: dict[str, float], direction: Direction) -> None:
    stretched = {model: value**3 + 5 * value - 7 for model, value in values.items()}
    assert win_rate(stretched, direction) == win_rate(values, direction)


@given(columns_of_values)
def test_win_rate_turned_round_is_what_is_left(values: dict[str, float]) -> None:
    lower = win_rate(values, "lower")
    assert lower == pytest.approx({model: 1 - rate for model, rate in win_rate(values, "higher").items()})


score_rows = st.fixed_dictionaries(dict.fromkeys(METRICS, numbers))
score_tables = st.dictionaries(st.text(max_size=3), score_rows, min_size=1, max_size=6)


@given(score_tables)
def test_ranking_scores_sum_to_the_same_whatever_the_values(scores: dict[str, dict[str, float]]) -> None:
    # In each metric the ranks sum to N (N + 1) / 2, and the weights sum to 6.
    n = len(scores)
    assert sum(WEIGHTS.values()) == 6
    assert sum(ranking_score(scores).values()) == pytest.approx(6 * n * (n + 1) / 2)


@given(score_tables.flatmap(lambda scores: st.tuples(st.just(scores), st.permutations(list(scores)))))
def test_ranking_score_does_not_see_names_or_order(case: tuple[dict[str, dict[str, float]], list[str]]) -> None:
    scores, order = case
    renamed = {f"new {model}": scores[model] for model in order}
    expected = {f"new {model}": score for model, score in ranking_score(scores).items()}
    assert ranking_score(renamed) == expected
