"""The catalogue: folders, entry points, near names, clashes, options."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from paragone.core import catalogue
from paragone.core.errors import BadOption, NameClash, NotReady, UnknownName

Plugin = Callable[[str, str], Path]
CODE = """
class Steady:
    name, version, needs, kind, direction, bounds, binary = "steady", "1", (), "image", "higher", (0.0, 1.0), False
    def __init__(self, level: float = 0.5, *, required: str = "") -> None:
        self.level = level
def demanding(path: str) -> Steady:
    return Steady()
"""


def test_names_are_the_files_of_a_folder() -> None:
    files = {path.stem for path in (catalogue.PACKAGE / "metrics").glob("[a-z]*.py")}
    assert files <= set(catalogue.names("metrics"))


def test_listing_names_imports_no_component() -> None:
    code = (
        "import sys; from paragone.core import catalogue\n"
        "for kind in catalogue.KINDS:\n    [catalogue.summary(kind, name) for name in catalogue.names(kind)]\n"
        "print([m for m in sys.modules if m.startswith('paragone.') and m.split('.')[1] in catalogue.KINDS])"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert told == "[]\n"


def test_another_package_joins_through_an_entry_point(plugin: Plugin) -> None:
    plugin(CODE, "[paragone.metrics]\nsteady = plug:Steady\n")
    assert "steady" in catalogue.names("metrics")
    assert catalogue.make("metrics", "steady", {"level": 0.75}).level == 0.75


def test_two_things_under_one_name_are_an_error(plugin: Plugin) -> None:
    plugin(CODE, "[paragone.metrics]\nblackout = plug:Steady\n")
    with pytest.raises(NameClash, match="two metrics are called 'blackout'"):
        catalogue.names("metrics")


def test_an_unknown_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match="no metric is called 'blakout'; did you mean blackout"):
        catalogue.load("metrics", "blakout")


def test_an_unknown_option_is_answered_with_the_nearest(plugin: Plugin) -> None:
    plugin(CODE, "[paragone.metrics]\nsteady = plug:Steady\n")
    with pytest.raises(BadOption, match="'steady' has no option 'levle'; did you mean level"):
        catalogue.make("metrics", "steady", {"levle": 1})


def test_an_option_that_is_needed_is_asked_for(plugin: Plugin) -> None:
    plugin(CODE, "[paragone.metrics]\ndemanding = plug:demanding\n")
    with pytest.raises(BadOption, match="'demanding' needs the option 'path'"):
        catalogue.make("metrics", "demanding")


@pytest.mark.parametrize(
    ("kind", "name", "options"),
    [
        ("models", "diffusers", {"path": ".", "steps": "many"}),
        ("models", "diffusers", {"path": ".", "steps": 2.5}),
        ("models", "openai_images", {"id": "x", "tries": "3"}),
        ("models", "openai_images", {"id": "x", "cost": True}),
        ("models", "openai_images", {"id": "x", "timeout_s": None}),
        ("metrics", "denoised_runtime", {"trials": "five"}),
    ],
)
def test_a_number_that_is_none_is_told_in_one_line(kind: catalogue.Kind, name: str, options: dict[str, object]) -> None:
    option = list(options)[-1]
    with pytest.raises(BadOption, match=f"the option '{option}' of the {kind[:-1]} '{name}' is .*, not"):
        catalogue.make(kind, name, options)


def test_whole_numbers_and_none_go_where_they_may() -> None:
    made = catalogue.make("models", "openai_images", {"id": "x", "cost": None, "timeout_s": 3, "key": ""})
    assert (made.cost, made.timeout_s) == (None, 3)
    assert catalogue.make("models", "openai_images", {"id": "x", "cost": 1, "key": ""}).cost == 1


PLUGIN = '''"""Things of a plug-in."""
raise RuntimeError("listing must not import this")


class Spoken:
    """A metric that speaks for itself.

    More words.
    """


class Silent:
    pass
'''


def test_plug_ins_are_summed_up_by_their_own_words_without_being_imported(
    plugin: Plugin,
) -> None:
    plugin(PLUGIN, "[paragone.metrics]\nspoken = plug:Spoken\nsilent = plug:Silent\nabsent = no_such_module:It\n")
    assert catalogue.summary("metrics", "spoken") == "A metric that speaks for itself."
    assert catalogue.summary("metrics", "silent") == "Things of a plug-in."
    assert catalogue.summary("metrics", "absent") == ""


def test_perturbations_join_by_entry_points_too(plugin: Plugin) -> None:
    plugin('class Louder:\n    """SHOUT."""\n', "[paragone.perturbations]\nlouder = plug:Louder\n")
    assert "louder" in catalogue.names("perturbations")
    assert catalogue.summary("perturbations", "louder") == "SHOUT."


def test_a_class_without_an_init_has_no_options(plugin: Plugin) -> None:
    code = "from paragone.core.components import Scenario\nclass Bare(Scenario):\n    name, version = 'bare', '1'\n"
    plugin(code, "[paragone.scenarios]\nbare = plug:Bare\n")
    assert catalogue.make("scenarios", "bare").name == "bare"
    with pytest.raises(BadOption, match="the scenario 'bare' has no option 'args'; there are none"):
        catalogue.make("scenarios", "bare", {"args": 1})


def test_a_summary_is_the_first_line_of_a_file_or_a_short_name_s_title() -> None:
    told = catalogue.summary("metrics", "blackout")
    assert told
    path = catalogue.file_of("metrics", "blackout")
    assert path is not None
    assert told in path.read_text(encoding="utf-8").splitlines()[0]
    assert catalogue.summary("metrics", "nothing of the kind") == ""
    short = next(iter(catalogue.aliases("models")))
    assert catalogue.summary("models", short) == catalogue.aliases("models")[short]["title"] != ""
    assert catalogue.file_of("models", short) is None


def test_short_names_of_metrics_are_listed_and_those_of_models_are_not() -> None:
    assert set(catalogue.listed("models")) == set(catalogue.names("models"))
    assert set(catalogue.listed("metrics")) == {*catalogue.names("metrics"), *catalogue.aliases("metrics")}
    assert catalogue.listed("metrics") == sorted(catalogue.listed("metrics"))


def test_a_short_name_makes_its_component_with_its_options_and_those_given() -> None:
    [short] = [name for name in catalogue.aliases("metrics") if "use" in catalogue.aliases("metrics")[name]][:1]
    alias = catalogue.aliases("metrics")[short]
    assert catalogue.make("metrics", short) == catalogue.make("metrics", alias["use"], alias["options"])
    with pytest.raises(BadOption, match="has no option 'nonsense'"):
        catalogue.make("metrics", short, {"nonsense": 1})


def test_a_model_that_cannot_be_run_from_here_says_what_to_do() -> None:
    absent = [name for name, alias in catalogue.aliases("models").items() if "use" not in alias]
    for name in absent:
        with pytest.raises(NotReady, match=f"the model {name!r} cannot be run from here: .*bring its results as files"):
            catalogue.make("models", name)


def test_an_option_given_by_place_only_is_none() -> None:
    assert catalogue._fits(3, int)
    assert catalogue._fits(3, float)
    assert catalogue._fits(3.5, float)
    assert not catalogue._fits(3.5, int)
    assert not catalogue._fits(True, int)
    assert not catalogue._fits("3", int)
    assert catalogue._fits(None, int | None)
    assert not catalogue._fits(None, int)
    assert catalogue._fits(True, bool)
    assert not catalogue._fits(1, bool)
    assert catalogue._fits("anything", str | None)
    assert catalogue._fits([1], list)


def test_near_names_are_offered_and_few_names_are_all_told() -> None:
    known = ["fid", "kid", "clipscore"]
    assert catalogue.nearest("clipscor", known) == "did you mean clipscore?"
    assert catalogue.nearest("zzzzzzz", known) == "there are clipscore, fid, kid"
    assert catalogue.nearest("zzz", []) == "there are none"
    assert catalogue.nearest("aaaa1", ["aaaa2", "aaaa3", "aaaa4", "aaaa5"]).count(" or ") == 2


def test_an_option_of_the_wrong_kind_is_told_what_it_should_be() -> None:
    with pytest.raises(BadOption, match=r"^the option 'k' of the metric 'precision' is int, not 'many'$"):
        catalogue.make("metrics", "precision", {"k": "many"})
