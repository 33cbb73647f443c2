"""Judges out of their domain: a detector of simulator scenes that looks at photographs, or the other way round."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from paragone.core.components import Domain
from paragone.core.types import Facts
from paragone.stages.notices import Notice
from paragone.stages.planning.match import PHOTOGRAPHS, SCENES, domains_below, watched
from paragone.stages.planning.prepared import Prepared
from paragone.stages.samples import drawn_prompts
from paragone.stages.views import Viewer
from paragone.store.folder import RunFolder

WORDS: dict[Domain, str] = {"scenes": "simulator scenes", "photographs": "photographs"}


class Seen(NamedTuple):
    """How many images were looked at, how many are simulator scenes, and how many neither these nor photographs."""

    images: int = 0
    scenes: int = 0
    neither: int = 0

    def strange(self, domain: Domain) -> int:
        """Those that a judge of this domain does not know."""
        return self.images - self.scenes if domain == "scenes" else self.scenes + self.neither


def out_of_domain(prepared: Prepared, folder: RunFolder) -> list[Notice]:
    """For each model and metric whose judge does not know most of the images: what it is, and what to do."""
    if SCENES not in prepared.annotators:
        return []
    seen = {(model, scenario): found for model, scenario, found in _seen(prepared, folder)}
    found: list[Notice] = []
    for label, made in prepared.metrics.items():
        places = [scenario for scenario in prepared.scenarios if prepared.asked(label, scenario)]
        for annotator, domain in domains_below(prepared, made.instance.needs).items():
            for model in prepared.models:
                mine = _sum([Seen(), *(seen[model, place] for place in places if (model, place) in seen)])
                if 2 * mine.strange(domain) > mine.images:
                    found.append(_notice(model, label, annotator, domain, mine))
    return found


def _sum(few: Iterable[Seen]) -> Seen:
    return Seen(*(sum(numbers) for numbers in zip(*few, strict=True)))


def _seen(prepared: Prepared, folder: RunFolder) -> Iterator[tuple[str, str, Seen]]:
    tellers = [name for name in (SCENES, PHOTOGRAPHS) if name in prepared.annotators]
    viewer = Viewer(prepared, folder, tellers)
    for scenario, prompts in watched(prepared).items():
        for model in prepared.models:
            drawn = drawn_prompts(prepared, folder, model, scenario, prompts)
            views = (viewer.view(one.prompt, sample).facts for one in drawn for sample in one.samples)
            yield model, scenario, _sum([Seen(), *(_one(facts) for facts in views if SCENES in facts)])


def _one(facts: Mapping[str, Facts]) -> Seen:
    """One image; that it is no photograph is known only where what tells photographs has looked."""
    is_scene = bool(facts[SCENES]["is_scene"])
    is_other = not is_scene and PHOTOGRAPHS in facts and not facts[PHOTOGRAPHS]["is_photograph"]
    return Seen(1, int(is_scene), int(is_other))


def _notice(model: str, metric: str, annotator: str, domain: Domain, seen: Seen) -> Notice:
    strange = seen.strange(domain)
    found = f"{strange} of {seen.images} images of {model} that were looked at are {_are(domain, seen)}"
    advice = '; a detector of photographs is detector = "coco_detector"' if annotator == "scene_detector" else ""
    text = f"{metric} misleads: {annotator} knows {WORDS[domain]}, and {found}{advice}"
    return Notice("out of domain", "warning", text, model, "", metric, annotator, strange, seen.images)


def _are(domain: Domain, seen: Seen) -> str:
    if domain == "scenes":
        return "no simulator scenes"
    if not seen.neither:
        return "simulator scenes, no photographs"
    kinds = f"{seen.scenes} simulator scenes, " if seen.scenes else ""
    return f"no photographs ({kinds}{seen.neither} like noise, flat graphics or one texture)"
