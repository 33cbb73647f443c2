"""The manifest: what was run, with which versions, on what machine."""

import datetime
import importlib.metadata
import json
import math
import os
import platform
import subprocess
from pathlib import Path
from typing import Any

from paragone.core.catalogue import summary
from paragone.core.components import Metric, Model
from paragone.core.keys import key_of
from paragone.stages.growth import check_growth, check_prompts
from paragone.stages.planning.aspects import columns_by_aspect
from paragone.stages.planning.prepared import Made, Prepared, PromptSet
from paragone.stages.protocol import protocol_key, protocol_of
from paragone.stages.stale import forget_stale
from paragone.store.folder import FORMAT, RunFolder
from paragone.version import VERSION

PACKAGES = ("numpy", "scipy", "polars", "pillow", "onnxruntime", "torch", "numba")


def describe(prepared: Prepared) -> dict[str, Any]:
    """What the manifest says of a prepared plan on this machine."""
    protocols = [
        protocol_of(prepared, scenario, metric)
        for scenario in prepared.scenarios
        for metric in prepared.metrics_on(scenario)
    ]
    return {
        "format": FORMAT,
        "paragone": VERSION,
        "plan": prepared.plan.model_dump(mode="json"),
        "scenarios": {label: _scenario(prompts) for label, prompts in prepared.scenarios.items()},
        "models": {label: _model(made) for label, made in prepared.models.items()},
        "annotators": {
            label: {
                "version": made.instance.version,
                "identity": made.identity,
                "subject": made.instance.subject,
                "domain": made.instance.domain,
                "reads": list(made.reads),
                "facts": f"facts/{prepared.facts_folder(label)}",
            }
            for label, made in prepared.annotators.items()
        },
        "metrics": {label: _metric(made) for label, made in prepared.metrics.items()},
        "skipped": dict(prepared.skipped),
        "absent": dict(prepared.absent),
        "protocols": {protocol_key(protocol): protocol for protocol in protocols},
        "aspects": columns_by_aspect(prepared),
        "reference": prepared.reference,
        "machine": _machine(),
    }


def record(prepared: Prepared, folder: RunFolder) -> None:
    """Write the manifest and the prompts, after making sure that the plan only adds to what is there."""
    now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    manifest = describe(prepared) | {"created": now, "updated": now}
    prompts = prompt_rows(prepared)
    if folder.exists():
        before = folder.read_manifest()
        check_growth(before, manifest, folder)
        check_prompts(folder, prompts, reads={name for made in prepared.drawers().values() for name in made.reads})
        manifest["created"] = before.get("created", now)
        forget_stale(prepared, folder, before)
    folder.write_manifest(manifest)
    if folder.table("prompts").read().to_dicts() != prompts:
        folder.table("prompts").replace(prompts)


def _scenario(prompts: PromptSet) -> dict[str, Any]:
    scenario = prompts.scenario
    return {
        "title": scenario.title,
        "version": scenario.version,
        "prompts": len(prompts.prompts),
        "source": scenario.source,
        "licence": scenario.licence,
        "sensitive": scenario.sensitive,
        "aspects": list(prompts.aspects),
        "seeds": list(prompts.seeds),
        "group": prompts.group,
        "unchanged": prompts.unchanged,
    }


def _model(made: Made[Model]) -> dict[str, Any]:
    return {
        "use": made.spec.use,
        "revision": made.instance.revision,
        "options": dict(made.spec.options),
        "identity": made.identity,
        "role": made.instance.role,
    }


def prompt_rows(prepared: Prepared) -> list[dict[str, Any]]:
    """The table of prompts."""
    return [
        {
            "key": key_of(label, prompt.id),
            "scenario": label,
            "prompt_id": prompt.id,
            "text": prompt.text,
            "tags": json.dumps(dict(prompt.tags), sort_keys=True, ensure_ascii=False),
            "expect": json.dumps(prompt.expect.as_json(), sort_keys=True, ensure_ascii=False),
            "origin": prompt.origin,
            "reference": prompt.reference.content if prompt.reference else None,
            "meaning": prompt.meaning or None,
        }
        for label, scenario in prepared.scenarios.items()
        for prompt in scenario.prompts
    ]


def _metric(made: Made[Metric]) -> dict[str, Any]:
    metric = made.instance
    return {
        "use": made.spec.use,
        "title": metric.title if made.label == metric.name and metric.title else made.label,
        "version": metric.version,
        "identity": made.identity,
        "kind": metric.kind,
        "direction": metric.direction,
        "bounds": [bound if math.isfinite(bound) else None for bound in metric.bounds],
        "binary": metric.binary,
        "is_squared": metric.kind == "set" and metric.is_squared,
        "needs": list(metric.needs),
        "summary": summary("metrics", made.spec.use),
    }


def _machine() -> dict[str, Any]:
    versions = {}
    for name in PACKAGES:
        try:
            versions[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    return {
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        "packages": versions,
        "git": _git_revision(),
    }


def _git_revision() -> str | None:
    """The revision of the working folder's repository, if it is in one."""
    try:
        command = ["git", "describe", "--always", "--dirty", "--abbrev=40"]
        done = subprocess.run(command, cwd=Path.cwd(), capture_output=True, text=True, timeout=5, check=False)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip() or None
