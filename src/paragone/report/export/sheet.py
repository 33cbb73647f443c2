"""A contact sheet as papers have it: prompts down, models across, captions below, the rule of choice printed on it."""

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from paragone.core.errors import BadImage, BadInput, StoreError, UnknownName
from paragone.images.decode import decode
from paragone.report.export.sheet_choice import Candidate, Choice, Rule, about, choose
from paragone.report.pages.prompts import is_sensitive, is_sensitive_prompt
from paragone.report.read.reader import Reader

INCHES, DOTS = 7.0, 300  # the width of a page's text, and print's resolution
FOLDED = "(a sensitive prompt)"
INK = {"light": ("#ffffff", "#1d1b18", "#635e55"), "dark": ("#141311", "#ece8e0", "#aaa398")}


@dataclass(frozen=True)
class Wanted:
    """What a sheet is to show."""

    rule: Rule = "random"
    scenario: str = ""
    models: tuple[str, ...] = ()
    metric: str = ""
    subject: str = ""
    rows: int = 6
    seed: int = 0  # of the drawings
    chance: int = 0  # of the choice
    theme: str = "light"
    unveil: bool = False  # sensitive images and prompts as they are


def sheet(reader: Reader, wanted: Wanted) -> tuple[Image.Image, Choice]:
    """The sheet, and what was chosen."""
    scenario = wanted.scenario or reader.scenarios[0]
    models = wanted.models or tuple(reader.models)
    for name, known in ((scenario, reader.scenarios), *((model, reader.models) for model in models)):
        if name not in known:
            raise UnknownName(f"the run has no {name!r}; there are {', '.join(known)}")
    choice = _choice(reader, scenario, models, wanted)
    drawn = reader.samples(scenario, seed=wanted.seed)
    files = {(row["prompt_id"], row["model"]): row for row in drawn.to_dicts()}
    tags = dict(reader.prompts(scenario).select("prompt_id", "tags").iter_rows())
    if not wanted.unveil:
        files = {at: row | {"is_veiled": is_sensitive(reader, row, tags[at[0]])} for at, row in files.items()}
        folded = [is_sensitive_prompt(reader, scenario, tags[one.prompt_id]) for one in choice.prompts]
        veiled = zip(choice.prompts, folded, strict=True)
        choice = choice._replace(prompts=tuple(one._replace(text=FOLDED) if fold else one for one, fold in veiled))
    if not files:
        raise BadInput(f"nothing was drawn on {scenario!r} with the seed {wanted.seed}; name another seed")
    words = f"{scenario}, seed {wanted.seed}. Chosen: {choice.words}."
    return _drawn(reader, choice, files, models, words, wanted.theme), choice


def _choice(reader: Reader, scenario: str, models: Sequence[str], wanted: Wanted) -> Choice:
    prompts = reader.prompts(scenario).to_dicts()
    scores = _scores(reader, scenario, wanted) if wanted.rule != "random" else {}
    candidates = [
        Candidate(
            row["prompt_id"],
            row["text"],
            {model: scores[model, row["prompt_id"]] for model in models if (model, row["prompt_id"]) in scores},
        )
        for row in prompts
    ]
    if wanted.subject:
        candidates = about(candidates, wanted.subject)
    if not candidates:
        raise BadInput(f"no prompt of {scenario!r} has a word of {wanted.subject!r}; choose another subject")
    better = -1 if wanted.metric and reader.metrics[wanted.metric]["direction"] == "lower" else 1
    found = choose(candidates, wanted.rule, wanted.rows, seed=wanted.chance, metric=wanted.metric, better=better)
    return found._replace(words=f"{found.words}; captions about {wanted.subject}") if wanted.subject else found


def _scores(reader: Reader, scenario: str, wanted: Wanted) -> Mapping[tuple[str, str], float]:
    """The mean score of each model and prompt in the metric."""
    if wanted.metric not in reader.metrics:
        raise UnknownName(f"the rule {wanted.rule!r} goes by a metric; there are {', '.join(reader.metrics)}")
    where = (pl.col("scenario") == scenario) & (pl.col("metric") == wanted.metric) & pl.col("value").is_not_null()
    rows = reader.folder.table("scores").read(["model", "prompt_id", "value"], where=where)
    means = rows.group_by("model", "prompt_id").agg(pl.col("value").mean())
    return {(row["model"], row["prompt_id"]): row["value"] for row in means.to_dicts()}


