"""The types of the Python client agree with the OpenAPI document.

Those of the JavaScript client are compiled against it, see tests/generators/client_types.ts.
"""

from __future__ import annotations

import inspect
import json
import re
import tomllib
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints, is_typeddict

import pytest

from clients.python import fewest_client
from schemas.settings import Settings
from service import describe_api

CLIENTS = Path(__file__).parents[3] / "clients"
DOCUMENT = describe_api(Settings())
SCHEMAS: dict[str, Any] = DOCUMENT["components"]["schemas"]
TYPES = {name: shape for name, shape in inspect.getmembers(fewest_client, is_typeddict) if name != "Problem"}


def literals(hint: Any) -> set[str]:
    """All values that a type lists."""
    if get_origin(hint) is Literal:
        return set(get_args(hint))
    return set().union(*(literals(part) for part in get_args(hint)))


RENAMED = {"FieldError": "Fault"}
"""Types that have another name than their schema."""

UNPACKED = {"Catalogue", "LimitList", "JobList"}
"""Documents of which the clients only return a list."""

INLINE = {"JobLink", "Link"}
"""Types that are written out in TypeScript."""


@pytest.mark.parametrize("name", sorted(TYPES))
def test_python_types(name: str) -> None:
    """A type of the client has the fields of its schema, the same ones required, and the same values listed."""
    shape, schema = TYPES[name], SCHEMAS[RENAMED.get(name, name)]
    assert shape.__required_keys__ == set(schema.get("required", ()))
    hints = get_type_hints(shape)
    assert set(hints) == set(schema["properties"])
    for field, described in schema["properties"].items():
        assert literals(hints[field]) == set(described.get("items", described).get("enum", ())), field


def test_every_document_has_a_type() -> None:
    """Whatever an operation returns, or a webhook receives, has a type in Python, and one in TypeScript."""
    text = json.dumps([DOCUMENT["paths"], DOCUMENT["webhooks"], DOCUMENT["components"]["responses"]])
    named = {name for name in re.findall(r"#/components/schemas/(\w+)", text) if not name.endswith("Request")}
    types = {RENAMED.get(name, name) for name in [*TYPES, "Problem"]}
    assert named - types == UNPACKED
    checked = (Path(__file__).parents[2] / "generators" / "client_types.ts").read_text(encoding="utf-8")
    assert types <= {*re.findall(r'Schemas\["(\w+)"\]', checked), *INLINE}


def test_lenient_problem() -> None:
    """The body of an error has the fields of its schema; a proxy may send fewer."""
    assert fewest_client.Problem.__optional_keys__ == set(SCHEMAS["Problem"]["properties"])


def test_versions() -> None:
    """The packages of the clients have the version of the service."""
    python = tomllib.loads((CLIENTS / "python" / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    javascript = json.loads((CLIENTS / "js" / "package.json").read_text(encoding="utf-8"))["version"]
    assert python == javascript == version("fewest")
