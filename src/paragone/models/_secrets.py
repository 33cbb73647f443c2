"""Secrets come from the environment when a request is sent, and from nowhere else; nothing that is kept shows them."""

import os
import re
from collections.abc import Mapping

from paragone.core.errors import BadOption, NotReady

NAMED = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")


class Headers:
    """Request headers with `${NAME}` filled in from the environment; prints only the templates."""

    def __init__(self, templates: Mapping[str, str]) -> None:
        self.templates = dict(templates)
        self.names = sorted({name for text in self.templates.values() for name in NAMED.findall(text)})

    def filled(self) -> dict[str, str]:
        """The headers to send."""
        return {name: NAMED.sub(lambda found: _value(found[1]), text) for name, text in self.templates.items()}

    def scrub(self, text: str) -> str:
        """A server's words without our secrets, should it echo them."""
        for name in self.names:
            secret = os.environ.get(name, "").strip()
            if len(secret) >= 4:
                text = text.replace(secret, f"${{{name}}}")
        return text

    def __repr__(self) -> str:
        return f"Headers({self.templates})"


def _value(name: str) -> str:
    value = os.environ.get(name, "").strip()
    if not value:
        raise NotReady(f"the environment variable {name} is not set; put the key of the service there")
    if not value.isascii() or not value.isprintable():
        raise NotReady(f"the environment variable {name} cannot be sent in a header: it holds more than plain text")
    return value


def variable(name: str, option: str) -> str:
    """The name of an environment variable, refused where it looks like the secret itself."""
    if name and not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]{0,63}", name):
        raise BadOption(
            f"the option {option} names an environment variable, such as OPENAI_API_KEY, never the key itself"
        )
    return name
