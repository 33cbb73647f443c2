"""Our numbers laid out as a source's own table: its columns, units and signs, our intervals, and its rows below."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from paragone.core.cells import is_foreign
from paragone.core.errors import BadInput, UnknownName
from paragone.report.export.formats import latex
from paragone.report.numbers import Formatted, formatted
from paragone.report.read.published import published_ranks
from paragone.report.read.reader import Reader

LEAST = 0.005  # a narrower interval is shown with two decimals, as the sources have
WIDE = 6  # more columns than these are set closer, to fit a page of text
UP, DOWN = "\u2191", "\u2193"


@dataclass(frozen=True)
class PaperColumn:
    """A column: its heading, which metrics or ranking of a run fill it (the first that is there), and its unit."""

    title: str
    arrow: str
    names: tuple[str, ...]
    scale: float = 1.0
    scenario: str = ""  # only on this one; else wherever the metric was judged
    ranking: bool = False


@dataclass(frozen=True)
class PaperTable:
    """Rows of ours (value, and interval or deviation) and of the source (value), and notes on what stands for what."""

    caption: str
    columns: tuple[str, ...]
    ours: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    theirs: tuple[tuple[str, tuple[str, ...]], ...] = ()
    notes: tuple[str, ...] = field(default=())


def _columns(spec: str, scale: float = 1.0) -> tuple[PaperColumn, ...]:
    """Columns whose metrics bear the source's own names: "FID- PA+"."""
    return tuple(PaperColumn(one[:-1], UP if one[-1] == "+" else DOWN, (one[:-1],), scale) for one in spec.split())


def _skills(version: str, *skills: str) -> tuple[PaperColumn, ...]:
    return tuple(
        PaperColumn(f"{skill.capitalize()} (%)", UP, (f"skill_{skill}",), 100.0, f"{version} {skill}")
        for skill in skills
    )


class Judge(NamedTuple):
    """What judged a column in the source, and the beginning of our name for the same thing."""

    theirs: str
    ours: tuple[str, ...]


BIRDS = Judge("StackGAN's Inception of 50 kinds of birds (T 0.598 for IS*)", ())
TORCHVISION = Judge("Inception-v3 by torchvision's weights", ())
CLIP = Judge("CLIP ViT-B/32", ("clip_image", "clip_text"))
DAMSM = Judge("the DAMSM encoders of COCO", ("damsm",))
MTCNN = Judge("MTCNN's crops", ("faces_mtcnn_crops",))
MASK_RCNN = Judge("Mask R-CNN R50-FPN", ())
# What is not by the source's own network is said below the table.
JUDGES_OF_BIRDS: Mapping[str, Judge] = {"IS": BIRDS, "IS*": BIRDS, "FID": TORCHVISION, "RP": Judge("DAMSM", ("damsm",))}
JUDGES: Mapping[str, Judge] = {
    "IS*": Judge("Inception of 2015 with T 0.909", ("inception_logits",)),
    **{"FID": TORCHVISION, "RP": CLIP, "PA": CLIP, "SOA-C": MASK_RCNN, "SOA-I": MASK_RCNN},
    "O-IS": Judge("Mask R-CNN's crops and an Inception of COCO's 80 classes", ()),
    "O-FID": Judge("Mask R-CNN's crops and an Inception of COCO's 80 classes", ()),
    "CA": Judge("CountSeg", ("countseg",)),
    **{f"{part} FID": MTCNN for part in ("Face", "Eyes", "Mouth", "Nose")},
    **{"R-precision top-1": DAMSM, "R-precision MRR": DAMSM},
}

ASPECTS = (
    "alignment quality aesthetics originality reasoning knowledge bias toxicity fairness robustness multilinguality"
)
PAPERS: Mapping[str, tuple[str, tuple[PaperColumn, ...]]] = {
    "tise": (
        "As table 5 of TISE (Dinh et al., 2022)",
        (
            *_columns("IS*+ FID-"),
            *_columns("RP+ SOA-C+ SOA-I+", 100.0),
            *_columns("O-IS+ O-FID- CA-"),
            *_columns("PA+", 100.0),
            PaperColumn("RS", UP, ("ranking_score",), ranking=True),
        ),
    ),
    "tise-cub": (
        "As tables 1 and 2 of TISE (Dinh et al., 2022), on birds",
        (*_columns("IS+ IS*+ FID-"), *_columns("RP+", 100.0)),
    ),
    "thesis": (
        "As tables 5.1 and 5.3 of Masrourisaadat (2023): Fr\u00e9chet distances, then R-precision",
        (
            *(PaperColumn(part, DOWN, (f"{part} FID",)) for part in ("Face", "Eyes", "Mouth", "Nose", "Motion")),
            PaperColumn("R-precision", UP, ("R-precision top-1",), scenario="faces"),
            PaperColumn("R-precision (motion)", UP, ("R-precision top-1",), scenario="motion"),
            PaperColumn("MRR", UP, ("R-precision MRR",), scenario="faces"),
            PaperColumn("MRR (motion)", UP, ("R-precision MRR",), scenario="motion"),
        ),
    ),
    "heim": (
        "Win rates by aspect, as HEIM's tables have them (Lee et al., 2023)",
        (
            *(PaperColumn(one.capitalize(), UP, (f"win_rate for {one}",), ranking=True) for one in ASPECTS.split()),
            PaperColumn("Overall", UP, ("win_rate",), ranking=True),
        ),
    ),
    "dalleval": (
        "As table 2 of DALL-Eval (Cho et al., 2023), v2 skills, and v1's colours",
        (*_skills("v2", "object", "count", "spatial"), *_skills("v1", "color")),
    ),
}


