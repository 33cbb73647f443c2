"""One way to talk to a service: paced, retried, bounded in time and memory, and never led to a private address."""

import functools
import ssl
import time
import weakref
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import NamedTuple

import httpx

from paragone.core.errors import BadOption
from paragone.core.keys import Json, key_of
from paragone.core.patience import wait
from paragone.models._fault import Fault
from paragone.models.services._addresses import Origin, absolute, address_for, origin_of
from paragone.models.services._body import read_body
from paragone.models.services._pace import Pace
from paragone.models.services._watchdog import Watchdog

LONGEST_WAIT_S = 300.0  # a service that asks for more is not worth waiting for
REDIRECTS = 3
UNKEYED = ("tries", "timeout_s", "backoff_s", "per_minute", "max_mib", "allow_private")  # options of patience
AGAIN = (408, 409, 425, 429)  # and all from 500 up


@dataclass(frozen=True, slots=True)
class Terms:
    """What one conversation may cost."""

    tries: int = 5
    timeout_s: float = 120.0
    backoff_s: float = 1.0
    per_minute: float = 0.0
    max_mib: float = 64.0
    allow_private: bool = False


@dataclass(frozen=True, slots=True)
class Request:
    """One request; equal requests have equal keys, which the service may use to charge once."""

    method: str
    url: str
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    content: bytes = b""
    key: str = ""
    host: str = ""  # whose certificate to expect, where the URL holds an address instead of a name


class Reply(NamedTuple):
    """What came back, and what it took."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    seconds: float = 0.0  # of the try that was answered
    queue_s: float = 0.0  # waiting for a turn or after a refusal to serve
    retries: int = 0


class Again(Exception):
    """A passing failure: worth another try, after so many seconds where the service said so."""

    def __init__(self, reason: str, after_s: float | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.after_s = after_s


class Wire:
    """A client of one service at `home`; safe in threads, and a copy in another process starts afresh."""

    def __init__(self, home: str, terms: Terms) -> None:
        self.home = home
        self.origin = origin_of(home)
        self.terms = terms
        self._pace = Pace(terms.per_minute)
        self._client = httpx.Client(
            follow_redirects=False,
            verify=_certificates(),
            timeout=httpx.Timeout(terms.timeout_s, connect=min(terms.timeout_s, 20.0), pool=None),
            limits=httpx.Limits(max_connections=None, max_keepalive_connections=0),  # the dog must see them opened
            headers={"Accept-Encoding": "gzip, identity", "User-Agent": "paragone"},
            cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),  # no memory between requests
        )
        weakref.finalize(self, self._client.close)

    def __reduce__(self) -> tuple[type["Wire"], tuple[str, Terms]]:
        return Wire, (self.home, self.terms)

    def ask(self, request: Request) -> Reply:
        """The service's reply, whatever its status, after as many tries as passing failures ask for."""
        return self._persist(request, self._pace)

    def _persist(self, request: Request, pace: Pace) -> Reply:
        queue_s = waited_s = 0.0
        reason = ""
        for attempt in range(self.terms.tries):
            queue_s += pace.wait()
            try:
                return self._once(request)._replace(queue_s=queue_s + waited_s, retries=attempt)
            except Again as again:
                reason = again.reason
                if attempt + 1 < self.terms.tries:
                    waited_s += self._back_off(
                        again, request, attempt, pace=pace, left_s=self.terms.timeout_s - waited_s
                    )
        queue_s += waited_s
        tries = "1 try" if self.terms.tries == 1 else f"{self.terms.tries} tries"
        raise Fault(f"{reason}, after {tries}", details=_passing(self.terms.tries - 1, queue_s))

    def fetch(self, url: str, headers: Mapping[str, str]) -> Reply:
        """What a link in a reply leads to: public addresses only, or the service itself, which alone sees `headers`."""
        for _ in range(REDIRECTS + 1):
            origin = origin_of(url)
            is_home = origin == self.origin
            address = address_for(origin, allow_private=is_home or self.terms.allow_private)
            reply = self._persist(_pinned(url, origin, address, headers if is_home else {}), Pace(0))
            if not 300 <= reply.status < 400 or "location" not in reply.headers:
                return reply
            url = absolute(reply.headers["location"], url)
        raise Fault(f"the link to the image leads on more than {REDIRECTS} times")

    def _back_off(self, again: Again, request: Request, attempt: int, *, pace: Pace, left_s: float) -> float:
        """Wait before the next try and give the seconds; all waits for one reply take `timeout_s` at most."""
        # Spread by the request's own key: retries do not come in step, and no chance is involved.
        spread = 0.5 + int(key_of(request.key, request.url, attempt)[:6], 16) / 2**25
        seconds = min(self.terms.backoff_s * 2.0**attempt, 60.0, left_s) * spread
        if again.after_s is not None:
            if again.after_s > min(LONGEST_WAIT_S, left_s):
                reason = (
                    f"{again.reason}, and asks to wait {again.after_s:,.0f} s; {left_s:,.0f} s are left for waiting"
                )
                raise Fault(reason, details=_passing(attempt, 0.0))
            pace.pause(again.after_s)
            seconds = max(again.after_s, 0.0)
        wait(seconds)
        return seconds

    def _once(self, request: Request) -> Reply:
        started = time.monotonic()
        try:
            with Watchdog(self.terms.timeout_s) as dog:
                reply = self._exchange(request, dog)
        except (httpx.ConnectError, httpx.ConnectTimeout) as error:
            raise Again(f"cannot connect to {origin_of(request.url).host} ({_words(error)})") from error
        except httpx.TransportError as error:
            if dog.has_bitten or isinstance(error, httpx.TimeoutException):
                # Not tried again: the service may have drawn, and charged for, the image that we did not wait for.
                raise Fault(f"no reply within {self.terms.timeout_s:g} s", "timed out") from error
            if "buffer too long" in str(error):  # h11's limit, in its words
                raise Fault("the reply's headers are too large") from error
            raise Again(f"the connection broke off ({type(error).__name__})") from error
        except (httpx.InvalidURL, UnicodeError) as error:
            raise Fault("the address to ask is no URL") from error
        is_final = reply.status == 429 and b"insufficient_quota" in reply.body
        if (reply.status in AGAIN or reply.status >= 500) and not is_final:
            raise Again(f"the service answered HTTP {reply.status}", _retry_after(reply.headers))
        return reply._replace(seconds=time.monotonic() - started)

    def _exchange(self, request: Request, dog: Watchdog) -> Reply:
        outgoing = self._client.build_request(
            request.method, request.url, headers=dict(request.headers), content=request.content or None
        )
        outgoing.extensions["trace"] = dog.trace
        if request.host:
            outgoing.extensions["sni_hostname"] = request.host
        response = self._client.send(outgoing, stream=True)
        try:
            limit = int(self.terms.max_mib * 2**20)
            body = read_body(response, max_bytes=limit)
        finally:
            response.close()
        return Reply(response.status_code, {name.lower(): text for name, text in response.headers.items()}, body)


