"""Make the types of what the clients send and get, from the OpenAPI document of the service.

    python -m clients.make_types

writes ``documents.py`` with datamodel-code-generator and ``documents.d.ts`` with openapi-typescript; tests say if they
are out of date. ``make clients`` installs both.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Collection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from fewest.config.settings import Settings
from fewest.notation.puzzle import KINDS
from fewest.wsgi import describe_api

CLIENTS = Path(__file__).parent
PYTHON = CLIENTS / "python" / "fewest_client" / "documents.py"
TYPESCRIPT = CLIENTS / "js" / "documents.d.ts"
OPENAPI_TYPESCRIPT = CLIENTS.parent / "tests" / "generators" / "node_modules" / ".bin" / "openapi-typescript"

NAMED = {
    "Kind": ("Job", "kind"),
    "Want": ("Job", "want"),
    "JobStatus": ("Job", "status"),
    "ResultStatus": ("Result", "status"),
    "TaskStatus": ("Space", "status"),
    "LimitName": ("Result", "limit"),
    "Reason": ("Missing", "length"),
}
"""Lists of values that get a name of their own, and a field that has them."""

NOTE = "Made from its OpenAPI document by clients/make_types.py."
LONG = re.compile(r"(\* @description [^\n]*an integer of any size\b[^\n]*\*/\n *\w+\??: )number")
"""A field in TypeScript that the JavaScript client may give as a BigInt, up to its type."""

KEPT = ("type", "description", "required", "enum", "const")
"""What is copied of a schema: types have no bounds, and nothing is said of fields that later versions add."""


def python_types() -> str:
    """The text of ``documents.py``; puzzles are dictionaries in it, so that they are easily made."""
    options = [
        "--output-model-type",
        "typing.TypedDict",
        "--target-python-version",
        "3.11",
        "--no-use-closed-typed-dict",
    ]
    options += ["--enum-field-as-literal", "all", "--use-schema-description", "--use-inline-field-description"]
    options += ["--disable-future-imports", "--disable-timestamp", "--formatters", "builtin"]
    options += ["--input-file-type", "openapi", "--custom-file-header", f'"""Documents of the service. {NOTE}"""']
    return _made([Path(sys.executable).parent / "datamodel-codegen", "--input"], options, ("Puzzle", "SurveyBoard"))


def typescript_types() -> str:
    """The text of ``documents.d.ts``."""
    options = ["--root-types", "--root-types-no-schema-prefix", "--root-types-keep-casing", "--empty-objects-unknown"]
    made = _made([OPENAPI_TYPESCRIPT], options, ())
    return f"// {NOTE}\n" + LONG.sub(r"\1number | bigint", made)


def _made(command: list[str | Path], options: list[str], plain: Collection[str]) -> str:
    document = {"openapi": "3.1.0", "info": {"title": "fewest", "version": "1"}, "paths": {}}
    with TemporaryDirectory() as folder:
        given, made = Path(folder, "openapi.json"), Path(folder, "documents.ts")
        given.write_text(json.dumps(document | {"components": {"schemas": schemas(plain)}}), encoding="utf-8")
        subprocess.run([*command, given, *options, "--output", made], check=True, capture_output=True, cwd=folder)
        return made.read_text(encoding="utf-8")


def schemas(plain: Collection[str]) -> dict[str, Any]:
    """The schemas of all documents of the service, of those that clients send, and of what is within them.

    Parameters
    ----------
    plain
        Schemas for which any object is written.
    """
    document = json.loads(json.dumps(describe_api(Settings())).replace('/Fault"', '/FieldError"'))
    every = document["components"].pop("schemas")
    every["FieldError"] = every.pop("Fault")
    every["Problem"]["required"] = []  # a proxy may send fewer fields
    for field in every["Limits"]["properties"].values():
        field["description"] = field["description"].partition(" Default: ")[0]  # which is that of one service
    for schema in (every.get(f"{kind.title()}BoardName") for kind in KINDS):
        if schema is not None:
            del schema["properties"]["name"]["enum"]  # others may be added
    values = {name: every[schema]["properties"][field]["enum"] for name, (schema, field) in NAMED.items()}
    lists = {tuple(listed): name for name, listed in values.items()}

    def bare(schema: dict[str, Any]) -> dict[str, Any]:
        made = {key: schema[key] for key in KEPT if key in schema}
        if name := lists.get(tuple(schema.get("enum", ()))):
            return {key: made[key] for key in made if key == "description"} | {"$ref": f"#/components/schemas/{name}"}
        if "$ref" in schema:
            return made | ({"type": "object"} if _names(schema) <= set(plain) else {"$ref": schema["$ref"]})
        if "properties" in schema:
            made["properties"] = {name: bare(part) for name, part in schema["properties"].items()}
        elif isinstance(schema.get("additionalProperties"), dict):
            made["additionalProperties"] = bare(schema["additionalProperties"])
        if "items" in schema:
            made["items"] = bare(schema["items"])
        return made | {key: [bare(part) for part in schema[key]] for key in ("anyOf", "oneOf") if key in schema}

    found = {name: {"type": "string", "enum": listed} for name, listed in values.items()}
    wanted = [name for name in _names(document) if not name.endswith("Request")]
    wanted += [*_names(every["JobRequest"])]
    while wanted:
        if (name := wanted.pop()) not in found and name not in plain:
            found[name] = bare(every[name])
            wanted += _names(found[name])
    found["TaskProgress"]["additionalProperties"] = {}  # it tells more of itself
    return {name: found[name] for name in [*NAMED, *every] if name in found}


def _names(part: object) -> set[str]:
    """The schemas that a part of the document refers to."""
    return set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(part)))


if __name__ == "__main__":
    PYTHON.write_text(python_types(), encoding="utf-8")
    TYPESCRIPT.write_text(typescript_types(), encoding="utf-8")
