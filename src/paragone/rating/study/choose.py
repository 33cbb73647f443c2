"""What a study shows: the same prompts of every model, and which images stand together on a page."""

from collections.abc import Sequence

from paragone.core.errors import BadInput
from paragone.rating.design.pairs import pairs_of
from paragone.rating.study.known import known_items
from paragone.rating.study.places import Chosen, PromptSamples, picked, places_of, unrated
from paragone.rating.study.study_file import ImageChoice, StudyFile
from paragone.store.folder import RunFolder


def choose_items(file: StudyFile, runs: Sequence[RunFolder]) -> list[Chosen]:
    """Every item of a study, with those that have a known answer."""
    rated, others = places_of(file, runs)
    shows = file.asked[0].shows
    if not rated:
        raise BadInput("the runs have no drawn image that the study could show; see `images` in the study file")
    items = {"image": _single, "pair": _pairs, "row": _rows, "group": _groups}[shows](rated, file.images)
    if not items:
        raise BadInput(f"the questions show {shows}s, and no prompt has enough images for one")
    kinds = {row["is_real"] for item in items for row in item.samples}
    if any(one.is_detection for one in file.asked) and len(kinds) < 2:
        raise BadInput(
            'the question is "real or fake", and the images are all of one kind; name the real ones: images.real'
        )
    return items + known_items(file, items, [*rated, *others], unrated(rated, others, file.images))


def _single(places: list[PromptSamples], choice: ImageChoice) -> list[Chosen]:
    return [
        Chosen((row,), model, place.key, place.text, place.sensitive, expected=place.right)
        for place in places
        for model in place.by_model
        for row in picked(place, model, choice)
    ]


def _pairs(places: list[PromptSamples], choice: ImageChoice) -> list[Chosen]:
    models = sorted({model for place in places for model in place.by_model})
    found = []
    for place, pairs in zip(places, pairs_of(models, len(places), choice.pairs), strict=True):
        for one, other in pairs:
            if one in place.by_model and other in place.by_model:
                rows = zip(picked(place, one, choice), picked(place, other, choice), strict=False)
                arm = " / ".join(sorted((one, other)))
                found += [Chosen(both, arm, place.key, place.text, place.sensitive) for both in rows]
    return found


def _rows(places: list[PromptSamples], choice: ImageChoice) -> list[Chosen]:
    """Up to four models side by side; of more, each window of four on the ring of models in turn."""
    models = sorted({model for place in places for model in place.by_model})
    found = []
    for n, place in enumerate(places):
        ring = [models[(n + k) % len(models)] for k in range(min(4, len(models)))]
        here = sorted(model for model in ring if model in place.by_model)
        if len(here) > 1:
            rows = tuple(picked(place, model, choice)[0] for model in here)
            found.append(Chosen(rows, " / ".join(here), place.key, place.text, place.sensitive))
    return found


def _groups(places: list[PromptSamples], choice: ImageChoice) -> list[Chosen]:
    """Up to nine images of one model and prompt, as DALL-Eval's page on people has them."""
    return [
        Chosen(tuple(rows[:9]), model, place.key, place.text, place.sensitive)
        for place in places
        for model, rows in place.by_model.items()
    ]
