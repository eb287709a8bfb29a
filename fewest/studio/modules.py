"""The modules and styles of the pages as they are served, and the component ``<fewest-puzzle>`` joined into one file.

Comments and most blanks are stripped with Pygments, which has wheels for every platform and understands templates and
regular expressions. tests/web/test_modules.py compares the programs.
"""

from __future__ import annotations

import hashlib
import json
import re
from functools import cache
from pathlib import Path
from posixpath import normpath

from pygments.lexer import Lexer
from pygments.lexers.css import CssLexer
from pygments.lexers.javascript import JavascriptLexer
from pygments.token import Comment, Whitespace

from fewest.service.translations import translations

STATIC = Path(__file__).parent / "static"

PACKED = Path(__file__).parent / "client"

CLIENT = PACKED if PACKED.exists() else Path(__file__).parents[2] / "clients" / "js"
"""The JavaScript client: an installed package has a copy (setup.py)."""

FILES = {path.relative_to(STATIC).as_posix(): path for path in STATIC.rglob("*") if path.is_file()}
FILES |= {name: CLIENT / name for name in ("fewest.js", "service.js")}
"""The files of the pages by their names below ``static/``, such as ``board/draw.js``."""

LICENCE = "/*! Copyright (c) 2026 The maintainers of Fewest. SPDX-License-Identifier: MIT */"
"""Head of the joined file, which is a separate program in other people's pages."""

# Prettier writes imports and exports in these forms only, and `make check-web` checks that.
IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"(\.[\w./-]+)\.js";$', re.MULTILINE)
EXPORT = re.compile(r"^export ((?:async )?(?:class|function|const|let) (\w+))", re.MULTILINE)


LEXERS = {".js": JavascriptLexer(), ".css": CssLexer()}
"""What tells comments and blanks of a file from the rest."""

COMMENTS = {Comment, Comment.Single, Comment.Multiline}
"""The comments among the tokens: Pygments calls ``!important`` of styles one, too."""

TIGHT = frozenset("{};,")
"""Tokens that need no blank beside them."""

STYLES = ("board/board.css", "pages/fewest-puzzle.css")
"""The styles in the shadow root of the component."""

MADE = {
    "japanese": lambda: f"export const JAPANESE = {_json(dict(translations('ja', 'page')))};",
    "style": lambda: f"export const STYLE = {_json(''.join(map(_style, STYLES)))};",
}
"""Modules that are not files: the Japanese texts, from their catalogue, and the style of the component."""


@cache
def names() -> frozenset[str]:
    """The names of all files of the pages."""
    return frozenset([*FILES, *(f"{name}.js" for name in MADE)])


def served(name: str) -> bytes | None:
    """A file of the pages as it is served; None if there is none of this name."""
    return _served(name) if name in names() else None  # names from clients are not cached


@cache
def _served(name: str) -> bytes:
    stem, _, suffix = name.rpartition(".")
    if name not in FILES:
        return MADE[stem]().encode()
    text = FILES[name].read_text(encoding="utf-8")
    lexer = LEXERS.get(f".{suffix}")
    return (shortened(text, lexer) if lexer else text).encode()


def shortened(text: str, lexer: Lexer) -> str:
    """A text without comments, indentation, empty lines and the blanks beside ``TIGHT``. A licence (``/*!``) stays."""
    parts = [""]
    for kind, part in lexer.get_tokens(text):
        if kind in Whitespace or (kind in COMMENTS and not part.startswith("/*!")):
            blank = "\n" if "\n" in part or parts[-1] == "\n" else " "
            if blank == "\n" or parts[-1] not in TIGHT:
                parts[-1:] = [blank] if parts[-1] in ("\n", " ") else [parts[-1], blank]
        elif part in TIGHT and parts[-1] == " ":
            parts[-1] = part
        else:
            parts.append(part)
    return "".join(parts).strip()


@cache
def offline() -> str:
    """The service worker of the page. It begins with the files to keep and a digest of them, so that it is another one,
    and keeps them anew, when any file has changed.
    """
    files = {f"static/{name}": _served(name) for name in sorted(names())}
    digest = hashlib.sha256(b"".join(files.values())).hexdigest()
    return f"const FILES = {_json(['./', *files])}; // {digest}\n{_served('offline.js').decode()}"


@cache
def modules_of(entry: str) -> tuple[str, ...]:
    """The names of a module and of all it imports, each after those it imports itself."""
    names: dict[str, None] = {}
    for _, imported in IMPORT.findall(_source(entry)):
        names.update(dict.fromkeys(modules_of(module_at(imported, entry))))
    return (*names, entry)


def module_at(place: str, name: str) -> str:
    """The name of the module at a relative place in the module ``name``: ``board/draw`` at ``../board/draw`` in another
    folder.
    """
    return normpath(f"{name}/../{place}")


@cache
def joined(entry: str) -> str:
    """A module and all it imports as one file.

    Each becomes a function that returns its exports, so that equal names in different modules do not clash.
    """
    functions = "\n".join(_function(name) for name in modules_of(entry))
    return f"{LICENCE}\n{shortened(functions, LEXERS['.js'])}"


def _function(name: str) -> str:
    text = _source(name)
    names = ", ".join(exported for _, exported in EXPORT.findall(text))
    body = EXPORT.sub(r"\1", IMPORT.sub(lambda statement: _taken(statement, name), text))
    return f"const {_variable(name)} = (() => {{\n{body}\nreturn {{ {names} }};\n}})();"


def _taken(statement: re.Match[str], name: str) -> str:
    """What an import statement of a module becomes; one without names only asks for the module to be run."""
    names, place = statement.groups()
    return f"const {{{names}}} = {_variable(module_at(place, name))};" if names else ""


def _source(name: str) -> str:
    return MADE[name]() if name in MADE else FILES[f"{name}.js"].read_text(encoding="utf-8")


def _style(name: str) -> str:
    return _served(name).decode()


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _variable(name: str) -> str:
    return "module_" + re.sub(r"\W", "_", name)
