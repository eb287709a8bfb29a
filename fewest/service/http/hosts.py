"""The hosts that the service answers for.

A browser lets a page use the host that the page came from. If the owner of ``evil.example`` makes that name resolve to
this service a moment later (DNS rebinding), the page could use the service from within a private network. Its requests
still name the other host, so they are refused.
"""

from __future__ import annotations

import re
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address
from urllib.parse import urlsplit

from flask import Request, Response, g, request

from fewest.config.settings import Settings
from fewest.config.targets import fits
from fewest.service.http.prefix import prefix_of
from fewest.service.http.problems import Problem
from fewest.solver.errors import Message

HOST = re.compile(
    r"(?:(?P<name>[a-z0-9_.-]{1,254})|\[(?P<address>[0-9a-f:.]{2,45})\])(?::(?P<port>[0-9]{1,5}))?", re.IGNORECASE
)

LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
NAME = re.compile(rf"{LABEL}(?:\.{LABEL})*")
"""A valid host name (RFC 1123, section 2.1)."""

MAX_PORT = 65535

REMEMBERED = 64
"""Hosts that a process need not parse again; each may be as long as all headers together."""

ANY_HOST = {"/livez", "/readyz", "/metrics"}
"""Paths for the operator's programs, which use all kinds of host names. They reveal nothing about puzzles."""


class Hosts:
    """Refuses requests for other hosts.

    Besides the hosts of the settings, IP addresses and ``localhost`` with its subdomains (RFC 6761) are always
    accepted, since no attacker can redirect them.
    """

    def __init__(self, settings: Settings) -> None:
        public = urlsplit(settings.public_url).hostname
        self._patterns = ["localhost", "*.localhost", *settings.host_patterns, *([public] if public else [])]
        self._allows = lru_cache(REMEMBERED)(self._is_allowed)

    def check(self, request: Request) -> None:
        """Raise :class:`Problem` if a request names another host. An HTTP/1.0 request may name none."""
        host = request.headers.get("Host")
        if host is None or request.path in ANY_HOST or self._allows(host):
            return
        text = "This service does not answer for {host!r}. Its operator can allow the name with FEWEST_HOSTS."
        raise Problem("unknown-host", Message(text, host=host[:100]))

    def _is_allowed(self, host: str) -> bool:
        found = HOST.fullmatch(host)
        if found is None or not 0 < int(found["port"] or MAX_PORT) <= MAX_PORT:
            return False
        if found["address"] is not None:
            return _is_address(IPv6Address, found["address"])
        name = found["name"].lower().removesuffix(".")
        if name in self._patterns:  # a name with an underscore, as containers have, must be listed in full
            return True
        is_name = NAME.fullmatch(name) is not None and any(fits(pattern, name) for pattern in self._patterns)
        return is_name or _is_address(IPv4Address, name)


def public_address(settings: Settings) -> str:
    """The address under which other pages reach this service: the host of the request, unless the settings name one.

    A response with the host of the request is cached only by its client (:func:`forget_host`), since a client may write
    any host into a request.
    """
    if settings.public_url:
        return settings.public_url
    g.host_is_named = True
    host = request.headers.get("Host") or request.host
    return f"{request.scheme}://{host}{prefix_of(request)}"


def forget_host(response: Response) -> None:
    """Forbid shared caches to store a response that contains the host of its request."""
    if "host_is_named" in g and "public" in response.headers.get("Cache-Control", ""):
        response.headers["Cache-Control"] = "no-store"


def _is_address(kind: type[IPv4Address | IPv6Address], text: str) -> bool:
    try:
        kind(text)
    except ValueError:
        return False
    return True
