"""Judges out of their domain: a detector of simulator scenes that looks at photographs, or the other way round."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from paragone.core.components import Domain
from paragone.stages.notices import Notice
from paragone.stages.planning.match import DOMAIN, domains_below, watched
from paragone.stages.planning.prepared import Prepared
from paragone.stages.samples import drawn_prompts
from paragone.stages.views import Viewer
from paragone.store.folder import RunFolder

WORDS: dict[Domain, str] = {"scenes": "simulator scenes", "photographs": "photographs"}


class Seen(NamedTuple):
    """How many images of a model on a scenario were looked at, and how many of them are simulator scenes."""

    images: int
    scenes: int


def out_of_domain(prepared: Prepared, folder: RunFolder) -> list[Notice]:
    """For each model and metric whose judge does not know most of the images: what it is, and what to do."""
    if DOMAIN not in prepared.annotators:
        return []
    seen = {(model, scenario): found for model, scenario, found in _seen(prepared, folder)}
    found: list[Notice] = []
    for label, made in prepared.metrics.items():
        places = [scenario for scenario in prepared.scenarios if prepared.asked(label, scenario)]
        for annotator, domain in domains_below(prepared, made.instance.needs).items():
            for model in prepared.models:
                mine = [seen[model, scenario] for scenario in places if (model, scenario) in seen]
                total = sum(one.images for one in mine)
                scenes = sum(one.scenes for one in mine)
                strange = total - scenes if domain == "scenes" else scenes
                if 2 * strange > total:
                    found.append(_notice(model, label, annotator, domain, Counter(strange=strange, total=total)))
    return found


def _seen(prepared: Prepared, folder: RunFolder) -> Iterator[tuple[str, str, Seen]]:
    viewer = Viewer(prepared, folder, [DOMAIN])
    for scenario, prompts in watched(prepared).items():
        for model in prepared.models:
            images = scenes = 0
            for drawn in drawn_prompts(prepared, folder, model, scenario, prompts):
                for sample in drawn.samples:
                    facts = viewer.view(drawn.prompt, sample).facts.get(DOMAIN)
                    images += facts is not None
                    scenes += bool(facts and facts["is_scene"])
            yield model, scenario, Seen(images, scenes)


def _notice(model: str, metric: str, annotator: str, domain: Domain, counts: Counter[str]) -> Notice:
    strange, total = counts["strange"], counts["total"]
    found = f"{strange} of {total} images of {model} that were looked at are {_are(domain)}"
    advice = '; a detector of photographs is detector = "coco_detector"' if annotator == "scene_detector" else ""
    text = f"{metric} misleads: {annotator} knows {WORDS[domain]}, and {found}{advice}"
    return Notice("out of domain", "warning", text, model, "", metric, annotator, strange, total)


def _are(domain: Domain) -> str:
    return "no simulator scenes" if domain == "scenes" else "simulator scenes, no photographs"
