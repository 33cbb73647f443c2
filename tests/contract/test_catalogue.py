"""Everything registered keeps the contract of its kind."""

import inspect
from dataclasses import replace
from pathlib import Path

import pytest

from paragone import testing
from paragone.assets.ready import ensure_ready
from paragone.core import catalogue
from paragone.core.errors import BadOption, NotReady
from paragone.core.keys import content_hash
from paragone.core.types import Prompt, Reference
from paragone.images.encode import encode
from paragone.testing.examples import example_pictures, example_prompts

EVERYTHING = [(kind, name) for kind in catalogue.KINDS for name in catalogue.names(kind)]


@pytest.mark.parametrize(("kind", "name"), EVERYTHING, ids=[f"{kind}-{name}" for kind, name in EVERYTHING])
def test_a_component_keeps_its_contract(kind: catalogue.Kind, name: str, tmp_path: Path) -> None:
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
    if kind == "models" and "reference" in component.reads:
        testing.check_model(component, prompts_with_references(tmp_path))
        return
    getattr(testing, f"check_{kind[:-1]}")(component)


def prompts_with_references(folder: Path) -> list[Prompt]:
    """Prompts whose reference images are files: a model that reads them opens them."""
    prompts = []
    for prompt, picture in zip(example_prompts(3), example_pictures(), strict=True):
        path, data = folder / f"{prompt.id}.png", encode(picture.pixels)
        path.write_bytes(data)
        prompts.append(replace(prompt, reference=Reference(path, content_hash(data))))
    return prompts
