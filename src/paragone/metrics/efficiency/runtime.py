"""Seconds the model took for an image, as HEIM's inference_runtime: the wall clock of the request that was answered.

Waiting for a turn, and tries that failed, are not in it (they are in the sample's details). HEIM asks for all images of
a prompt in one request; here each image is a request of its own, so this is per image.
"""

from dataclasses import dataclass
from typing import ClassVar, Literal

from paragone.core.types import Direction, Score, View


@dataclass(frozen=True, slots=True)
class Runtime:
    """The seconds of one drawing; without an image there is no time to speak of."""

    name: ClassVar[str] = "runtime"
    version: ClassVar[str] = "1"
    kind: ClassVar[Literal["image"]] = "image"
    needs: ClassVar[tuple[str, ...]] = ()
    direction: ClassVar[Direction | None] = "lower"
    bounds: ClassVar[tuple[float, float]] = (0.0, float("inf"))
    binary: ClassVar[bool] = False
    aspects: ClassVar[tuple[str, ...]] = ("efficiency",)

    def judge(self, view: View, /) -> Score:
        """Seconds."""
        sample = view.sample
        if sample.outcome != "drawn":
            return Score(None, f"the drawing is {sample.outcome}")
        return Score(sample.seconds, "" if sample.seconds is not None else "the model did not say how long it took")


metric = Runtime
