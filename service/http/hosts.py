"""The hosts that the service answers for.

A browser lets a page do what it likes with the host that the page came from. So a page of ``evil.example`` whose owner
has that name lead here a moment later (DNS rebinding) could use the service like its own pages, from within a private
network. Its requests name another host than this one; they are refused.
"""

from __future__ import annotations

import re
from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import Request

from schemas.settings import Settings
from schemas.targets import fits
from service.http.problems import Problem
from solver.errors import Message

HOST = re.compile(r"(?P<name>[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::[0-9]{0,5})?", re.IGNORECASE)

ANY_HOST = {"/livez", "/readyz", "/metrics"}
"""Paths for the operator's programs, which name hosts of all kinds. They tell nothing about anybody's puzzles."""


class Hosts:
    """Refuses requests for other hosts.

    Beside the hosts of the settings, these are always right, since no attacker can make them lead elsewhere: IP
    addresses, and ``localhost`` with what is below it (RFC 6761).
    """

    def __init__(self, settings: Settings) -> None:
        public = urlsplit(settings.public_url).hostname
        self._patterns = ["localhost", "*.localhost", *settings.host_patterns, *([public] if public else [])]

    def check(self, request: Request) -> None:
        """Raise :class:`Problem` if a request names a host that is not this one. One of HTTP/1.0 may name none."""
        host = request.headers.get("Host")
        if host is None or request.path in ANY_HOST or self._allows(host):
            return
        text = "This service does not answer for {host!r}. Its operator can allow the name with FEWEST_HOSTS."
        raise Problem("unknown-host", Message(text, host=host[:100]))

    def _allows(self, host: str) -> bool:
        found = HOST.fullmatch(host)
        if found is None:
            return False
        name = found["name"].lower().removesuffix(".")
        try:
            ip_address(name.strip("[]"))
        except ValueError:
            return any(fits(pattern, name) for pattern in self._patterns)
        return True
