"""Where a program may be sent by a reply: public http(s) addresses only, checked after the name is resolved."""

import ipaddress
import socket
from typing import NamedTuple
from urllib.parse import urljoin, urlsplit

from paragone.models._fault import Fault

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
NAT64 = ipaddress.ip_network("64:ff9b::/96")
COMPATIBLE = ipaddress.ip_network("::/96")  # an old way to write an IPv4 address
# Not of the whole internet, though `ipaddress` of some versions of Python says so.
INSIDE = [ipaddress.ip_network(text) for text in ("192.0.0.0/24", "192.88.99.0/24", "64:ff9b:1::/48", "fec0::/10")]


class Origin(NamedTuple):
    """Scheme, host and port: two URLs of one origin are served by one program."""

    scheme: str
    host: str
    port: int


def origin_of(url: str) -> Origin:
    """The origin of an http(s) URL; anything else is a fault.

    >>> origin_of("https://example.org/a?b")
    Origin(scheme='https', host='example.org', port=443)
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Fault("the reply points to something that is no URL") from None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise Fault(f"the reply points to a {parts.scheme or 'nameless'}: address; only http and https are followed")
    if parts.username or parts.password:
        raise Fault("the reply points to an address with a user name in it; such addresses are not followed")
    return Origin(parts.scheme, parts.hostname, port or (443 if parts.scheme == "https" else 80))


def address_for(origin: Origin, *, allow_private: bool) -> str:
    """The address to connect to: resolved once and checked, so that a second look-up cannot lead elsewhere."""
    try:
        found = socket.getaddrinfo(origin.host, origin.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise Fault(f"the host {origin.host!r} in the reply cannot be resolved ({error})") from error
    addresses = [str(entry[4][0]).partition("%")[0] for entry in found]
    if allow_private:
        return addresses[0]
    inside = [address for address in addresses if not is_public(ipaddress.ip_address(address))]
    if inside:
        raise Fault(f"the reply points to {origin.host!r}, a private address ({inside[0]}); it is not followed")
    return addresses[0]


def is_public(address: Address) -> bool:
    """Whether the whole internet means the same machine by it; addresses that wrap another count as that one.

    >>> [is_public(ipaddress.ip_address(text)) for text in ("8.8.8.8", "169.254.169.254", "::ffff:10.0.0.1")]
    [True, False, False]
    """
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if inner is None and (address in NAT64 or address in COMPATIBLE):
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(inner)
    return address.is_global and not address.is_multicast and not any(address in network for network in INSIDE)


def absolute(url: str, base: str) -> str:
    """A link as a browser would read it on the page `base`."""
    try:
        return urljoin(base, url)
    except ValueError:
        raise Fault("the reply points to something that is no URL") from None
