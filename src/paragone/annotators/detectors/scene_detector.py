"""Objects, boxes and colours as our own detector sees them, which was trained on the simulator's training scenes."""

import functools
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from paragone.annotators._networks.kinds import Batched
from paragone.baselines.detector.decode import SIZE, Settings, decode
from paragone.core.components import Domain
from paragone.core.errors import NotReady
from paragone.core.keys import content_hash
from paragone.core.types import Column, Facts, Picture
from paragone.images.resize import policy_named, resize

SHIPPED = Path(__file__).parents[1] / "data" / "scene_detector.onnx"


@dataclass(frozen=True, slots=True)
class SceneDetector(Batched):
    """24 classes and 6 colours. Images are resized to 256 x 256, as DALL-Eval does to 800 x 800.

    `path` names another ONNX file of the same kind, written by `paragone.baselines.detector.export`.
    """

    path: str | None = None

    domain: ClassVar[Domain] = "scenes"
    batch: ClassVar[int] = 16
    columns: ClassVar[Mapping[str, Column]] = {"boxes": "json"}

    @property
    def version(self) -> str:
        """The hash of the weights, and how they are read."""
        return f"1-{_load(self._file).digest[:12]}"

    @property
    def _file(self) -> Path:
        return Path(self.path) if self.path else SHIPPED

    def check(self) -> None:
        """Raise NotReady if the weights are not here."""
        _load(self._file)

    def see(self, pictures: Sequence[Picture]) -> list[Facts]:
        """The boxes of each picture, the surest first."""
        loaded, policy = _load(self._file), policy_named("pil-bilinear")
        facts: list[Facts] = []
        for picture in pictures:
            # One at a time: the answer to a picture may not depend, even in its last digit, on its batch.
            small = resize(picture.pixels, (SIZE, SIZE), policy=policy)
            image = np.ascontiguousarray(small.transpose(2, 0, 1)[None], dtype=np.float32)
            answer = loaded.session.run(None, {"image": image})[0][0]
            height, width = picture.pixels.shape[:2]
            facts.append({"boxes": decode(answer, loaded.settings, width=width, height=height)})
        return facts


annotator = SceneDetector


@dataclass(frozen=True, slots=True)
class _Loaded:
    session: Any
    settings: Settings
    digest: str


@functools.lru_cache(maxsize=2)
def _load(path: Path) -> _Loaded:
    import onnxruntime

    card = path.with_suffix(".json")
    if not path.is_file() or not card.is_file():
        raise NotReady(f"no detector at {path} (with its .json card); train one: docs/simulator.md says how")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1  # several workers look at once
    options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    settings = Settings(**json.loads(card.read_text(encoding="utf-8"))["settings"])
    return _Loaded(session, settings, content_hash(path.read_bytes() + card.read_bytes()))
