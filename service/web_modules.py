"""The modules and styles of the pages as they are served, and the component ``<fewest-puzzle>`` joined into one file.

They are served without comments and indentation. rjsmin does not parse: it loses blanks of a template in a template,
and of a regular expression after ``=>``. The modules have none; tests/web/test_modules.py compares the programs.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

from rcssmin import cssmin
from rjsmin import jsmin

from service.translations import translations

STATIC = Path(__file__).parent / "web" / "static"

LICENCE = "/*! Copyright (c) 2026 The maintainers of Fewest. SPDX-License-Identifier: MIT */"
"""What the joined file begins with: it is a program of its own, in the pages of others."""

IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"./([\w-]+)\.js";$', re.MULTILINE)
EXPORT = re.compile(r"^export ((?:async )?(?:class|function|const|let) (\w+))", re.MULTILINE)


STYLES = ("board", "fewest-puzzle")
"""The styles in the shadow root of the component."""

MADE = {
    "japanese": lambda: f"export const JAPANESE = {_json(dict(translations('ja', 'page')))};",
    "style": lambda: f"export const STYLE = {_json(''.join(map(_style, STYLES)))};",
}
"""Modules that are no files: what the pages say in Japanese, from its catalogue, and the style of the component."""


@cache
def served(name: str) -> bytes | None:
    """A file of the pages as it is served; None if there is none of this name."""
    path = STATIC / name
    if path.suffix == ".js" and path.stem in MADE:
        return MADE[path.stem]().encode()
    if path.parent != STATIC or not path.is_file():
        return None
    text = path.read_text(encoding="utf-8")
    shortened = {".js": shortened_script, ".css": cssmin}.get(path.suffix)
    return (shortened(text) if shortened else text).encode()


def shortened_script(text: str) -> str:
    """A script without comments and needless blanks; its licence stays."""
    return str(jsmin(text, keep_bang_comments=True))


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
    return shortened_script("\n".join([LICENCE, *(_function(name) for name in modules_of(entry))]))


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
    return MADE[name]() if name in MADE else (STATIC / f"{name}.js").read_text(encoding="utf-8")


def _style(name: str) -> str:
    return str(cssmin((STATIC / f"{name}.css").read_text(encoding="utf-8")))


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _variable(name: str) -> str:
    return f"module_{name.replace('-', '_')}"
