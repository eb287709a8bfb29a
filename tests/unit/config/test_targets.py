"""Addresses for webhooks: which are read, which hosts are allowed, which IP addresses are public."""

from __future__ import annotations

from ipaddress import IPv4Address, ip_network

import pytest

from fewest.config.targets import MAX_URL, AllowedTargets, Target, parse_target


@pytest.mark.parametrize(
    ("url", "target"),
    [
        ("https://example.com", Target("https", "example.com", 443, "/")),
        ("HTTPS://Example.COM:8443/A/b?c=D", Target("https", "example.com", 8443, "/A/b?c=D")),
        ("http://127.0.0.1?x", Target("http", "127.0.0.1", 80, "/?x")),
        ("http://[::1]:9000/", Target("http", "[::1]", 9000, "/")),
    ],
)
def test_addresses_are_read(url: str, target: Target) -> None:
    """Scheme and host in lower case, the port of the scheme by default, path and query as they are."""
    assert parse_target(url) == target


@pytest.mark.parametrize(
    "url",
    [
        "",
        "example.com",
        "ftp://example.com/",
        "https:///path",
        "https://user@example.com/",
        "https://user:password@example.com/",
        "https://example.com/#part",
        "https://example.com@10.0.0.1/",
        "https://example.com\\@10.0.0.1/",
        "https://example.com:0/",
        "https://example.com:65536/",
        "https://example.com/a b",
        "https://example.com/\r\nHost: other",
        "https://exämple.com/",
        "https://example..com/",
        "https://.example.com/",
        "https://example.com./",
        "https://example.com/" + "a" * MAX_URL,
    ],
)
def test_other_addresses_are_refused(url: str) -> None:
    """Addresses that two programs might read differently are refused."""
    with pytest.raises(ValueError):
        parse_target(url)


HOSTS = "example.com, *.hooks.example:8443 ,http://10.1.2.3:*,http://plain.example"


@pytest.mark.parametrize(
    ("url", "allowed"),
    [
        ("https://example.com/any/path", True),
        ("https://EXAMPLE.com:443/", True),
        ("https://example.com:444/", False),
        ("http://example.com/", False),
        ("https://a.example.com/", False),
        ("https://notexample.com/", False),
        ("https://example.com.evil.example/", False),
        ("https://a.hooks.example:8443/", True),
        ("https://a.b.hooks.example:8443/", True),
        ("https://hooks.example:8443/", False),
        ("https://xhooks.example:8443/", False),
        ("https://a.hooks.example/", False),
        ("http://10.1.2.3:9/", True),
        ("https://10.1.2.3/", False),
        ("http://plain.example/", True),
        ("https://plain.example/", False),
    ],
)
def test_allowed_hosts(url: str, allowed: bool) -> None:
    """Scheme, host and port have to fit an entry; an asterisk stands for names below, or for any port."""
    assert AllowedTargets(HOSTS, "").allows(parse_target(url)) is allowed


def test_any_host() -> None:
    """A single asterisk allows every host by https at its default port; without entries, no host is allowed."""
    everything = AllowedTargets("*", "")
    assert everything.allows(parse_target("https://any.example/"))
    assert not everything.allows(parse_target("http://any.example/"))
    assert not everything.allows(parse_target("https://any.example:8443/"))
    assert bool(everything)
    assert not AllowedTargets("", "10.0.0.0/8")


@pytest.mark.parametrize("entry", ["a/b", "https://", "a.*.b", "*example.com", "user@host", "host:x", "host:99999"])
def test_entries_that_cannot_be_read(entry: str) -> None:
    """An entry that cannot be read is an error, not an entry that never matches."""
    with pytest.raises(ValueError):
        AllowedTargets(entry, "")


SPECIAL = [
    *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24"),
    *("192.0.0.0/29", "192.0.0.8/32", "192.0.0.9/32", "192.0.0.10/32", "192.0.0.170/31", "192.0.2.0/24"),
    *("192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15"),
    *("198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4", "255.255.255.255/32"),
    *("::/128", "::1/128", "64:ff9b:1::/48", "100::/64", "100:0:0:1::/64", "2001::/23", "2001::/32", "2001:1::1/128"),
    *("2001:1::2/128", "2001:1::3/128", "2001:2::/48", "2001:3::/32", "2001:4:112::/48", "2001:10::/28"),
    *("2001:20::/28", "2001:30::/28", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20", "5f00::/16"),
    *("fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8", "::/96", "4000::/2", "8000::/1", "fe00::/7"),
]
"""IANA's registries of special-purpose addresses (IPv6: 2024-10-22, and RFC 9780), multicast, and what IANA has not
given to anyone (RFC 4291).
"""

PRIVATE = [
    *("fe80::1%lo", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:192.0.0.192", "::10.0.0.1"),
    *("64:ff9b::a00:1", "64:ff9b::7f00:1", "64:ff9b::c000:c0", "64:ff9b:1::101:101"),
    *("2002:a00:1::1", "2002:101:101::1", "2001:0:a00:1::1", "2001::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2"),
]
"""IPv6 addresses that stand for others (mapped, NAT64), or lead anywhere through a tunnel (6to4, Teredo)."""

PUBLIC = [
    *("1.1.1.1", "93.184.215.14", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255"),
    *("172.15.255.255", "172.32.0.0", "192.0.1.0", "192.0.3.0", "192.88.98.255", "192.88.100.0", "198.17.255.255"),
    *("198.20.0.0", "223.255.255.255", "2000::", "2001:200::", "2001:db7::1", "2001:db9::1", "2003::1", "2606:4700::1"),
    *("2620:4f:7fff::1", "3ffe::1", "3fff:1000::1", "::ffff:1.1.1.1", "64:ff9b::101:101"),
]
"""Addresses of the internet, many of them beside special ones."""


@pytest.mark.parametrize("network", SPECIAL)
def test_special_addresses(network: str) -> None:
    """The first, the last and a middle address of each special-purpose network are refused, in every form."""
    found = ip_network(network)
    for address in (found[0], found[-1], found[found.num_addresses // 2]):
        assert not AllowedTargets("*", "").allows_address(str(address))
        if isinstance(address, IPv4Address):
            for prefix in ("::ffff:", "64:ff9b::", "::", "64:ff9b:1::"):
                assert not AllowedTargets("*", "").allows_address(f"{prefix}{address}")


@pytest.mark.parametrize("address", PRIVATE)
def test_private_addresses(address: str) -> None:
    """IPv6 addresses that stand for private ones or lead through a tunnel are refused."""
    assert not AllowedTargets("*", "").allows_address(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses(address: str) -> None:
    """Addresses of the internet are allowed."""
    assert AllowedTargets("*", "").allows_address(address)


def test_networks_of_the_operator() -> None:
    """Networks that the operator names are allowed, and nothing beside them; IPv4 within IPv6 counts as IPv4."""
    allowed = AllowedTargets("*", "10.1.0.0/16, ::1/128")
    assert all(allowed.allows_address(text) for text in ("10.1.2.3", "::ffff:10.1.2.3", "::1", "1.1.1.1"))
    assert not any(allowed.allows_address(text) for text in ("10.2.0.1", "127.0.0.1", "fc00::1"))
