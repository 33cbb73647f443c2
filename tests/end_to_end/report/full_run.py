"""A small run that has what only some runs have: steps, perturbed prompts, a map, people, TISE's scores, bias."""

from pathlib import Path
from typing import Any

import numpy as np
from tests.report_run import Wanted, build_run

from paragone.analysis import analyse
from paragone.report.site.build import Build
from paragone.stats.ranking.rank import ASPECTS
from paragone.store.folder import RunFolder
from paragone.store.ratings import store_ratings

MODELS = ("step-1000", "step-2000")


def build_full_run(root: Path) -> RunFolder:
    """The run with its site."""
    folder = build_run(root, Wanted(models=MODELS, prompts=12, seeds=(0, 1), side=16))
    _see_people(folder)
    with folder.writing():
        store_ratings(folder, "study", _ratings(folder))
        analyse(folder)
    folder.table("ranks").replace([*folder.table("ranks").read().to_dicts(), *_standings()])
    folder.table("calibrations").replace(_bins())
    folder.table("changes").replace(_changes())
    folder.table("map").replace(_points(folder))
    Build(folder).run()
    return folder


def _see_people(folder: RunFolder) -> None:
    """`counting` becomes what `women_share` would have given, `fractal` a tone, `diversity` a gap."""
    manifest = folder.read_manifest()
    for name, use in (("counting", "women_share"), ("fractal", "skin_tone"), ("diversity", "attribute_gap")):
        manifest["metrics"][name] |= {"use": use, "title": use, "needs": ["faces", "pixels"]}
    folder.write_manifest(manifest)
    rng = np.random.default_rng(3)
    table = folder.table("scores")
    rows = table.read().to_dicts()
    for row in rows:
        if row["metric"] == "fractal" and row["value"] is not None:
            row["value"] = float(rng.integers(1, 11))
    table.remove(table.parts())
    table.append(rows)


def _ratings(folder: RunFolder) -> list[dict[str, Any]]:
    named = ["model", "scenario", "prompt_id", "seed", "image"]
    drawn = folder.table("samples").read([*named, "key"]).drop_nulls("image").sort("key").to_dicts()
    return [
        {name: one[name] for name in named}
        | {"sample": one["key"], "question": "alignment", "rater": f"r{rater}"}
        | {"value": float(number * rater % 5), "answer": f"{number * rater % 5} of 4"}
        for number, one in enumerate(drawn)
        for rater in (1, 2)
    ]


def _standings() -> list[dict[str, Any]]:
    names = {"ranking_score": 6.0} | {f"ranking_score for {name}": 1.0 for name in ASPECTS}
    return [
        {"model": model, "ranking": name, "value": times * (1 + place), "low": times, "high": 2 * times}
        | {"n": 9, "missing": 0, "method": "bootstrap", "reason": ""}
        for place, model in enumerate(MODELS)
        for name, times in names.items()
    ]


def _bins() -> list[dict[str, Any]]:
    row = {"classifier": "c", "images": 40, "classes": 5, "temperature": 2.0, "low": 1.5, "high": 2.5}
    return [
        row | {"state": state, "error": 0.1, "bin": place, "count": 10 * bool(place)}
        | {"confidence": 0.2 * place + 0.1 if place else None, "accuracy": 0.2 * place if place else None}
        for state in ("before", "after")
        for place in range(5)
    ]  # fmt: skip


def _changes() -> list[dict[str, Any]]:
    return [
        {"model": model, "scenario": "things", "metric": metric, "perturbation": "typos", "direction": direction}
        | {"original": 0.7, "perturbed": 0.5, "value": -0.2, "low": -0.3, "high": -0.1, "p_value": 0.001}
        | {"p_adjusted": 0.004, "n": 12, "unmatched": 0, "worst": 0.45, "worst_low": 0.3, "worst_high": 0.6}
        | {"worst_heim": 0.45, "method": "paired", "reason": "", "verdict": verdict}
        for model, verdict in zip(MODELS, ("worse", "no clear change"), strict=True)
        for metric, direction in (("counting", "higher"), ("fractal", "lower"))
    ]


def _points(folder: RunFolder) -> list[dict[str, Any]]:
    rng = np.random.default_rng(5)
    drawn = folder.table("samples").read(["model", "scenario", "prompt_id", "seed", "key", "file"]).drop_nulls("file")
    return [
        {name: row[name] for name in row if name != "file"}
        | {"space": "pixels", "way": way, "x": float(rng.normal()), "y": float(rng.normal()), "note": "made up"}
        for way in ("pca", "tsne")
        for row in drawn.to_dicts()
    ]
