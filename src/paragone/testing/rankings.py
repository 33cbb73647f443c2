"""What every ranking keeps."""

from paragone.core.cells import Cell
from paragone.rankings import Contest, Ranked, Ranking
from paragone.stats.ranking.columns import Column
from paragone.stats.ranking.rank import WEIGHTS, direction_of


def check_ranking(ranking: Ranking) -> None:
    """It ranks by numbers alone: the same each time, and whatever the models are called."""
    assert ranking.name
    found = ranking.rank(_contest(("a", "b", "c")))
    assert found, "it ranks models that have a value in every column"
    for models in found.values():
        for ranked in models.values():
            assert isinstance(ranked, Ranked)
            low, value, high = ranked.estimate.low, ranked.estimate.value, ranked.estimate.high
            is_within = None in (low, value, high) or low <= value <= high  # type: ignore[operator]
            assert is_within, f"{ranking.name}: {value} is outside its interval [{low}, {high}]"
            assert ranked.best is None or ranked.worst is None or 1 <= ranked.best <= ranked.worst
    assert found == ranking.rank(_contest(("a", "b", "c"))), f"{ranking.name} has chance of its own"
    renamed = ranking.rank(_contest(("z", "b", "c")))
    for name, models in found.items():
        assert models["a"] == renamed[name]["z"], f"{ranking.name} depends on what a model is called"


def _contest(models: tuple[str, ...]) -> Contest:
    """Three models on TISE's nine columns, the first better than the second, the second than the third."""
    columns = {}
    for metric in WEIGHTS:
        direction = direction_of(metric)
        sign = 1.0 if direction == "higher" else -1.0
        values = {model: 10 - sign * place for place, model in enumerate(models)}
        influences = {model: {"p": 0.1 * place, "q": -0.1 * place} for place, model in enumerate(models, start=1)}
        columns[Cell("scenes", metric)] = Column(direction, values, influences)
    return Contest(columns, {"quality": list(columns)}, list(models), 0.95)
