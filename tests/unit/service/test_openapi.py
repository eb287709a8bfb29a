"""The OpenAPI document is complete, and its examples are valid."""

from __future__ import annotations

import re
from typing import Any

import jsonschema_rs
import pytest

from schemas.settings import Settings
from service import create_app
from service.openapi import openapi
from store import connect

DOCUMENT = openapi(Settings())
BESIDE = {
    "/",
    "/openapi.json",
    "/docs/",
    "/docs/<path:path>",
    "/static/<path:filename>",
    "/oembed",
    "/fewest-puzzle.js",
    "/atlas",
    "/atlas/file.jsonl",
    "/atlas/<board>.svg",
    "/atlas/<board>/<name>",
}
"""Pages and files for people, which are not part of the API."""


def operations() -> list[tuple[str, str, dict[str, Any]]]:
    """Every operation with its path and method."""
    methods = ("get", "post", "put", "delete")
    return [(path, m, item[m]) for path, item in DOCUMENT["paths"].items() for m in methods if m in item]


def test_every_route_is_in_the_document_and_no_other() -> None:
    """The document has the routes of the application, with their methods."""
    app = create_app(Settings(), connect("redis://127.0.0.1:1"))
    routes = {
        (re.sub(r"<(\w+)>", r"{\1}", rule.rule), method.lower())
        for rule in app.url_map.iter_rules()
        if rule.rule not in BESIDE
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert routes == {(path, method) for path, method, _ in operations()}


def test_names_of_operations_are_unique() -> None:
    """Operation ids are unique: generated clients use them as names."""
    names = [operation["operationId"] for _, _, operation in operations()]
    assert len(names) == len(set(names))


def test_references_and_links_lead_somewhere() -> None:
    """Every reference is to a component, every link to an operation."""
    text = str(DOCUMENT)
    for kind, name in re.findall(r"#/components/(\w+)/([\w-]+)", text):
        assert name in DOCUMENT["components"][kind]
    known = {operation["operationId"] for _, _, operation in operations()}
    for _, _, operation in operations():
        for answer in operation["responses"].values():
            assert {link["operationId"] for link in answer.get("links", {}).values()} <= known


def test_nothing_is_left_undescribed() -> None:
    """Operations, tags, parameters, headers and the document have what linters ask for: a description each, a contact,
    and for every operation whether it needs a key.
    """
    tags = {tag["name"] for tag in DOCUMENT["tags"] if tag["description"]}
    used = set()
    for path, _, operation in operations():
        used |= set(operation["tags"])
        assert operation["description"] not in ("", operation["summary"])
        assert operation["security"] in ([], [{}, {"key": []}], [{"key": []}])
        for parameter in operation.get("parameters", []):
            assert parameter["description"], path
        for answer in operation["responses"].values():
            assert "$ref" in answer or answer["headers"].keys() >= {"X-Request-ID", "RateLimit-Policy"}
    assert used == tags
    assert DOCUMENT["info"]["contact"]["name"]
    components = DOCUMENT["components"]
    assert all(header["description"] for header in components["headers"].values())
    assert all(scheme["description"] for scheme in components["securitySchemes"].values())


def test_only_the_puzzle_is_required() -> None:
    """What may be left out of a request is optional for every generator: it has no default that might be promised."""
    schemas = DOCUMENT["components"]["schemas"]
    assert schemas["JobRequest"]["required"] == ["puzzle"]
    assert "Default: one." in schemas["JobRequest"]["properties"]["want"]["description"]
    for name in ("JobRequest", "BatchRequest", "Limits"):
        assert not any("default" in schema for schema in schemas[name]["properties"].values())


@pytest.mark.parametrize(("path", "method", "operation"), operations())
def test_examples_fit_their_schema(path: str, method: str, operation: dict[str, Any]) -> None:
    """Every example of a body fits the body's schema; bodies have examples; no unknown field fits."""
    if "requestBody" not in operation:
        return
    media = operation["requestBody"]["content"]["application/json"]
    schema = {"$ref": media["schema"]["$ref"], "components": DOCUMENT["components"]}
    validator = jsonschema_rs.Draft202012Validator(schema)
    assert media["examples"], f"{method} {path}"
    for example in media["examples"].values():
        validator.validate(example["value"])
        assert not validator.is_valid(example["value"] | {"colour": "red"})
