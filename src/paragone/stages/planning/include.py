"""A plan that includes others: their scenarios with their own settings, and their metrics on just those scenarios."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from paragone.core.errors import PlanError

Raw: TypeAlias = dict[str, Any]
FOR_EACH = ("seeds", "limit", "sampling")  # settings of a plan that its scenarios take along


def with_included(raw: Raw, read: Callable[[str], Raw], above: tuple[str, ...] = ()) -> Raw:
    """The plan with all that it includes (`include = "heim/bias"`, or a list); what it says itself wins."""
    given = raw.get("include", [])
    names = [given] if isinstance(given, str) else given
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise PlanError(f"`include` is {str(given)[:60]!r}; write the name of a plan, or a list of names")
    own = {key: value for key, value in raw.items() if key != "include"}
    if not names:
        return own
    merged: Raw = {"scenarios": [], "models": [], "metrics": []}
    for name in names:
        if name in above:
            raise PlanError(f"the plan {name!r} includes itself ({' > '.join((*above, name))}); take one `include` out")
        _add(merged, _as_part(with_included(read(name), read, (*above, name))), name)
    return _topped(merged, own)


def _as_part(plan: Raw) -> Raw:
    """A plan as a part of another: settings go to its scenarios, and its metrics judge no others."""
    carried = {name: plan[name] for name in FOR_EACH if name in plan}
    scenarios = [_entry(one) for one in plan.get("scenarios", [])]
    for one in scenarios:
        mine = {name: value for name, value in carried.items() if name not in one}
        if "images" in one:
            mine.pop("seeds", None)
        if "limit" in one and "limit" in carried:
            mine["limit"] = min(one["limit"], carried["limit"])
        one.update(mine)
    labels = [_label(one) for one in scenarios]
    metrics = plan.get("metrics", [])
    if metrics == "all":
        raise PlanError('a plan with metrics = "all" cannot be included; name its metrics')
    return {
        **{name: value for name, value in plan.items() if name not in FOR_EACH},
        "scenarios": scenarios,
        "metrics": [{"on": labels, **_entry(one)} for one in metrics],
    }


def _add(merged: Raw, part: Raw, name: str) -> None:
    """Join a part: the same scenario, model or metric of two parts is one, and must be asked for alike."""
    for kind in ("scenarios", "models", "metrics"):
        known = {_label(one): one for one in merged[kind]}
        for one in map(_entry, part.get(kind, [])):
            before = known.get(_label(one))
            if before is None:
                merged[kind].append(one)
                continue
            shared = {"on", "aspects"}
            if {k: v for k, v in before.items() if k not in shared} != {
                k: v for k, v in one.items() if k not in shared
            }:
                raise PlanError(
                    f"the plan {name!r} has {_label(one)!r} ({kind[:-1]}) with other settings than a plan included "
                    "before it; make them alike, or give one another name"
                )
            for key in shared & (before.keys() | one.keys()):
                before[key] = list(dict.fromkeys([*before.get(key, []), *one.get(key, [])]))
    merged["published"] = [*merged.get("published", []), *part.get("published", [])]
    merged["annotators"] = {**merged.get("annotators", {}), **part.get("annotators", {})}
    for key in ("reference", "execute", "estimate", "average"):
        if key in part:
            merged.setdefault(key, part[key])


def _topped(merged: Raw, own: Raw) -> Raw:
    """What the parts give, with the plan's own entries after (or in place of) theirs."""
    found = {**merged, **own}
    for kind in ("scenarios", "metrics"):
        mine = own.get(kind, [])
        if mine == "all":
            continue
        entries = [_entry(one) for one in mine]
        labels = {_label(one) for one in entries}
        found[kind] = [one for one in merged[kind] if _label(one) not in labels] + entries
    found["published"] = [*merged.get("published", []), *own.get("published", [])]
    found["annotators"] = {**merged.get("annotators", {}), **own.get("annotators", {})}
    return found


def _entry(written: Any) -> Raw:
    return {"use": written} if isinstance(written, str) else dict(written) if isinstance(written, Mapping) else {}


def _label(entry: Mapping[str, Any]) -> str:
    return str(entry.get("name") or entry.get("use"))
