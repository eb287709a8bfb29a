"""Hosts: a page whose name was made to lead here cannot use the service."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from fewest.store import Store
from tests.unit.service.worker import ROW, client_of

EVERYWHERE = ["localhost", "LOCALHOST:8000", "a.localhost", "localhost.", "127.0.0.1", "127.0.0.1:8000", "10.1.2.3:80"]
EVERYWHERE += ["[::1]", "[::1]:8000", "[2001:db8::1]:8000"]
NOWHERE = ["evil.example", "evil.example:8000", "localhost.evil.example", "notlocalhost", "127.0.0.1.evil.example"]
NOWHERE += ["", "127.0.0.1@evil.example", "evil.example:80:80", "localhost:x", "[evil.example]", "[::1", "a b", "127.1"]
NOWHERE += ["_evil.localhost", "e_vil.localhost", "-a.localhost", "a-.localhost", ".localhost", "a..localhost"]
NOWHERE += ["localhost:99999", "localhost:0", "localhost:", "127.0.0.1:65536", "[127.0.0.1]", "a" * 64 + ".localhost"]
NOWHERE += ["web", "host", "::1", "2130706433", "localhost/", "localhost, localhost", "evil\u00e9.example"]


@pytest.mark.parametrize(
    ("settings", "right", "wrong"),
    [
        ({}, EVERYWHERE, NOWHERE),
        ({"public_url": "https://Host.example/fewest"}, [*EVERYWHERE, "host.example", "HOST.example:443"], NOWHERE),
        ({"public_url": "https://host.example:8443"}, ["host.example:8443"], [*NOWHERE, "a.host.example"]),
        (
            {"public_url": "https://host.example", "hosts": "web, my_web, *.Below.example"},
            ["host.example", "web:8000", "my_web:8000", "a.below.example", "a.b.below.example"],
            [
                *(host for host in NOWHERE if host != "web"),
                "below.example",
                "xbelow.example",
                "a.web",
                "a_.below.example",
            ],
        ),
        ({"hosts": "*"}, [*EVERYWHERE, "evil.example"], ["", "a b"]),
    ],
)
def test_which_hosts_are_right(store: Store, settings: dict[str, Any], right: list[str], wrong: list[str]) -> None:
    """Addresses, loopback names, the host of the public address, and those that the operator names; no others."""
    client = client_of(store, **settings)
    for place in ("/", "/v1/limits", "/none"):
        expected = 404 if place == "/none" else 200
        assert {host: client.get(place, headers={"Host": host}).status_code for host in right} == dict.fromkeys(
            right, expected
        )
        assert {host: client.get(place, headers={"Host": host}).status_code for host in wrong} == dict.fromkeys(
            wrong, 400
        )


def test_rebinding(store: Store, client: FlaskClient) -> None:
    """A request for an unknown host is refused and starts nothing; the error names the setting that allows the host."""
    headers = {"Host": "evil.example:8000", "Origin": "http://evil.example:8000"}
    answer = client.post("/v1/jobs", json={"puzzle": ROW}, headers=headers)
    assert answer.status_code == 400
    assert answer.json["type"] == "/problems/unknown-host"
    assert "'evil.example:8000'" in answer.json["detail"]
    assert "FEWEST_HOSTS" in answer.json["detail"]
    assert store.searches.open_ids() == []


def test_a_forwarded_host_is_no_host(store: Store) -> None:
    """What a client says in ``X-Forwarded-Host`` does not count, whether or not there is a proxy."""
    for proxies in (0, 1):
        client = client_of(store, proxies=proxies)
        headers = {"Host": "evil.example", "X-Forwarded-Host": "localhost"}
        assert client.get("/v1/limits", headers=headers).status_code == 400
        assert client.get("/v1/limits", headers={"X-Forwarded-Host": "evil.example"}).status_code == 200


def test_without_a_host(client: FlaskClient) -> None:
    """A request of HTTP/1.0 may name no host: no browser sends one."""
    environ = {"SERVER_NAME": "web", "SERVER_PROTOCOL": "HTTP/1.0"}
    with client.application.test_request_context("/v1/limits", environ_overrides=environ) as context:
        del context.request.environ["HTTP_HOST"]
        assert client.application.full_dispatch_request().status_code == 200


def test_programs_of_the_operator(client: FlaskClient) -> None:
    """Probes and metrics are answered whatever name they use."""
    for place in ("/livez", "/readyz", "/metrics"):
        assert client.get(place, headers={"Host": "web.internal"}).status_code != 400
