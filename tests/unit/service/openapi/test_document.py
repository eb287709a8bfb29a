"""The OpenAPI document is complete, and its examples are valid."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest

from fewest.config.settings import Settings
from fewest.service.http.cors import ACCEPTED
from fewest.store import connect
from fewest.wsgi import create_app, describe_api

DOCUMENT = describe_api(Settings())
BESIDE = {"/", "/openapi.json", "/docs/", "/docs/<path:name>", "/static/<path:filename>", "/oembed", "/sheet"}
BESIDE |= {"/c", "/c/<set_id>", "/c/<set_id>/<int:number>.json"}
BESIDE |= {"/docs/api/", "/docs/api/<path:filename>", "/day/<name>.json"}
BESIDE |= {"/fewest-puzzle.js", "/offline.js", "/atlas", "/atlas/file.jsonl", "/atlas/<board>", "/atlas/collections"}
BESIDE |= {"/atlas/collections.<form>"}
BESIDE |= {
    f"/atlas/<board>/{rest}" for rest in ("<name>", "<name>.json", "<name>/card.png", "pictures-<int:number>.svg")
}
"""Pages and files for people, which are not part of the API."""


def operations() -> list[tuple[str, str, dict[str, Any]]]:
    methods = ("get", "post", "put", "delete")
    return [(path, m, item[m]) for path, item in DOCUMENT["paths"].items() for m in methods if m in item]


def received() -> list[tuple[str, str, dict[str, Any]]]:
    """Every operation of a receiver of webhooks, with its name and method."""
    return [(name, method, item[method]) for name, item in DOCUMENT["webhooks"].items() for method in item]


def within(part: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every object of the document, at any depth, with its path."""
    if isinstance(part, dict):
        yield path, part
    members = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    for name, member in members:
        yield from within(member, f"{path}/{name}")


def properties() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every property of a schema, at any depth, with its path."""
    for path, part in within(DOCUMENT):
        if isinstance(part.get("properties"), dict) and not path.endswith("/properties"):
            yield from ((f"{path}/{name}", each) for name, each in part["properties"].items())


def resolve(part: dict[str, Any]) -> dict[str, Any]:
    if "$ref" not in part:
        return part
    _, _, kind, name = part["$ref"].split("/")
    return dict(DOCUMENT["components"][kind][name])


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


def test_only_json_is_described_as_json() -> None:
    """A response has one media type; where that is JSON its schema is a component, where it is text a string, and
    elsewhere bytes: so generated clients parse nothing as JSON that is not, and read no picture as text.
    """
    for path, _, operation in operations():
        for answer in operation["responses"].values():
            for media, content in resolve(answer).get("content", {}).items():
                if media in ("application/json", "application/problem+json"):
                    assert content["schema"].keys() == {"$ref"}, path
                else:
                    text = {"type": "string"} if media.startswith("text/") else {"type": "string", "format": "binary"}
                    assert content["schema"] == text, path
            assert len(resolve(answer).get("content", {})) <= 1


def test_pages_of_other_origins_may_send_every_header() -> None:
    """CORS accepts every header that an operation reads."""
    parameters = [each for _, _, operation in operations() for each in operation.get("parameters", [])]
    named = {parameter["name"] for parameter in parameters if parameter["in"] == "header"}
    assert named == {"Idempotency-Key", "Last-Event-ID", "Prefer"}
    assert named < set(ACCEPTED.split(", "))


def test_every_property_is_described() -> None:
    """Every property and every parameter has a description in sentences."""
    described = dict(properties())
    assert len(described) > 500
    assert [path for path, each in described.items() if not re.search(r"\w.*\.$", each.get("description", ""))] == []
    given = [each for item in DOCUMENT["paths"].values() for each in item.get("parameters", [])]
    given += [each for _, _, operation in operations() for each in operation.get("parameters", [])]
    assert [each["name"] for each in given if not each.get("description", "").endswith(".")] == []


def test_every_field_of_a_puzzle_has_an_example() -> None:
    """Every field of a puzzle, except its kind, has an example."""
    wanted, known = ["Puzzle"], set[str]()
    while wanted:
        known.add(name := wanted.pop())
        found = set(re.findall(r"#/components/schemas/(\w+)", str(DOCUMENT["components"]["schemas"][name])))
        wanted += found - known
    fields = [(path, each) for path, each in properties() if path.split("/")[3] in known and "const" not in each]
    assert len(fields) > 50
    assert [path for path, each in fields if not each.get("examples")] == []


@pytest.mark.parametrize(("path", "method", "operation"), operations())
def test_examples_fit_their_schema(path: str, method: str, operation: dict[str, Any]) -> None:
    """Every example of a body fits the body's schema; bodies have examples; no unknown field fits."""
    if "requestBody" not in operation:
        return
    content = operation["requestBody"]["content"]
    if path == "/v1/readings":
        assert content.keys() == {"text/plain"}
        assert all(isinstance(example["value"], str) for example in content["text/plain"]["examples"].values())
        return
    media = content["application/json"]
    schema = {"$ref": media["schema"]["$ref"], "components": DOCUMENT["components"]}
    validator = jsonschema_rs.Draft202012Validator(schema)
    assert media["examples"], f"{method} {path}"
    for example in media["examples"].values():
        validator.validate(example["value"])
        assert not validator.is_valid(example["value"] | {"colour": "red"})


def test_names_and_groups_of_operations() -> None:
    """Operation ids are unique, those of webhooks too: generated clients use them as names.

    Every operation has one tag, and none is of paths and webhooks alike: generators make a class for each tag of
    either, and the second one would replace the first.
    """
    groups = operations(), received()
    names = [operation["operationId"] for group in groups for _, _, operation in group]
    assert len(names) == len(set(names))
    sent, taken = ([tag for _, _, operation in group for tag in operation["tags"]] for group in groups)
    assert (len(sent), len(taken)) == tuple(map(len, groups))
    assert not {tag.lower() for tag in sent} & {tag.lower() for tag in taken}
