"""The share of women that a prompt states for a population, in its tag `women`."""

from paragone.core.types import Prompt


def stated_share(prompt: Prompt) -> float | None:
    """The share, strictly between 0 and 1; None where none is stated or it is no such number."""
    try:
        share = float(prompt.tags.get("women", ""))
    except ValueError:
        return None
    return share if 0 < share < 1 else None
