"""Headers with lists: however long they are, only their first tags are looked at, by everything."""

from __future__ import annotations

from itertools import pairwise

import pytest
from flask import request
from flask.testing import FlaskClient

from fewest.service.http.negotiation import FORWARDED, MAX_BYTES, MAX_TAGS, NEGOTIATED, shortened
from fewest.store import Store
from tests.unit.service.worker import client_of

LONG = 62_000


@pytest.mark.parametrize(
    ("value", "first", "last"),
    [
        ("", "", ""),
        ("ja, en;q=0.5", "ja, en;q=0.5", "ja, en;q=0.5"),
        (",".join("abcdefghijkl"), "a,b,c,d,e,f,g,h,i,j,k,l", "a,b,c,d,e,f,g,h,i,j,k,l"),
        (",".join("abcdefghijklmn"), "a,b,c,d,e,f,g,h,i,j,k,l", "c,d,e,f,g,h,i,j,k,l,m,n"),
        ("a" * MAX_BYTES, "a" * MAX_BYTES, "a" * MAX_BYTES),
        ("a" * MAX_BYTES + "b", "", ""),
        ("a," + "b" * MAX_BYTES + ",c", "a", "c"),
        (",".join(["a" * 300] * 9), ",".join(["a" * 300] * 3), ",".join(["a" * 300] * 3)),
    ],
)
def test_what_is_left_of_a_list(value: str, first: str, last: str) -> None:
    """At most 12 whole tags in at most a kilobyte: the first, or the last of what proxies append to."""
    assert shortened(value) == first
    assert shortened(value, from_end=True) == last


@pytest.mark.parametrize("tag", ["a", 'W/"a"', "x;q=0.5", "wait", " ", "a/b;c=d"])
def test_what_a_parser_sees(tag: str, store: Store) -> None:
    """No parser of the application sees more of any header with a list than a kilobyte with 12 tags."""
    client = client_of(store, proxies=1)
    seen: dict[str, str] = {}
    client.application.before_request_funcs[None].insert(0, lambda: seen.update(request.headers.items()))
    names = [name.replace("_", "-").title() for name in (*NEGOTIATED, *FORWARDED)]
    client.get("/v1/limits", headers=dict.fromkeys(names, f"{tag}," * (LONG // len(tag))))
    found = {name: value for name, value in seen.items() if name in names}
    assert found.keys() >= {"Accept", "Accept-Language", "Accept-Encoding", "Prefer", "If-None-Match"}
    assert max(map(len, found.values())) <= MAX_BYTES
    assert max(value.count(",") for value in found.values()) < MAX_TAGS


def test_only_the_first_tags_count(client: FlaskClient) -> None:
    """What comes after the twelfth tag has no effect: neither a language nor the tag of what a client has."""
    tag = client.get("/v1/limits").headers["ETag"]
    for tags, status in ((11, 304), (12, 200)):
        others = [f'"{number}"' for number in range(tags)]
        assert client.get("/v1/limits", headers={"If-None-Match": ", ".join([*others, tag])}).status_code == status
    for tags, language in ((11, "ja"), (12, "en")):
        accepted = ", ".join([*["fr"] * tags, "ja"])
        answer = client.get("/nothing", headers={"Accept-Language": accepted})
        assert answer.headers["Content-Language"] == language


def test_the_last_address_counts(store: Store) -> None:
    """The address that the outer of two proxies appends is the client's, whatever the client has written before."""
    client = client_of(store, proxies=2, rate_requests=1)
    body = {"puzzle": {"kind": "slide"}}
    statuses = [
        client.post(
            "/v1/puzzles/check", json=body, headers={"X-Forwarded-For": "1.1.1.1, " * 6000 + f"{address}, 10.0.0.9"}
        )
        for address in ("192.0.2.1", "192.0.2.1", "192.0.2.2")
    ]
    assert [answer.status_code for answer in statuses] == [422, 429, 422]
    assert all(a.status_code != b.status_code for a, b in pairwise(statuses))
