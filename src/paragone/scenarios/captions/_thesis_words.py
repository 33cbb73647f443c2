"""The words by which the thesis chooses captions of faces and of motion (Masrourisaadat, 2023, section 4.1)."""

import re
from collections.abc import Mapping

from paragone.scenarios.captions._word_list import words_of

FACES = words_of(
    "person boy girl he she they people human kid children nurse doctor engineer student professor researcher "
    "lawyer plumber athlete"
)
MOTION = words_of(
    "running swimming riding falling throwing jumping walking chasing dancing playing skipping moving hopping "
    "leaping punching lifting shaking bouncing spinning swinging flying clapping stretching tapping striking "
    "crawling skiing jogging rowing rolling climbing hiking sprinting skating gliding sliding rollerblading "
    "snowboarding marching diving sledding canoeing kayaking skydiving"
)
LISTS: Mapping[str, tuple[str, ...]] = {"faces": FACES, "motion": MOTION}
# COCO's super-category "sports". The thesis says eight of these and names two, tennis racket and baseball glove.
SPORTS = frozenset(
    {"frisbee", "skis", "snowboard", "sports ball", "kite", "baseball bat", "baseball glove", "skateboard"}
    | {"surfboard", "tennis racket"}
)


def has_any(caption: str, words: tuple[str, ...]) -> bool:
    """Whether one of the words stands in the caption, as a whole word and in any case.

    >>> has_any("The man is riding", MOTION), has_any("A theyre sign", FACES)
    (True, False)
    """
    return re.search(rf"\b(?:{'|'.join(map(re.escape, words))})\b", caption, flags=re.IGNORECASE) is not None
