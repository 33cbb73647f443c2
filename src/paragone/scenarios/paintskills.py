"""PaintSkills: prompts for objects, counts, colours and spatial relations, with the scene that each one describes."""

from typing import Literal

from paragone.core.components import Scenario
from paragone.core.errors import BadOption
from paragone.core.types import Prompt
from paragone.scenes.compose import VERSION, Series, cells, full_size
from paragone.scenes.request import expect_of
from paragone.scenes.vocabulary import PLAIN, Skill
from paragone.scenes.wording import Order, write

SOURCE = "Cho et al., DALL-Eval (arXiv 2202.04053; ICCV 2023); the prompts are made anew from its templates"


def scenario(
    version: Literal["v1", "v2"] = "v2",
    skill: Skill = "object",
    split: Literal["train", "val"] = "val",
    n: int | None = None,
    seed: int = 0,
) -> Scenario:
    """The first n prompts of a split (the papers' full size if n is not given); the cells take turns."""
    series = Series(version, skill, split, seed)
    count = full_size(series) if n is None else n
    if count < 1:
        raise BadOption(f"{count} prompts of paintskills; ask for one at least")
    orders = cells(version, skill)
    prompts = tuple(_prompt(orders[index % len(orders)], series, index) for index in range(count))
    return Scenario(
        f"paintskills_{version}_{skill}",
        f"{VERSION}-{split}-{seed}",
        prompts,
        source=SOURCE,
        licence="MIT",
        aspects=("reasoning",),
    )


def _prompt(order: Order, series: Series, index: int) -> Prompt:
    tags = {"skill": order.skill, "object": order.names[-1], "task": _task(order)}
    if order.skill == "count":
        tags["count"] = str(order.count)
    if order.colour != PLAIN:
        tags["colour"] = order.colour
    if order.relation:
        tags |= {"relation": order.relation, "beside": order.names[0]}
    name = f"{series.version}_{order.skill}_{series.split}_{index:05d}"
    return Prompt(name, write(order, series.version), tags, expect_of(order, series, index))


def _task(order: Order) -> str:
    """How hard it is, coarsely: the papers' per-task figures."""
    return f"count {order.count}" if order.skill == "count" else order.relation or order.skill
