"""What metrics read from a detector's boxes and from a prompt's `expect`."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from paragone.core.types import Prompt


def counts_seen(boxes: Sequence[Mapping[str, Any]], threshold: float) -> Counter[str]:
    """Detections by label that score at least the threshold.

    >>> counts_seen([{"label": "cat", "score": 0.9}, {"label": "cat", "score": 0.4}], 0.5)
    Counter({'cat': 1})
    """
    return Counter(str(box["label"]) for box in boxes if box["score"] >= threshold)


def counts_wanted(prompt: Prompt) -> dict[str, int]:
    """Objects by label that the prompt asks for, from `expect.objects`; an object without a count is one.

    >>> counts_wanted(Prompt("p", "2 cats", expect={"objects": [{"label": "cat", "count": 2}]}))
    {'cat': 2}
    """
    wanted: Counter[str] = Counter()
    for item in prompt.expect.get("objects", ()):
        wanted[str(item["label"])] += int(item.get("count", 1))
    return dict(wanted)
