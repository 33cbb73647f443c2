"""docs/plans.md: every key of a plan with its kind, default and meaning, written from the models that read plans."""

import json
from typing import Any, get_args

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from paragone.core.words import kind_in_words
from paragone.report.export.formats import to_markdown

INTRODUCTION = """\
# Plans

A plan is a TOML file: `paragone init` writes one, `paragone doctor PLAN` checks it, `paragone run PLAN` runs it.
Paths are relative to the plan. `--set key=value` changes any key for one run: `--set limit=10`,
`--set estimate.level=0.9`, `--set models.new.steps=30`.

```toml
title = "My checkpoint against last month's"
seeds = [0, 1, 2, 3]
metrics = ["blackout", { use = "fid", features = "inception_fid" }]
reference = "real/"

[[scenarios]]
use = "file"
path = "prompts.csv"

[[models]]
use = "folder"
name = "new"
path = "images/new"
```

Written from the models that read plans by `make docs`.
"""
# What fields without a description of their own mean, and an example of each.
MEANINGS = {
    "title": "for people: heads tables and pages",
    "scenarios": "what is drawn: each a name of `paragone list scenarios`, or a table (below)",
    "models": "who draws: each a name of `paragone list models`, or a table (below)",
    "estimate": "how intervals are made (below)",
    "execute": "where work runs; it never changes a result (below)",
    "use": "the component's name in the catalogue; in `execute`: threads, processes or ray",
    "name": "what tables call it; without it, `use`",
    "on": "of a metric: judge these scenarios only",
    "aspects": "of a metric or scenario: what it tells of; without it, what its own file says",
    "level": "how often an interval is to hold the truth",
    "resamples": "of the bootstrap",
    "seed": "of the resampling",
    "cpus": "cores that a worker takes",
    "draw": "as a table: workers, cpus, gpus",
    "look": "as a table: workers, cpus, gpus",
    "judge": "as a table: workers, cpus, gpus",
    "model": "what their table calls it",
}
EXAMPLES = {
    "title": 'title = "My checkpoint"',
    "scenarios": 'scenarios = [{ use = "file", path = "prompts.csv" }]',
    "models": 'models = [{ use = "folder", name = "new", path = "images/new" }, "sdxl"]',
    "metrics": 'metrics = ["blackout", { use = "fid", features = "dinov2" }]',
    "available": "available = true",
    "seeds": "seeds = [0, 1, 2, 3]",
    "limit": "limit = 50",
    "reference": 'reference = "real/"',
    "annotators": "annotators = { coco_detector = { threshold = 0.5 } }",
    "level": "estimate = { level = 0.9 }",
    "use": 'use = "fid"',
    "on": 'on = ["counts"]',
    "perturb": 'perturb = ["lowercase"]',
    "workers": "execute = { workers = 4 }",
}


def plan_page() -> str:
    """The page as Markdown."""
    from paragone.stages.planning import plan

    text = INTRODUCTION
    for title, model in _models(plan.Plan).items():
        summary = (model.__doc__ or "").strip().partition("\n")[0]
        rows = [_row(name, field) for name, field in model.model_fields.items()]
        text += f"\n## {title}\n\n{summary}\n\n{to_markdown(rows)}"
    return text


def _models(root: type[BaseModel]) -> dict[str, type[BaseModel]]:
    """The plan and every group of keys in it, by heading, each once."""
    found: dict[str, type[BaseModel]] = {"The plan": root}
    waiting = [("", root)]
    while waiting:
        place, model = waiting.pop(0)
        for name, field in model.model_fields.items():
            for inner in _inner(field.annotation):
                if inner not in found.values():
                    found[f"`{place}{name}`"] = inner
                    waiting.append((f"{place}{name}.", inner))
    return found


def _inner(annotation: Any) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [model for part in get_args(annotation) for model in _inner(part)]


def _row(name: str, field: FieldInfo) -> dict[str, str]:
    meaning = field.description or MEANINGS.get(name, "")
    return {
        "key": name,
        "kind": kind_in_words(field.annotation),
        "default": _default(field),
        "meaning": meaning,
        "example": EXAMPLES.get(name, ""),
    }


def _default(field: FieldInfo) -> str:
    if field.is_required():
        return "to be given"
    value = field.get_default(call_default_factory=True)
    if isinstance(value, BaseModel):
        return "as below"
    return "none" if value in (None, PydanticUndefined) else json.dumps(value, default=str)
