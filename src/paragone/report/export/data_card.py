"""A data card: what the run's images are, where they come from, and what to mind before using them."""

import polars as pl

from paragone.report.export.formats import to_markdown
from paragone.report.pages.provenance import citation
from paragone.report.read.reader import Reader

_CARD = """# Data card: {title}

Images drawn by text-to-image models for given prompts, with facts stated by annotators and scores given by metrics.

## What is in it

{counts}

## Where it comes from

{scenarios}

{models}

## What to mind

- {sensitive}
- Scores are made by software under the protocols of `manifest.json`; numbers under different protocols do not compare.
- Missing is not zero: a refusal, a time-out or an image that could not be read is counted as missing, with its reason.
- The images are the models' output: each model's terms hold for them, each scenario's licence for the prompts.
- People shown or described may be stereotyped by the models; this data is for measuring that.

## How to cite it

```
{citation}
```
"""


def data_card(reader: Reader) -> str:
    """The card as Markdown."""
    manifest = reader.manifest
    outcomes = reader.folder.table("samples").read(["model", "outcome"])
    table = outcomes.group_by("model", "outcome").agg(pl.len().alias("images")).sort("model", "outcome")
    scenarios = [
        {
            "scenario": label,
            "prompts": str(scenario["prompts"]),
            "source": scenario["source"],
            "licence": scenario["licence"],
        }
        for label, scenario in manifest["scenarios"].items()
    ]
    models = [
        {"model": label, "use": model["use"], "revision": model["revision"]}
        for label, model in manifest["models"].items()
    ]
    flagged = len(reader.sensitive_images)
    return _CARD.format(
        title=" ".join(reader.title.split()),
        counts=to_markdown([{name: str(value) for name, value in row.items()} for row in table.to_dicts()]),
        scenarios=to_markdown(scenarios),
        models=to_markdown(models),
        sensitive=f"{flagged} images were flagged as not safe by an annotator; others may be unsafe all the same."
        if reader.is_checked_for_safety
        else "No annotator of this run looked for unsafe images; some may be.",
        citation=citation(reader),
    )
