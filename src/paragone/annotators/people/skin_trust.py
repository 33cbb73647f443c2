"""Skin tone of each face from its albedo by TRUST, as DALL-Eval measures it; you bring the files, for research only."""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from paragone.annotators._networks import fan, onnx
from paragone.annotators._networks.boxes import fact
from paragone.annotators._networks.face import Face
from paragone.annotators._networks.prepare import channels_first
from paragone.annotators._networks.resnet50 import refuse_other
from paragone.annotators.faces.faces import largest_faces
from paragone.annotators.people import _trust
from paragone.annotators.people._cheeks import is_grey
from paragone.assets import cache
from paragone.assets.pickled import read_tensors
from paragone.core.components import Annotator, Domain
from paragone.core.errors import NotReady
from paragone.core.keys import key_of
from paragone.core.types import Column, Facts, Picture, Pixels, Prompt
from paragone.stats.skin import ita, lab_of, monk_tone, tone_of_ita
from paragone.stats.skin.lab import encoded, linear

NETWORK = "1"
ENCODERS = ("E_scene_light_BalanceAlb.tar", "E_albedo_BalanceAlb.tar")
FILES = (*ENCODERS, "BalanceAlb_model.npz", "skin_for_ita_mask_cheeks.png")
POINTS = "2DFAN4*"


@dataclass(frozen=True, slots=True)
class SkinTrust(Annotator):
    """For each face its `tone` (CIEDE2000) and `tone_dalleval` (mean ITA) of the cheeks' albedo, or the `reason`.

    `path` is a folder with the four files of TRUST and DALL-Eval and a checkpoint of FAN's landmarks (docs/bias.md says
    where from). TRUST's licence allows research that is not commercial. The files were not at hand: names and shapes
    are checked against the published networks, the arithmetic against torch on small weights. Memory: 1 GB, 1.6 once.
    """

    path: str = ""
    threshold: float = 0.5
    smallest: int = 24
    domain: ClassVar[Domain] = "photographs"
    needs: ClassVar[tuple[str, ...]] = ("faces",)
    columns: ClassVar[Mapping[str, Column]] = {"boxes": "json"}

    @property
    def version(self) -> str:
        """Code, options, and the hash of the files."""
        return f"1.{NETWORK}-{self.threshold}-{self.smallest}-{_digest(self.files())[:12]}"

    def check(self) -> None:
        """Refuse to start without the files, or with others."""
        self.networks()

    def look(
        self, pictures: Sequence[Picture], prompts: Sequence[Prompt], facts: Sequence[Mapping[str, Facts]] = ()
    ) -> Sequence[Facts]:
        """The faces of each image, largest first."""
        known = [largest_faces(one["faces"], threshold=self.threshold, smallest=self.smallest) for one in facts]
        pairs = zip(pictures, known, strict=True)
        return [{"boxes": self._faces(picture.pixels, faces)} for picture, faces in pairs]

    def _faces(self, pixels: Pixels, faces: Sequence[Face]) -> list[Mapping[str, Any]]:
        if not faces:
            return []
        landmarks, albedo = self.networks()
        crops = [_trust.face_crop(pixels, points) for points in fan.landmarks(landmarks, pixels, faces)]
        scenes = [_trust.scene_crop(pixels)] * len(crops)
        inputs = {"face": channels_first(crops), "scene": channels_first(scenes)}
        [found] = onnx.run(albedo, inputs, ["albedo"])
        return [
            fact("skin", face.score, face.box.tolist(), **tone_of(within(pixels, face), colours.reshape(-1, 3)))
            for face, colours in zip(faces, found, strict=True)
        ]

    def files(self) -> tuple[Path, ...]:
        """The four files of TRUST and that of FAN, or NotReady with what to do."""
        folder = Path(self.path).expanduser()
        lacking = [name for name in FILES if not (folder / name).is_file()] if self.path else list(FILES)
        points = sorted(folder.glob(POINTS)) if self.path else []
        if lacking or not points:
            found = f"{folder} lacks {', '.join([*lacking, *([] if points else [POINTS])])}" if self.path else "no path"
            how = 'annotators = { skin_trust = { path = "FOLDER" } }'
            raise NotReady(f"skin_trust has {found}; docs/bias.md says where the files are, then write {how}")
        return (*(folder / name for name in FILES), points[0])

    def networks(self) -> tuple[Path, Path]:
        """Landmarks and albedo in ONNX, made once from the files."""
        *trust, points = self.files()
        name = f"{_digest(self.files())[:16]}-{NETWORK}.onnx"
        landmarks = cache.derived(f"fan-{name}", lambda: _landmarks(points))
        scene, face, albedo, cheeks = trust
        parts = functools.partial(_trust.read_parts, scene, face, albedo, cheeks)
        return landmarks, cache.derived(f"trust-{name}", lambda: _trust.build(parts()))


def within(pixels: Pixels, face: Face) -> Pixels:
    """The colours within a face's box  # (pixels, 3)."""
    x0, y0, x1, y1 = np.rint(face.box).astype(int).clip(0).tolist()
    return pixels[y0:y1, x0:x1].reshape(-1, 3)


def tone_of(seen: Pixels, albedo: npt.NDArray[np.float32]) -> Mapping[str, Any]:
    """What the albedo of the cheeks says; nothing of a face seen without colour, whose albedo would be a guess."""
    if not len(seen) or is_grey(seen):
        return {"reason": "the face is black and white: no skin colour can be told"}
    colours = np.rint(np.clip(albedo, 0, 1) * 255)  # as TRUST writes them
    angle = float(ita(lab_of(colours)).mean())
    mean = encoded(linear(colours).mean(axis=0))
    lab = lab_of(mean)
    return {
        "rgb": [round(float(part), 1) for part in mean],
        "lab": [round(float(part), 2) for part in lab],
        "ita": round(angle, 2),
        "tone": monk_tone(lab),
        "tone_dalleval": tone_of_ita(angle),
    }


def _landmarks(path: Path) -> bytes:
    tensors = read_tensors(path)
    refuse_other(tensors, fan.shapes(), "FAN", "2DFAN4 as a table of tensors")
    return fan.build(tensors)


@functools.cache
def _digest(paths: tuple[Path, ...]) -> str:
    return key_of(*(cache.sha256_of(path) for path in paths))


annotator = SkinTrust
