"""`paragone list`: what there is."""

import typer

from paragone.core.catalogue import KINDS, listed, nearest, summary
from paragone.core.errors import UnknownName


def listing(
    kind: str = typer.Argument("", help="scenarios, models, annotators, metrics or plans; nothing lists all."),
    as_json: bool = typer.Option(False, "--json", help="Print as JSON."),
) -> None:
    """List scenarios, models, annotators, metrics and plans, each with a sentence."""
    from paragone.cli.screen import print_rows
    from paragone.stages.plan import read_plan, shipped_plans

    kinds = [*KINDS, "plans"]
    if kind and kind not in kinds:
        raise UnknownName(f"cannot list {kind!r}; {nearest(kind, kinds)}")
    rows = [
        {"kind": one, "name": name, "what it is": summary(one, name)}
        for one in KINDS
        if kind in ("", one)
        for name in listed(one)
    ]
    if kind in ("", "plans"):
        rows += [{"kind": "plans", "name": name, "what it is": read_plan(name).title} for name in shipped_plans()]
    print_rows(rows, as_json=as_json)
