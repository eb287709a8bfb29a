"""Which IP addresses belong to a host on the internet.

The tables contain all entries of IANA's registries of special-purpose addresses. Python's own notion of a global
address differs from version to version, and none of the globally reachable entries has a receiver.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

SPECIAL_IPV4 = tuple(
    map(
        IPv4Network,
        (
            "0.0.0.0/8",  # this network (RFC 791)
            "10.0.0.0/8",  # private use (RFC 1918)
            "100.64.0.0/10",  # shared address space (RFC 6598)
            "127.0.0.0/8",  # loopback (RFC 1122)
            "169.254.0.0/16",  # link local (RFC 3927); metadata of clouds
            "172.16.0.0/12",  # private use (RFC 1918)
            "192.0.0.0/24",  # IETF protocol assignments (RFC 6890); metadata of a cloud
            "192.0.2.0/24",  # documentation (RFC 5737)
            "192.31.196.0/24",  # AS112 (RFC 7535)
            "192.52.193.0/24",  # automatic multicast tunneling (RFC 7450)
            "192.88.99.0/24",  # relays of 6to4, deprecated (RFC 7526)
            "192.168.0.0/16",  # private use (RFC 1918)
            "192.175.48.0/24",  # direct delegation of AS112 (RFC 7534)
            "198.18.0.0/15",  # benchmarking (RFC 2544)
            "198.51.100.0/24",  # documentation (RFC 5737)
            "203.0.113.0/24",  # documentation (RFC 5737)
            "224.0.0.0/4",  # multicast (RFC 5771), which has a registry of its own
            "240.0.0.0/4",  # reserved (RFC 1112), with the limited broadcast (RFC 919)
        ),
    )
)
"""IANA IPv4 Special-Purpose Address Registry, as of October 2024."""

SPECIAL_IPV6 = tuple(
    map(
        IPv6Network,
        (
            "2001::/23",  # IETF protocol assignments (RFC 2928): Teredo, benchmarking, AMT, AS112, ORCHID, DRIP
            "2001:db8::/32",  # documentation (RFC 3849)
            "2002::/16",  # 6to4 (RFC 3056): may lead to any IPv4 address
            "2620:4f:8000::/48",  # direct delegation of AS112 (RFC 7534)
            "3fff::/20",  # documentation (RFC 9637)
        ),
    )
)
"""The entries within ``GLOBAL_UNICAST`` of the IANA IPv6 Special-Purpose Address Registry, as of 2024-10-22.

The others lie outside of it and so are never public: ``::/128``, ``::1/128``, ``::ffff:0:0/96``, ``64:ff9b:1::/48``,
``100::/64``, ``100:0:0:1::/64`` (RFC 9780, of 2025), ``5f00::/16``, ``fc00::/7``, ``fe80::/10``.
"""

GLOBAL_UNICAST = IPv6Network("2000::/3")
"""All addresses that IANA gives to hosts (RFC 4291)."""

NAT64 = IPv6Network("64:ff9b::/96")
"""IPv4 addresses as seen by hosts with IPv6 only (RFC 6052)."""


def plain(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """The IPv4 address that an IPv6 address embeds, if any."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return address.ipv4_mapped
        if address in NAT64:
            return IPv4Address(address.packed[-4:])
    return address


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether an address belongs to a host on the internet."""
    if isinstance(address, IPv4Address):
        return not any(address in network for network in SPECIAL_IPV4)
    return address in GLOBAL_UNICAST and not any(address in network for network in SPECIAL_IPV6)
