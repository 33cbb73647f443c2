"""The scenarios of the catalogue as a table: what each says of itself, without opening a file of data."""

from typing import Any

from paragone.assets.cache import is_present
from paragone.assets.manifest import find
from paragone.core.catalogue import aliases, make, names
from paragone.core.components import Scenario
from paragone.core.errors import ParagoneError


def scenario_rows() -> list[dict[str, Any]]:
    """A row for each short name, and one for each scenario that can be made without options."""
    known = aliases("scenarios")
    found = [_row(name, str(about.get("benchmark", ""))) for name, about in known.items()]
    own = set(names("scenarios")) - {about["use"] for about in known.values()}
    return [row for row in [*found, *(_row(name, "") for name in sorted(own))] if row]


def _row(name: str, benchmark: str) -> dict[str, Any]:
    try:
        scenario: Scenario = make("scenarios", name)
    except ParagoneError:
        return {}  # it reads a place that the user names
    data = list(scenario.needs_weights)
    return {
        "name": name,
        "title": scenario.title,
        "benchmark": benchmark,
        "prompts": scenario.size,
        "cap": scenario.cap,
        "images": scenario.images,
        "aspects": list(scenario.aspects),
        "source": scenario.source,
        "licence": scenario.licence,
        "citation": scenario.citation,
        "data": data,
        "here": all(is_present(find(one)) for one in data),
        "sensitive": scenario.sensitive,
    }
