"""Settings are validated, documented, and published as limits."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest
from marshmallow import ValidationError

from docs import make_settings
from fewest.config.settings import PREFIX, Settings, load_settings
from fewest.service.limits import limits_document

EXAMPLE = make_settings.EXAMPLE.read_text(encoding="utf-8")


def test_files_list_the_settings() -> None:
    """`.env.example` and the table of docs/08-operating.md are what `make settings` writes: every setting, in order."""
    page = make_settings.PAGE.read_text(encoding="utf-8")
    assert make_settings.example() == EXAMPLE
    assert make_settings.page(page) == page
    names = [field.name.upper() for field in fields(Settings)]
    assert re.findall(rf"^\| `{PREFIX}(\w+)` \|", page, re.MULTILINE) == names


def test_example_can_be_used_as_it_is() -> None:
    """The example with all its lines uncommented gives the defaults."""
    lines = re.findall(rf"^#({PREFIX}\w+)=(.*)$", EXAMPLE, re.MULTILINE)
    assert len(lines) == len(fields(Settings))
    assert load_settings(dict(lines)) == Settings()


CONNECTIONS = "must be at least {}, 4/3 of FEWEST_MAX_WAITS + FEWEST_MAX_STREAMS, not {}"


@pytest.mark.parametrize(
    ("given", "field", "text"),
    [
        ({"SECONDS": "-1"}, "seconds", "Must be greater than 0."),
        ({"SECONDS": "soon"}, "seconds", "Not a valid number."),
        ({"NODES": "many"}, "nodes", "Not a valid integer."),
        ({"NODES": "7", "MAX_NODES": "6"}, "nodes", "must be at most FEWEST_MAX_NODES"),
        ({"SECONDS": "10", "MAX_SECONDS": "5"}, "seconds", "must be at most FEWEST_MAX_SECONDS"),
        ({"PROXIES": "-1"}, "proxies", None),
        ({"RESPONSE_CACHE_BYTES": "1000000001"}, "response_cache_bytes", "must be at most 1000000000, not 1000000001"),
        ({"RESPONSE_CACHE_SECONDS": "60.5"}, "response_cache_seconds", "must be at most 60, not 60.5"),
        ({"TABLES_BYTES": "100000000000001"}, "tables_bytes", None),
        ({"WEBHOOK_HOSTS": "example.com,https://example.com/"}, "webhook_hosts", None),
        ({"WEBHOOK_HOSTS": "a.*.example.com"}, "webhook_hosts", None),
        ({"WEBHOOK_HOSTS": "example.com:70000"}, "webhook_hosts", None),
        ({"WEBHOOK_NETWORKS": "10.0.0.1/8"}, "webhook_networks", None),
        ({"WEBHOOK_SECONDS": "61"}, "webhook_seconds", None),
        ({"PUBLIC_URL": "/fewest"}, "public_url", None),
        ({"PUBLIC_URL": "https://host/fewest/"}, "public_url", None),
        ({"MAX_WAITS": "3", "MAX_STREAMS": "3", "CONNECTIONS": "7"}, "connections", CONNECTIONS.format(8, 7)),
        ({"MAX_WAITS": "4", "MAX_STREAMS": "3", "CONNECTIONS": "9"}, "connections", CONNECTIONS.format(10, 9)),
    ],
)
def test_invalid_settings_are_refused(given: dict[str, str], field: str, text: str | None) -> None:
    """The error of an invalid setting names it, and what is allowed; waits and streams together take at most three
    quarters of the connections.
    """
    with pytest.raises(ValidationError) as caught:
        load_settings({PREFIX + name: value for name, value in given.items()})
    assert isinstance(caught.value.messages, dict)
    assert list(caught.value.messages) == [field]
    assert text is None or caught.value.messages[field] == [text]


def test_bounds_are_published() -> None:
    """Every setting that bounds what clients do is among the published limits, with its value."""
    own = {"redis_url", "redis_password_file", "data", "cores", "processes", "connections", "proxies"}
    own |= {"cors_read", "cors_write", "quick_seconds", "share_seconds", "store_bytes", "machine_bytes", "public_url"}
    own |= {"tables_bytes"}
    own |= {
        "hosts",
        "response_cache_bytes",
        "response_cache_seconds",
        "webhook_hosts",
        "webhook_networks",
        "webhook_pause_seconds",
    }
    values = {limit["maximum"] for limit in limits_document(Settings())["limits"]} | {
        limit["default"] for limit in limits_document(Settings())["limits"]
    }
    for field in fields(Settings):
        assert field.name in own or field.default in values, field.name


@pytest.mark.parametrize(
    "given",
    [
        {"SECONDS": "3600"},
        {"NODES": "7", "MAX_NODES": "7"},
        {"BYTES": "12000000000"},
        {"RESPONSE_CACHE_SECONDS": "60"},
        {"RESPONSE_CACHE_BYTES": "1000000000"},
        {"TABLES_BYTES": "100000000000000"},
        {"PROXIES": "0"},
        {"CONNECTIONS": "8", "MAX_WAITS": "3", "MAX_STREAMS": "3"},
        {"CONNECTIONS": "10", "MAX_WAITS": "4", "MAX_STREAMS": "3"},
    ],
)
def test_largest_settings_are_valid(given: dict[str, str]) -> None:
    """A default may equal its maximum, and a setting its upper bound."""
    settings = load_settings({PREFIX + name: value for name, value in given.items()})
    assert all(float(getattr(settings, name.lower())) == float(value) for name, value in given.items())


@pytest.mark.parametrize("field", [field.name for field in fields(Settings) if field.type in ("int", "float")])
def test_which_numbers_may_be_zero(field: str) -> None:
    """Every number must be positive; only the number of proxies may be 0, and the machine's memory, to measure it."""
    environment = {PREFIX + field.upper(): "0"}
    if field in ("proxies", "machine_bytes"):
        assert getattr(load_settings(environment), field) == 0
    else:
        with pytest.raises(ValidationError) as caught:
            load_settings(environment)
        assert set(caught.value.messages) == {field}


