"""The manifest: what was run, with which versions, on what machine; and the rule that a run folder only grows."""

import datetime
import importlib.metadata
import json
import math
import os
import platform
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from paragone.core.catalogue import summary
from paragone.core.components import Metric
from paragone.core.errors import StoreError
from paragone.core.keys import key_of
from paragone.stages.aspects import columns_by_aspect
from paragone.stages.prepare import Made, Prepared
from paragone.stages.protocol import protocol_key, protocol_of
from paragone.store.folder import RunFolder
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
        "paragone": VERSION,
        "plan": prepared.plan.model_dump(mode="json"),
        "scenarios": {
            label: {"version": s.version, "prompts": len(s.prompts), "source": s.source, "licence": s.licence}
            for label, s in prepared.scenarios.items()
        },
        "models": {
            label: {
                "use": made.spec.use,
                "revision": made.part.revision,
                "options": dict(made.spec.options),
                "identity": made.identity,
            }
            for label, made in prepared.models.items()
        },
        "annotators": {
            label: {"version": made.part.version, "facts": f"facts/{prepared.facts_folder(label)}"}
            for label, made in prepared.annotators.items()
        },
        "metrics": {label: _metric(made) for label, made in prepared.metrics.items()},
        "protocols": {protocol_key(protocol): protocol for protocol in protocols},
        "aspects": columns_by_aspect(prepared),
        "reference": prepared.reference,
        "machine": _machine(),
    }


def record(prepared: Prepared, folder: RunFolder) -> None:
    """Write the manifest and the prompts, after making sure that the plan only adds to what is there."""
    now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    manifest = describe(prepared) | {"created": now, "updated": now}
    if folder.exists():
        before = folder.read_manifest()
        _check_growth(before, manifest, folder)
        manifest["created"] = before.get("created", now)
    prompts = folder.table("prompts")
    wanted = {row["key"]: row for row in _prompts(prepared)}
    lost = [key for key in prompts.read(["key"])["key"] if key not in wanted]
    if lost:
        raise StoreError(f"{folder} holds {len(lost)} prompts that this plan has not; {_ADVICE}")
    folder.write_manifest(manifest)
    stored = prompts.keys()
    prompts.append([row for key, row in wanted.items() if key not in stored])


_ADVICE = "a run folder can be added to but not changed: choose another --out"


def _check_growth(before: Mapping[str, Any], now: Mapping[str, Any], folder: RunFolder) -> None:
    for kind in ("scenarios", "models", "metrics"):
        gone = sorted(set(before[kind]) - set(now[kind]))
        if gone:
            raise StoreError(f"{folder} was made with the {kind[:-1]} {gone[0]!r}, which this plan has not; {_ADVICE}")
    for label, model in before["models"].items():
        if model["identity"] != now["models"][label]["identity"]:
            raise StoreError(f"{folder} was made with another {label!r} (its options or revision differ); {_ADVICE}")
    lost = sorted(set(before["plan"]["seeds"]) - set(now["plan"]["seeds"]))
    if lost:
        raise StoreError(f"{folder} was made with seed {lost[0]}, which this plan has not; {_ADVICE}")


def _prompts(prepared: Prepared) -> list[dict[str, Any]]:
    return [
        {
            "key": key_of(label, prompt.key),
            "scenario": label,
            "prompt_id": prompt.id,
            "prompt_key": prompt.key,
            "text": prompt.text,
            "tags": json.dumps(dict(prompt.tags), sort_keys=True, ensure_ascii=False),
            "expect": json.dumps(dict(prompt.expect), sort_keys=True, ensure_ascii=False),
            "origin": prompt.origin,
            "reference": prompt.reference.content if prompt.reference else None,
        }
        for label, scenario in prepared.scenarios.items()
        for prompt in scenario.prompts
    ]


def _metric(made: Made[Metric]) -> dict[str, Any]:
    metric = made.part
    return {
        "use": made.spec.use,
        "version": metric.version,
        "identity": made.identity,
        "kind": metric.kind,
        "direction": metric.direction,
        "bounds": [bound if math.isfinite(bound) else None for bound in metric.bounds],
        "binary": metric.binary,
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
