"""Write a run's report: one static page that opens from disk, with the images beside it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import polars as pl

from paragone.report.views import Page, Picture, Strip, rank_rows, table_views
from paragone.store.atomic import ASIDE, write_whole
from paragone.store.folder import RunFolder

PICTURES = 8  # in a strip


def build_report(folder: RunFolder) -> Path:
    """Write report/index.html into the run folder and give its path."""
    from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

    pages = Environment(
        loader=PackageLoader("paragone.report"),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    text = pages.get_template("index.html").render(page=page_of(folder))
    path = folder.root / "report" / "index.html"
    write_whole(path, text.encode(), aside=folder.root / ASIDE)
    return path


def page_of(folder: RunFolder) -> Page:
    """What the page shows of a run."""
    manifest = folder.read_manifest()
    ranks = rank_rows(folder.table("ranks").read().to_dicts())
    ranked = [row.model for row in ranks]
    order = ranked + [model for model in manifest["models"] if model not in ranked]
    return Page(
        title=manifest["plan"]["title"] or folder.root.name,
        ranks=ranks,
        tables=table_views(folder.table("estimates").read().to_dicts(), order),
        strips=[_strip(folder, model) for model in order],
        facts=_facts(manifest),
        protocols=[(key, _words(protocol)) for key, protocol in sorted(manifest["protocols"].items())],
    )


def _strip(folder: RunFolder, model: str) -> Strip:
    samples = folder.table("samples").read(where=pl.col("model") == model)
    prompts = folder.table("prompts").read(["scenario", "prompt_id", "text"])
    # By prompt id, not by key: every model's strip then shows the same prompts.
    first = samples.sort("scenario", "prompt_id", "seed").unique(
        ["scenario", "prompt_id"], keep="first", maintain_order=True
    )
    rows = (
        first.head(PICTURES).join(prompts, on=["scenario", "prompt_id"], how="left", maintain_order="left").to_dicts()
    )
    pictures = [
        Picture(f"../{row['file']}" if row["file"] else None, row["text"] or "", row["reason"] or "") for row in rows
    ]
    return Strip(model, pictures)


def _facts(manifest: Mapping[str, Any]) -> list[tuple[str, str]]:
    machine, plan = manifest["machine"], manifest["plan"]
    chance = plan["estimate"]
    packages = ", ".join(f"{name} {version}" for name, version in machine["packages"].items())
    told = [
        ("Paragone", manifest["paragone"]),
        ("Run", f"{manifest['created']} to {manifest['updated']}"),
        ("Seeds", ", ".join(str(seed) for seed in plan["seeds"])),
        ("Intervals", f"{chance['level']:.0%}, {chance['resamples']} resamples, seed {chance['seed']}"),
        ("Machine", f"{machine['system']}, {machine['cores']} cores, Python {machine['python']}, {packages}"),
        ("Revision", machine["git"] or "not in a git repository"),
    ]
    told += [
        (f"Scenario {label}", ", ".join(filter(None, (f"{s['prompts']} prompts", s["source"], s["licence"]))))
        for label, s in manifest["scenarios"].items()
    ]
    told += [(f"Model {label}", f"{m['use']}, revision {m['revision']}") for label, m in manifest["models"].items()]
    return told


def _words(protocol: Mapping[str, Any]) -> str:
    return "; ".join(f"{name} {value}" for name, value in protocol.items() if value not in ({}, [], ""))
