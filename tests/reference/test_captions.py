"""Captions as COCO's evaluation treats them: its tokenizer and METEOR, run on the same punctuated captions."""

import importlib.util
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from paragone.core.catalogue import make
from paragone.core.components import Annotator, SetMetric
from paragone.core.expect import Expect
from paragone.core.types import Cohort, Missing, Prompt
from paragone.stats.words import words_of

SPEC = importlib.util.find_spec("pycocoevalcap")
FOLDER = Path(next(iter(SPEC.submodule_search_locations))) if SPEC and SPEC.submodule_search_locations else Path()
pytestmark = pytest.mark.skipif(
    SPEC is None or shutil.which("java") is None,
    reason="install Java and the extra `captions` (`pip install 'paragone[captions]'`) to un-skip",
)
DROPPED = {"''", "'", "``", "`", "-LRB-", "-RRB-", "-LCB-", "-RCB-", *".?!,:;-", "--", "..."}
CAPTIONS = [
    "A man (in a red hat) rides a horse.",
    "A dog's life: it isn't a 3.5-star hotel!",
    "We can't; they cannot, and won't.",
    "It costs $5.00 & up, about 10% off.",
    'The cat sat on the "mat".',
    "A boy and/or a girl with a T-shirt.",
    "Mr. Smith and Dr. Jones went to St. Louis.",
    "U.S. flag on a pole, 1,000 people at 10:30 a.m.",
    "A black-and-white photo -- very old...",
    "The dogs' toys are here; I'm sure they've seen it, he'd say we'll go.",
    "A sign reading 'STOP' on a corner.",
    "I'm gonna go, we wanna stay, lemme see",
    "A pizza w/ cheese & olives.",
    "[A bracket] {and a brace}",
    "An 8' x 10' room, 5\" screen",
    "A #1 fan @ the game",
    "Half of a pizza and 1/2 of another",
    "Hello!!! What?? Yes...",
    "e.g. a cat, i.e. an animal, etc.",
    "A man on a motorcycle,with a helmet",
    "a B&W photo of the AT&T building",
    "he said no. but No. 5 was there",
    "3:00pm, 24/7 and 50/50",
    'a man - standing - in front of a sign: "No Parking"',
]


def stanford_tokens(captions: list[str], folder: Path) -> list[list[str]]:
    """What COCO's evaluation makes of the captions, by the program that it runs."""
    path = folder / "captions.txt"
    path.write_text("\n".join(captions) + "\n", encoding="utf-8")
    jar = FOLDER / "tokenizer" / "stanford-corenlp-3.4.1.jar"
    tokenizer = ["edu.stanford.nlp.process.PTBTokenizer", "-preserveLines", "-lowerCase", str(path)]
    done = subprocess.run(
        ["java", "-Dfile.encoding=UTF-8", "-cp", str(jar), *tokenizer], capture_output=True, text=True, check=True
    )
    return [[token for token in line.split() if token not in DROPPED] for line in done.stdout.splitlines()]


def test_words_are_stanfords_tokens(tmp_path: Path) -> None:
    assert [words_of(caption) for caption in CAPTIONS] == stanford_tokens(CAPTIONS, tmp_path)


def test_meteor_of_punctuated_captions_is_cocos() -> None:
    told = [f"{caption[:20].strip()}, (a drawing)." for caption in CAPTIONS]
    prompts = [
        Prompt(f"p{n}", "", expect=Expect(caption=one, references=(truth,)))
        for n, (one, truth) in enumerate(zip(told, CAPTIONS, strict=True))
    ]
    annotator: Annotator = make("annotators", "caption_meteor")
    facts = annotator.look([], prompts)
    counts = np.stack([fact["counts"] for fact in facts if not isinstance(fact, Missing)])
    metric: SetMetric = make("metrics", "meteor")
    ours = metric.judge(Cohort(tuple(prompts), {"caption_meteor": {"counts": counts}}), None, np.random.default_rng(0))
    # pycocoevalcap 1.2: its PTBTokenizer on captions and references, then its Meteor; without the tokenizer 0.3265.
    assert ours.value == pytest.approx(0.3387973161680215, abs=1e-6)