def paper_table(reader: Reader, paper: str) -> PaperTable:
    """A run in the layout of a paper; columns of which the run has nothing are left out."""
    if paper not in PAPERS:
        raise UnknownName(f"no paper is called {paper!r}; there are {', '.join(PAPERS)}")
    caption, columns = PAPERS[paper]
    filled = [(column, found) for column in columns if (found := _found(reader, column))]
    if not filled:
        wanted = ", ".join(name for column in columns for name in column.names)
        raise BadInput(
            f"the run has no column of {paper!r}; its metrics would be called {wanted}: run the plan {paper}"
        )
    ours = tuple(
        (model, tuple(_cell(found.get(model), column.scale) for column, found in filled)) for model in reader.models
    )
    titles = tuple(f"{column.title} {column.arrow}" for column, _ in filled)
    return PaperTable(
        caption,
        titles,
        ours,
        _theirs(reader, [column for column, _ in filled]),
        _notes(reader, filled, JUDGES_OF_BIRDS if paper == "tise-cub" else JUDGES),
    )


def _found(reader: Reader, column: PaperColumn) -> dict[str, Mapping[str, Any]]:
    rows: Sequence[Mapping[str, Any]] = reader.ranks if column.ranking else reader.estimates
    kind = "ranking" if column.ranking else "metric"
    for name in column.names:
        some = [row for row in rows if _is_called(row[kind], name) and (column.ranking or _is_on(row, column))]
        if some:
            return {row["model"]: row for row in some}
    return {}


def _is_called(metric: str, name: str) -> bool:
    """Whether a metric bears a name, whole or without what judges it: skill_count(scene_detector)."""
    return name in (metric, metric.partition("(")[0])


def _is_on(row: Mapping[str, Any], column: PaperColumn) -> bool:
    return not column.scenario or row["scenario"] == column.scenario


def _cell(row: Mapping[str, Any] | None, scale: float) -> tuple[str, str]:
    if row is None or row["value"] is None:
        return "\u2013", ""
    value, low, high = (None if row[name] is None else row[name] * scale for name in ("value", "low", "high"))
    if low is None or high is None:
        return formatted(value, None, None).value, ""
    text = formatted(value, low, high)
    if high - low < LEAST:  # as where a model is its own reference
        text = Formatted(f"{value:z.2f}", f"{low:z.2f}, {high:z.2f}")
    if "level" in row and row["level"] is None:  # the source's own plus-minus
        return text.value, f"\u00b1 {(high - low) / 2:.2g}"
    return text.value, f"[{text.interval}]"


