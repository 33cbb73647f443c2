"""How beautiful an image is by LAION's later head on CLIP ViT-L/14 (v2, trained on SAC, Logos and AVA)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from paragone.annotators.encoders._aesthetics import AestheticHead


@dataclass(frozen=True, slots=True)
class AestheticsV2(AestheticHead):
    """Schuhmann (2022): 768-1024-128-64-16-1 with no curve in between, so that it is one linear map as well."""

    needs_weights: ClassVar[tuple[str, ...]] = ("laion-aesthetics-v2",)
    layers: ClassVar[Mapping[str, int]] = {
        "layers.0.": 1024,
        "layers.2.": 128,
        "layers.4.": 64,
        "layers.6.": 16,
        "layers.7.": 1,
    }


annotator = AestheticsV2
