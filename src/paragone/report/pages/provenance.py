"""Where a run comes from: plan, versions, weights, machine, and the command that makes it again."""

import json
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

from paragone.assets.manifest import choose
from paragone.core.errors import UnknownName
from paragone.core.keys import content_hash
from paragone.report.read.reader import Reader
from paragone.stages.notices import left_out

Table = list[dict[str, str]]
_ORDER = {name: place for place, name in enumerate(("title", "scenarios", "models", "metrics", "seeds", "limit"))}


@dataclass(frozen=True)
class ProtocolPage:
    """All that a reader needs to trust or repeat a run."""

    title: str
    run: list[tuple[str, str]]
    plan: str  # as TOML
    command: str
    citation: str
    scenarios: Table
    models: Table
    annotators: Table
    weights: Table
    metrics: Table
    protocols: list[tuple[str, list[tuple[str, str]]]]


def protocol_page(reader: Reader) -> ProtocolPage:
    """The page of a run's protocols and provenance."""
    manifest = reader.manifest
    return ProtocolPage(
        title="Protocol and provenance",
        run=[*_run(manifest), *_people(reader)],
        plan=plan_text(manifest["plan"]),
        command=f"paragone run plan.toml --out {shlex.quote(f'runs/{reader.folder.name}')}",
        citation=citation(reader),
        scenarios=_table(manifest["scenarios"], ("version", "prompts", "source", "licence")),
        models=_models(reader),
        annotators=_table(manifest["annotators"], ("version",)),
        weights=_weights(manifest["annotators"]),
        metrics=_table(manifest["metrics"], ("use", "version", "kind", "direction", "needs", "identity")),
        protocols=[
            (key, [(name, _word(value)) for name, value in protocol.items() if value not in ({}, [], "", None)])
            for key, protocol in sorted(manifest["protocols"].items())
        ],
    )


def citation(reader: Reader) -> str:
    """A BibTeX entry for the run; its identity is a hash of what was run, not of when."""
    parts = {name: reader.manifest[name] for name in ("models", "metrics", "protocols", "scenarios")}
    identity = content_hash(json.dumps(parts, sort_keys=True).encode())[:16]
    title = "".join(character for character in reader.title if character not in "{}\\")
    year = str(reader.manifest.get("created", ""))[:4]
    return (
        f"@misc{{paragone_{identity},\n  title = {{{{{title}}}}},\n  year = {{{year}}},\n"
        f"  note = {{Evaluated with Paragone {reader.manifest['paragone']}, run {identity}}}\n}}"
    )


def plan_text(plan: Mapping[str, Any]) -> str:
    """The plan as TOML, fit to be run again.

    >>> print(plan_text({"title": "T", "limit": None, "seeds": [0, 1], "models": [{"use": "real", "name": None}]}))
    title = "T"
    models = [
      { use = "real" },
    ]
    seeds = [0, 1]
    """
    lines = []
    for name, value in sorted(plan.items(), key=lambda item: _ORDER.get(item[0], len(_ORDER))):
        if value is None or value in ({}, []):
            continue
        if isinstance(value, list) and value and isinstance(value[0], dict):
            inside = "".join(f"  {_toml(item)},\n" for item in value)
            lines.append(f"{name} = [\n{inside}]")
        else:
            lines.append(f"{name} = {_toml(value)}")
    return "\n".join(lines)


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        items = sorted(value.items(), key=lambda item: item[0] != "use")
        inside = ", ".join(f"{_key(name)} = {_toml(item)}" for name, item in items if item is not None)
        return f"{{ {inside} }}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(_toml(item) for item in value)}]"
    # JSON's strings, numbers and booleans are TOML's too, once DEL is escaped (and pairs of surrogates are not).
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")


def _key(name: str) -> str:
    return name if name.replace("_", "").replace("-", "").isalnum() and name.isascii() else _toml(name)


