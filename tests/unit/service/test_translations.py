"""Every message of an error has a translation, and the catalogue has no other entries."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import polib
import pytest
from marshmallow import Schema, fields

from fewest.config.settings import Settings
from fewest.config.targets import AllowedTargets
from fewest.notation.kinds import KINDS
from fewest.notation.shape import MISSING, OWN_WORDS, UNKNOWN
from fewest.schemas.job import BatchShape, JobShape, limits_shape
from fewest.schemas.replay import CheckShape, HintShape, ReplayShape
from fewest.schemas.webhook import webhook_shape
from fewest.service.http.problems import PROBLEMS
from fewest.service.translations import LOCALE, translations
from fewest.solver.errors import Message

ROOT = Path(__file__).parents[3]
JAPANESE = translations("ja", "api")

BODIES = (
    *(BatchShape(), JobShape(), CheckShape(), HintShape(), ReplayShape()),
    *(limits_shape(Settings()), webhook_shape(AllowedTargets("*", ""))),
    *(kind.shape for kind in KINDS.values()),
)
"""The schemas of everything that clients send."""

DETAIL_PLACES = {"Message": 0, "ValidationError": 0, "Problem": 1, "Refusal": 1, "field_error": 1}
"""What errors are made with, and which of its arguments is the text."""

NEVER_SHOWN = {"fewest/config/settings.py", "fewest/notation/shape.py"}
"""Modules whose texts no client reads: settings are for the operator; of a shape's quick load only the fact counts."""


WITH_BRACES = {"The url must be that of an embedded solution: /embed/{id}."}
"""Messages without fields."""


def modules() -> Iterator[tuple[str, ast.Module]]:
    """The modules that make messages, by their path."""
    for path in sorted((ROOT / "fewest").rglob("*.py")):
        yield str(path.relative_to(ROOT)), ast.parse(path.read_text(encoding="utf-8"))


def calls(tree: ast.AST, name: str) -> Iterator[ast.Call]:
    """The calls of a function."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name and node.args:
            yield node


def texts_of(tree: ast.AST) -> dict[str, set[str]]:
    """The texts that names in a module stand for."""
    found: dict[str, set[str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            for target in node.targets:
                found.setdefault(ast.unparse(target), set()).add(node.value.value)
    return found


def templates() -> set[str]:
    """The templates of all messages in the sources."""
    found = set()
    for _, tree in modules():
        texts = texts_of(tree)
        for call in calls(tree, "Message"):
            first = call.args[0]
            if isinstance(first, ast.Constant):
                found.add(str(first.value))
            elif isinstance(first, ast.Name):
                found |= texts.get(first.id, set())
    return found


def fields_of(template: str) -> set[str]:
    """The names of a template's fields; a number may have its noun."""
    return {name.partition("|")[0] for _, name, _, _ in Formatter().parse(template) if name}


def said_by_marshmallow(schema: Schema) -> set[str]:
    """What the fields of a schema say by themselves, at any depth."""
    found = set(map(str, schema.error_messages.values()))
    for field in schema.fields.values():
        parts = [field, *([field.inner] if isinstance(field, fields.List) else [])]
        for part in parts:
            found |= set(map(str, part.error_messages.values()))
            # A goal may contain goals.
            if isinstance(part, fields.Nested) and type(part.schema) is not type(schema):
                found |= said_by_marshmallow(part.schema)
    return found


NEVER_ONE = {"most", "max", "given"}
"""Fields for limits of more than one thing, and for what exceeds them."""

SEVERAL = {"{cells} cells", "{pegs} pegs", "{long} moves", "{short} moves", "{cells} numbers", "{height} rows"}
SEVERAL |= {"{name} moves"}
"""What is named only from two on: cells of a block, pegs that games leave, moves of measured searches, rows and numbers
of a board; and a verb.
"""


def test_one_thing_is_not_named_in_the_plural() -> None:
    """A number before a noun in the plural has the singular, too, unless it is never 1."""
    plurals = [words for template in JAPANESE for words in re.findall(r"\{\w+\|[^|]*\|# ([^}]*)\}", template)]
    nouns = {word for words in plurals for word in words.split() if word.endswith("s")}
    found = {
        match[0]
        for template in JAPANESE
        for match in re.finditer(r"\{(\w+)(?::\w+)?\} (\w+)", template)
        if match[2] in nouns and match[1] not in NEVER_ONE
    }
    assert found == SEVERAL
    assert Message("{n|# peg is|# pegs are} {left}", n=1, left="left") == "1 peg is left"
    assert [Message("{n|# peg|# pegs}", n=n) for n in (0, 2, 12.0)] == ["0 pegs", "2 pegs", "12 pegs"]


NEVER_SAID = {"Invalid value.", "Not a valid utf-8 string."}
"""No validator of ours returns False, and strings of JSON are text."""


def test_every_message_has_a_translation() -> None:
    """Titles of problems and messages of the sources are the entries of the catalogue."""
    titles = {title for _, title in PROBLEMS.values()}
    assert templates() | titles == JAPANESE.keys()


@pytest.mark.parametrize("path", sorted(LOCALE.rglob("*.po")), ids=lambda path: path.stem)
def test_no_text_is_translated_twice(path: Path) -> None:
    """Every entry of a catalogue is used: none is repeated, uncertain, obsolete or empty."""
    entries = polib.pofile(str(path), check_for_duplicates=True)
    assert len(entries) == len(entries.translated_entries()) > 0


def test_marshmallow_never_speaks() -> None:
    """Every message of marshmallow's fields is replaced by one of ours."""
    plain = set().union(*map(said_by_marshmallow, BODIES))
    assert plain - NEVER_SAID <= OWN_WORDS.keys() | {MISSING, UNKNOWN}


@pytest.mark.parametrize("template", JAPANESE)
def test_a_translation_has_the_same_fields(template: str) -> None:
    """A translation has the same placeholders as the English message, and is Japanese."""
    translated = JAPANESE[template]
    assert re.search("[\u3040-\u30ff\u4e00-\u9fff]", translated)
    if template not in WITH_BRACES:
        assert fields_of(translated) == fields_of(template)


def test_no_error_is_a_plain_text() -> None:
    """No message is built with an f-string, since it could not be translated."""
    for path, tree in modules():
        if path in NEVER_SHOWN:
            continue
        for name, place in DETAIL_PLACES.items():
            for call in calls(tree, name):
                text = call.args[place]
                plain = isinstance(text, ast.JoinedStr) or (isinstance(text, ast.Constant) and name != "Message")
                assert not plain, f"{path}:{call.lineno}"
