"""`paragone list`: what there is."""

from typing import Any

import typer

from paragone.cli.terminal.formats import Form, printing, put
from paragone.core.catalogue import KINDS, aliases, listed, nearest, summary
from paragone.core.errors import UnknownName


@printing
def listing(
    kind: str = typer.Argument("", help=f"{', '.join(KINDS)} or plans; or the name of one of them; nothing lists all."),
    *,
    form: Form,
) -> None:
    """List scenarios, models, annotators, metrics, perturbations and plans, each with a sentence.

    `list scenarios` shows prompts, images per prompt, aspects, source, licence, and whether the data is here; it opens
    none of it. `list models` also shows the short names that know a model's weights and settings, with family,
    parameters and licence. `list fid` tells all of one component: its options with their defaults, what it needs, an
    example.
    """
    from paragone.cli.terminal.about import kinds_of, tell_all
    from paragone.stages.planning.plan_file import read_plan, shipped_plans

    kinds = [*KINDS, "plans"]
    if kind and kind not in kinds:
        found = kinds_of(kind)
        if not found:
            known = {name for one in KINDS for name in (*listed(one), *aliases(one))}
            raise UnknownName(f"cannot list {kind!r}; {nearest(kind, [*kinds, *known])[:400]}")
        tell_all(kind, found, form=form)
        return
    if kind == "scenarios":
        _print_scenarios(form)
        return
    rows: list[dict[str, Any]] = [
        {"kind": one, "name": name, "what it is": summary(one, name)}
        for one in KINDS
        if kind in ("", one)
        for name in listed(one)
    ]
    if kind in ("", "plans"):
        rows += [{"kind": "plans", "name": name, "what it is": read_plan(name).title} for name in shipped_plans()]
    if kind == "models":
        rows += short_names()
    put(form, rows)


def _print_scenarios(form: Form) -> None:
    from paragone.cli.terminal.scenario_list import scenario_rows

    rows = scenario_rows()
    shown = [
        {
            "name": row["name"],
            "prompts": row["prompts"],
            "images": row["images"],
            "aspects": ", ".join(row["aspects"]),
            "source": row["source"],
            "licence": row["licence"],
            "here": "yes" if row["here"] else "no",
        }
        for row in rows
    ]
    put(form, rows, shown)
    if form != "text":
        return
    absent = dict.fromkeys(name for row in rows if not row["here"] for name in row["data"])
    counted = sum(row["benchmark"] == "HEIM" for row in rows)
    typer.echo(f"\n{len(rows)} scenarios, {counted} of them HEIM's; `--json` has citations and caps")
    if absent:
        typer.echo(f"not here: {', '.join(absent)}; `paragone data list` says how to get each")


def short_names() -> list[dict[str, Any]]:
    """The registry of models: what each is, in a sentence that begins with its maker's name for it."""
    known = aliases("models").items()
    return [{"kind": "short name", "name": name, "what it is": _described(about)} for name, about in known]


def _described(known: dict[str, Any]) -> str:
    parts = [known["title"], known["family"], _size(known.get("parameters")), known["licence"]]
    ways = f"draws with {known['use']}" if "use" in known else "cannot be run from here"
    return ", ".join([*(part for part in parts if part), ways])


def _size(parameters: int | None) -> str:
    """A number of parameters as people say it.

    >>> _size(3_500_000_000), _size(75_000_000), _size(None)
    ('3.5B parameters', '75M parameters', 'parameters unknown')
    """
    if parameters is None:
        return "parameters unknown"
    amount = f"{parameters / 1e9:.3g}B" if parameters >= 1e9 else f"{parameters / 1e6:.3g}M"
    return f"{amount} parameters"
