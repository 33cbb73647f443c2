"""Everything registered keeps the contract of its kind.

A component is skipped only for what a machine may lack: another's package, weights, a data set. One that cannot be made
without options is made with those that are given here.
"""

import importlib.util
import inspect
from collections.abc import Mapping
from typing import Any

import pytest

from paragone import testing
from paragone.assets.ready import ensure_ready
from paragone.core import catalogue
from paragone.core.errors import BadOption, NotReady

EVERYTHING = [(kind, name) for kind in catalogue.KINDS for name in catalogue.names(kind)]
OPTIONS: Mapping[str, Mapping[str, Any]] = {
    "metrics/alignment": {"encoder": "clip_scene"},
    "metrics/over_images": {"of": "fractal"},
    "metrics/women_share_corrected": {"confusion": [[90, 10], [15, 85]]},
    "perturbations/style": {"style": "a painting"},
    "perturbations/translation": {"language": "spanish", "function": "tests.contract.test_catalogue:turned"},
}
BY_THEIR_OWN_TESTS = {  # they speak to something that must be there, or read a place that a user names
    *(
        "models/affix",
        "models/first_of",
        "models/attngan",
        "models/biased_faces",
        "models/command",
        "models/diffusers",
        "models/folder",
        "models/http",
        "models/images",
    ),
    *("models/openai_images", "models/python", "models/rewrite", "scenarios/file", "scenarios/images"),
}


def turned(text: str, language: str) -> str:
    """A translator that is always there."""
    return text[::-1] + language


def made(kind: catalogue.Kind, name: str) -> Any:
    """The component, ready to be used; the test is skipped where another's package or weights are not here."""
    try:
        component = catalogue.make(kind, name, OPTIONS.get(f"{kind}/{name}", {}))
        ensure_ready(component)
    except ModuleNotFoundError as error:
        skip_without_package(error)
        raise
    except NotReady as error:
        pytest.skip(str(error))
    return component


def skip_without_package(error: ModuleNotFoundError) -> None:
    """Skip where it is a stranger's package that is missing; a module of ours that is not found is our mistake."""
    package = (error.name or "").partition(".")[0]
    if package and package != "paragone" and importlib.util.find_spec(package) is None:
        pytest.skip(f"needs the package {package}; install the extra that has it")


@pytest.mark.parametrize(("kind", "name"), EVERYTHING, ids=[f"{kind}-{name}" for kind, name in EVERYTHING])
def test_a_component_keeps_its_contract(kind: catalogue.Kind, name: str) -> None:
    assert catalogue.summary(kind, name), "the first line of its file says what it is"
    factory = load(kind, name)
    if f"{kind}/{name}" in BY_THEIR_OWN_TESTS:
        assert callable(factory)
        return
    getattr(testing, f"check_{kind[:-1]}")(made(kind, name))


def load(kind: catalogue.Kind, name: str) -> Any:
    try:
        return catalogue.load(kind, name)
    except ModuleNotFoundError as error:
        skip_without_package(error)
        raise


def test_only_what_cannot_be_made_alone_is_left_to_its_own_tests() -> None:
    for place in BY_THEIR_OWN_TESTS:
        kind, _, name = place.partition("/")
        factory = load(kind, name)  # type: ignore[arg-type]
        needed = [one for one in inspect.signature(factory).parameters.values() if one.default is one.empty]
        if not needed:
            with pytest.raises(BadOption):  # it needs one option or another
                factory()


def test_a_module_of_ours_that_is_not_there_is_no_reason_to_skip() -> None:
    skip_without_package(ModuleNotFoundError("gone", name="paragone.gone"))
    skip_without_package(ModuleNotFoundError("gone", name="numpy.gone"))  # the package is here: a name is wrong
    with pytest.raises(pytest.skip.Exception, match="needs the package nobody_has_this"):
        skip_without_package(ModuleNotFoundError("gone", name="nobody_has_this.part"))
