"""Measures an exported dual encoder on val scenes, which training never sees: how often an image finds its caption.

    python -m paragone.baselines.dual_encoder.evaluate --model FOLDER --scenes 300 --keep

`among 99` is R-precision: the true caption is nearest, before 99 different captions of all skills that are false of the
scene. `its own` is the harder test: before every caption with one of the scene's own facts changed (all other counts,
colours, relations; for objects all other classes) and five with another object. `its fact` leaves out those five.
"""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

import numpy as np
import typer

from paragone.baselines.dual_encoder import captions
from paragone.baselines.dual_encoder.encoder import CARD, Floats, load
from paragone.core.types import Pixels
from paragone.scenes.compose import Series, cells, full_size, scene_at
from paragone.scenes.vocabulary import SKILLS
from paragone.scenes.wording import Order, write

TextVectors = Callable[[Sequence[str]], Floats]  # unit length, (texts, length)
OTHERS = 99
OTHER_OBJECTS = 5


class Seen(NamedTuple):
    """A val scene: what it shows, how its version words that, and its image's vector."""

    series: Series
    order: Order
    vector: Floats

    def say(self, order: Order) -> str:
        """In the words of the scene's version."""
        return write(order, self.series.version)


class Result(NamedTuple):
    """Shares of the scenes of one series whose own caption comes first."""

    name: str
    scenes: int
    among_others: float
    among_own: float
    among_own_fact: float  # the fact that the skill is about alone
    chance: float  # of among_own for one who guesses


def numbers_of(series: Series, count: int) -> list[int]:
    """Numbers of val scenes, by a prime stride: a few meet all kinds of cells."""
    whole = full_size(series)
    return [number * 1009 % whole for number in range(min(count, whole))]


def look(count: int, see: Callable[[Pixels], Floats]) -> list[Seen]:
    """That many val scenes of each series, drawn and encoded."""
    from paragone.scenes.draw import draw
    from paragone.scenes.meshes.packs import load_pack

    pack, seen = load_pack("procedural"), []
    for series in (Series(version, skill, "val") for version, skills in SKILLS.items() for skill in skills):
        orders = cells(series.version, series.skill)
        for number in numbers_of(series, count):
            image = draw(scene_at(series, number, pack), pack).rgb
            seen.append(Seen(series, orders[number % len(orders)], see(image)))
    return seen


def measure(seen: Sequence[Seen], texts: TextVectors, rng: np.random.Generator) -> list[Result]:
    """One row a series, and one over all."""
    pool = list({one.say(one.order): one.order for one in seen}.items())
    known = texts([text for text, _ in pool])
    hits = []
    for one in seen:
        false = [place for place, (_, order) in enumerate(pool) if not captions.may_hold(one.order, order)]
        others = known[rng.choice(false, OTHERS, replace=False)]
        own, objects = captions.rewritings(one.order)
        few = objects if not own else [objects[k] for k in rng.choice(len(objects), OTHER_OBJECTS, replace=False)]
        vectors = texts([one.say(order) for order in (one.order, *own, *few)])
        fit = vectors @ one.vector
        first = fit[1 : 1 + (len(own) or len(few))]
        hits.append((fit[0] > (others @ one.vector).max(), fit[0] > fit[1:].max(), fit[0] > first.max(), 1 / len(fit)))
    table = np.array(hits, dtype=np.float64)
    names = np.array([f"{one.series.version} {one.series.skill}" for one in seen])
    groups = {name: table[names == name] for name in dict.fromkeys(names)}
    rows = [Result(name, len(group), *group.mean(axis=0)) for name, group in groups.items()]
    return [*rows, Result("all", len(seen), *table.mean(axis=0))]


def keep_in_card(rows: Sequence[Result], path: Path) -> None:
    """Write the shares into the card, before its long list of words."""
    card = json.loads(path.read_text(encoding="utf-8"))
    words = card.pop("words")
    card["val"] = {
        row.name: {name: round(value, 4) for name, value in row._asdict().items() if name != "name"} for row in rows
    }
    path.write_text(json.dumps({**card, "words": words}, indent=2) + "\n", encoding="utf-8")


def main(
    model: Annotated[Path, typer.Option(help="a folder that export.py wrote")],
    scenes: Annotated[int, typer.Option(help="of each skill and version")] = 300,
    seed: Annotated[int, typer.Option(help="of the choice of other captions")] = 0,
    *,
    keep: Annotated[bool, typer.Option("--keep", help="write the figures into the model's card too")] = False,
) -> None:
    """Print a table, in percent."""
    encoder = load(model)

    def vectors(texts: Sequence[str]) -> Floats:
        return np.stack([encoder.say(encoder.read(text)) for text in texts])

    rows = measure(look(scenes, encoder.see), vectors, np.random.default_rng(seed))
    typer.echo(f"{'':<12}{'scenes':>8}{'among 99':>10}{'its own':>10}{'its fact':>10}{'guessing':>10}")
    for row in rows:
        shares = "".join(f"{100 * share:>10.1f}" for share in row[2:])
        typer.echo(f"{row.name:<12}{row.scenes:>8}{shares}")
    if keep:
        keep_in_card(rows, model / CARD)


if __name__ == "__main__":
    typer.run(main)
