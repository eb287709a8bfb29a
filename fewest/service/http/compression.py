"""Compressed responses: zstd or gzip for texts of some length, never for event streams."""

from __future__ import annotations

import hashlib
import math
import re
import sys
import zlib

from flask import Request, Response, g

from fewest.service.http.response_cache import ResponseCache

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

MIN_BYTES = 1024
"""Shorter texts are sent uncompressed: they fit into one packet either way."""

CACHE_BYTES = 8_000_000
"""Size of the cache of compressed texts: those with an entity tag, which are requested repeatedly."""

GZIP_LEVEL = 5
ZSTD_LEVEL = 3
"""For a page of 1,000 solutions, higher levels save a tenth of the bytes but take many times as long."""

TEXTS = {
    "application/json",
    "application/jsonl",
    "application/problem+json",
    "image/svg+xml",
    "text/css",
    "text/csv",
    "text/html",
    "text/javascript",
    "text/plain",
}
"""Media types that are compressed. Event streams are not among them: their events must not wait in a buffer."""

WITHOUT_BODY = {204, 304}
PARTIAL = 206

TAG_OF_CODED = re.compile(r'-(?:gzip|zstd)"')


class Compression:
    """Compresses responses as their clients accept it. A compressed body has an entity tag of its own (RFC 9110)."""

    def __init__(self) -> None:
        self._recent: ResponseCache[bytes] = ResponseCache(CACHE_BYTES, math.inf, len)

    def read_tags(self, request: Request) -> None:
        """Turn the tags of compressed bodies in ``If-None-Match`` into those of the uncompressed bodies."""
        given = request.environ.get("HTTP_IF_NONE_MATCH", "")
        if TAG_OF_CODED.search(given):
            g.tags_given = given
            request.environ["HTTP_IF_NONE_MATCH"] = TAG_OF_CODED.sub('"', given)

    def compress(self, request: Request, response: Response) -> None:
        """Compress a response if its client accepts it and it gets shorter."""
        if response.status_code in WITHOUT_BODY:
            self._restore_tag(response)
            return
        streamed = response.is_streamed and not response.direct_passthrough
        if response.mimetype not in TEXTS or streamed or response.status_code == PARTIAL:
            return
        if (response.content_length or MIN_BYTES) < MIN_BYTES:
            return
        response.direct_passthrough = False  # a file: read it
        body = response.get_data()
        if len(body) < MIN_BYTES:
            return
        response.vary.add("Accept-Encoding")
        coding = coding_for(request)
        if coding == "identity":
            return
        tag = response.headers.get("ETag")
        response.set_data(self._compressed(body, coding) if tag else compressed(body, coding))
        response.headers["Content-Encoding"] = coding
        response.headers.pop("Accept-Ranges", None)
        if tag and not tag.startswith("W/"):
            response.headers["ETag"] = f'{tag[:-1]}-{coding}"'

    def _compressed(self, body: bytes, coding: str) -> bytes:
        name = coding + hashlib.sha256(body).hexdigest()
        return self._recent.get_or_make(name, lambda: compressed(body, coding))

    @staticmethod
    def _restore_tag(response: Response) -> None:
        """If the client asked with the tag of a compressed body, send that tag."""
        tag = response.headers.get("ETag")
        if tag is None:
            return
        response.vary.add("Accept-Encoding")
        for coding in ("zstd", "gzip"):
            coded = f'{tag[:-1]}-{coding}"'
            if coded in g.get("tags_given", ""):
                response.headers["ETag"] = coded


def coding_for(request: Request) -> str:
    """The content coding for a request: zstd only for clients that name it, gzip for others that accept it."""
    given = request.headers.get("Accept-Encoding", "")
    codings = ("zstd", "gzip", "identity") if "zstd" in given else ("gzip", "identity")
    return (given and request.accept_encodings.best_match(codings)) or "identity"


def compressed(body: bytes, coding: str) -> bytes:
    """A body in a content coding."""
    return zstd.compress(body, ZSTD_LEVEL) if coding == "zstd" else zlib.compress(body, GZIP_LEVEL, 16 + zlib.MAX_WBITS)
