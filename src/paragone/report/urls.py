"""Where each page lies in the site: file names from names that may hold anything, the same on any file system."""

import re

from paragone.core.keys import content_hash

# The path of each kind of page; what stands in braces is the file name of a label.
BOARD = "index.html"
GALLERY = "gallery.html"
COMPARE = "compare.html"
PROTOCOL = "protocol.html"
HISTORY = "history.html"
MAP = "map.html"
BIAS = "bias.html"
TISE = "tise.html"
PEOPLE = "people.html"
AGAINST = "against/{model}.html"
ASPECT = "aspect/{aspect}.html"
METRIC = "metric/{metric}.html"
BEHIND = "behind/{metric}/{scenario}/{model}.html"
PROMPTS = "prompts/{scenario}/{number}.html"
PROMPT = "prompt/{scenario}/{prompt}.html"
IMAGE = "image/{start}/{sample}.html"
PAIR = "compare/{one}/{other}.html"
PERTURBED = "perturbed.html"
ASPECTS = "aspects.html"
UNWRITTEN = "unwritten.html"  # in place of a page that a big run's static site does without
_PLAIN = re.compile(r"[a-z0-9][a-z0-9_-]{0,47}")


def file_name(text: str) -> str:
    """A name that is safe in a path and a link: the text itself where it is plain, else some of it and a hash.

    >>> file_name("fractal"), file_name("../A <b>")
    ('fractal', 'a-b-4f8b15ed42')
    """
    if _PLAIN.fullmatch(text):
        return text
    readable = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:32].strip("-")
    return f"{readable or 'x'}-{content_hash(text.encode('utf-8', 'surrogatepass'))[:10]}"


def fill(pattern: str, **labels: str) -> str:
    """The path of a page from its pattern.

    >>> fill(METRIC, metric="clip score")
    'metric/clip-score-b8bf2b5a42.html'
    """
    return pattern.format(**{name: file_name(label) for name, label in labels.items()})


def match(pattern: str, path: str) -> dict[str, str] | None:
    """The file names in a path that has this pattern; None if it has another.

    >>> match(METRIC, "metric/fid.html"), match(METRIC, "index.html")
    ({'metric': 'fid'}, None)
    """
    found = re.fullmatch(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", pattern.replace(".", r"\.")), path)
    return found.groupdict() if found else None


def against(model: str) -> str:
    """The leaderboard with this model pinned as the baseline."""
    return fill(AGAINST, model=model)


def aspect(name: str) -> str:
    """The leaderboard of one aspect."""
    return fill(ASPECT, aspect=name)


def metric(name: str) -> str:
    """A metric's page."""
    return fill(METRIC, metric=name)


def behind(name: str, scenario: str, model: str) -> str:
    """What is behind one cell of the leaderboard."""
    return fill(BEHIND, metric=name, scenario=scenario, model=model)


def prompts(scenario: str, number: int = 1) -> str:
    """One page of a scenario's list of prompts."""
    return fill(PROMPTS, scenario=scenario, number=str(number))


def prompt(scenario: str, prompt_id: str) -> str:
    """A prompt's page."""
    return fill(PROMPT, scenario=scenario, prompt=prompt_id)


def image(key: str) -> str:
    """The page of one sample."""
    return fill(IMAGE, start=file_name(key)[:2], sample=key)


def pair(one: str, other: str) -> str:
    """The comparison of two models."""
    return fill(PAIR, one=one, other=other)


def thumbnail(content: str) -> str:
    """The small version of an image, by the hash of the large one."""
    name = file_name(content[:40])
    return f"thumbs/{name[:2]}/{name}.webp"


def twin(path: str) -> str:
    """The JSON that says the same as a page."""
    return path.removesuffix(".html") + ".json"


def root_of(path: str) -> str:
    """The way from a page up to the site's root.

    >>> root_of("index.html"), root_of("metric/fid.html")
    ('', '../')
    """
    return "../" * path.count("/")
