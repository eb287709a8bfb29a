"""Addresses that webhooks may be sent to: which the operator allows, and which are public."""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network

URL_MOST = 2000
"""Most characters of an address."""

NAME = r"[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*"
PORT = r"(?::(?P<port>[0-9]{1,5}))?"
URL = re.compile(
    rf"(?P<scheme>https?)://(?P<host>{NAME}|\[[0-9a-f:.]+\]){PORT}(?P<path>(?:[/?][!$-~]*)?)", re.IGNORECASE
)
ENTRY = re.compile(
    rf"(?:(?P<scheme>https?)://)?(?P<host>\*|(?:\*\.)?{NAME}|\[[0-9a-f:.]+\])(?::(?P<port>[0-9]{{1,5}}|\*))?",
    re.IGNORECASE,
)

PORTS = {"https": 443, "http": 80}

GLOBAL_UNICAST = IPv6Network("2000::/3")
NAT64 = IPv6Network("64:ff9b::/96")
"""IPv4 addresses as hosts see them that have IPv6 only (RFC 6052)."""


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
        If it is not one of HTTP, or has a user, a password or a fragment.
    """
    found = URL.fullmatch(url) if len(url) <= URL_MOST else None
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
        Networks in CIDR notation, separated by commas, whose addresses are allowed beside public ones.

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
            scheme == target.scheme and port in ("*", str(target.port)) and _fits(pattern, target.host)
            for scheme, pattern, port in self._entries
        )

    def allows_address(self, text: str) -> bool:
        """Whether connections may be made to an IP address: a public one, or one of the networks."""
        address = _plain(ip_address(text))
        return _is_public(address) or any(address in network for network in self._networks)


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


def _fits(pattern: str, host: str) -> bool:
    return pattern in ("*", host) or (pattern.startswith("*.") and host.endswith(pattern[1:]))


def _plain(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """The IPv4 address that an IPv6 address stands for, if it does."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return address.ipv4_mapped
        if address in NAT64:
            return IPv4Address(address.packed[-4:])
    return address


def _is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether an address belongs to a host on the internet.

    IPv6 addresses that wrap IPv4 addresses for a tunnel (6to4, Teredo) do not count: they may lead anywhere.
    """
    if address.is_multicast or not address.is_global:
        return False
    if isinstance(address, IPv4Address):
        return True
    return address in GLOBAL_UNICAST and address.sixtofour is None and address.teredo is None
