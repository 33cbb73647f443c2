"""What heads on CLIP ViT-L/14 share: the vector that `clip_l14_image` states, brought to unit length."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from paragone.core.components import Annotator
from paragone.core.errors import BadInput
from paragone.core.types import Facts, Picture, Prompt

Vectors: TypeAlias = npt.NDArray[np.float64]  # (images, width)
Tensors: TypeAlias = Mapping[str, npt.NDArray[Any]]
WIDTH = 768  # of CLIP ViT-L/14


class OnClip(Annotator, Protocol):
    """Looks at CLIP's vectors alone."""

    needs: ClassVar[tuple[str, ...]] = ("clip_l14_image",)
    batch: ClassVar[int] = 64

    def judge_vectors(self, vectors: Vectors) -> Sequence[Facts]:
        """The facts of each image, given its vector of unit length."""
        ...

    def look(
        self, pictures: Sequence[Picture], prompts: Sequence[Prompt], facts: Sequence[Mapping[str, Facts]] = ()
    ) -> Sequence[Facts]:
        """The facts of each picture, in order."""
        given = [np.asarray(known["clip_l14_image"]["vector"], np.float64) for known in facts]
        odd = next((len(vector) for vector in given if len(vector) != WIDTH), None)
        if odd is not None:
            raise BadInput(f"{self.name} reads {WIDTH} numbers of CLIP ViT-L/14, and `clip_l14_image` gave {odd}")
        return list(self.judge_vectors(unit(np.stack(given)))) if given else []


def unit(vectors: Vectors) -> Vectors:
    """Each of unit length; a vector of nought stays as it is.

    >>> unit(np.array([[3.0, 4.0], [0.0, 0.0]])).tolist()
    [[0.6, 0.8], [0.0, 0.0]]
    """
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors / np.where(lengths == 0, 1.0, lengths)


def check_shapes(tensors: Tensors, expected: Mapping[str, tuple[int, ...]], what: str) -> None:
    """Refuse a file whose tensors are not those that were published."""
    found = {name: tensor.shape for name, tensor in tensors.items()}
    odd = sorted({*found.items()} ^ {*expected.items()})
    if odd:
        name = odd[0][0]
        raise BadInput(
            f"{what}: {name!r} is {found.get(name, 'not there')} where {expected.get(name, 'nothing')} is expected; "
            "get the file anew"
        )
