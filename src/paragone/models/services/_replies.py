"""What a service's reply means: the image in it, a refusal, or the reason in words that there is none."""

import base64
import binascii
import html
import json
import re
from typing import Any

from paragone.core.errors import BadImage, NotReady
from paragone.images.decode import decode
from paragone.models._fault import Fault
from paragone.models.services._addresses import absolute
from paragone.models.services._headers import Headers
from paragone.models.services._transport import Reply, Wire

MOST_PARTS = 1_000_000  # "[],[],..." takes twenty times its size in memory once it is parsed
REFUSAL_CODES = (
    *("content_policy_violation", "moderation_blocked", "content_filter", "contentfilter", "content_filtered"),
    *("responsibleaipolicyviolation", "content_moderation", "safety_violation", "prompt_blocked", "nsfw"),
)
REFUSAL_WORDS = re.compile(
    r"safety system|content polic|content filter|content moderation|moderation block|safety filter|"
    r"violat\w* (?:our|the) (?:\w+ )?polic|nsfw content|request (?:was )?moderated",
    re.IGNORECASE,
)


def json_of(reply: Reply) -> Any:
    """The reply as JSON; a page, a broken text or a crowd of tiny parts is a fault."""
    if sum(reply.body.count(mark) for mark in (b",", b"[", b"{")) > MOST_PARTS:
        raise Fault(f"the reply's JSON has more than {MOST_PARTS:,} parts")
    try:
        return json.loads(reply.body)
    except (ValueError, RecursionError):
        raise Fault(f"the service sent {what_is(reply)} where JSON was expected") from None


def check_status(reply: Reply, headers: Headers) -> None:
    """Raise what a status other than success means: a refusal, a failure, or nothing being right for any prompt."""
    if 200 <= reply.status < 300:
        return
    if 300 <= reply.status < 400:
        place = _plain(headers.scrub(reply.headers.get("location", "nowhere")))
        raise Fault(
            f"the service redirects to {place}; requests are not sent on: if that is right, use it as the address"
        )
    code, message = (_plain(headers.scrub(text)) for text in _said(reply))
    if reply.status == 401:
        raise NotReady(
            f"the service does not accept the key (HTTP 401); check {' and '.join(headers.names) or 'the key'}"
        )
    if reply.status == 404:
        raise NotReady(
            headers.scrub(f"the service knows no such address or model (HTTP 404): {message or what_is(reply)}")
        )
    if reply.status == 429:
        raise NotReady("the quota of this key is used up (HTTP 429); add credit, then run the same command again")
    if code.lower() in REFUSAL_CODES or REFUSAL_WORDS.search(message):
        raise Fault(headers.scrub(f"the service refused the prompt: {message or code}"), "refused")
    raise Fault(headers.scrub(f"the service answered HTTP {reply.status}: {message or code or what_is(reply)}"))


def image_in(value: Any, wire: Wire, headers: Headers, *, page: str) -> bytes:
    """The image that a value of a reply holds (base64, a data: URI) or points to (an http link)."""
    if not isinstance(value, str) or not value.strip():
        raise Fault("the reply holds no image where one was expected", "absent")
    text = value.strip()
    if text.startswith("data:"):
        return checked(from_base64(text.partition(",")[2]))
    if "://" in text[:32] or (text.startswith("/") and "." in text[-8:]):  # base64 has no dots
        reply = headers.clean(wire.fetch(absolute(text, page), headers.filled()))
        if reply.status != 200:
            raise Fault(f"the link to the image answered HTTP {reply.status}")
        return body_image(reply)
    return checked(from_base64(text))


def body_image(reply: Reply) -> bytes:
    """The reply's body as an image."""
    if _is_page(reply):
        raise Fault(f"the service sent {what_is(reply)} where an image was expected", "undecodable")
    return checked(reply.body)


def from_base64(text: str) -> bytes:
    """The bytes of a base64 text; line breaks are allowed, other strangers are not."""
    try:
        return base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError) as error:
        raise Fault(f"the reply's base64 is broken ({error})", "undecodable") from None


def checked(data: bytes) -> bytes:
    """The same bytes, once it is certain that they can be decoded within the limits."""
    try:
        decode(data, name="the image in the reply")
    except BadImage as error:
        raise Fault(str(error).partition(";")[0], "undecodable") from error
    return data


def what_is(reply: Reply) -> str:
    """A reply in a few words, for an error."""
    start = reply.body[:2000].decode("utf-8", "replace")
    if _is_page(reply):
        title = re.search(r"<title[^>]*>(.{1,80}?)</title>", start, re.IGNORECASE | re.DOTALL)
        return "an HTML page" + (f" ({_plain(html.unescape(title[1]))})" if title else "")
    if not reply.body:
        return "an empty reply"
    return f"{len(reply.body):,} bytes beginning {_plain(start[:40])!r}"


def _is_page(reply: Reply) -> bool:
    return "html" in reply.headers.get("content-type", "") or reply.body.lstrip()[:9].lower().startswith(
        (b"<!doctype", b"<html")
    )


def _said(reply: Reply) -> tuple[str, str]:
    """The code and the message of an error, as OpenAI and its kin, FastAPI and others write them."""
    try:
        decoded = json_of(reply)
    except Fault:
        return "", ""
    error = decoded.get("error", decoded) if isinstance(decoded, dict) else decoded
    if not isinstance(error, dict):
        return "", str(error)
    code = error.get("code") or error.get("type") or error.get("name") or ""
    return str(code), str(error.get("message") or error.get("detail") or error.get("errors") or "")


def _plain(text: str) -> str:
    kept = "".join(letter if letter.isprintable() else " " for letter in text[:1000])
    return " ".join(kept.split())[:200]
