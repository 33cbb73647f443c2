"""Formulas: one source a metric, valid MathML, and bad ones refused."""

import tomllib
import xml.etree.ElementTree as ElementTree
from importlib.resources import files

import pytest

from paragone.core.catalogue import file_of
from paragone.core.errors import BadInput
from paragone.report.mathml import formula_of, to_mathml

FORMULAS = tomllib.loads((files("paragone.report") / "templates" / "formulas.toml").read_text(encoding="utf-8"))
ELEMENTS = {
    *("math", "semantics", "annotation", "mrow", "mi", "mn", "mo", "mtext", "mspace"),
    *("mfrac", "msqrt", "msub", "msup", "msubsup", "munder", "mover", "munderover"),
}
CHILDREN = {"mfrac": 2, "msub": 2, "msup": 2, "munder": 2, "mover": 2, "msubsup": 3, "munderover": 3}


@pytest.mark.parametrize("metric", FORMULAS)
def test_every_formula_belongs_to_a_metric_and_is_valid(metric: str) -> None:
    assert file_of("metrics", metric) is not None
    tree = ElementTree.fromstring(str(formula_of(metric)))
    for element in tree.iter():
        assert element.tag in ELEMENTS
        assert len(element) == CHILDREN.get(element.tag, len(element))
    annotation = tree.find(".//annotation")
    assert annotation is not None
    assert annotation.text == FORMULAS[metric]


def test_a_sum_has_its_limits_below_and_above() -> None:
    assert "<munderover><mo>\u2211</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover>" in to_mathml(
        r"\sum_{i=1}^n x_i"
    )


def test_a_power_belongs_to_the_whole_bracket() -> None:
    raised = "<msup><mrow><mo>(</mo><mi>a</mi><mi>b</mi><mo>)</mo></mrow><mn>3</mn></msup>"
    assert raised in to_mathml("(a b)^3")
    norm = "<msup><mrow><mo>\u2016</mo><mi>x</mi><mo>\u2016</mo></mrow><mn>2</mn></msup>"
    assert norm in to_mathml(r"\lVert x \rVert^2")


@pytest.mark.parametrize("tex", [r"\frac{a}", r"\unknown", r"x_", r"\text x", "{a", "(a"])
def test_a_formula_that_cannot_be_read_is_refused(tex: str) -> None:
    with pytest.raises(BadInput):
        to_mathml(tex)


def test_nothing_in_a_formula_becomes_markup() -> None:
    assert "<script>" not in to_mathml(r"\text{<script>} < y")


def test_a_metric_without_a_formula_has_none() -> None:
    assert formula_of("nsfw") == ""
