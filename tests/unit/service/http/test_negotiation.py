"""Headers with lists: however long they are, only their first tags are looked at, by everything; and invalid dates."""

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


LATER = "Sun, 01 Jan 2090 00:00:00 GMT", "Sunday, 01-Jan-90 00:00:00 GMT", "Sun Jan  1 00:00:00 2090"
"""A date in its three forms (RFC 9110, section 5.6.7); a year of two digits is one of the past from 2026 on."""

INVALID = (
    *(
        "Mon, 01 Jan 99999999999999 00:00:00 GMT",
        "Mon, 01 Jan 2020 00:00:00 +99999999999999",
        "1 Jan 1 1.1.1 99999999999",
    ),
    *(
        '"1 Jan 99999999999999 00:00:00"',
        "01-Jan-99 1.1.1 99999999999999",
        "Mon, 99 Jan 2020 99:99:99 GMT",
        "*",
        "\xb2",
        "",
    ),
)


@pytest.mark.parametrize("date", LATER)
def test_conditions_with_a_date(client: FlaskClient, date: str) -> None:
    """A file is sent only to those whose copy is older, and parts of it only to those whose copy is not."""
    place = "/docs/api/index.css"
    changed = client.get(place).headers["Last-Modified"]
    past = date == LATER[1]
    assert client.get(place, headers={"If-Modified-Since": date}).status_code == (200 if past else 304)
    part = {"Range": "bytes=0-4"}
    assert client.get(place, headers=part | {"If-Range": changed}).status_code == 206
    assert client.get(place, headers=part | {"If-Range": "Wed, 01 Jan 1997 00:00:00 GMT"}).status_code == 200


@pytest.mark.parametrize("date", INVALID)
@pytest.mark.parametrize("place", ["/docs/api/index.css", "/static/fewest.js", "/v1/limits", "/livez"])
def test_an_invalid_date_is_ignored(client: FlaskClient, place: str, date: str) -> None:
    """A condition with an invalid date is as none; a range with such a condition is not honoured."""
    conditions = [{"If-Modified-Since": date}, {"If-Unmodified-Since": date}, {"If-Range": date}]
    others: list[dict[str, str]] = [{}, {"If-None-Match": '"a", "b"'}]
    ranged = {"If-Range": date, "Range": "bytes=0-4"}
    sent = [ranged, *(condition | other for condition in conditions for other in others)]
    assert {client.get(place, headers=headers).status_code for headers in sent} == {200}
