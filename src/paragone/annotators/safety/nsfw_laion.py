"""How unsafe for work an image is by LAION's classifier on CLIP ViT-L/14, converted to ONNX by its user."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from paragone.annotators._networks import onnx
from paragone.annotators._networks.given import Given
from paragone.annotators._networks.on_clip import WIDTH, OnClip, Vectors
from paragone.core.errors import BadInput
from paragone.core.types import Column, Facts


@dataclass(frozen=True, slots=True)
class NsfwLaion(Given, OnClip):
    """One number from 0 to 1 an image, from its vector of unit length.

    The original, `clip_autokeras_binary_nsfw`, is a program of TensorFlow with layers of AutoKeras: it loads with those
    two libraries alone, in versions that no longer install together. `path` is the same network as ONNX, as
    `python -m tf2onnx.convert --saved-model clip_autokeras_binary_nsfw --output nsfw.onnx` makes it once elsewhere.
    """

    path: str = ""
    where_from: ClassVar[str] = "github.com/LAION-AI/CLIP-based-NSFW-Detector, converted by tf2onnx"
    columns: ClassVar[Mapping[str, Column]] = {"nsfw": "number"}

    def load(self) -> Any:
        """The session, after a look at its shapes."""
        session = onnx.session(self.file)
        shapes = [tuple(one.shape) for one in (*session.get_inputs(), *session.get_outputs())]
        if [shape[-1:] for shape in shapes] != [(WIDTH,), (1,)]:
            raise BadInput(f"{self.file.name} has the shapes {shapes}; LAION's takes {WIDTH} numbers and gives one")
        return session

    def judge_vectors(self, vectors: Vectors) -> Sequence[Facts]:
        """One probability an image."""
        session = self.load()
        [found] = session.run(None, {session.get_inputs()[0].name: vectors.astype(np.float32)})
        return [{"nsfw": float(chance)} for chance in found.reshape(-1)]


annotator = NsfwLaion
