"""Secrets come from the environment when a request is sent, and from nowhere else; nothing that is kept shows them."""

import html
import json
import os
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, quote, urlsplit

from paragone.core.errors import BadOption, NotReady
from paragone.core.secrets import looks_secret, secrets_here, without_secrets

if TYPE_CHECKING:  # every run reads this file, few need a client
    from paragone.models.services._transport import Reply

NAMED = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")
SENSITIVE = re.compile(
    r"authorization|cookie|secret|passw(?:or)?d|passphrase|credential|api[_-]?key|"
    r"(?:^|[_-])(?:auth|pwd|bearer)(?:$|[_-])|(?:^|[_-])(?:key|token)$",
    re.IGNORECASE,
)
HARMLESS = ("idempotency-key",)  # named like a secret, but none


class Headers:
    """Request headers with `${NAME}` filled in from the environment; prints only the templates.

    Fields of a request's body that are named like a secret are filled in the same way.
    """

    def __init__(self, templates: Mapping[str, str], body: Mapping[str, Any] | None = None) -> None:
        self.templates = dict(templates)
        given = [pair for pair in self.templates.items() if is_sensitive(*pair)]
        for name, text in [*given, *_sensitive(body or {})]:
            if text and not NAMED.search(str(text)):
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
                name: _fill(item) if isinstance(item, str) and _takes_variables(name, item) else self.fill_body(item)
                for name, item in body.items()
            }
        return [self.fill_body(item) for item in body] if isinstance(body, (list, tuple)) else body

    def clean(self, reply: "Reply") -> "Reply":
        """A reply without our secrets, should the service echo them: whatever is reported is cut from this."""
        body = reply.body
        for name, secret in self._secrets().items():
            for written in {secret, json.dumps(secret)[1:-1], html.escape(secret), quote(secret, safe="")}:
                body = body.replace(written.encode(), f"${{{name}}}".encode())
        return reply._replace(body=body, headers={name: self.scrub(text) for name, text in reply.headers.items()})

    def scrub(self, text: str) -> str:
        """A server's words without our secrets, should it echo them."""
        return without_secrets(text, self._secrets())

    def _secrets(self) -> dict[str, str]:
        """What must not be told: the variables that this model names, and all that are named like a secret."""
        ours = {name: os.environ.get(name, "").strip() for name in self.names}
        return secrets_here() | {name: secret for name, secret in ours.items() if len(secret) >= 4}

    def __repr__(self) -> str:
        return f"Headers({self.templates})"


def is_sensitive(name: str, text: str) -> bool:
    """Whether a value is a secret, by its name or by its looks.

    >>> [is_sensitive(name, "x") for name in ("X-Auth", "accessToken", "subscriptionKey", "pwd")]
    [True, True, True, True]
    >>> [is_sensitive(name, "x") for name in ("max_tokens", "author", "keyframes")]
    [False, False, False]
    """
    if name.lower() in HARMLESS:
        return False
    spelt = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name)  # accessToken is access_Token
    return SENSITIVE.search(spelt) is not None or (not NAMED.search(text) and looks_secret(text))


def _takes_variables(name: str, text: str) -> bool:
    """Whether `${NAME}` is filled in here: in what is a secret, and in a field that is nothing but a variable."""
    return is_sensitive(name, text) or NAMED.fullmatch(text.strip()) is not None


def _sensitive(body: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(body, Mapping):
        for name, item in body.items():
            if isinstance(item, str) and _takes_variables(str(name), item):
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
        if is_sensitive(name, text) and not text.startswith("{"):
            raise BadOption(
                f"{option} carries a value of {name!r}, which would be stored with the plan; send it as a header: "
                f'headers = {{ {name} = "${{ITS_NAME}}" }}'
            )
