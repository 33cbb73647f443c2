"""A scenario's prompts, some on a page."""

from dataclasses import dataclass

from paragone.report import urls
from paragone.report.pages.overlays import read_json
from paragone.report.read.reader import Reader
from paragone.report.wording import cut

LISTED = 100  # prompts on a page


@dataclass(frozen=True)
class PromptList:
    """Some prompts of a scenario, by id."""

    title: str
    scenario: str
    scenarios: list[tuple[str, str]]
    number: int
    pages: int
    total: int
    rows: list[tuple[str, str, str, str]]  # id, text, tags, page


def pages_of(reader: Reader, scenario: str) -> int:
    """How many pages the list of a scenario's prompts has."""
    return max(1, -(-len(reader.prompts(scenario)) // LISTED))


def prompt_list(reader: Reader, scenario: str, number: int) -> PromptList | None:
    """One page of a scenario's prompts; None beyond the last."""
    prompts = reader.prompts(scenario)
    if not 1 <= number <= pages_of(reader, scenario):
        return None
    shown = prompts[(number - 1) * LISTED : number * LISTED].select("prompt_id", "text", "tags")
    rows = [
        (
            prompt_id,
            cut(text, 240),
            ", ".join(map(str, read_json(tags or "{}").values())),
            urls.prompt(scenario, prompt_id),
        )
        for prompt_id, text, tags in shown.iter_rows()
    ]
    return PromptList(
        title=f"Prompts of {scenario}",
        scenario=scenario,
        scenarios=[(label, urls.prompts(label)) for label in reader.scenarios],
        number=number,
        pages=pages_of(reader, scenario),
        total=len(prompts),
        rows=rows,
    )