def _run(manifest: Mapping[str, Any]) -> list[tuple[str, str]]:
    machine, plan = manifest["machine"], manifest["plan"]
    chance = plan["estimate"]
    packages = ", ".join(f"{name} {version}" for name, version in machine["packages"].items())
    return [
        ("Paragone", manifest["paragone"]),
        ("Begun", _moment(manifest.get("created"))),
        ("Last run", _moment(manifest.get("updated"))),
        ("Seeds", _seeds(manifest)),
        ("Intervals", f"{chance['level']:.0%}, {chance['resamples']} resamples, seed {chance['seed']}"),
        ("Reference model", manifest.get("reference") or "none"),
        ("Machine", f"{machine['system']}, {machine['cores']} cores"),
        ("Python", machine["python"]),
        ("Packages", packages),
        ("Revision", machine["git"] or "not in a git repository"),
        *(("Left out", line.removeprefix("left out: ")) for line in left_out(manifest)),
    ]


def _seeds(manifest: Mapping[str, Any]) -> str:
    """Those of the plan, and those of scenarios that have their own."""
    plan = manifest["plan"]["seeds"]
    own = {label: one["seeds"] for label, one in manifest["scenarios"].items() if one.get("seeds", plan) != plan}
    counts = sorted({len(seeds) for seeds in own.values()})
    said = f"; {len(own)} scenarios have their own: {', '.join(map(str, counts))} images a prompt" if own else ""
    return ", ".join(str(seed) for seed in plan) + said


def _moment(written: str | None) -> str:
    """A time as people write it, to the minute.

    >>> _moment("2026-11-16T03:33:02+00:00"), _moment(None)
    ('2026-11-16 03:33 UTC', 'not recorded')
    """
    if not written:
        return "not recorded"
    return f"{written[:16].replace('T', ' ')} UTC" if written.endswith("+00:00") else written


def _models(reader: Reader) -> Table:
    """Every model, with how many images it drew and how long one took."""
    seconds = pl.col("seconds").filter(pl.col("outcome") == "drawn").median()
    drawn = reader.folder.table("samples").read(["model", "outcome", "seconds"]).group_by("model")
    found = {model: counts for model, *counts in drawn.agg((pl.col("outcome") == "drawn").sum(), seconds).iter_rows()}
    rows = _table(reader.manifest["models"], ("use", "revision", "options"))
    for row in rows:
        images, median = found.get(row["name"], (0, None))
        row |= {"images": f"{images:,}", "median time": "" if median is None else f"{median:.3g} s"}
        row["identity"] = _word(reader.manifest["models"][row["name"]].get("identity"))
    return rows


def _people(reader: Reader) -> list[tuple[str, str]]:
    """What people were asked, on which scenario, and where their answers came from."""
    asked = {(row["question"], row["scenario"]): row for rows in reader.people.values() for row in rows}
    return [
        (
            f"Ratings: {question} on {scenario}",
            f"{row['ratings']} by {row['raters']} raters, SHA-256 of the table {row['source']}",
        )
        for (question, scenario), row in asked.items()
    ]


def _table(entries: Mapping[str, Mapping[str, Any]], columns: tuple[str, ...]) -> Table:
    return [
        {"name": label} | {column: _word(entry.get(column)) for column in columns} for label, entry in entries.items()
    ]


def _weights(annotators: Mapping[str, Any]) -> Table:
    rows = []
    for name in annotators:
        try:
            chosen = choose([name])
        except UnknownName:
            continue  # this annotator needs no weights
        rows += [
            {
                "name": weight.name,
                "for": name,
                "SHA-256": weight.sha256 or "loaded from a hub",
                "licence": weight.licence,
                "citation": weight.citation,
            }
            for weight in chosen
        ]
    return rows


def _word(value: Any) -> str:
    if value is None or value == {} or value == []:
        return ""
    if isinstance(value, list):
        return ", ".join(str(item) for item in value)
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else str(value)
