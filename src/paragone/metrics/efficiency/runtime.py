"""Seconds the model took for an image, as HEIM's inference_runtime: the wall clock of the request that was answered.

Waiting for a turn, and tries that failed, are not in it (they are in the sample's details). HEIM asks for all images of
a prompt in one request; here each image is a request of its own, so this is per image.
"""

from dataclasses import dataclass
from typing import ClassVar

from paragone.core.types import View
from paragone.metrics.efficiency._details import TakenByImage


@dataclass(frozen=True)
class Runtime(TakenByImage):
    """The seconds of one drawing; without an image there is no time to speak of."""

    title: ClassVar[str] = "Runtime, s"
    unknown: ClassVar[str] = "the model did not say how long it took"

    def found(self, view: View) -> object:
        """The seconds are part of the sample itself."""
        return view.sample.seconds


metric = Runtime
