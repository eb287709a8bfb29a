"""The modules of the pages: which a page loads, and the web component ``<fewest-puzzle>`` joined into one file."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

STATIC = Path(__file__).parent / "web" / "static"

IMPORT = re.compile(r'^import \{([^}]*)\} from "\./([\w-]+)\.js";$', re.MULTILINE)
EXPORT = re.compile(r"^export ((?:async )?(?:class|function|const|let) (\w+))", re.MULTILINE)


@cache
def modules_of(entry: str) -> tuple[str, ...]:
    """The names of a module and of all it imports, each after those it imports itself."""
    names: dict[str, None] = {}
    for _, imported in IMPORT.findall(_source(entry)):
        names.update(dict.fromkeys(modules_of(imported)))
    return (*names, entry)


@cache
def joined(entry: str) -> str:
    """A module and all it imports as one file.

    Each becomes a function that returns what it exports, so that equal names in different modules do not meet.
    """
    return "\n".join(_function(name) for name in modules_of(entry))


def _function(name: str) -> str:
    text = _source(name)
    names = ", ".join(exported for _, exported in EXPORT.findall(text))
    body = EXPORT.sub(r"\1", IMPORT.sub(lambda match: f"const {{{match[1]}}} = {_variable(match[2])};", text))
    return f"const {_variable(name)} = (() => {{\n{body}\nreturn {{ {names} }};\n}})();"


def _source(name: str) -> str:
    return (STATIC / f"{name}.js").read_text(encoding="utf-8")


def _variable(name: str) -> str:
    return f"module_{name.replace('-', '_')}"
