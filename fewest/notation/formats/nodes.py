"""Nested values of a text, each with its place, and the rows that lists of them are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from fewest.notation.formats.cleaned import MAX_COLUMNS
from fewest.notation.formats.draft import Span
from fewest.notation.formats.rows import Row, too_large
from fewest.notation.formats.steps import spend

STEPS_OF_A_CELL = 10

GOALS = {"goal", "target", "end", "final", "finish", "solved", "solution", "desired", "destination"}
"""Words in the name of a list that make it the goal."""

STARTS = {"start", "initial", "begin", "board", "state", "position", "puzzle", "tiles", "grid"}
"""Words in the name of a list that make it the start."""


@dataclass(slots=True)
class Node:
    """A value in a text.

    Attributes
    ----------
    value
        None, a boolean, a number, a string, a list of nodes, or an object: nodes by their names.
    span
        Its characters.
    name
        What stands before it in its line, as far as it may be its name.
    code
        Whether it stands in a statement of a program, such as a condition.
    """

    value: bool | int | float | str | list[Node] | dict[str, Node] | None
    span: Span
    name: str = ""
    code: bool = False

    @property
    def items(self) -> list[Node]:
        """The members of a list; none for any other value."""
        return self.value if isinstance(self.value, list) else []

    @property
    def words(self) -> set[str]:
        """The words of its name, in any spelling, without its type: ``goalState``, ``final int[] goal_state``.

        Nothing where several names stand before one list.
        """
        name = re.sub(r"\[[^\]]*\]|:.*", "", self.name)
        names = re.findall(r"[A-Za-z_]\w*", name)
        if not names or "," in name:
            return set()
        return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", names[-1])}

    @property
    def is_goal(self) -> bool:
        """Whether its name says that it is the goal."""
        return not GOALS.isdisjoint(self.words)

    @property
    def is_start(self) -> bool:
        """Whether its name says that it is the start."""
        return not self.is_goal and not STARTS.isdisjoint(self.words)


@dataclass(frozen=True)
class Lists:
    """The lists and objects of a text, in its order, without empty ones and single numbers.

    Attributes
    ----------
    nodes
        At least one.
    size
        Of the text, in characters.
    before_code
        Whether words or numbers follow the last list.
    empty
        What the code calls the empty hole, or the like; None if it does not.
    """

    nodes: list[Node]
    size: int
    before_code: bool = False
    empty: Node | None = None

    @cached_property
    def rows(self) -> list[Row]:
        """The rows of a drawing or of a matrix, with an arrow before those of a goal; empty if these are none."""
        nodes = [node for node in _named(self.nodes) if node.items and not node.code]
        goals, others = [n for n in nodes if n.is_goal], [n for n in nodes if not n.is_goal]
        flat = all(map(_is_flat, others)) and len({len(node.items) for node in others}) == 1
        if len(others) > 1 and flat and not (len(others) == 2 and others[1].name):
            others = [Node(others, Span(others[0].span.begin, others[-1].span.end))]
        found = [self.rows_of(node) for node in (*others, *goals)]
        if not found or not all(found) or len(found) > 2 or len(goals) > 1:
            return []
        if len(found) == 1:
            return found[0]
        at = found[1][0].at[0] if found[1][0].at else 0
        return [*found[0], Row("->", [at, at]), *found[1]]

    def rows_of(self, node: Node) -> list[Row]:
        """The rows of one list: strings, lists of characters, lists of numbers, or one row of numbers."""
        members = node.items or [node]
        nested = all(item.items for item in members)
        lines = [item.items for item in members] if nested else [members]
        cells = [cell for line in lines for cell in line]
        if any(isinstance(cell.value, (list, dict, float)) for cell in cells):
            return []
        texts = [cell.value for cell in cells if isinstance(cell.value, str)]
        words = [text.strip() for text in texts if text.strip()]
        joined = bool(words) and not any(word.isdecimal() or word == "-1" for word in words)
        # Strings of several characters are rows of a drawing.
        if not nested and len(texts) == len(cells) > 0 and all(len(text) > 1 for text in texts if text):
            lines, joined = [[cell] for cell in cells], True
        if joined and len(texts) < len(cells):
            return []
        return [self._row(line, "" if joined else ",") for line in lines]

    def _row(self, cells: Sequence[Node], between: str) -> Row:
        text, at = "", list[int]()
        for number, cell in enumerate(cells):
            word = _word(cell).strip() if between else _word(cell)
            begin = cell.span.begin + isinstance(cell.value, str)
            if number and between:
                text, at = text + between, [*at, begin] if len(at) < MAX_COLUMNS else at
            if len(text) + len(word) > MAX_COLUMNS:
                raise too_large(cell.span)
            spend(STEPS_OF_A_CELL + len(word))
            text += word
            at += [min(begin + place, self.size - 1) for place in range(len(word))]
        return Row(text, at)


def _word(node: Node) -> str:
    """How a value is written in a row."""
    if node.value is None:
        return ""
    return str(int(node.value)) if isinstance(node.value, bool) else str(node.value)


def _is_flat(node: Node) -> bool:
    return bool(node.items) and not any(isinstance(item.value, (list, dict)) for item in node.items)


def _named(nodes: Sequence[Node]) -> list[Node]:
    """The lists; of a single object, its fields, if all are lists."""
    if len(nodes) == 1 and isinstance(nodes[0].value, dict):
        fields = nodes[0].value
        if fields and all(part.items for part in fields.values()) and not any(name.isdecimal() for name in fields):
            return [replace(part, name=name) for name, part in fields.items()]
        return []
    return list(nodes)
