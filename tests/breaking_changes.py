"""Which changes of an OpenAPI document break clients written for the version before.

``python -m tests.breaking_changes OLD.json NEW.json`` lists them. The existing tools were no choice: oasdiff and
openapi-changes are programs to download, openapi-diff reads no OpenAPI 3.1.

What a client may send can only grow, what it must be ready to receive can only shrink. Later versions may add
operations, fields, headers and statuses of problems (docs/http.md). What clients write and read back, such as a puzzle,
counts as written: whoever reads a new form knows it from whoever wrote it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

Document = dict[str, Any]

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
ANNOTATIONS = {"description", "title", "summary", "example", "examples", "default", "deprecated", "discriminator"}
LOWER_BOUNDS = {"minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"}
UPPER_BOUNDS = {"maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"}
COMPARED = {
    "type",
    "enum",
    "const",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "oneOf",
    "anyOf",
    "$ref",
}


def breaking_changes(old: Document, new: Document, today: date) -> list[str]:
    """List the breaking changes between two OpenAPI 3.1 documents, each with its place.

    Parameters
    ----------
    today
        An operation that was announced to end by this day (``deprecated`` and ``x-sunset``) may be missing.
    """
    return Comparison(old, new).changes(today)


class Comparison:
    """Two documents, and what was found out about pairs of their components."""

    def __init__(self, old: Document, new: Document) -> None:
        self._old, self._new = old, new
        self._compared: dict[tuple[bool, str, str], list[str]] = {}
        self._written = set(self._components_written())

    def changes(self, today: date) -> list[str]:
        """The changes of all operations, each once."""
        found: dict[str, None] = {}
        for path, old_item in self._old["paths"].items():
            new_item = self._new["paths"].get(path, {})
            for method in METHODS:
                if method in old_item:
                    name = f"{method.upper()} {path}"
                    changes = self._operation(name, old_item, new_item, method, today)
                    found.update(dict.fromkeys(changes))
        return list(found)

    def _operation(self, name: str, old_item: Document, new_item: Document, method: str, today: date) -> Iterator[str]:
        old, new = old_item[method], new_item.get(method)
        if new is None:
            if not old.get("deprecated") or today < date.fromisoformat(old.get("x-sunset", "9999-12-31")):
                yield f"{name}: removed"
            return
        if needs_key(new) and not needs_key(old):
            yield f"{name}: now needs an API key"
        yield from self._parameters(name, parameters(self._old, old_item, old), parameters(self._new, new_item, new))
        yield from self._body(name, old.get("requestBody"), new.get("requestBody"))
        for status in new["responses"]:
            if status < "4" and status not in old["responses"]:
                yield f"{name}: may now answer {status}"
        for status, response in old["responses"].items():
            yield from self._response(f"{name} {status}", status, response, new["responses"].get(status))

    def _parameters(self, name: str, old: Document, new: Document) -> Iterator[str]:
        for key, parameter in old.items():
            if key not in new:
                yield f"{name}: parameter {key} removed"
            else:
                if new[key].get("required") and not parameter.get("required"):
                    yield f"{name}: parameter {key} is now required"
                yield from self._schema(parameter["schema"], new[key]["schema"], f"{name} {key}", sent=False)
        for key in new.keys() - old.keys():
            if new[key].get("required"):
                yield f"{name}: parameter {key} is new and required"

    def _body(self, name: str, old: Document | None, new: Document | None) -> Iterator[str]:
        if new is not None and new.get("required") and not (old or {}).get("required"):
            yield f"{name}: a body is now required"
        for media, described in (old or {}).get("content", {}).items():
            accepted = (new or {}).get("content", {}).get(media)
            if accepted is None:
                yield f"{name}: a body of {media} is no longer accepted"
            else:
                yield from self._schema(schema_of(described), schema_of(accepted), f"{name} body", sent=False)

    def _response(self, place: str, status: str, old: Document, new: Document | None) -> Iterator[str]:
        if new is None:
            if status < "4":
                yield f"{place}: removed"
            return
        old, new = resolved(self._old, old), resolved(self._new, new)
        for header in sorted(old.get("headers", {}).keys() - new.get("headers", {}).keys()):
            yield f"{place}: header {header} removed"
        for media, described in old.get("content", {}).items():
            if media not in new.get("content", {}):
                yield f"{place}: {media} removed"
            else:
                yield from self._schema(schema_of(described), schema_of(new["content"][media]), place, sent=True)

    def _schema(self, old: Document, new: Document, place: str, *, sent: bool) -> list[str]:
        """The changes of a schema of what the service receives or, if ``sent``, sends."""
        named = old.get("$ref", new.get("$ref", "")).rsplit("/", 1)[-1]
        if sent and named in self._written:
            return []
        resolved_pair = resolved(self._old, old), resolved(self._new, new)
        if not named:
            return list(self._alternatives(*resolved_pair, place, sent=sent))
        key = (sent, old.get("$ref", place), new.get("$ref", place))
        if key not in self._compared:
            self._compared[key] = []  # a schema may contain itself
            self._compared[key] = list(self._alternatives(*resolved_pair, named, sent=sent))
        return self._compared[key]

    def _alternatives(self, old: Document, new: Document, place: str, *, sent: bool) -> Iterator[str]:
        """Every alternative of the narrower side has to fit one of the wider side."""
        olds, news = alternatives(old), alternatives(new)
        if olds[0] is old and news[0] is new:
            yield from self._plain(old, new, place, sent=sent)
        elif sent:
            for one in news:
                yield from min((self._schema(other, one, place, sent=sent) for other in olds), key=len)
        else:
            for one in olds:
                yield from min((self._schema(one, other, place, sent=sent) for other in news), key=len)

    def _plain(self, old: Document, new: Document, place: str, *, sent: bool) -> Iterator[str]:
        narrow, wide = (new, old) if sent else (old, new)
        verb = "may now be" if sent else "may no longer be"
        if extra := sorted(types(narrow) - types(wide)):
            yield f"{place}: {verb} {', '.join(extra)}"
        if (allowed := values(wide)) is not None:
            given = values(narrow)
            extra = ["anything"] if given is None else [str(value) for value in given if value not in allowed]
            if extra:
                yield f"{place}: {verb} {', '.join(extra)}"
        for keyword in sorted(wide.keys() - ANNOTATIONS - COMPARED):
            if not keyword.startswith("x-") and exceeds(keyword, narrow.get(keyword), wide[keyword]):
                yield f"{place}: {keyword} was {old.get(keyword)}, is {new.get(keyword)}"
        if "items" in wide:
            yield from self._schema(old.get("items", {}), new.get("items", {}), f"{place}[]", sent=sent)
        yield from self._properties(old, new, place, sent=sent)

    def _properties(self, old: Document, new: Document, place: str, *, sent: bool) -> Iterator[str]:
        olds, news = old.get("properties", {}), new.get("properties", {})
        for name in olds:
            if name in news:
                yield from self._schema(olds[name], news[name], f"{place}.{name}", sent=sent)
            else:
                yield f"{place}.{name}: removed"
        were, are = set(old.get("required", ())), set(new.get("required", ()))
        for name in sorted((were - are) & news.keys() if sent else are - were):
            yield f"{place}.{name}: {'may now be missing' if sent else 'now required'}"
        others = old.get("additionalProperties"), new.get("additionalProperties")
        if isinstance(others[0], dict) and isinstance(others[1], dict):
            yield from self._schema(others[0], others[1], f"{place}.*", sent=sent)

    def _components_written(self) -> Iterator[str]:
        """The names of all components that clients send, in the old document."""
        seen: set[str] = set()
        items = self._old["paths"].values()
        pending: list[Any] = [item[method].get("requestBody") for item in items for method in METHODS if method in item]
        while pending:
            part = pending.pop()
            if isinstance(part, list):
                pending += part
            elif isinstance(part, dict):
                pending += part.values()
                reference = part.get("$ref")
                if isinstance(reference, str) and reference not in seen:
                    seen.add(reference)
                    pending.append(resolved(self._old, part))
                    yield reference.rsplit("/", 1)[-1]


def resolved(document: Document, part: Document) -> Document:
    """The part that a reference leads to, or the part itself."""
    while "$ref" in part:
        reference, part = part["$ref"], document
        for name in reference.removeprefix("#/").split("/"):
            part = part[name]
    return part


def parameters(document: Document, item: Document, operation: Document) -> dict[str, Document]:
    """The parameters of an operation and of its path, by place and name."""
    given = [resolved(document, each) for each in (*item.get("parameters", ()), *operation.get("parameters", ()))]
    return {f"{parameter['in']} {parameter['name']}": parameter for parameter in given}


def schema_of(described: Document) -> Document:
    """The schema of a media type; one that allows everything if it has none."""
    schema: Document = described.get("schema", {})
    return schema


def needs_key(operation: Document) -> bool:
    """Whether an operation cannot be called without a key."""
    security = operation.get("security", [])
    return bool(security) and {} not in security


def alternatives(schema: Document) -> list[Document]:
    """The alternatives of a schema, or the schema itself."""
    found: list[Document] = schema.get("oneOf") or schema.get("anyOf") or [schema]
    return found


def types(schema: Document) -> set[str]:
    """The types a schema allows; every integer is a number."""
    given = schema.get("type", ["null", "boolean", "integer", "number", "string", "array", "object"])
    found = {given} if isinstance(given, str) else set(given)
    return found | ({"integer"} if "number" in found else set())


def values(schema: Document) -> list[Any] | None:
    """The values a schema lists; None if it lists none."""
    listed: list[Any] | None = [schema["const"]] if "const" in schema else schema.get("enum")
    return listed


def exceeds(keyword: str, narrow: Any, wide: Any) -> bool:
    """Whether a keyword of the narrower schema allows what that of the wider one does not."""
    if keyword in LOWER_BOUNDS:
        return narrow is None or narrow < wide
    if keyword in UPPER_BOUNDS:
        return narrow is None or narrow > wide
    return bool(narrow != wide)


if __name__ == "__main__":
    found = breaking_changes(
        *(json.loads(Path(name).read_text(encoding="utf-8")) for name in sys.argv[1:3]), date.today()
    )
    print("\n".join(found) or "no breaking change")
    sys.exit(bool(found))
