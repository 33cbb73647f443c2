"""Small changes to a source file, each of which a good test would notice: mutmut's operators, one place at a time.

Left alone is what no test should notice: annotations, names of types, decorators and `__all__`, words for people
(docstrings, titles, versions, text with a space in it, whatever a `raise` says, descriptions of fields), and what
changes no result: the `strict` of a zip, the `encoding` of a file, which warnings numpy gives (`errstate`) and whether
scipy looks for NaN before (`check_finite`), a dataclass's `repr`, None for float64 in `astype`.
"""

import difflib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators, operator_string

LABELS = {"title", "known_as", "version"}
UNTOUCHED_ARGUMENTS = {"strict", "encoding", "description", "check_finite", "repr"}


class Change(NamedTuple):
    """One mutant: the file, the lines it stands on, and the file's new text."""

    path: Path
    lines: range
    text: str

    def diff(self, root: Path) -> str:
        """The lines that changed, with the file's name."""
        before = self.path.read_text(encoding="utf-8").splitlines()
        name = str(self.path.relative_to(root))
        found = difflib.unified_diff(before, self.text.splitlines(), name, name, lineterm="", n=0)
        return "\n".join(line for line in found if not line.startswith("+++"))


class Place(NamedTuple):
    """A node that can be changed in one way or several."""

    path: Path
    lines: range
    node: cst.CSTNode
    others: tuple[cst.CSTNode, ...]


def places_of(path: Path) -> tuple[cst.Module, list[Place]]:
    """The parsed file and everything in it that can be changed."""
    wrapper = MetadataWrapper(cst.parse_module(path.read_text(encoding="utf-8")))
    finder = _Finder(path)
    wrapper.visit(finder)
    return wrapper.module, finder.places


def change_at(place: Place, number: int, module: cst.Module) -> Change:
    """The file with one of the ways to change a place carried out."""
    text = module.deep_replace(place.node, place.others[number]).code  # type: ignore[attr-defined]
    return Change(place.path, place.lines, text)


class _Finder(cst.CSTVisitor):
    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path, self.places = path, []

    def on_visit(self, node: cst.CSTNode) -> bool:
        if _is_left_alone(node):
            return False
        others = tuple(_others(node))
        position = self.get_metadata(PositionProvider, node, None)
        if others and position is not None:
            self.places.append(Place(self.path, range(position.start.line, position.end.line + 1), node, others))
        return True


def _is_left_alone(node: cst.CSTNode) -> bool:
    if isinstance(node, (cst.Annotation, cst.Decorator, cst.Raise, cst.Import, cst.ImportFrom)):
        return True
    if isinstance(node, cst.AnnAssign) and "TypeAlias" in cst.Module([]).code_for_node(node.annotation.annotation):
        return True
    if isinstance(node, cst.AnnAssign) and cst.Module([]).code_for_node(node.target) in (
        "title",
        "known_as",
        "version",
    ):
        return True
    if isinstance(node, cst.Assign) and _is_for_readers(node):
        return True
    if isinstance(node, cst.Expr) and isinstance(node.value, (cst.SimpleString, cst.ConcatenatedString)):
        return True
    return isinstance(node, cst.Arg) and node.keyword is not None and node.keyword.value in UNTOUCHED_ARGUMENTS


def _is_for_readers(node: cst.Assign) -> bool:
    """Whether it names a type (`Labels = NDArray[np.integer]`), or lists what a package shows of itself."""
    name, value = (cst.Module([]).code_for_node(part) for part in (node.targets[0].target, node.value))
    is_type = isinstance(node.value, cst.Subscript) and name[:1].isupper() and not name.isupper()
    return name == "__all__" or is_type or value.startswith("TypeVar(")


def _others(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    for kind, operator in mutation_operators:
        if not isinstance(node, kind):
            continue
        if operator is operator_string:
            if isinstance(node, cst.SimpleString) and " " not in node.raw_value:
                yield from list(operator(node))[:1]  # of its three one: letters in another case say nothing new
            continue
        for other in operator(node):
            if not (isinstance(node, cst.Call) and isinstance(other, cst.Call) and _is_the_same(node, other)):
                yield other


def _is_the_same(node: cst.Call, other: cst.Call) -> bool:
    """Whether a call with another argument, or one less, does the same."""
    kept = {id(argument) for argument in other.args}
    gone = [argument for argument in node.args if id(argument) not in kept]
    if any(argument.keyword and argument.keyword.value in UNTOUCHED_ARGUMENTS for argument in gone):
        return True
    called = cst.Module([]).code_for_node(node.func)
    is_double = any(cst.Module([]).code_for_node(argument.value) == "np.float64" for argument in gone)
    return called == "np.errstate" or (called.endswith(".astype") and is_double and len(other.args) == len(node.args))
