"""Formulas as MathML, from the plain part of TeX: letters, numbers, fractions, roots, sums, sub- and superscripts."""

import functools
import re
import tomllib
from importlib.resources import files

from markupsafe import Markup, escape

from paragone.core.errors import BadInput

GREEK = {
    **{name: chr(code) for code, name in enumerate(("alpha", "beta", "gamma", "delta", "epsilon"), 0x3B1)},
    **{"lambda": "\u03bb", "mu": "\u03bc", "pi": "\u03c0", "sigma": "\u03c3", "tau": "\u03c4", "rho": "\u03c1"},
    **{"Sigma": "\u03a3", "Delta": "\u0394", "infty": "\u221e"},
}
WORDS = ("log", "exp", "max", "min", "cos")
SIGNS = {
    **{"cdot": "\u22c5", "times": "\u00d7", "le": "\u2264", "ge": "\u2265", "ne": "\u2260", "in": "\u2208"},
    **{"mid": "|", "parallel": "\u2225", "prime": "\u2032"},
    **{"lVert": "\u2016", "rVert": "\u2016", "lvert": "|", "rvert": "|", "nabla": "\u2207", "to": "\u2192"},
}
PAIRS = {"(": ")", "[": "]", "\\lVert": "\\rVert", "\\lvert": "\\rvert"}  # they grow, and are raised, together
LARGE = {"sum": "\u2211", "prod": "\u220f"}  # what stands at them stands below and above
OPEN_OR_END = ("(", "[", ")", "]", "}", ",")
TOKEN = re.compile(r"\\([A-Za-z]+)|(\d+(?:\.\d+)?)|([A-Za-z])|([{}^_])|(\S)")
SPACE, THIN = (Markup('<mspace width="{}em"/>').format(width) for width in ("1", ".17"))


@functools.cache
def formula_of(metric: str) -> Markup:
    """The formula of a metric as MathML; nothing where it has none."""
    tex = _formulas().get(metric)
    return to_mathml(tex) if tex else Markup("")


@functools.cache
def _formulas() -> dict[str, str]:
    return tomllib.loads((files("paragone.report") / "templates" / "formulas.toml").read_text(encoding="utf-8"))


def to_mathml(tex: str) -> Markup:
    r"""A formula as MathML, with its source for those who copy it.

    >>> print(to_mathml(r"\frac{x}{3}").partition("<annotation")[0])
    <math display="block"><semantics><mrow><mfrac><mi>x</mi><mn>3</mn></mfrac></mrow>
    """
    reading = _Reading(tex)
    inside = reading.row(until=None)
    return Markup(
        '<math display="block"><semantics><mrow>{}</mrow>'
        '<annotation encoding="application/x-tex">{}</annotation></semantics></math>'
    ).format(inside, tex)


class _Reading:
    """One pass over a formula, from left to right."""

    def __init__(self, tex: str) -> None:
        self.tex, self.at = tex, 0

    def next(self) -> re.Match[str] | None:
        """The token that comes, without taking it."""
        return TOKEN.search(self.tex, self.at)

    def take(self) -> re.Match[str]:
        """The token that comes."""
        found = self.next()
        if found is None:
            raise BadInput(f"the formula {self.tex!r} ends too early")
        self.at = found.end()
        return found

    def row(self, until: str | None) -> Markup:
        """Everything up to what closes it, which is taken, or to the end."""
        parts: list[Markup] = []
        while (token := self.next()) is not None and token[0] != until:
            parts.append(self.scripted())
        if until is not None:
            self.take()
        return Markup("").join(parts)

    def scripted(self) -> Markup:
        """One thing with what stands below and above it."""
        first = self.next()
        is_large = first is not None and first[1] in LARGE
        base = self.atom()
        below = above = None
        while (token := self.next()) is not None and token[0] in ("_", "^"):
            self.take()
            if token[0] == "_":
                below = self.atom()
            else:
                above = self.atom()
        found = self._with_scripts(base, below, above, is_large=is_large)
        return self._spaced(found) if first is not None and first[1] in (*WORDS, "operatorname") else found

    def _spaced(self, word: Markup) -> Markup:
        """The name of a function, apart from what it stands between; a bracket follows at once."""
        token = self.next()
        return THIN + word + (THIN if token is not None and token[0] not in OPEN_OR_END else Markup(""))

    @staticmethod
    def _with_scripts(base: Markup, below: Markup | None, above: Markup | None, *, is_large: bool) -> Markup:
        name = ("munder", "mover", "munderover") if is_large else ("msub", "msup", "msubsup")
        if below is not None and above is not None:
            return Markup("<{0}>{1}{2}{3}</{0}>").format(Markup(name[2]), base, below, above)
        if below is not None:
            return Markup("<{0}>{1}{2}</{0}>").format(Markup(name[0]), base, below)
        return base if above is None else Markup("<{0}>{1}{2}</{0}>").format(Markup(name[1]), base, above)

    def atom(self) -> Markup:
        """A letter, a number, a sign, a command or what stands in braces."""
        token = self.take()
        command, number, letter, mark, sign = token.groups()
        if token[0] in PAIRS:
            return self.bracketed(token[0])
        if command:
            return self.command(command)
        if number or letter:
            return Markup("<mn>{0}</mn>" if number else "<mi>{0}</mi>").format(token[0])
        if mark == "{":
            return Markup("<mrow>{}</mrow>").format(self.row("}")) if not self.is_single() else self.single()
        if sign is None:
            raise BadInput(f"the formula {self.tex!r} has {mark!r} where something should stand")
        return Markup("<mo>{}</mo>").format("\u2212" if sign == "-" else sign)

    def bracketed(self, opening: str) -> Markup:
        """What stands between two brackets, with them."""
        closing = PAIRS[opening]
        inside = self.row(closing)
        ends = (SIGNS.get(end.lstrip("\\"), end) for end in (opening, closing))
        return Markup("<mrow><mo>{0}</mo>{2}<mo>{1}</mo></mrow>").format(*ends, inside)

    def is_single(self) -> bool:
        """Whether the braces hold one letter or number, which then needs no row."""
        return re.match(r"\s*([A-Za-z]|\d+(\.\d+)?)\s*\}", self.tex[self.at :]) is not None

    def single(self) -> Markup:
        """That one letter or number."""
        inside = self.atom()
        self.take()
        return inside

    def command(self, name: str) -> Markup:
        """What a backslash introduces."""
        if name in ("text", "operatorname"):
            found = re.compile(r"\{([^{}]*)\}").match(self.tex, self.at)
            if found is None:
                raise BadInput(f"the formula {self.tex!r} has no braces after \\{name}")
            self.at = found.end()
            is_text = name == "text"
            words = found[1].replace(" ", "\u00a0") if is_text else found[1]  # a plain space at an end is not drawn
            return Markup("<mtext>{}</mtext>" if is_text else "<mi>{}</mi>").format(words)
        if name == "frac":
            return Markup("<mfrac>{}{}</mfrac>").format(self.atom(), self.atom())
        if name == "sqrt":
            return Markup("<msqrt>{}</msqrt>").format(self.atom())
        if name == "quad":
            return SPACE
        if name in GREEK or name in WORDS:
            return Markup("<mi>{}</mi>").format(GREEK.get(name, name))
        if name in SIGNS or name in LARGE:
            return Markup("<mo>{}</mo>").format(escape(SIGNS.get(name) or LARGE[name]))
        raise BadInput(f"the formula {self.tex!r} has the unknown command \\{name}")
