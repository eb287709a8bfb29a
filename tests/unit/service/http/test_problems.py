"""Problems: how many errors are listed, and which addresses are not found."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from fewest.notation.errors import InvalidRequest, field_error
from fewest.notation.fields import MAX_ERRORS
from fewest.service.http import problems
from fewest.store import Store, keys


@pytest.mark.parametrize(
    ("count", "detail"),
    [
        (1, "1 error."),
        (MAX_ERRORS, f"{MAX_ERRORS} errors."),
        (MAX_ERRORS + 1, f"More than {MAX_ERRORS} errors; the first {MAX_ERRORS} are listed."),
        (MAX_ERRORS * 9, f"More than {MAX_ERRORS} errors; the first {MAX_ERRORS} are listed."),
    ],
)
def test_only_the_first_errors_are_listed(count: int, detail: str) -> None:
    """The response to a request with many errors lists the first of them, and says that there are more."""
    app = Flask("test")
    problems.install(app)

    @app.get("/")
    def fail() -> str:
        raise InvalidRequest([field_error(("start", index), "must be 0") for index in range(count)])

    answer = app.test_client().get("/")
    assert (answer.status_code, answer.json["detail"]) == (422, detail)
    assert [error["pointer"] for error in answer.json["errors"]] == [
        f"/start/{index}" for index in range(min(count, MAX_ERRORS))
    ]


def test_a_key_of_another_type_is_named(store: Store, client: FlaskClient) -> None:
    """A request that needs it fails until it is deleted; all others go on."""
    store.redis.set(keys.job("a"), "x")
    answer = client.get("/v1/jobs/a")
    assert (answer.status_code, answer.json["type"]) == (500, "/problems/internal-error")
    assert answer.json["detail"] == f"The key {keys.job('a')} in Redis is damaged."
    store.redis.delete(keys.job("a"))
    assert client.get("/v1/jobs/a").status_code == 404


def test_addresses_are_not_corrected(client: FlaskClient) -> None:
    """An address with doubled slashes is not found instead of redirected; one at the end does not matter."""
    assert client.get("/v1//boards").json["type"] == "/problems/not-found"
    assert client.get("/v1/boards/").status_code == 200


def test_an_unknown_board_is_answered_with_similar_ones(client: FlaskClient) -> None:
    """A misspelt board of an address is answered as one in a puzzle is."""
    assert client.get("/v1/boards/hopers").json["detail"] == 'there is no board "hopers"; did you mean "hoppers"?'
