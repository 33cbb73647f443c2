"""Everything registered keeps the contract of its kind."""

import inspect

import pytest

from paragone import testing
from paragone.core import catalogue
from paragone.core.errors import BadOption, NotReady
from paragone.stages.make import ensure_ready

EVERYTHING = [(kind, name) for kind in catalogue.KINDS for name in catalogue.names(kind)]


@pytest.mark.parametrize(("kind", "name"), EVERYTHING, ids=[f"{kind}-{name}" for kind, name in EVERYTHING])
def test_a_component_keeps_its_contract(kind: catalogue.Kind, name: str) -> None:
    assert catalogue.summary(kind, name), "the first line of its file says what it is"
    try:
        factory = catalogue.load(kind, name)
    except ImportError as error:
        pytest.skip(f"needs the package {error.name}; install the extra that has it")
    parameters = inspect.signature(factory).parameters.values()
    needed = [p.name for p in parameters if p.default is p.empty]
    if needed:
        return  # its own test makes it with its options
    try:
        component = factory()
    except BadOption:
        return  # it needs one option or another
    try:
        ensure_ready(component)
    except NotReady as error:
        pytest.skip(str(error))
    getattr(testing, f"check_{kind[:-1]}")(component)