def _drawn(
    reader: Reader,
    choice: Choice,
    files: Mapping[tuple[str, str], Mapping[str, object]],
    models: Sequence[str],
    words: str,
    theme: str,
) -> Image.Image:
    paper, ink, soft = INK[theme]
    width, gap = round(INCHES * DOTS), 18
    side = (width - gap * (len(models) + 1)) // len(models)
    name_font, font = (_font(max(24, min(40, side // 9))), _font(30))
    captions = [_wrapped(one.text, font, width - 2 * gap) for one in choice.prompts]
    notes = _wrapped(words, _font(26), width - 2 * gap)
    head, line = round(name_font.size * 2), 38
    height = head + sum(side + gap + line * len(lines) + gap for lines in captions) + 34 * len(notes) + 2 * gap
    page = Image.new("RGB", (width, height), paper)
    pen = ImageDraw.Draw(page)
    for column, model in enumerate(models):
        pen.text((gap + column * (side + gap), gap // 2), _cut(model, name_font, side), fill=ink, font=name_font)
    y = head
    for one, lines in zip(choice.prompts, captions, strict=True):
        for column, model in enumerate(models):
            at = (gap + column * (side + gap), y)
            picture = _picture(reader, files.get((one.prompt_id, model)), side)
            if picture is None:
                pen.rectangle((*at, at[0] + side, y + side), outline=soft, width=2)
                pen.text((at[0] + 12, y + 12), "no image", fill=soft, font=font)
            else:
                page.paste(picture, at)
        y += side + gap // 2
        for text in lines:
            pen.text((gap, y), text, fill=ink, font=font)
            y += line
        y += gap + gap // 2
    for text in notes:
        pen.text((gap, y), text, fill=soft, font=_font(26))
        y += 34
    return page


def _picture(reader: Reader, row: Mapping[str, object] | None, side: int) -> Image.Image | None:
    """A drawing within a square, whole and not stretched; None where there is none."""
    if row is None or not row["file"]:
        return None
    try:
        file = str(row["file"])
        pixels = decode(reader.folder.images.get(file), name=Path(file).name).pixels
    except (BadImage, StoreError):
        return None
    image = Image.fromarray(np.ascontiguousarray(pixels))
    scale = side / max(image.size)
    small = image.resize(
        (max(1, round(image.width * scale)), max(1, round(image.height * scale))), Image.Resampling.LANCZOS
    )
    return small.filter(ImageFilter.GaussianBlur(side / 10)) if row.get("is_veiled") else small


def _font(size: int) -> ImageFont.FreeTypeFont:
    found = ImageFont.load_default(size)
    assert isinstance(found, ImageFont.FreeTypeFont), "Pillow without FreeType"
    return found


def _wrapped(text: str, font: ImageFont.FreeTypeFont, width: float, most: int = 3) -> list[str]:
    """Lines that fit, three at most; what is cut ends in three dots."""
    lines, line = [], ""
    for word in text[:2000].split():
        longer = f"{line} {word}".strip()
        if font.getlength(longer) <= width:
            line = longer
        else:
            lines.append(line or word)
            line = word if line else ""
    lines.append(line)
    lines = [_cut(one, font, width) for one in lines if one]
    return lines if len(lines) <= most else [*lines[: most - 1], _cut(lines[most - 1] + " ...", font, width)]


def _cut(text: str, font: ImageFont.FreeTypeFont, width: float) -> str:
    if font.getlength(text) <= width:
        return text
    while text and font.getlength(text + "...") > width:
        text = text[:-1]
    return text + "..."


def encoded(page: Image.Image, suffix: str) -> bytes:
    """The sheet as PNG or PDF, at its print size."""
    kinds = {".png": "PNG", ".pdf": "PDF"}
    if suffix not in kinds:
        raise BadInput(f"a sheet cannot be written as {suffix or 'a file without an ending'}; use .png or .pdf")
    buffer = io.BytesIO()
    if suffix == ".png":
        page.save(buffer, "PNG", dpi=(DOTS, DOTS))
    else:
        page.save(buffer, "PDF", resolution=DOTS)
    return buffer.getvalue()
