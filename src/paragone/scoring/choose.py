"""Which metrics an input allows, and why not the others."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from paragone.core.catalogue import listed, make
from paragone.core.components import Annotator, Metric
from paragone.core.errors import BadOption, ParagoneError
from paragone.scoring.gather import Collection
from paragone.stages.plan import Entry
from paragone.stages.prepare import Made, ensure_ready, prepare_annotator, prepare_metric


@dataclass(frozen=True)
class Choice:
    """The metrics to compute, the annotators they need, and the reasons for those that cannot be."""

    metrics: Mapping[str, Made[Metric]]
    annotators: Mapping[str, Made[Annotator]]
    skipped: Mapping[str, str]


def choose(asked: Sequence[str], images: Collection, *, has_reference: bool) -> Choice:
    """The metrics asked for (all of the catalogue if none is), as far as the input allows."""
    annotators: dict[str, Made[Annotator] | str] = {}
    metrics: dict[str, Made[Metric]] = {}
    skipped: dict[str, str] = {}
    for text in asked or listed("metrics"):
        entry = entry_of(text)
        try:
            metric: Metric = make("metrics", entry.use, entry.options)
        except (ParagoneError, ImportError) as error:
            if asked:
                raise
            skipped[text] = str(error)
            continue
        why = _input_lacks(metric, images, has_reference=has_reference)
        for need in metric.needs if not why else ():
            annotators.setdefault(need, _prepared(need))
            found = annotators[need]
            why = why or (found if isinstance(found, str) else _prompts_lack(found, images))
        if why:
            skipped[metric.name] = why
            continue
        ready = {name: made for name, made in annotators.items() if not isinstance(made, str)}
        made = prepare_metric(entry, ready, (0,))
        metrics[made.label] = made
    needed = {need for made in metrics.values() for need in made.part.needs} | {"pixels"}
    annotators.setdefault("pixels", _prepared("pixels"))
    kept = {name: made for name, made in annotators.items() if name in needed and not isinstance(made, str)}
    return Choice(metrics, kept, skipped)


def entry_of(text: str) -> Entry:
    """A metric with its options, as on the command line: the name, then each option after a colon.

    >>> entry_of("rprecision:encoder=clip_scene:candidates=10").options
    {'encoder': 'clip_scene', 'candidates': 10}
    """
    use, *given = text.split(":")
    options: dict[str, Any] = {}
    for part in given:
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not name or not equals:
            raise BadOption(f"cannot read the metric {text!r}; write options as NAME:option=value:option=value")
        try:
            options[name] = tomllib.loads(f"value = {value}")["value"]
        except tomllib.TOMLDecodeError:
            options[name] = value  # a bare word is text
    return Entry(use=use.strip(), **options)


def _input_lacks(metric: Metric, images: Collection, *, has_reference: bool) -> str:
    if metric.kind == "set" and metric.needs_real and not has_reference:
        return "compares with real images: give --reference"
    if not metric.needs:
        return "reads how an image was drawn, which files do not tell"
    # A metric that checks what a prompt asks for says so by `reads_expect`.
    if getattr(metric, "reads_expect", False) and not any(item.prompt.expect for item in images.items):
        return "checks what a prompt asks for: give --prompts with an `expect` column"
    return ""


def _prompts_lack(made: Made[Annotator], images: Collection) -> str:
    if getattr(made.part, "reads_reference", False):
        found = any(item.prompt.reference for item in images.items)
        return (
            ""
            if found
            else "compares each image with its own reference: name both alike, or give --prompts with `reference`"
        )
    if made.part.subject != "image" and not images.has_prompts:
        return "compares with the prompt: give --prompts"
    return ""


def _prepared(name: str) -> Made[Annotator] | str:
    try:
        made = prepare_annotator(name, {})
        ensure_ready(made.part)
    except ParagoneError as error:
        return str(error)
    except ImportError as error:
        return f"needs the package {error.name}, which is not installed"
    return made
