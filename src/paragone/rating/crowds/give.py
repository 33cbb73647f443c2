"""Studies out: MTurk's question page and table, Prolific's link, Label Studio's tasks; each says what it costs."""

import csv
import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np

from paragone.core.errors import BadOption
from paragone.rating.crowds.columns import FEE, MANY, MANY_FEE
from paragone.rating.store.doors import invite
from paragone.rating.store.study import IMAGES, Item, Study
from paragone.rating.study.cost import cost_of
from paragone.rating.web.pages import STATIC, render, spoken, words

XML = "http://mechanicalturk.amazonaws.com/AWSMechanicalTurkDataSchemas/2011-11-11/HTMLQuestion.xsd"
LARGEST = 65_535  # bytes of a question that MTurk takes


def give_to(study: Study, platform: str, out: Path, base: str) -> list[str]:
    """Write the files for a platform and say what to do with them."""
    makers = {"mturk": _mturk, "prolific": _prolific, "label-studio": _label_studio}
    if platform not in makers:
        raise BadOption(f"no platform is called {platform!r}; write {', '.join(makers)}")
    if not base.startswith("https://"):
        raise BadOption(f"--base is {base!r}; crowds need an address that begins with https://")
    if platform != "prolific" and any(one.staircase for one in study.questions):
        raise BadOption(
            "how long an image is shown depends on the answer before, which only our own page knows; "
            "use prolific, or a question without a time limit (hype.infinity)"
        )
    out.mkdir(parents=True, exist_ok=True)
    items = sum(item.role == "item" for item in study.items.values())
    return [*makers[platform](study, out, base), f"cost: {cost_of(study.file, items).words()}"]


def _mturk(study: Study, out: Path, base: str) -> list[str]:
    """The page with ${...} in it, and a row for each item; images are to be put where `base` says."""
    most = max(len(item.images) for item in study.items.values())
    columns = ["item", "order", "prompt", *(f"image_{k}" for k in range(most))]
    with (out / "requests.csv").open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(columns)
        for item in study.items.values():
            order = shown_order(study, item)
            names = [f"{base}/{item.images[k].name}" for k in order]
            place = "-".join(map(str, order))
            table.writerow([item.id, place, _entities(item.prompt), *names, *[""] * (most - len(names))])
    page = mturk_page(study, most)
    (out / "layout.html").write_text(page, encoding="utf-8")
    question = (
        f'<HTMLQuestion xmlns="{XML}"><HTMLContent><![CDATA[{page.replace("]]>", "]] >")}]]></HTMLContent>'
        "<FrameHeight>0</FrameHeight></HTMLQuestion>"
    )
    if len(question.encode()) > LARGEST:
        raise BadOption(f"the page has {len(question.encode())} bytes, and MTurk takes {LARGEST}; ask fewer questions")
    (out / "question.xml").write_text(question, encoding="utf-8")
    shutil.copytree(study.folder / IMAGES, out / IMAGES, dirs_exist_ok=True)
    fee = FEE + (MANY_FEE if study.file.raters.per_item >= MANY else 0)
    return [
        f"{out}/layout.html and requests.csv: a project and a batch with {study.file.raters.per_item} assignments",
        f"{out}/images: put them where {base}/NAME.png finds them; the names tell nothing",
        f"MTurk's fee is {fee:.0%} with so many assignments, and 5 % more for Masters",
        "then: paragone study import STUDY Batch_..._results.csv",
    ]


def shown_order(study: Study, item: Item) -> list[int]:
    """Which image stands where: by chance, the same each time it is asked, so that no side belongs to a model."""
    rng = np.random.default_rng([int(study.salt, 16), item.id])
    return [int(k) for k in rng.permutation(len(item.images))]


def mturk_page(study: Study, most: int) -> str:
    """The study's own page as a form of MTurk's, self-contained; ${...} is filled in there."""
    shown: dict[str, Any] = {
        "images": [f"${{image_{k}}}" for k in range(most)],
        "prompt": "${prompt}" if any(one.needs_prompt for one in study.questions) else "",
        "shows": study.questions[0].shows,
        "lettered": study.questions[0].shows in ("pair", "row"),
        "is_veiled": any(item.sensitive for item in study.items.values()),
        "exposure_ms": None,
        "questions": study.questions,
        "has_boxes": any(one.kind == "boxes" for one in study.questions),
        "boxes": next((one.name for one in study.questions if one.kind == "boxes"), ""),
    }
    style = (STATIC / "study.css").read_text(encoding="utf-8")
    own = study.file.words
    language = study.file.language if own else spoken(study.file.language)
    frame = {"w": {**words(language), **own}, "lang": language, "title": study.file.title, "texts": study.file.texts}
    return render("mturk.html", style=style, **frame, **shown)


def _entities(text: str) -> str:
    """MTurk's tables hold no character above U+FFFF: those become entities, and markup is escaped."""
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    return "".join(f"&#{ord(one)};" if ord(one) > 0xFFFF else one for one in escaped)


def _prolific(study: Study, out: Path, base: str) -> list[str]:
    """An open link with Prolific's fields in it, and where the completion code goes."""
    token = invite(study.engine, "open", days=90)[0]
    link = f"{base}/i/{token}?PROLIFIC_PID={{{{%PROLIFIC_PID%}}}}&STUDY_ID={{{{%STUDY_ID%}}}}"
    link += "&SESSION_ID={{%SESSION_ID%}}"
    (out / "prolific.txt").write_text(link + "\n", encoding="utf-8")
    code = study.file.completion_code
    advice = f"the completion code is {code}" if code else "set `completion_code` in the study file to return people"
    return [f"study URL: {link}", advice, "a person's Prolific id is kept as a salted hash only"]


def _label_studio(study: Study, out: Path, base: str) -> list[str]:
    """Tasks and the labelling configuration."""
    tasks = [_task(item, base, shown_order(study, item)) for item in study.items.values()]
    (out / "tasks.json").write_text(json.dumps(tasks, ensure_ascii=False, indent=1), encoding="utf-8")
    most = max(len(item.images) for item in study.items.values())
    (out / "labels.xml").write_text(render("label_studio.xml", questions=study.questions, most=most), encoding="utf-8")
    shutil.copytree(study.folder / IMAGES, out / IMAGES, dirs_exist_ok=True)
    return [
        f"{out}/tasks.json and labels.xml: import both; put images where {base} finds them",
        "then: paragone study import STUDY export.json",
    ]


def _task(item: Item, base: str, order: list[int]) -> dict[str, Any]:
    images = {f"image_{k}": f"{base}/{item.images[place].name}" for k, place in enumerate(order)}
    data = {"item": item.id, "order": "-".join(map(str, order)), "prompt": item.prompt}
    return {"id": item.id, "data": {**data, **images}}
