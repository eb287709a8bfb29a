"""An operation that is going to be removed is announced wherever clients may look."""

from __future__ import annotations

import copy
from datetime import date

from schemas.settings import Settings
from service import create_app
from service.deprecation import DEPRECATED, Deprecation
from service.openapi import openapi
from store import Store
from tests.breaking_changes import breaking_changes

GIVEN_UP = {
    "GET /v1/boards/{name}": Deprecation(date(2026, 7, 1), date(2027, 1, 1), "/v1/boards"),
    "GET /v1/solutions/{solution_id}/all": Deprecation(date(2026, 7, 1), date(2027, 1, 1), "/v2/solutions"),
}
"""As if these were deprecated."""


def test_headers(store: Store) -> None:
    """Every response of the operation says since when it is deprecated, until when it is there, and what to use."""
    client = create_app(Settings(), store, deprecated=GIVEN_UP).test_client()
    for answer in (client.get("/v1/boards/hoppers"), client.head("/v1/boards/hoppers"), client.get("/v1/boards/none")):
        assert answer.headers["Deprecation"] == "@1782864000"  # 2026-07-01 00:00:00 UTC: date -u -d @1782864000
        assert answer.headers["Sunset"] == "Fri, 01 Jan 2027 00:00:00 GMT"
        assert answer.headers["Link"] == '</v1/boards>; rel="successor-version"'
    for answer in (client.get("/v1/boards"), client.post("/v1/boards/hoppers"), client.get("/v1/nothing")):
        assert {"Deprecation", "Sunset", "Link"} & set(answer.headers.keys()) == set()


def test_document() -> None:
    """The OpenAPI document marks these operations and no other; the service itself deprecates what its table says."""
    paths = openapi(Settings(), deprecated=GIVEN_UP)["paths"]
    marked = {
        f"{method.upper()} {path}": operation
        for path, item in paths.items()
        for method, operation in item.items()
        if method != "parameters" and operation.get("deprecated")
    }
    assert set(marked) == set(GIVEN_UP)
    operation = marked["GET /v1/boards/{name}"]
    assert operation["x-sunset"] == "2027-01-01"
    assert operation["description"].endswith("Deprecated: use /v1/boards. It may be missing after 2027-01-01.")
    assert {"Deprecation", "Sunset"} <= set(operation["responses"]["200"]["headers"])
    assert "Sunset" not in paths["/v1/boards"]["get"]["responses"]["304"]["headers"]
    plain = openapi(Settings())["paths"]
    assert sum(
        bool(operation.get("deprecated"))
        for item in plain.values()
        for operation in item.values()
        if isinstance(operation, dict)
    ) == len(DEPRECATED)


def test_removal() -> None:
    """What was announced may be removed after its last day, not before."""
    announced = openapi(Settings(), deprecated=GIVEN_UP)
    removed = copy.deepcopy(announced)
    del removed["paths"]["/v1/boards/{name}"]
    assert breaking_changes(announced, removed, date(2027, 1, 1)) == ["GET /v1/boards/{name}: removed"]
    assert breaking_changes(announced, removed, date(2027, 1, 2)) == []
