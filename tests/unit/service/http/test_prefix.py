"""The prefix: taken off requests, put before links, and only if a trusted proxy or the operator names it."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from fewest.service.http.prefix import put_before_links
from fewest.store import Store
from tests.unit.service.worker import ROW, client_of, work

GIVEN = {"X-Forwarded-Prefix": "/given"}


@pytest.mark.parametrize(
    ("settings", "headers", "prefix"),
    [
        ({}, {}, ""),
        ({}, GIVEN, ""),
        ({"proxies": 1}, {}, ""),
        ({"proxies": 1}, GIVEN, "/given"),
        ({"proxies": 1}, {"X-Forwarded-Prefix": "/given/"}, "/given"),
        ({"proxies": 1}, {"X-Forwarded-Prefix": '/"><script>'}, ""),
        ({"proxies": 1}, {"X-Forwarded-Prefix": "//elsewhere.example/"}, ""),
        ({"proxies": 2}, {"X-Forwarded-Prefix": "/client, /outer, /inner"}, "/outer"),
        ({"public_url": "https://host/own"}, {}, "/own"),
        ({"public_url": "https://host/own", "proxies": 1}, GIVEN, "/own"),
        ({"public_url": "https://host"}, {}, ""),
    ],
)
def test_whose_prefix_counts(store: Store, settings: dict[str, object], headers: dict[str, str], prefix: str) -> None:
    """The operator's prefix counts, else that of a trusted proxy if it is one; links and addresses begin with it."""
    client = client_of(store, **settings)
    answer = client.post("/v1/jobs", json={"puzzle": ROW}, headers=headers)
    path = answer.json["links"]["self"]
    assert path.startswith(f"{prefix}/v1/jobs/")
    host = "https://host" if "public_url" in settings else ""
    assert answer.headers["Location"] == host + path
    assert client.get("/none", headers=headers).json["type"] == f"{prefix}/problems/not-found"
    assert f'"{prefix}/static/home/home.js"' in client.get("/", headers=headers).text
    work(store)
    for place in (path, path.removeprefix(prefix)):  # whether or not the proxy takes the prefix off
        assert client.get(place, headers=headers).json["status"] == "solved"
        assert f'"{prefix}/embed/p_' in client.get(f"{place}/events", headers=headers).text
    home = client.get(prefix or "/", headers=headers)
    assert home.status_code == 200
    links = client.get("/v1", headers=headers).json["links"].values()
    assert {link.startswith(f"{prefix}/") for link in links} == {True}
    assert 404 not in {client.get(link, headers=headers).status_code for link in links}


def test_only_a_proxy_has_a_prefix(client: FlaskClient) -> None:
    """A SCRIPT_NAME that comes from a header of the client is ignored."""
    answer = client.get("/none", environ_overrides={"SCRIPT_NAME": "/given"})
    assert answer.json["type"] == "/problems/not-found"


def test_stored_documents_have_no_prefix(store: Store) -> None:
    """A document stored under one prefix is sent under another with that one."""
    first, second = (client_of(store, public_url=f"https://host{prefix}") for prefix in ("/a", "/b"))
    path = first.post("/v1/jobs", json={"puzzle": ROW}).json["links"]["self"].removeprefix("/a")
    work(store)
    solution = first.get(path).json["links"]["solution"].removeprefix("/a")
    assert second.get(path).json["links"]["solution"] == f"/b{solution}"
    assert second.get(solution).json["links"]["embed"].startswith("/b/embed/")


def test_texts_that_look_like_links_stay() -> None:
    """A quote in a text is escaped, so no text is taken for a link."""
    document = rb'{"a":"x:\"/v1/x","b":["/v1/y"],"c":"/v1/z"}'
    assert put_before_links("/p", document) == rb'{"a":"x:\"/v1/x","b":["/v1/y"],"c":"/p/v1/z"}'
    assert put_before_links("", document) == document
