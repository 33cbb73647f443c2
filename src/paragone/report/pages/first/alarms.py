"""What a reader must know before any number: models that drew nothing, images that are missing, few prompts."""

from collections.abc import Iterable

from paragone.core.cells import Cell
from paragone.report.read.reader import Reader
from paragone.report.wording import cut

FEW = 20  # prompts; below it intervals are wide and only large differences can show
MISSING = 0.05  # of a model's images: as many missing are told of


def alarms(reader: Reader, cells: Iterable[Cell]) -> list[str]:
    """Each as a sentence, the gravest first."""
    listed = list(cells)
    return [*_undrawn(reader), *_foreign(reader, listed), *_few(reader, {cell.scenario for cell in listed})]


def _foreign(reader: Reader, cells: Iterable[Cell]) -> list[str]:
    """What is said of judges that look at images they were not made for."""
    metrics = {cell.metric for cell in cells}
    judges: dict[str, list[str]] = {}
    for row in reader.notices:
        if row["kind"] == "out of domain" and row["metric"] in metrics:
            judges.setdefault(row["annotator"], []).append(row["text"])
    more = {judge: f" (and {len(texts) - 1} more like this)" if texts[1:] else "" for judge, texts in judges.items()}
    return [cut(texts[0], 240) + more[judge] for judge, texts in judges.items()]


def _undrawn(reader: Reader) -> list[str]:
    said: list[str] = []
    for model, (total, lost, reason) in reader.undrawn.items():
        because = f": {cut(reason, 120)}" if reason else ""
        if total and lost == total:
            said.insert(0, f"{model} drew nothing: {lost} of {total} images are missing{because}.")
        elif lost > MISSING * total:
            said.append(f"{model}: {lost} of {total} images are missing{because}.")
    return said


def _few(reader: Reader, scenarios: set[str]) -> list[str]:
    counts = {name: reader.manifest["scenarios"][name]["prompts"] for name in reader.scenarios if name in scenarios}
    few = {name: count for name, count in counts.items() if count < FEW}
    if not few:
        return []
    where = ", ".join(f"{name} has {count}" for name, count in list(few.items())[:4])
    more = f" and {len(few) - 4} other scenarios have fewer than {FEW}" if len(few) > 4 else ""
    return [f"Few prompts ({where}{more}): intervals are wide, and only large differences can show."]
