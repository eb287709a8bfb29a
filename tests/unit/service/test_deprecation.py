"""An operation that is going to be removed is announced wherever clients may look."""

from __future__ import annotations

import copy
from datetime import date
from typing import Any

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


def marked(paths: dict[str, Any]) -> dict[str, Any]:
    """The operations that an OpenAPI document marks as deprecated."""
    named = {f"{method.upper()} {path}": item[method] for path, item in paths.items() for method in item}
    return {name: operation for name, operation in named.items() if "deprecated" in operation}


def test_document() -> None:
    """The OpenAPI document marks these operations and no other; that of the service marks those of its table."""
    paths = openapi(Settings(), deprecated=GIVEN_UP)["paths"]
    assert set(marked(paths)) == set(GIVEN_UP)
    operation = marked(paths)["GET /v1/boards/{name}"]
    assert operation["deprecated"] is True
    assert operation["x-sunset"] == "2027-01-01"
    assert operation["description"].endswith("Deprecated: use /v1/boards. It may be missing from 2027-01-01 on.")
    assert {"Deprecation", "Sunset", "Link"} <= set(operation["responses"]["200"]["headers"])
    assert "Sunset" not in paths["/v1/boards"]["get"]["responses"]["304"]["headers"]
    assert set(marked(openapi(Settings())["paths"])) == set(DEPRECATED)


def test_removal() -> None:
    """What was announced may be removed from its sunset on, not before."""
    announced = openapi(Settings(), deprecated=GIVEN_UP)
    removed = copy.deepcopy(announced)
    del removed["paths"]["/v1/boards/{name}"]
    assert breaking_changes(announced, removed, date(2026, 12, 31)) == ["GET /v1/boards/{name}: removed"]
    assert breaking_changes(announced, removed, date(2027, 1, 1)) == []
