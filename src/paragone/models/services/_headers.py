"""Secrets come from the environment when a request is sent, and from nowhere else; nothing that is kept shows them."""

import os
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlsplit

from paragone.core.errors import BadOption, NotReady

if TYPE_CHECKING:  # every run reads this file, few need a client
    from paragone.models.services._transport import Reply

NAMED = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")
SENSITIVE = re.compile(r"authorization|cookie|secret|password|api[_-]?key|(?:^|[_-])(?:key|token)$", re.IGNORECASE)
HARMLESS = ("idempotency-key",)  # named like a secret, but none


class Headers:
    """Request headers with `${NAME}` filled in from the environment; prints only the templates.

    Fields of a request's body that are named like a secret are filled in the same way.
    """

    def __init__(self, templates: Mapping[str, str], body: Mapping[str, Any] | None = None) -> None:
        self.templates = dict(templates)
        for name, text in [*self.templates.items(), *_sensitive(body or {})]:
            if SENSITIVE.search(name) and name.lower() not in HARMLESS and text and not NAMED.search(str(text)):
                raise BadOption(
                    f"the value of {name!r} stands in the plan, which is stored; put it into an environment variable "
                    f"and write ${{ITS_NAME}}"
                )
        texts = [*self.templates.values(), *(str(text) for _, text in _sensitive(body or {}))]
        self.names = sorted({name for text in texts for name in NAMED.findall(text)})

    def filled(self) -> dict[str, str]:
        """The headers to send."""
        return {name: _fill(text) for name, text in self.templates.items()}

    def fill_body(self, body: Any) -> Any:
        """A body's template with the fields that are named like a secret filled in."""
        if isinstance(body, Mapping):
            return {
                name: _fill(item) if isinstance(item, str) and SENSITIVE.search(name) else self.fill_body(item)
                for name, item in body.items()
            }
        return [self.fill_body(item) for item in body] if isinstance(body, (list, tuple)) else body

    def clean(self, reply: "Reply") -> "Reply":
        """A reply without our secrets, should the service echo them: whatever is reported is cut from this."""
        body = reply.body
        for name in self.names:
            secret = os.environ.get(name, "").strip()
            if len(secret) >= 4:
                body = body.replace(secret.encode(), f"${{{name}}}".encode())
        return reply._replace(body=body, headers={name: self.scrub(text) for name, text in reply.headers.items()})

    def scrub(self, text: str) -> str:
        """A server's words without our secrets, should it echo them."""
        for name in self.names:
            secret = os.environ.get(name, "").strip()
            if len(secret) >= 4:
                text = text.replace(secret, f"${{{name}}}")
        return text

    def __repr__(self) -> str:
        return f"Headers({self.templates})"


def _sensitive(body: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(body, Mapping):
        for name, item in body.items():
            if SENSITIVE.search(str(name)) and isinstance(item, str):
                yield str(name), item
            else:
                yield from _sensitive(item)
    elif isinstance(body, (list, tuple)):
        for item in body:
            yield from _sensitive(item)


def _fill(text: str) -> str:
    return NAMED.sub(lambda found: _value(found[1]), text)


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


def check_address(address: str, option: str) -> None:
    """Refuse an address that carries a secret in its query: it would be stored with the plan."""
    for name, text in parse_qsl(urlsplit(address).query):
        if SENSITIVE.search(name) and not text.startswith("{"):
            raise BadOption(
                f"{option} carries a value of {name!r}, which would be stored with the plan; send it as a header: "
                f'headers = {{ {name} = "${{ITS_NAME}}" }}'
            )
