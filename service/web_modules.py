"""The modules of the pages: which a page loads, and the web component ``<fewest-puzzle>`` joined into one file."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

STATIC = Path(__file__).parent / "web" / "static"

LICENCE = "/*! Copyright (c) 2026 The maintainers of Fewest. SPDX-License-Identifier: MIT */"
"""What the joined file begins with: it is a program of its own, in the pages of others."""

IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"./([\w-]+)\.js";$', re.MULTILINE)
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
    return "\n".join([LICENCE, *(_function(name) for name in modules_of(entry))])


def _function(name: str) -> str:
    text = _source(name)
    names = ", ".join(exported for _, exported in EXPORT.findall(text))
    body = EXPORT.sub(r"\1", IMPORT.sub(_taken, text))
    return f"const {_variable(name)} = (() => {{\n{body}\nreturn {{ {names} }};\n}})();"


def _taken(statement: re.Match[str]) -> str:
    """What an import statement becomes; one without names only asks for the module to be run."""
    names, module = statement.groups()
    return f"const {{{names}}} = {_variable(module)};" if names else ""


def _source(name: str) -> str:
    return (STATIC / f"{name}.js").read_text(encoding="utf-8")


def _variable(name: str) -> str:
    return f"module_{name.replace('-', '_')}"