def _theirs(reader: Reader, columns: Sequence[PaperColumn]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The rows that the plan tells of, in the source's own units; their ranking score is over themselves."""
    published = reader.manifest["plan"].get("published") or ()
    scores = {one.model: one.score for one in published_ranks(published)}
    rows = []
    for row in published:
        cells = []
        for column in columns:
            values = [
                some[name]
                for scenario, some in row["values"].items()
                for name in column.names
                if name in some and (not column.scenario or scenario == column.scenario)
            ]
            if column.names == ("ranking_score",) and row["model"] in scores:
                values = [scores[row["model"]]]
            cells.append(f"{round(values[0] * column.scale, 6):g}" if values else "\u2013")
        if any(cell != "\u2013" for cell in cells):
            rows.append((row["model"], tuple(cells)))
    return tuple(rows)


def _notes(
    reader: Reader, filled: Sequence[tuple[PaperColumn, Mapping[str, Any]]], judges: Mapping[str, Judge]
) -> tuple[str, ...]:
    """What judged each column here: the metric of the catalogue with its options."""
    entries = {
        one.get("name") or one["use"]: one for one in reader.manifest["plan"]["metrics"] if isinstance(one, dict)
    }
    level = reader.manifest["plan"].get("estimate", {}).get("level", 0.95)
    notes = [
        f"Small type: intervals at {level:.0%}; \u00b1 is a source's own deviation, and no interval."
        " Rows below the line are the source's, on its own images."
    ]
    for name in dict.fromkeys(name for column, _ in filled if not column.ranking for name in column.names):
        if name in entries:
            options = {k: v for k, v in entries[name].items() if k not in ("use", "name", "on", "aspects") and v}
            needs = next(found["needs"] for metric, found in reader.metrics.items() if _is_called(metric, name))
            changed = ", ".join(
                f"{key} {value}" for key, value in options.items() if key not in ("features", "encoder", "detector")
            )
            judged = f"{entries[name]['use']} by {' and '.join(needs)}{_stands_for(judges.get(name), needs)}"
            doubt = "; out of its domain here" if _is_foreign(reader, name) else ""
            notes.append(f"{name}: {judged}{'; ' + changed if changed else ''}{doubt}.")
    return (*notes, *_doubts(filled), *_prompts(reader), _models(reader))


def _prompts(reader: Reader) -> list[str]:
    """Where prompts came from: those of one source together."""
    places: dict[str, list[str]] = {}
    for name, scenario in reader.manifest["scenarios"].items():
        places.setdefault(scenario.get("source") or "a file", []).append(f"{name} {scenario['prompts']}")
    return [f"Prompts: {', '.join(names)} ({source})." for source, names in places.items()]


def _models(reader: Reader) -> str:
    """Who drew: the components behind the names."""
    said = []
    for entry in reader.manifest["plan"]["models"]:
        inner = [one["use"] for one in entry.get("models") or ()]
        said.append(f"{entry.get('name') or entry['use']} ({' or '.join(inner) if inner else entry['use']})")
    return f"Models: {', '.join(said)}."


def _stands_for(judge: Judge | None, needs: Sequence[str]) -> str:
    return "" if judge is None or any(need.startswith(judge.ours) for need in needs) else f" in place of {judge.theirs}"


def _is_foreign(reader: Reader, metric: str) -> bool:
    return any(is_foreign(row["reason"]) for row in reader.estimates if _is_called(row["metric"], metric))


def _doubts(filled: Sequence[tuple[PaperColumn, Mapping[str, Any]]]) -> list[str]:
    """What rankings say of themselves, once each."""
    said = [(column.title, row["reason"]) for column, found in filled if column.ranking for row in found.values()]
    return [f"{title}: {reason}." for title, reason in dict.fromkeys(said) if reason]


def as_rows(table: PaperTable) -> list[dict[str, str]]:
    """For the screen and for Markdown: the interval in brackets."""
    rows = [
        {"method": model}
        | {title: f"{value} {small}".strip() for title, (value, small) in zip(table.columns, cells, strict=True)}
        for model, cells in table.ours
    ]
    return rows + [
        {"method": f"{model} (published)"} | dict(zip(table.columns, cells, strict=True))
        for model, cells in table.theirs
    ]


def as_latex(table: PaperTable) -> str:
    r"""For the package booktabs: our interval in small type below the value, the source's rows after a rule."""
    lines = [r"\begin{table}", r"\centering\small", f"\\caption{{{latex(table.caption)}}}"]
    if len(table.columns) > WIDE:
        lines.append(r"\footnotesize\setlength{\tabcolsep}{2.5pt}")
    lines += [rf"\begin{{tabular}}{{l{'r' * len(table.columns)}}}", r"\toprule"]
    lines += [" & ".join(["Method", *map(latex, table.columns)]) + r" \\", r"\midrule"]
    for model, cells in table.ours:
        lines.append(" & ".join([_name(model), *(latex(value) for value, _ in cells)]) + r" \\[-2pt]")
        below = (rf"{{\scriptsize {latex(small)}}}" if small else "" for _, small in cells)
        lines.append(" & ".join(["", *below]) + r" \\")
    if table.theirs:
        lines.append(r"\midrule")
        lines += [" & ".join([_name(model), *map(latex, cells)]) + r" \\" for model, cells in table.theirs]
    lines += [r"\bottomrule", r"\end{tabular}"]
    lines += [r"\par\smallskip\raggedright\scriptsize", *(f"{latex(note)}" for note in table.notes), r"\end{table}"]
    return "\n".join(lines) + "\n"


def _name(model: str) -> str:
    """A model's name: after the end of a row LaTeX takes a bracket or a star for an option of it."""
    text = latex(model)
    return f"{{{text[0]}}}{text[1:]}" if text[:1] in ("[", "*") else text
