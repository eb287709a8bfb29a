"""Reading requests: body, id, wait, numbers in the query."""

from __future__ import annotations

import io

import pytest
from flask import Flask, g, request
from flask.testing import FlaskClient

from fewest.service.http.problems import Problem
from fewest.service.http.requests import (
    MAX_DEPTH,
    IntegerParameter,
    assign_request_id,
    parse_json,
    read_body,
    wait_seconds,
)


@pytest.mark.parametrize("declared", [True, False], ids=["length", "chunked"])
@pytest.mark.parametrize("length", [9, 10, 11])
def test_longest_body(declared: bool, length: int) -> None:
    """A body of exactly the limit is read; one more byte is refused, with or without a Content-Length."""
    with Flask("test").test_request_context(
        method="POST",
        content_type="application/json",
        input_stream=io.BytesIO(b"x" * length),
        environ_overrides={} if declared else {"HTTP_TRANSFER_ENCODING": "chunked", "wsgi.input_terminated": True},
    ):
        assert request.content_length == (length if declared else None)
        if length <= 10:
            assert read_body(request, 10) == b"x" * length
            return
        with pytest.raises(Problem, match="limit is 10 bytes") as refused:
            read_body(request, 10)
        assert refused.value.code == "body-too-large"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize("opening", ["[", '{"]":', '["\\"]",', '["\u2222]",', "[[],"])
def test_bodies_are_nested_up_to_the_limit(opening: str, encoding: str) -> None:
    """Nesting of exactly the limit reaches the parser, one more level does not, whatever brackets stand in strings."""
    for levels, said in ((MAX_DEPTH, "column"), (MAX_DEPTH + 1, "nested more than"), (100_000, "nested more than")):
        with pytest.raises(Problem, match=said) as refused:
            parse_json((opening * (levels - opening.count("[]")) + opening.count("[]") * "[").encode(encoding))
        assert refused.value.code == "invalid-json"


def test_brackets_that_are_closed_do_not_count() -> None:
    """A long list of short lists is not deep."""
    assert parse_json(b"[" + b"[1]," * 100_000 + b"{}]") == [[1]] * 100_000 + [{}]


@pytest.mark.parametrize(
    ("prefer", "seconds"),
    [("wait=10", 10), ("respond-async, wait=25", 25), ("Wait=26", 25), ('wait="7"', 7), ("await=5", 0), ("", 0)],
)
def test_wait_is_no_longer_than_allowed(prefer: str, seconds: int) -> None:
    """The wait is what the request prefers (RFC 7240), capped at the maximum."""
    with Flask("test").test_request_context(headers={"Prefer": prefer}):
        assert wait_seconds(request, 25) == seconds


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("query", ["wait=true", "wait=10", "x=1&wait"])
def test_waiting_is_asked_for_in_a_header(client: FlaskClient, method: str, query: str) -> None:
    """An address of the API that asks to wait is refused with the name of the header that does; nothing is begun."""
    answer = client.open(f"/v1/jobs?{query}", method=method, json={})
    assert (answer.status_code, answer.json["type"]) == (400, "/problems/invalid-parameter")
    assert "Prefer: wait=10" in answer.json["detail"]
    assert client.get(f"/?{query}").status_code == 200


@pytest.mark.parametrize("given", ["a", "A.b_c:d-1", "x" * 64, "", "x" * 65, "a b", "a\u00e9", "a;b"])
def test_request_id_is_kept_if_it_is_valid(given: str) -> None:
    """A valid id of the client is kept; otherwise the request gets a new one."""
    with Flask("test").test_request_context(headers={"X-Request-ID": given}):
        assign_request_id(request)
        if given in ("a", "A.b_c:d-1", "x" * 64):
            assert g.request_id == given
        else:
            assert len(g.request_id) == 16


@pytest.mark.parametrize("given", ["1", "9", "0", "10", "1.0", "x", "-1", "", "9" * 31])
def test_number_is_within_its_bounds(given: str) -> None:
    """A number in the query must be an integer between its bounds, inclusive."""
    parameter = IntegerParameter("n", "A number.", 5, 1, 9)
    with Flask("test").test_request_context(query_string={"n": given}):
        if given in ("1", "9"):
            assert parameter.read(request) == int(given)
            return
        with pytest.raises(Problem) as refused:
            parameter.read(request)
        assert refused.value.code == "invalid-parameter"
