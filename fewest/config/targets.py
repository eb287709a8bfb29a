"""Hosts named by the operator, and addresses that webhooks may be sent to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import ip_address, ip_network

from fewest.config.addresses import is_public, plain

MAX_URL = 2000
"""Largest length of an address."""

NAME = r"[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*"
PORT = r"(?::(?P<port>[0-9]{1,5}))?"
# No user and no backslash: programs disagree about the host of such an address, and the host is what is allowed.
URL = re.compile(
    rf"(?P<scheme>https?)://(?P<host>{NAME}|\[[0-9a-f:.]+\]){PORT}(?P<path>(?:[/?][!$-~]*)?)", re.IGNORECASE
)
ENTRY = re.compile(
    rf"(?:(?P<scheme>https?)://)?(?P<host>\*|(?:\*\.)?{NAME}|\[[0-9a-f:.]+\])(?::(?P<port>[0-9]{{1,5}}|\*))?",
    re.IGNORECASE,
)

PATTERN = re.compile(rf"\*|(?:\*\.)?{NAME}", re.IGNORECASE)

PORTS = {"https": 443, "http": 80}


@dataclass(frozen=True, slots=True)
class Target:
    """Where a webhook goes.

    Attributes
    ----------
    host
        In lower case; an IPv6 address is in brackets.
    path
        With the query.
    """

    scheme: str
    host: str
    port: int
    path: str

    @property
    def origin(self) -> str:
        """Scheme, host and port."""
        return f"{self.scheme}://{self.host}:{self.port}"


def parse_target(url: str) -> Target:
    """Read an address.

    Raises
    ------
    ValueError
        If it is not an HTTP address, or has a user, a password or a fragment.
    """
    found = URL.fullmatch(url) if len(url) <= MAX_URL else None
    if found is None:
        raise ValueError("not an address of HTTP")
    path = found["path"] if found["path"].startswith("/") else f"/{found['path']}"
    return Target(found["scheme"].lower(), found["host"].lower(), _port(found), path)


class AllowedTargets:
    """Which addresses webhooks may be sent to.

    Parameters
    ----------
    hosts
        Entries ``[scheme://]host[:port]``, separated by commas. Without a scheme it is https, without a port the
        scheme's own, with ``:*`` any. ``*.example.com`` is every name below example.com, at any depth, but not
        example.com itself; ``*`` is every host.
    networks
        Networks in CIDR notation, separated by commas, whose addresses are allowed in addition to public ones.

    Raises
    ------
    ValueError
        If an entry cannot be read.
    """

    def __init__(self, hosts: str, networks: str) -> None:
        self._entries = [_entry(text) for text in _split(hosts)]
        self._networks = [ip_network(text) for text in _split(networks)]

    def __bool__(self) -> bool:
        """Whether webhooks may be sent at all."""
        return bool(self._entries)

    def allows(self, target: Target) -> bool:
        """Whether the operator allows this scheme, host and port."""
        return any(
            scheme == target.scheme and port in ("*", str(target.port)) and fits(pattern, target.host)
            for scheme, pattern, port in self._entries
        )

    def allows_address(self, text: str) -> bool:
        """Whether connections may be made to an IP address: a public one, or one of the networks."""
        # IPv4 within IPv6 counts as IPv4: a private host must not be reached by another spelling.
        address = plain(ip_address(text))
        return is_public(address) or any(address in network for network in self._networks)


def read_hosts(text: str) -> list[str]:
    """Names of hosts, ``*.name`` or ``*``, separated by commas, in lower case.

    Raises
    ------
    ValueError
        If an entry has another form.
    """
    for entry in _split(text):
        if not PATTERN.fullmatch(entry):
            raise ValueError(f"{entry!r} is not the name of a host such as example.com or *.example.com")
    return [entry.lower() for entry in _split(text)]


def _split(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _entry(text: str) -> tuple[str, str, str]:
    found = ENTRY.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is not a host such as example.com, *.example.com:8443 or http://127.0.0.1:9000")
    port = "*" if found["port"] == "*" else str(_port(found))
    return (found["scheme"] or "https").lower(), found["host"].lower(), port


def _port(found: re.Match[str]) -> int:
    port = int(found["port"]) if found["port"] else PORTS[(found["scheme"] or "https").lower()]
    if not 0 < port < 65536:
        raise ValueError(f"{port} is not a port")
    return port


def fits(pattern: str, host: str) -> bool:
    """Whether a host is ``*``, a name, or below the name of ``*.name``."""
    return pattern in ("*", host) or (pattern.startswith("*.") and host.endswith(pattern[1:]))
