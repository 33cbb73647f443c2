"""How far an image is from the scenes of the 3D simulator, by our own encoder's features: beyond a line it is none."""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from paragone.core.components import Annotator
from paragone.core.keys import content_hash
from paragone.core.types import Column, Facts, Missing, Picture, Prompt

FITTED = Path(__file__).parents[1] / "data" / "scene_domain.npz"


@dataclass(frozen=True, slots=True)
class SceneDomain(Annotator):
    """The Mahalanobis distance of an image's vector to those of training scenes, and whether it is one of them.

    Fitted on scenes alone by `python -m benchmarks.domains --fit`; docs/perception.md has its error on photographs.
    """

    name: ClassVar[str] = "scene_domain"
    needs: ClassVar[tuple[str, ...]] = ("clip_scene_image",)
    columns: ClassVar[Mapping[str, Column]] = {"distance": "number", "is_scene": "flag"}

    @property
    def version(self) -> str:
        """The hash of what was fitted."""
        return f"1-{fitted().digest[:12]}"

    def look(
        self, pictures: Sequence[Picture], prompts: Sequence[Prompt], facts: Sequence[Mapping[str, Facts]] = ()
    ) -> list[Facts | Missing]:
        """The distance of each picture."""
        return [_place_of(np.asarray(known["clip_scene_image"]["vector"], np.float64)) for known in facts]


def _place_of(vector: npt.NDArray[np.float64]) -> Facts | Missing:
    wanted = len(fitted().mean)
    if len(vector) != wanted:
        return Missing(f"the encoder's vectors have {len(vector)} numbers, those of the scenes {wanted}; fit it anew")
    distance = float(fitted().distances(vector[None])[0])
    return {"distance": distance, "is_scene": distance <= fitted().line}


class Fitted(NamedTuple):
    """Where scenes are: their mean, what makes their spread round, and the distance beyond which there are few."""

    mean: npt.NDArray[np.float64]
    whitening: npt.NDArray[np.float64]
    line: float
    digest: str

    def distances(self, vectors: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Of each row, from the mean, in standard deviations of scenes."""
        moved: npt.NDArray[np.float64] = np.linalg.norm((vectors - self.mean) @ self.whitening, axis=1)
        return moved


@functools.cache
def fitted() -> Fitted:
    """What `benchmarks.domains --fit` wrote."""
    with np.load(FITTED) as file:
        mean, whitening, line = (file[name].astype(np.float64) for name in ("mean", "whitening", "line"))
    return Fitted(mean, whitening, float(line), content_hash(FITTED.read_bytes()))


annotator = SceneDomain
