"""Where each page lies in the site: file names from names that may hold anything, the same on any file system."""

import re

from paragone.core.keys import content_hash

BOARD = "index.html"
GALLERY = "gallery.html"
COMPARE = "compare.html"
PROTOCOL = "protocol.html"
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


def against(model: str) -> str:
    """The leaderboard with this model pinned as the baseline."""
    return f"against/{file_name(model)}.html"


def aspect(name: str) -> str:
    """The leaderboard of one aspect."""
    return f"aspect/{file_name(name)}.html"


def metric(name: str) -> str:
    """A metric's page."""
    return f"metric/{file_name(name)}.html"


def behind(name: str, scenario: str, model: str) -> str:
    """What is behind one cell of the leaderboard."""
    return f"behind/{file_name(name)}/{file_name(scenario)}/{file_name(model)}.html"


def prompts(scenario: str, number: int = 1) -> str:
    """One page of a scenario's list of prompts."""
    return f"prompts/{file_name(scenario)}/{number}.html"


def prompt(scenario: str, prompt_id: str) -> str:
    """A prompt's page."""
    return f"prompt/{file_name(scenario)}/{file_name(prompt_id)}.html"


def image(key: str) -> str:
    """The page of one sample."""
    name = file_name(key)
    return f"image/{name[:2]}/{name}.html"


def pair(one: str, other: str) -> str:
    """The comparison of two models."""
    return f"compare/{file_name(one)}/{file_name(other)}.html"


def thumbnail(content: str) -> str:
    """The small version of an image, by the hash of the large one."""
    name = file_name(content[:40])
    return f"thumbs/{name[:2]}/{name}.webp"


def twin(place: str) -> str:
    """The JSON that says the same as a page."""
    return place.removesuffix(".html") + ".json"


def root_of(place: str) -> str:
    """The way from a page up to the site's root.

    >>> root_of("index.html"), root_of("metric/fid.html")
    ('', '../')
    """
    return "../" * place.count("/")
