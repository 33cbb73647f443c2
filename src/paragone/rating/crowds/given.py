"""What one worker said of one item, whatever platform it came from."""

from collections.abc import Mapping
from typing import NamedTuple

from paragone.rating.questions.question import Answer
from paragone.rating.store.study import Study
from paragone.rating.store.work import as_stored


class Given(NamedTuple):
    """What one worker said of one item."""

    worker: str
    item: int
    answers: Mapping[str, Answer]
    seconds: float | None


def placed(study: Study, item: int, answers: Mapping[str, Answer], order: str | None) -> dict[str, Answer]:
    """Letters by the item's own order of images, whatever stood where on the platform's page."""
    images = len(study.items[item].images)
    places = [int(one) for one in (order or "").split("-") if one.isdecimal()]
    if sorted(places) != list(range(images)):
        places = list(range(images))
    lettered = {one.name for one in study.questions if one.kind in ("pair", "best")}
    return {name: as_stored(one, places) if name in lettered else one for name, one in answers.items()}
