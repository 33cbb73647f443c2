"""Short names of models: data that must stay true to the catalogue."""

import pytest

from paragone.core.catalogue import aliases, load, make, names
from paragone.core.errors import BadOption, NotReady, UnknownName
from paragone.stages.planning.make import make_model
from paragone.stages.planning.plan import Entry

MODELS = aliases("models")


def test_all_26_models_of_heim_are_there_and_are_told_apart() -> None:
    heim = [name for name, told in MODELS.items() if told.get("heim")]
    assert len(heim) == 26
    assert len({MODELS[name]["title"] for name in heim}) == 26
    assert all(MODELS[name]["parameters"] > 0 for name in heim)


def test_no_short_name_hides_a_model_of_the_catalogue() -> None:
    assert not set(MODELS) & set(names("models"))


@pytest.mark.parametrize("name", MODELS)
def test_every_short_name_makes_its_model_or_says_why_not(name: str) -> None:
    told = MODELS[name]
    assert {"title", "family", "licence"} <= set(told)
    assert set(told) <= {"title", "family", "licence", "parameters", "heim", "use", "options", "note"}
    if "use" in told:
        model = make("models", name)
        assert isinstance(model, load("models", told["use"]))  # type: ignore[arg-type]
        assert model.revision
    else:
        with pytest.raises(NotReady, match="cannot be run from here"):
            make("models", name)


def test_own_options_win_over_the_short_name_s() -> None:
    assert make("models", "sdxl-turbo").steps == 1
    assert make("models", "sdxl-turbo", {"steps": 4}).steps == 4
    with pytest.raises(BadOption, match="steps"):
        make("models", "sdxl", {"stepps": 4})
    with pytest.raises(UnknownName, match="sdxl"):
        make("models", "sdxll")


def test_patience_and_price_do_not_make_images_be_drawn_again_but_other_options_do() -> None:
    def identity(**options: object) -> str:
        return make_model(Entry.model_validate({"use": "openai_images", "id": "x", **options})).identity

    assert identity(threads=8, tries=1, cost=0.1, key="OTHER_KEY", timeout_s=3.0) == identity()
    assert identity(size="512x512") != identity()
