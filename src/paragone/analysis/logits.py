"""What a classifier of the catalogue says of labelled images, to fit its temperature."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from paragone.core.components import Annotator
from paragone.core.errors import BadInput
from paragone.core.keys import content_hash
from paragone.core.types import Missing, Picture
from paragone.images.decode import decode, read_file
from paragone.inputs.labelled import Labelled

Logits: TypeAlias = npt.NDArray[np.float64]  # (images, classes)
Labels: TypeAlias = npt.NDArray[np.int64]
AT_ONCE = 16


def logits_by(classifier: Annotator, images: Sequence[Labelled]) -> tuple[Logits, Labels]:
    """The logits of every image and its class; the classifier must give logits and need no other annotator."""
    if "logits" not in classifier.columns or classifier.needs:
        raise BadInput(f"{classifier.name} gives no logits of a whole image; mobilenet_v2 and inception_logits do")
    classifier.check()
    parts = (images[at : at + AT_ONCE] for at in range(0, len(images), AT_ONCE))
    rows = [row for few in parts for row in _rows(classifier, few)]
    logits = np.stack(rows).astype(np.float64)
    labels = np.array([one.label for one in images], np.int64)
    wrong = [one for one in images if one.label >= logits.shape[1]]
    if wrong:
        found = f"{wrong[0].path.name} has the class {wrong[0].label}"
        raise BadInput(f"{found}; {classifier.name} has {logits.shape[1]}, from 0: check the labels, or give --classes")
    return logits, labels


def _rows(classifier: Annotator, few: Sequence[Labelled]) -> Iterator[npt.NDArray[np.float32]]:
    pictures = []
    for one in few:
        data = read_file(one.path)
        image = decode(data, name=one.path.name)
        pictures.append(Picture(image.pixels, content_hash(data), "", "RGB", len(data)))
    for one, facts in zip(few, classifier.look(pictures, []), strict=True):
        if isinstance(facts, Missing):
            raise BadInput(f"{one.path.name}: {facts.reason}; leave it out")
        yield np.asarray(facts["logits"])
