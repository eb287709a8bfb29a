"""What a program says with its lists and around them: which lists matter, and what its code sets."""

from __future__ import annotations

import re

from fewest.notation.formats.draft import Span, TextError
from fewest.notation.formats.lists import Reader
from fewest.notation.formats.nodes import Lists, Node
from fewest.solver.errors import Message

FIELDS = {"kind", "puzzle", "board", "start", "blocks"}
"""An object in a program with none of these is no puzzle, if there are texts, too."""

COLUMNS_FIRST = re.compile(
    r"\bmatrix\(\s?c\((?![^\n]{0,2000}byrow\s?=\s?T)|(?<![.\w])reshape\(\s?\[[^\]]{0,2000}\]\s?,\s?\d+\s?,"
)
"""R and Julia fill a matrix by its columns."""

SETTING = re.compile(
    r"^[ \t]{0,20}(?:\w{1,20}[ \t]+){0,2}(?P<name>(?:start|initial|begin|empty|hole|blank|goal|target|final|exit)"
    r"(?:_?(?:start|hole|pos|position|state|board|cell|peg|index)){0,2})[ \t]{0,5}[=:]+[ \t]{0,5}(?=[-\d\"'\[({])"
    r"(?P<number>\d{1,3}\b)?",
    re.IGNORECASE | re.MULTILINE,
)
"""A line of code that says what may be a part of the puzzle."""

WORD_ALONE = re.compile(r"(?=.*[^xob])[a-z][a-z ]{1,20}")
"""A string that says something in words, such as which exit."""

EMPTY_HOLE = re.compile(r"empty|hole|blank", re.IGNORECASE)
"""In the name of a number: it is that of the hole that is empty at the start."""


def read_lists(text: str) -> Lists:
    """Read the lists and objects of a text, in time that grows with its length.

    Raises
    ------
    TextError
        If there is none, at the first character that does not fit; or if code sets what may be a part of the puzzle.
    """
    reader = Reader(text)
    reader.read()
    nodes = [node for node in reader.nodes if not _is_number(node)]
    nodes = [node for node in nodes if not _are_directions(node)] or nodes * (not reader.texts)
    if all(isinstance(node.value, dict) and FIELDS.isdisjoint(node.value) and not _by_number(node) for node in nodes):
        nodes = reader.texts or nodes
    if not nodes:
        nothing = Message("the brackets are empty; a puzzle needs a board, a start and a goal")
        raise reader.wrong or TextError(Span(0, len(text)), nothing)
    if (by_column := COLUMNS_FIRST.search(text)) is not None:
        message = Message("this program fills a matrix by its columns; write its rows")
        raise TextError(Span(*by_column.span()), message)
    empty: Node | None = None
    words = {node.span for node in reader.texts if WORD_ALONE.fullmatch(str(node.items[0].value))}
    spans = [node.span for node in (*nodes, *reader.texts) if node.span not in words]
    for found in SETTING.finditer(text):
        span = Span(found.start("name"), found.end())
        if any(part.begin == found.end() or part.begin <= found.start() < part.end for part in spans):
            continue
        if empty is not None or not found["number"] or not EMPTY_HOLE.search(found["name"]):
            raise TextError(span, Message("{name} is set here; give it as a list, or leave it out", name=found["name"]))
        empty = Node(int(found["number"]), span, found["name"])
    return Lists(nodes, len(text), reader.before_code, empty)


def _by_number(node: Node) -> bool:
    return isinstance(node.value, dict) and all(map(str.isdecimal, node.value))


def _are_directions(node: Node) -> bool:
    """Whether a list has the steps to the neighbours of a cell, or a part of them."""
    numbers = [item.value for part in node.items for item in part.items or [part]]
    pairs = all(len(part.items) in (0, 2) for part in node.items)
    return len(numbers) in (4, 8) and pairs and -1 in numbers and all(number in (-1, 0, 1) for number in numbers)


def _is_number(node: Node) -> bool:
    """Whether a list is one number, such as a remark beside a drawing."""
    return len(node.items) == 1 and not isinstance(node.items[0].value, (list, dict, str))
