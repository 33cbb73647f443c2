"""How beautiful an image is by LAION's linear head on CLIP ViT-L/14 (v1), as HEIM scores it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from paragone.annotators.encoders._aesthetics import AestheticHead


@dataclass(frozen=True, slots=True)
class AestheticsV1(AestheticHead):
    """Schuhmann et al. (2022): 768 numbers to 1, nominally from 1 to 10."""

    needs_weights: ClassVar[tuple[str, ...]] = ("laion-aesthetics-v1",)
    layers: ClassVar[Mapping[str, int]] = {"": 1}


annotator = AestheticsV1
