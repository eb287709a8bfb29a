"""Which pages of other origins may read answers, and which may ask for work."""

from __future__ import annotations

from flask import Request, Response

from schemas.settings import Settings

EXPOSED = "Location, Retry-After, ETag, RateLimit, RateLimit-Policy, Preference-Applied, X-Request-ID"
TAKEN = "Authorization, Content-Type, If-None-Match, Last-Event-ID, Prefer, X-Request-ID"
READING, ASKING = "GET, HEAD", "GET, HEAD, POST, DELETE"
REMEMBERED_SECONDS = "600"


class Cors:
    """Writes the headers browsers look for. Nothing is sent with cookies, so any origin may be allowed safely."""

    def __init__(self, settings: Settings) -> None:
        self._read, self._write = _origins(settings.cors_read), _origins(settings.cors_write)

    def allow(self, request: Request, response: Response) -> None:
        """Allow the page that asks, if it may."""
        origin = request.headers.get("Origin", "")
        preflight = request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers
        asks = request.headers.get("Access-Control-Request-Method", "") if preflight else request.method
        reads = asks in ("GET", "HEAD", "OPTIONS")
        allowed = self._read | self._write if reads else self._write
        if "*" not in allowed:
            response.vary.add("Origin")
            if origin not in allowed:
                return
        response.headers["Access-Control-Allow-Origin"] = "*" if "*" in allowed else origin
        response.headers["Access-Control-Expose-Headers"] = EXPOSED
        if preflight:
            response.headers["Access-Control-Allow-Methods"] = READING if reads else ASKING
            response.headers["Access-Control-Allow-Headers"] = TAKEN
            response.headers["Access-Control-Max-Age"] = REMEMBERED_SECONDS


def _origins(text: str) -> frozenset[str]:
    return frozenset(part for origin in text.split(",") if (part := origin.strip().rstrip("/")))
