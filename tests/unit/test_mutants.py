"""Which places `make mutants` changes, and which it leaves alone."""

import sys
from pathlib import Path

import pytest

pytest.importorskip("mutmut", reason="pip install paragone[dev] to test make mutants")
sys.path.append(str(Path(__file__).parents[2] / "benchmarks" / "mutants"))
import changes  # type: ignore[import-not-found]
import trial  # type: ignore[import-not-found]


def diffs(tmp_path: Path, code: str) -> set[str]:
    """The lines that code becomes, one for each way to change it."""
    path = tmp_path / "code.py"
    path.write_text(code, encoding="utf-8")
    module, places = changes.places_of(path)
    made = [changes.change_at(place, n, module) for place in places for n in range(len(place.others))]
    assert all(change.text != code for change in made)
    return {change.text.strip() for change in made}


def test_arguments_are_dropped_and_operators_turned(tmp_path: Path) -> None:
    assert {"key(a, )", "key(b)", "key(None, b)", "key(a, None)"} == diffs(tmp_path, "key(a, b)\n")
    assert "x = a - b" in diffs(tmp_path, "x = a + b\n")
    assert "x = a and b" in diffs(tmp_path, "x = a or b\n")


@pytest.mark.parametrize(
    "code",
    [
        "def f(x: 'a' | None) -> 'b' | None: ...\n",
        '"""Words for people."""\n',
        "raise ValueError(f'{x + 1} is not', 3)\n",
        "import a\n",
        "@cache(3)\ndef f(): ...\n",
        "X: TypeAlias = 'Y | Z'\n",
        "T = TypeVar('T')\n",
        "title: ClassVar[str] = 'FID'\n",
    ],
)
def test_what_no_test_should_notice_is_left_alone(tmp_path: Path, code: str) -> None:
    assert diffs(tmp_path, code) == set()


def test_sentences_stay_and_names_change(tmp_path: Path) -> None:
    assert diffs(tmp_path, "print('a sentence')\n") == {"print(None)"}
    assert "print('XXnameXX')" in diffs(tmp_path, "print('name')\n")
    assert diffs(tmp_path, "zip(a, strict=True)\n") == {"zip(None, strict=True)", "zip(strict=True)"}


def test_descriptions_for_people_stay(tmp_path: Path) -> None:
    assert diffs(tmp_path, "Field(ge=a, description='how many')\n") == {
        "Field(ge=None, description='how many')",
        "Field(description='how many')",
    }


@pytest.mark.parametrize("code", ["np.errstate(divide='ignore')\n", "x.astype(np.float64)\n", "field(repr=False)\n"])
def test_what_gives_the_same_is_no_change(tmp_path: Path, code: str) -> None:
    assert not {text for text in diffs(tmp_path, code) if "None" in text or "True" in text}


def test_a_type_that_numpy_would_not_take_by_itself_is_a_change(tmp_path: Path) -> None:
    assert "x.astype(None)" in diffs(tmp_path, "x.astype(np.float32)\n")
    assert "eigh(None, check_finite=False)" in diffs(tmp_path, "eigh(x, check_finite=False)\n")


CODE = """x = [
    1,
]


def f(a=3):
    while (a
           > 5):
        a = g(
            7)
    return a
"""


def test_a_long_statement_is_reached_where_any_of_its_lines_is() -> None:
    assert trial.logical_lines(CODE, range(2, 3)) == {1, 2, 3}
    assert trial.logical_lines(CODE, range(8, 9)) == {7, 8}  # the head of a loop, not what it holds
    assert trial.logical_lines(CODE, range(10, 11)) == {9, 10}


def test_what_stands_in_no_function_runs_on_import() -> None:
    is_imported = {line: trial.runs_on_import(CODE, range(line, line + 1)) for line in (2, 6, 8, 10, 11)}
    assert is_imported == {2: True, 6: True, 8: False, 10: False, 11: False}


def test_a_change_says_where_it_is(tmp_path: Path) -> None:
    path = tmp_path / "code.py"
    path.write_text("a = 1\nb = 2\n", encoding="utf-8")
    module, places = changes.places_of(path)
    change = changes.change_at(places[-1], 0, module)
    assert change.lines == range(2, 3)
    assert change.diff(tmp_path).splitlines() == ["--- code.py", "@@ -2 +2 @@", "-b = 2", "+b = 3"]
