"""What every annotator keeps."""

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

import numpy as np

from paragone.core.catalogue import make
from paragone.core.components import Annotator, Subject
from paragone.core.types import Column, Facts, Missing, Picture, Prompt
from paragone.testing.examples import Maker, example_pictures, example_prompts, facts_of, same, with_references


def check_annotator(annotator: Annotator, *, makers: Mapping[str, Maker] | None = None) -> None:
    """It states just the columns it names, one by one or together, of any picture, and reads what it declares."""
    assert annotator.version
    assert annotator.batch >= 1
    assert annotator.subject in get_args(Subject), f"{annotator.subject!r} is no subject"
    if annotator.subject == "people":  # nobody looks: the facts are the run's ratings
        return
    odd = set(annotator.columns.values()) - set(get_args(Column))
    assert not odd, f"{sorted(odd)} are no kinds of column"
    with tempfile.TemporaryDirectory() as folder:
        given = with_references(example_prompts(3), Path(folder)) if annotator.subject != "image" else []
        _check_looks(annotator, given, makers)


def _check_looks(annotator: Annotator, given: Sequence[Prompt], makers: Mapping[str, Maker] | None) -> None:
    pictures = example_pictures() if annotator.subject != "prompt" else []
    prompts = [prompt.only((*annotator.reads, *annotator.may_read)) for prompt in given]
    known = _needed(annotator, makers)
    together = _look(annotator, pictures, prompts, known)
    alone = [_look(annotator, pictures[n : n + 1], prompts[n : n + 1], known[n : n + 1])[0] for n in range(3)]
    assert len(together) == 3, "one answer for each picture or prompt"
    for one, other, every in zip(together, alone, _look(annotator, pictures, given, known), strict=True):
        assert isinstance(one, Missing) == isinstance(other, Missing), "the batch does not change what is seen"
        if isinstance(one, Missing):
            continue
        assert set(one) == set(annotator.columns), "it states the columns it names, no more and no less"
        assert _same(annotator, one, other), f"{annotator.name} states other facts alone than in a batch, or by chance"
        assert _same(annotator, one, every), f"{annotator.name} reads more of a prompt than it declares"


def _needed(annotator: Annotator, makers: Mapping[str, Maker] | None) -> list[dict[str, Facts]]:
    below: dict[str, Annotator] = {name: make("annotators", name) for name in annotator.needs}
    rng = np.random.default_rng(0)
    return [facts_of(list(below), below, rng, makers) for _ in range(3)] if below else []


def _look(
    annotator: Annotator, pictures: Sequence[Picture], prompts: Sequence[Prompt], known: Sequence[Mapping[str, Facts]]
) -> Sequence[Facts | Missing]:
    return annotator.look(pictures, prompts, known) if annotator.needs else annotator.look(pictures, prompts)


def _same(annotator: Annotator, one: Facts, other: Any) -> bool:
    return not isinstance(other, Missing) and all(same(one[name], other[name]) for name in annotator.columns)
