"""A reply's body within limits: so many bytes, packed or unpacked."""

import zlib
from collections.abc import Iterator

import httpx

from paragone.models._fault import Fault

PIECE = 2**20  # bytes unpacked at a time
GZIP_OR_ZLIB = 32 + zlib.MAX_WBITS  # told apart by their first bytes


def read_body(response: httpx.Response, *, max_bytes: int) -> bytes:
    """The body, never holding more than twice `max_bytes` of it."""
    encoding = response.headers.get("content-encoding", "identity").strip().lower()
    if encoding not in ("identity", "", "gzip", "x-gzip", "deflate"):
        raise Fault(f"the reply is packed as {encoding[:20]!r}, which was not asked for")
    chunks = response.iter_raw()
    if "gzip" in encoding or encoding == "deflate":
        chunks = _unpacked(chunks)
    body = bytearray()
    for chunk in chunks:
        if len(body) + len(chunk) > max_bytes:
            raise _too_large(max_bytes)
        body += chunk
    return bytes(body)


def _unpacked(chunks: Iterator[bytes]) -> Iterator[bytes]:
    # httpx unpacks a whole chunk at once, and 64 KiB can hold 64 MiB of zeros: ask for a bounded amount instead.
    unpacker = zlib.decompressobj(GZIP_OR_ZLIB)
    try:
        for chunk in chunks:
            rest = chunk
            while rest:
                yield unpacker.decompress(rest, PIECE)
                rest = unpacker.unconsumed_tail
            if unpacker.unused_data:  # it would be kept, all of it
                raise Fault("the packed reply goes on after its end")
    except zlib.error as error:
        raise Fault(f"the packed reply is broken ({error})") from error
    if not unpacker.eof:
        raise Fault("the packed reply ends too early")


def _too_large(max_bytes: int) -> Fault:
    return Fault(f"the reply is larger than {max_bytes:,} bytes; raise max_mib if that is wanted")
