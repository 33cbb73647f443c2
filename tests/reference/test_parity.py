"""Our numbers are those of the libraries others use, on the same input; and docs/parity.md says so truthfully."""

import importlib
import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from paragone.stats.captions import bleu, rouge_l
from paragone.stats.consensus import cider
from paragone.stats.meteor import ALPHA, BETA, GAMMA, meteor_exact

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "benchmarks"))
parity: Any = importlib.import_module("_parity_cases")
CASES = list(parity.cases())
SAMPLE = ROOT.parent / "shared" / "data" / "soa" / "soa_captions_sample.jsonl"


def page_rows() -> dict[tuple[str, ...], list[str]]:
    """Cells by metric, reference, called and input."""
    lines = (ROOT / "docs" / "parity.md").read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")][1:]
    return {(row[0], row[1].removesuffix(" (float32)"), row[3].strip("`"), row[4]): row for row in cells}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.label)
def test_we_agree_with_the_peer_and_the_page_says_the_same(case: Any) -> None:
    row = parity.compare(case)
    if row is None:
        pytest.skip(f"{case.peer} {case.needs} is not installed; `make test` installs what is a package")
    assert row.difference <= case.tolerance, f"ours {row.ours!r}, theirs {row.theirs!r}"
    written = page_rows()[(case.metric, case.peer, case.call, case.input)]
    # Where a network or the peer works in float32, the last digits differ from one kind of processor to the next.
    closest = max(1e-7, case.tolerance)
    assert float(written[5]) == pytest.approx(row.ours, rel=closest, abs=1e-12), "run `python benchmarks/parity.py`"
    assert float(written[6]) == pytest.approx(row.theirs, rel=10 * closest, abs=1e-9), (
        "run `python benchmarks/parity.py`"
    )


def test_the_page_lists_every_comparison_and_nothing_else() -> None:
    assert set(page_rows()) == {(case.metric, case.peer, case.call, case.input) for case in CASES}


def test_every_metric_is_compared_on_three_inputs_or_more() -> None:
    inputs: dict[tuple[str, str], set[str]] = {}
    for case in CASES:
        inputs.setdefault((case.metric, case.peer), set()).add(case.input)
    assert not [pair for pair, names in inputs.items() if len(names) < 3]


def test_a_wrong_number_would_be_seen() -> None:
    row = parity.Row(CASES[0], "0", 1.0, 1.00001)
    assert row.difference == pytest.approx(1e-5, rel=1e-4)
    assert row.difference > CASES[0].tolerance


def test_real_captions_score_as_in_the_coco_evaluation() -> None:
    if not SAMPLE.is_file():
        pytest.skip(f"{SAMPLE.name} is not beside the repository (../shared/data/soa)")
    pytest.importorskip("pycocoevalcap", reason="pycocoevalcap is not installed; `make test` installs it")
    import json

    by_image: dict[int, list[list[str]]] = {}
    for line in SAMPLE.read_text(encoding="utf-8").splitlines():
        told = json.loads(line)
        by_image.setdefault(told["image_id"], []).append(told["caption"].lower().strip(" .").split())
    images = [captions for captions in by_image.values() if len(captions) > 1]
    assert len(images) > 20
    drawn, truths = [captions[0] for captions in images], [captions[1:] for captions in images]
    given = {index: [" ".join(words)] for index, words in enumerate(drawn)}
    wanted = {index: [" ".join(words) for words in texts] for index, texts in enumerate(truths)}
    modules = [importlib.import_module(f"pycocoevalcap.{name}.{name}") for name in ("bleu", "rouge", "cider")]
    assert bleu(drawn, truths) == pytest.approx(modules[0].Bleu().compute_score(wanted, given, verbose=0)[0], rel=1e-9)
    assert np.mean(rouge_l(drawn, truths)) == pytest.approx(
        modules[1].Rouge().compute_score(wanted, given)[0], rel=1e-9
    )
    assert np.mean(cider(drawn, truths)) == pytest.approx(modules[2].Cider().compute_score(wanted, given)[0], rel=1e-9)


def test_exact_meteor_is_that_of_its_jar(tmp_path: Path) -> None:
    pytest.importorskip("pycocoevalcap", reason="pycocoevalcap, which ships the jar, is not installed")
    java = shutil.which("java")
    if java is None:
        pytest.skip("java is not installed; METEOR's jar needs it")
    folder = importlib.util.find_spec("pycocoevalcap").submodule_search_locations[0]  # type: ignore[union-attr,index]
    jar = Path(folder) / "meteor" / "meteor-1.5.jar"
    for told, truths in importlib.import_module("_parity_data").captions().values():
        first = [texts[0] for texts in truths]
        for name, lines in (("told", told), ("first", first)):
            (tmp_path / name).write_text("\n".join(" ".join(words) for words in lines) + "\n", encoding="utf-8")
        command = [java, "-jar", str(jar), "told", "first", "-l", "en", "-m", "exact", "-w", "1.0"]
        command += ["-p", f"{ALPHA} {BETA} {GAMMA} 0.5"]
        out = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
        theirs = [float(line.split(":")[1]) for line in out.splitlines() if line.startswith("Segment")]
        assert meteor_exact(told, [[words] for words in first]) == pytest.approx(theirs, rel=1e-9)
