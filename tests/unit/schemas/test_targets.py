"""Addresses for webhooks: which are read, which hosts are allowed, which IP addresses are public."""

from __future__ import annotations

import pytest

from schemas.targets import URL_MOST, AllowedTargets, Target, parse_target


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
        "https://example.com/" + "a" * URL_MOST,
    ],
)
def test_other_addresses_are_refused(url: str) -> None:
    """Whatever two programs might read in two ways is no address."""
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
    """A single asterisk is every host, by https and its own port; without entries, there is none."""
    everything = AllowedTargets("*", "")
    assert everything.allows(parse_target("https://any.example/"))
    assert not everything.allows(parse_target("http://any.example/"))
    assert not everything.allows(parse_target("https://any.example:8443/"))
    assert bool(everything)
    assert not AllowedTargets("", "10.0.0.0/8")


@pytest.mark.parametrize("entry", ["a/b", "https://", "a.*.b", "*example.com", "user@host", "host:x", "host:99999"])
def test_entries_that_cannot_be_read(entry: str) -> None:
    """An entry that is none is an error, not an entry that never fits."""
    with pytest.raises(ValueError):
        AllowedTargets(entry, "")


PRIVATE = [
    *("0.0.0.0", "10.0.0.1", "100.64.0.1", "127.0.0.1", "169.254.169.254", "172.16.0.1", "192.168.1.1"),
    *("192.0.2.1", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255"),
    *("::", "::1", "fe80::1", "fe80::1%lo", "fc00::1", "fec0::1", "ff02::1", "2001:db8::1"),
    *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::a00:1", "64:ff9b:1::1", "::10.0.0.1"),
    *("2002:a00:1::1", "2001:0:a00:1::1"),
]
"""IANA's special-purpose registries, multicast, and IPv6 addresses that lead to 10.0.0.1 or 127.0.0.1."""

PUBLIC = ["1.1.1.1", "93.184.215.14", "2606:4700:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101"]


@pytest.mark.parametrize("address", PRIVATE)
def test_private_addresses(address: str) -> None:
    """An address that is not one of the internet is not allowed."""
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
