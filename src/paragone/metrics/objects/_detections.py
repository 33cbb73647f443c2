"""What metrics read from a detector's boxes and from the objects that a prompt expects."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from paragone.core.types import Prompt


@dataclass(frozen=True)
class Detected:
    """What metrics on boxes share: the detector whose boxes they read."""

    detector: str = "coco_detector"

    @property
    def needs(self) -> tuple[str, ...]:
        """The annotator whose boxes are read."""
        return (self.detector,)


def counts_seen(boxes: Sequence[Mapping[str, Any]], threshold: float) -> Counter[str]:
    """Detections by label that score at least the threshold.

    >>> counts_seen([{"label": "cat", "score": 0.9}, {"label": "cat", "score": 0.4}], 0.5)
    Counter({'cat': 1})
    """
    return Counter(str(box["label"]) for box in boxes if box["score"] >= threshold)


def counts_of(facts: Mapping[str, Any], threshold: float) -> Counter[str]:
    """How many of each label an annotator saw: its own counts where it states them, else its boxes.

    >>> counts_of({"counts": {"cat": 2}}, 0.5)
    Counter({'cat': 2})
    """
    return Counter(facts["counts"]) if "counts" in facts else counts_seen(facts["boxes"], threshold)


def counts_wanted(prompt: Prompt) -> dict[str, int]:
    """Objects by label that the prompt asks for.

    >>> from paragone.core.expect import Expect, Thing
    >>> counts_wanted(Prompt("p", "2 cats", expect=Expect(objects=(Thing("cat", 2),))))
    {'cat': 2}
    """
    wanted: Counter[str] = Counter()
    for thing in prompt.expect.objects:
        wanted[thing.label] += thing.count
    return dict(wanted)
