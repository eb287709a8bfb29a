"""Cross-origin access: which origins may read responses, and which may submit work."""

from __future__ import annotations

from flask import Request, Response

from fewest.config.settings import Settings

EXPOSED = (
    "Location, Link, Retry-After, ETag, RateLimit, RateLimit-Policy, Preference-Applied, X-Request-ID, "
    "Deprecation, Sunset"
)
ACCEPTED = "Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, Prefer, X-Request-ID"
READ_METHODS = "GET, HEAD"
ALL_METHODS = "GET, HEAD, POST, PUT, DELETE"
PREFLIGHT_SECONDS = "600"


class Cors:
    """Writes the CORS headers. The service has no cookies, so allowing any origin is safe."""

    def __init__(self, settings: Settings) -> None:
        self._read = _origins(settings.cors_read)
        self._write = _origins(settings.cors_write)

    def allow(self, request: Request, response: Response) -> None:
        """Allow the origin of a request, if the settings do."""
        origin = request.headers.get("Origin", "")
        preflight = request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers
        method = request.headers.get("Access-Control-Request-Method", "") if preflight else request.method
        reads = method in ("GET", "HEAD", "OPTIONS")
        allowed = self._read | self._write if reads else self._write
        if "*" not in allowed:
            response.vary.add("Origin")
            if origin not in allowed:
                return
        response.headers["Access-Control-Allow-Origin"] = "*" if "*" in allowed else origin
        response.headers["Access-Control-Expose-Headers"] = EXPOSED
        if preflight:
            response.headers["Access-Control-Allow-Methods"] = READ_METHODS if reads else ALL_METHODS
            response.headers["Access-Control-Allow-Headers"] = ACCEPTED
            response.headers["Access-Control-Max-Age"] = PREFLIGHT_SECONDS


def _origins(text: str) -> frozenset[str]:
    return frozenset(part for origin in text.split(",") if (part := origin.strip().rstrip("/")))