@functools.cache
def _certificates() -> ssl.SSLContext:
    return httpx.create_ssl_context()  # reading the authorities takes longer than all the rest


def service(url: str, terms: Terms, *, option: str) -> Wire:
    """A client of the service at a user's address, refused where it cannot be one or carries a secret."""
    if terms.tries < 1 or terms.timeout_s <= 0 or terms.max_mib <= 0 or terms.per_minute < 0 or terms.backoff_s < 0:
        raise BadOption("tries, timeout_s and max_mib must be above 0, per_minute and backoff_s not below it")
    try:
        return Wire(url, terms)
    except Fault:
        raise BadOption(f"{option} must be an http(s) address without a user name or password in it") from None


def _pinned(url: str, origin: Origin, address: str, headers: Mapping[str, str]) -> Request:
    # The checked address is dialled; the host's name still goes into the Host header and the certificate check.
    try:
        target = httpx.URL(url).copy_with(host=address)
    except httpx.InvalidURL:
        raise Fault("the reply points to something that is no URL") from None
    default = 443 if origin.scheme == "https" else 80
    host = f"[{origin.host}]" if ":" in origin.host else origin.host
    named = host if origin.port == default else f"{host}:{origin.port}"
    return Request("GET", str(target), {**headers, "Host": named}, host=origin.host)


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds to wait, from a Retry-After header in either of its forms.

    >>> _retry_after({"retry-after": "7"}), _retry_after({}), _retry_after({"retry-after": "soon"})
    (7.0, None, None)
    """
    text = headers.get("retry-after", "").strip()
    if text.replace(".", "", 1).isdecimal():
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
    except (ValueError, TypeError, OverflowError):
        return None


def _passing(retries: int, queue_s: float) -> dict[str, Json]:
    return {"may_pass": True, "retries": retries, "queue_s": round(queue_s, 3)}


def _words(error: Exception) -> str:
    return " ".join(str(error).split())[:100] or type(error).__name__
