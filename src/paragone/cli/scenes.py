"""`paragone scenes`: render PaintSkills data sets, single scenes and contact sheets with the 3D simulator."""

import json
import re
from pathlib import Path
from typing import Any

import typer

from paragone.cli.terminal.help_words import ReadableHelp
from paragone.core.errors import BadInput

app = typer.Typer(cls=ReadableHelp, help="Render PaintSkills data sets with the 3D simulator.", no_args_is_help=True)

VERSION = typer.Option("v2", help="v1 (21 objects, black) or v2 (15 objects, 13 backgrounds).")
SKILL = typer.Option("object", help="object, count, color (v1 only) or spatial.")
SPLIT = typer.Option("val", help="train or val.")
SEED = typer.Option(0, help="Another seed gives another data set.")
SIZE = typer.Option(256, help="Pixels on a side.")
PACK = typer.Option("procedural", help="An asset pack by name, or the path of a folder.")


@app.command()
def make(
    out: Path = typer.Option(..., help="The folder to write to; the same command goes on where it was stopped."),
    version: str = VERSION,
    skill: str = SKILL,
    split: str = SPLIT,
    n: int | None = typer.Option(None, help="Scenes; the papers' full size if not given."),
    seed: int = SEED,
    size: int = SIZE,
    pack: str = PACK,
    processes: int = typer.Option(2, help="How many to use."),
) -> None:
    """Render a split: images, masks, boxes, scene files and a data card."""
    from rich.progress import Progress

    from paragone.scenes.compose import full_size
    from paragone.scenes.dataset import make as make_dataset

    series = _series(version, skill, split, seed, pack, size)
    count = full_size(series) if n is None else n
    with Progress(transient=True) as progress:
        task = progress.add_task(f"{version} {skill} {split}", total=count)
        card = make_dataset(series, count, out=out, processes=processes, tell=lambda done: progress.advance(task, done))
    typer.echo(f"{count} scenes of {version} {skill} {split}: {card.parent}")
    typer.echo(f"data card: {card} (hash {json.loads(card.read_text(encoding='utf-8'))['hash']})")


@app.command()
def show(
    scene: str = typer.Argument(help="A scene's name, for example count_val_00012."),
    out: Path = typer.Option(Path("scene.png"), help="The picture to write."),
    version: str = VERSION,
    seed: int = SEED,
    size: int = SIZE,
    pack: str = PACK,
) -> None:
    """Render one scene and tell what is in it."""
    from PIL import Image

    from paragone.scenes.compose import scene_at
    from paragone.scenes.draw import draw
    from paragone.scenes.meshes.packs import load_pack

    match = re.fullmatch(r"([a-z]+)_(train|val)_(\d+)", scene)
    if not match:
        raise BadInput(f"no scene is called {scene!r}; names look like count_val_00012")
    meshes = load_pack(pack)
    found = scene_at(_series(version, match[1], match[2], seed, pack, size), int(match[3]), meshes)
    drawn = draw(found, meshes)
    Image.fromarray(drawn.rgb).save(out)
    typer.echo(f"{found.text}  ({found.background}; {out})")
    for thing, box, visible in zip(found.things, drawn.boxes.tolist(), drawn.visible, strict=True):
        look = " ".join(word for word in (thing.colour, thing.state, thing.name) if word)
        typer.echo(f"  {look}: box {box}, {visible:.0%} visible")


@app.command()
def sheet(
    out: Path = typer.Option(Path("sheet.png"), help="The picture to write."),
    version: str = VERSION,
    skill: str = SKILL,
    split: str = SPLIT,
    n: int = typer.Option(24, help="Scenes."),
    seed: int = SEED,
    size: int = SIZE,
    pack: str = PACK,
) -> None:
    """Render a contact sheet of scenes spread over a skill."""
    from PIL import Image

    from paragone.scenes.sheet import contact_sheet

    picture, texts = contact_sheet(_series(version, skill, split, seed, pack, size), n)
    Image.fromarray(picture).save(out)
    typer.echo(f"{out}: " + " | ".join(texts))


@app.command()
def contact(
    what: str = typer.Argument("procedural", help="An asset pack by name or path, or the word backgrounds."),
    out: Path = typer.Option(Path("contact.png"), help="The picture to write."),
) -> None:
    """Draw every class of a pack from eight directions, or every background, in one small picture."""
    from paragone.scenes.contact import background_sheet, pack_sheet, save
    from paragone.scenes.meshes.packs import load_pack

    save(background_sheet() if what == "backgrounds" else pack_sheet(load_pack(what)), out)
    typer.echo(str(out))


@app.command()
def sweethome(
    folder: Path = typer.Argument(help="The folder to write the pack to; its path is then the pack's name."),
    package: Path | None = typer.Option(
        None, help="The .deb file, if you have it; else apt-get downloads it (120 MB)."
    ),
) -> None:
    """Convert the models of Debian's package sweethome3d-furniture into an asset pack, with their makers' credit."""
    from paragone.scenes.meshes.sweethome import convert

    typer.echo(f"{convert(folder, package)} meshes in {folder}; use this path as the pack")


def _series(version: Any, skill: Any, split: Any, seed: int, pack: str, size: int) -> Any:
    from paragone.scenes.compose import Series

    return Series(version, skill, split, seed, pack, size)
