"""How far an image is from the scenes of the 3D simulator, by our own encoder's features: beyond a line it is none."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from paragone.annotators._domain import fitted
from paragone.core.components import Annotator
from paragone.core.types import Column, Facts, Missing, Picture, Prompt

NAME = "scene_domain"


@dataclass(frozen=True, slots=True)
class SceneDomain(Annotator):
    """The Mahalanobis distance of an image's vector to those of training scenes, and whether it is one of them.

    The distance was fitted on scenes alone by `python -m benchmarks.domains --fit`. Photographs that are blurred come
    near to scenes, so a plane between the two (`--fit-apart`) has a say as well. docs/perception.md has the errors.
    """

    name: ClassVar[str] = NAME
    needs: ClassVar[tuple[str, ...]] = ("clip_scene_image",)
    columns: ClassVar[Mapping[str, Column]] = {"distance": "number", "is_scene": "flag"}

    @property
    def version(self) -> str:
        """The hash of what was fitted."""
        return f"1-{fitted(NAME).digest[:12]}"

    def look(
        self, pictures: Sequence[Picture], prompts: Sequence[Prompt], facts: Sequence[Mapping[str, Facts]] = ()
    ) -> list[Facts | Missing]:
        """The distance of each picture."""
        return [_place_of(np.asarray(known["clip_scene_image"]["vector"], np.float64)) for known in facts]


def _place_of(vector: npt.NDArray[np.float64]) -> Facts | Missing:
    wanted = len(fitted(NAME).mean)
    if len(vector) != wanted:
        return Missing(f"the encoder's vectors have {len(vector)} numbers, those of the scenes {wanted}; fit it anew")
    distance = float(fitted(NAME).distances(vector[None])[0])
    return {"distance": distance, "is_scene": bool(fitted(NAME).holds(vector[None])[0])}


annotator = SceneDomain
