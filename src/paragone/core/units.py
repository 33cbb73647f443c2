"""Units of chance: which prompts are one and the same to chance, because they say the same."""

from collections.abc import Iterable, Mapping

Asked = tuple[str, str, str | None]  # a prompt's id, its text, and the id of the prompt that it perturbs


def units_of(prompts: Iterable[Asked]) -> dict[str, str]:
    """The prompts that are no unit of chance of their own, by id, and the id of the one whose unit they are of.

    A model that is told the same text again draws the same image again, or another of the same: in either case nothing
    new was asked. So prompts of one text (whatever its letters' case and its spaces) are one unit, named by the first
    of their ids in order; a perturbed prompt is of its original's unit; and a prompt without a text is its own.

    >>> units_of([("p", "a cat", None), ("q", "A  cat", None), ("r", "a dog", None), ("r~typos", "a dgo", "r")])
    {'q': 'p', 'r~typos': 'r'}
    """
    known = {name: (_read(text), origin) for name, text, origin in prompts}
    roots = {name: _root(name, known) for name in known}
    first: dict[str, str] = {}
    for root in sorted(set(roots.values())):
        first.setdefault(known[root][0] or root, root)
    named = {name: first[known[root][0] or root] for name, root in roots.items()}
    return {name: unit for name, unit in named.items() if unit != name}


def families(texts: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """Lists of texts by name: each list's family, those that share a text, named by the first of them.

    >>> families({"a": ["a cat", "a dog"], "b": ["A dog"], "c": ["a car"]})
    {'a': 'a', 'b': 'a', 'c': 'c'}
    """
    found: dict[str, str] = {}
    owner: dict[str, str] = {}
    for name, listed in texts.items():
        read = {said for text in listed if (said := _read(text))}
        joined = {found[owner[said]] for said in read if said in owner}
        family = min(joined, key=list(texts).index) if joined else name
        found = {other: family if one in joined else one for other, one in found.items()} | {name: family}
        owner |= dict.fromkeys(read, name)
    return found


def _read(text: str) -> str:
    return " ".join(text.split()).casefold()


def _root(name: str, known: Mapping[str, tuple[str, str | None]]) -> str:
    """The prompt that this one perturbs, and so on, as far as they are there; in a circle there is none."""
    seen, found = {name}, name
    while (origin := known[found][1]) is not None and origin in known:
        if origin in seen:
            return name
        seen.add(origin)
        found = origin
    return found
