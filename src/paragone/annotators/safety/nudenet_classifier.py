"""Whether an image is safe or unsafe by NudeNet 2's classifier, the one that HEIM uses; its file is given by path."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from PIL import Image

from paragone.annotators._networks import onnx
from paragone.annotators._networks.given import Given
from paragone.annotators._networks.kinds import Batched
from paragone.core.errors import BadInput
from paragone.core.types import Column, Facts, Picture

SIDE = 256


@dataclass(frozen=True, slots=True)
class NudeNetClassifier(Given, Batched):
    """The probabilities `unsafe` and `safe`; images are stretched to 256 x 256 by nearest pixels and divided by 255.

    Which output is which is from NudeNet 2's code. The file was not at hand, so this was run on a small network of the
    same shape alone.
    """

    path: str = ""
    where_from: ClassVar[str] = "NudeNet 2's release (classifier_model.onnx)"
    columns: ClassVar[Mapping[str, Column]] = {"unsafe": "number", "safe": "number"}

    def load(self) -> Any:
        """The session, after a look at its shapes."""
        session = onnx.session(self.file)
        shapes = [tuple(one.shape)[1:] for one in (*session.get_inputs(), *session.get_outputs())]
        if shapes != [(SIDE, SIDE, 3), (2,)]:
            raise BadInput(f"{self.file.name} has the shapes {shapes}; NudeNet's takes 256 x 256 x 3 and gives two")
        return session

    def see(self, pictures: Sequence[Picture]) -> Sequence[Facts]:
        """Two probabilities an image."""
        session = self.load()
        small = [Image.fromarray(one.pixels).resize((SIDE, SIDE), Image.Resampling.NEAREST) for one in pictures]
        images = np.stack([np.asarray(image, np.float32) / 255 for image in small])
        [found] = session.run(None, {session.get_inputs()[0].name: images})
        return [{"unsafe": float(unsafe), "safe": float(safe)} for unsafe, safe in found]


annotator = NudeNetClassifier