def test_own_variable_takes_precedence() -> None:
    """FEWEST_REDIS_URL takes precedence over REDIS_URL, which other programs use as well; an empty one is not set."""
    other = {"REDIS_URL": "redis://other"}
    assert load_settings(other | {"FEWEST_REDIS_URL": "redis://own"}).redis_url == "redis://own"
    assert load_settings(other | {"FEWEST_REDIS_URL": ""}).redis_url == "redis://other"
    assert load_settings({}).redis_url == ""


def test_addresses_of_redis() -> None:
    """An address has one of the schemes, a port that is one, and behind sentinels the name of the master."""
    sentinels = ("redis+sentinel://:secret@one:26379,two/name/0", "rediss+sentinel://one/name")
    for url in ("redis://host", "redis://host:6379/0", "rediss://host:1", "unix:///run/redis.sock", *sentinels):
        assert load_settings({"FEWEST_REDIS_URL": url}).redis_url == url
    wrong = ("redis+sentinel://one,two", "redis+sentinel://one:port/name", "redis+sentinel:///name")
    for url in ("http://host", "host:6379", "redis://host:port", "redis://host:99999", *wrong):
        with pytest.raises(ValidationError, match="must look like redis://host:6379/0"):
            load_settings({"FEWEST_REDIS_URL": url})


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("redis://redis:6379/0", "redis://:a%2Fb%40c@redis:6379/0"),
        ("rediss://me:old@host", "rediss://me:a%2Fb%40c@host"),
    ],
)
def test_password_from_a_file(tmp_path: Path, url: str, expected: str) -> None:
    """The password in the file goes into the address, quoted; a missing file is an error."""
    file = tmp_path / "password"
    given = {"REDIS_URL": url, "FEWEST_REDIS_PASSWORD_FILE": str(file)}
    with pytest.raises(ValidationError, match="redis_password_file"):
        load_settings(given)
    file.write_text("a/b@c\n")
    assert load_settings(given).redis_url == expected
