"""Tables in brackets: jumps from each hole, neighbours of each cell, lists of jumps; and documents of the API."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from fewest.boards import catalogue
from fewest.notation.formats.draft import ROOT, Draft, Span, TextError
from fewest.notation.formats.format import Format, Text
from fewest.notation.formats.nodes import Node
from fewest.notation.formats.steps import spend
from fewest.solver.errors import Message

JUMP_FIELDS = {"jump_table", "jumps", "holes", "lines"}
BOARD_FIELDS = JUMP_FIELDS | {"adjacency", "edges", "cells", "graph6", "rows", "columns", "grid", "name"}
"""Fields of a board of the API; an object with one of them is a board."""

STEPS_OF_A_PLACE = 10

LAST = -1
"""Ends a row of a table in C."""

UNLIKELY = 90
"""Rank of a table that is no valid one: its errors are told if the text is nothing else."""


def read_tables(text: Text) -> Iterator[Draft]:
    """The boards of a table, with the start and the goal that follow it."""
    if not text.has_lists:
        return
    nodes = text.lists.nodes
    tables = [node for node in nodes if _is_table(node) and not node.is_goal and not node.is_start]
    first = next(iter(tables or [node for node in nodes if _is_table(node)]), None)
    if first is None:
        for node in nodes:
            if any(item.items for item in node.items):
                wrong = next(item for item in node.items if not item.items)
                raise TextError(wrong.span, Message("expected: a list of numbers, like the others"))
        return
    others = [node for node in nodes if node is not first]
    drafts = list(_of_table(first))
    if text.lists.before_code:
        drafts = [
            replace(each, words=Message("{what}, ignoring the code after it", what=each.words)) for each in drafts
        ]
    if others and text.lists.rows and all(draft.rank >= UNLIKELY for draft in drafts):
        return  # a start and a goal
    drafts = [_with_empty(draft, text.lists.empty, _begins_with_one(first)) for draft in drafts]
    if not others:
        yield from drafts
        return
    fitting = [with_them for draft in drafts if (with_them := _with(draft, others)) is not None]
    if fitting or len(others) < len(nodes) - 1 or not drafts or all(draft.rank >= UNLIKELY for draft in drafts):
        yield from fitting
        return
    strange = next((node for node in others if not node.code), others[0])
    raise TextError(strange.span, Message("this list does not fit the board of the first one"))


def _is_table(node: Node) -> bool:
    """Whether a value is a list of lists of numbers, or an object of such lists by numbers."""
    rows = _by_number(node) if isinstance(node.value, dict) else node.items
    return bool(rows) and all(row.value is None or isinstance(row.value, list) for row in rows)


def _by_number(node: Node) -> list[Node]:
    """The rows of an object whose names are the numbers of cells, from 0, or from 1 after an empty row; else none."""
    fields = node.value if isinstance(node.value, dict) else {}
    if not fields or not all(re.fullmatch(r"\d{1,9}", name) for name in fields):
        return []
    rows = sorted(fields.items(), key=lambda part: int(part[0]))
    begin = min(int(rows[0][0]), 1)
    for number, (name, row) in enumerate(rows, begin):
        if int(name) != number:
            raise TextError(row.span, Message("expected: the line of cell {cell}", cell=number))
    return [Node([], node.span)] * begin + [row for _, row in rows]


def _of_table(node: Node) -> Iterator[Draft]:
    """What a list of lists may be, the most usual first; one that is numbered from 1 is numbered from 0 here."""
    rows = _by_number(node) or node.items
    if _begins_with_one(node):
        for draft in _of_rows(node, [_shifted(row) for row in rows[1:]]):
            yield replace(draft, words=Message("{what}, numbered from 1 in the text and from 0 here", what=draft.words))
    else:
        yield from _of_rows(node, rows)


def _begins_with_one(node: Node) -> bool:
    """Whether the first row of a table is empty, and its numbers are from 1 to that of the last row."""
    rows = _by_number(node) or node.items
    if rows[0].value not in (None, []) or len(rows) < 3:
        return False
    numbers = [item.value for row in rows for part in row.items for item in part.items or [part]]
    return all(type(number) is int and (0 < number < len(rows) or number == LAST) for number in numbers)


def _shifted(node: Node) -> Node:
    """A value with all its numbers less by one, but for the one that ends a row."""
    if node.items:
        return Node([_shifted(item) for item in node.items], node.span)
    return Node(node.value - 1, node.span) if type(node.value) is int and node.value > 0 else node


def _of_rows(node: Node, rows: Sequence[Node]) -> Iterator[Draft]:
    """What the rows of a table may be."""
    if any(item.items for row in rows for item in row.items):
        yield _jump_table(node, rows, [row.items for row in rows])
        return
    wrong = next(
        (row for row in rows if not all(item.value is None or type(item.value) is int for item in row.items)), None
    )
    if wrong is not None:
        if all(isinstance(item.value, (int, type(None))) for row in rows for item in row.items):
            return  # truth values
        if any(isinstance(item.value, str) for item in wrong.items):
            return
        raise TextError(wrong.span, Message("expected: a list of numbers, like the others"))
    cut = [_without_end(row) for row in rows]
    numbers = [[_number(cell) for cell in row] for row in cut]
    found = []
    if _is_symmetric(numbers):
        found.append(_adjacency(node, rows, cut))
    if _are_jumps(numbers):
        found.append(_jump_table(node, rows, [_pairs(row) for row in cut]))
    jumps_first = bool({"jump", "jumps", "peg", "pegs", "moves"} & node.words)
    values = [number for row in numbers for number in row]
    pieces = len(set(values)) == len(values)
    threes = len(rows) > 1 and all(len(row) == len(set(row)) == 3 for row in numbers)
    if not found and threes and (jumps_first or not pieces):
        found += [replace(jumps, exact=jumps_first) for jumps in _jumps(node, rows, cut, numbers)]
    if not found and not (pieces and len(rows) > 2 and all(numbers)):
        last = _jump_table(node, rows, [_pairs(row) for row in cut]) if jumps_first else _adjacency(node, rows, cut)
        found.append(replace(last, exact=False, rank=UNLIKELY))
    if jumps_first:
        found.sort(key=lambda draft: draft.document["kind"] != "jump")
    yield from (replace(draft, rank=max(rank, draft.rank)) for rank, draft in enumerate(found))


def _without_end(row: Node) -> list[Node]:
    """The members of a row, up to the value that ends a row in C."""
    ends = (place for place, item in enumerate(row.items) if item.value == LAST or item.value is None)
    return row.items[: next(ends, None)]


def _is_symmetric(rows: Sequence[Sequence[int]]) -> bool:
    """Whether these may be the neighbours of each cell."""
    pairs = {(a, b) for a, row in enumerate(rows) for b in row}
    return bool(pairs) and all((b, a) in pairs and a != b for a, b in pairs)


def _are_jumps(rows: Sequence[Sequence[int]]) -> bool:
    """Whether these may be the jumps from each hole: over, to, over, to."""
    if any(len(row) % 2 for row in rows) or not any(rows):
        return False
    jumps = [(start, *pair) for start, row in enumerate(rows) for pair in zip(row[::2], row[1::2], strict=True)]
    return all(len(set(jump)) == 3 and max(jump) < len(rows) for jump in jumps)


def _number(node: Node) -> int:
    return node.value if isinstance(node.value, int) else 0


def _pairs(row: Sequence[Node]) -> list[Node]:
    """The jumps of a flat row, each with the place of both its numbers."""
    pairs = [list(row[at : at + 2]) for at in range(0, len(row), 2)]
    return [Node(pair, Span(pair[0].span.begin, pair[-1].span.end)) for pair in pairs]


def _jump_table(node: Node, rows: Sequence[Node], jumps: Sequence[Sequence[Node]]) -> Draft:
    table = [[_plain(jump) for jump in row] for row in jumps]
    words = Message(
        "a jump table of {holes|# hole|# holes} (jumps: {jumps})", holes=len(rows), jumps=sum(map(len, jumps))
    )
    return Draft({"kind": "jump", "board": {"jump_table": table}}, words, _spans(node, rows, jumps, "jump_table"))


def draft_of_adjacency(node: Node) -> Draft:
    """The board whose lists of neighbours these are."""
    return _adjacency(node, node.items, [row.items for row in node.items])


def _adjacency(node: Node, rows: Sequence[Node], cells: Sequence[Sequence[Node]]) -> Draft:
    board = {"adjacency": [[_number(cell) for cell in row] for row in cells]}
    words = Message("lists of the neighbours of {cells|# cell|# cells}", cells=len(rows))
    return Draft({"kind": "slide", "board": board}, words, _spans(node, rows, cells, "adjacency"))


def _jumps(
    node: Node, rows: Sequence[Node], cells: Sequence[Sequence[Node]], numbers: list[list[int]]
) -> Iterator[Draft]:
    """Jumps from, over, to; if none of them is there the other way round, both ways first."""
    holes = max(max(jump) for jump in numbers) + 1
    spans = _spans(node, rows, cells, "jumps")
    words = Message("a list of {jumps|# jump|# jumps} (from, over, to)", jumps=len(rows))
    if not {tuple(jump) for jump in numbers} & {tuple(jump[::-1]) for jump in numbers}:
        both = [*numbers, *(jump[::-1] for jump in numbers)]
        text = Message("Each jump is there in one direction only; assumed: pegs jump both ways.")
        document = {"kind": "jump", "board": {"holes": holes, "jumps": both}}
        yield Draft(document, words, spans, assumed=("board",), assumptions=(text,), guessed=True)
    yield Draft({"kind": "jump", "board": {"holes": holes, "jumps": numbers}}, words, spans)


def _with_empty(draft: Draft, empty: Node | None, from_one: bool) -> Draft:
    """The puzzle with the empty hole that the code around its table names."""
    if empty is None:
        return draft
    if draft.document["kind"] != "jump":
        raise TextError(empty.span, Message("{name} is set here; give it as a list, or leave it out", name=empty.name))
    hole = _number(empty) - from_one
    spans = {**draft.spans, f"{ROOT}/start": empty.span}
    words = Message("{what}, with hole {hole} empty at the start", what=draft.words, hole=hole)
    return replace(draft, document=draft.document | {"start": {"empty": [hole]}}, words=words, spans=spans)


def _with(draft: Draft, others: Sequence[Node]) -> Draft | None:
    """The puzzle with the start and the goal that follow its table; None if one of them does not fit.

    Lists in statements of a program, and those by other names, are no part of the puzzle.
    """
    board = draft.document["board"]
    size = len(board.get("adjacency") or board.get("jump_table") or range(board.get("holes", 0)))
    document, spans = dict(draft.document), dict(draft.spans)
    for node in sorted(others, key=lambda node: node.is_goal):
        cells = (
            node.items if not any(item.items for item in node.items) else [c for row in node.items for c in row.items]
        )
        content = [_number(cell) for cell in cells]
        fits = all(item.value is None or isinstance(item.value, int) for item in cells)
        name = "goal" if node.is_goal or "start" in document else "start"
        pegs = draft.document["kind"] == "jump"
        # As a start or goal of pegs, a list has as many 0 and 1; of pieces, any list is one unless it stands in code.
        fits = fits and (len(content) == size and set(content) <= {0, 1} if pegs else name not in document)
        if fits and not node.code:
            document[name] = {"pegs": [hole for hole, peg in enumerate(content) if peg]} if pegs else content
            spans[f"{ROOT}/{name}"] = node.span
            spans |= {f"{ROOT}/{name}/{place}": cell.span for place, cell in enumerate(cells)}
        elif not node.code and (not node.name or node.is_goal or node.is_start):
            return None
    return replace(draft, document=document, spans=spans)


def _spans(node: Node, rows: Sequence[Node], cells: Sequence[Sequence[Node]], name: str) -> dict[str, Span]:
    spans = {ROOT: node.span}
    for number, (row, items) in enumerate(zip(rows, cells, strict=True)):
        spans[f"{ROOT}/board/{name}/{number}"] = row.span
        for place, item in enumerate(items):
            _place(item, f"{ROOT}/board/{name}/{number}/{place}", spans)
    return spans


def _place(node: Node, pointer: str, spans: dict[str, Span]) -> None:
    """Note where a value stands, and all in it."""
    spend(STEPS_OF_A_PLACE + len(pointer) // 8)
    spans[pointer] = node.span
    parts: Sequence[tuple[object, Node]] = list(enumerate(node.items))
    if isinstance(node.value, dict):
        parts = [(name.replace("~", "~0").replace("/", "~1"), part) for name, part in node.value.items()]
    for name, part in parts:
        _place(part, f"{pointer}/{name}", spans)


def _plain(node: Node) -> Any:
    """The JSON of a value."""
    if isinstance(node.value, list):
        return [_plain(item) for item in node.value]
    if isinstance(node.value, dict):
        return {name: _plain(part) for name, part in node.value.items()}
    return node.value


def read_documents(text: Text) -> Iterator[Draft]:
    """The puzzle of a document of the API: a request, a puzzle, or a board."""
    if not text.has_lists:
        return
    nodes = text.lists.nodes
    if len(nodes) != 1 or not isinstance(nodes[0].value, dict):
        return
    node, parts = nodes[0], nodes[0].value
    spans: dict[str, Span] = {}
    if "puzzle" in parts and not parts["puzzle"].items:
        _place(parts["puzzle"], ROOT, spans)
        yield _of_puzzle(parts["puzzle"], spans)
    elif BOARD_FIELDS & parts.keys() and not {"kind", "board", "tiles"} & parts.keys():
        _place(node, f"{ROOT}/board", spans)
        yield from _of_board(_plain(node), spans)
    elif not _by_number(node) and ("kind" in parts or not (text.lists.rows or "tiles" in parts)):
        _place(node, ROOT, spans)
        yield _of_puzzle(node, spans)


def _of_board(board: Mapping[str, Any], spans: Mapping[str, Span]) -> Iterator[Draft]:
    words = Message("a board in JSON")
    jump = bool(JUMP_FIELDS & board.keys()) or catalogue().get(str(board.get("name")), {}).get("kind") == "jump"
    if jump or "grid" in board:
        more = {"lines": "orthogonal"} if {"grid"} == board.keys() else {}
        yield Draft({"kind": "jump", "board": dict(board) | more}, words, spans)
    if not jump:
        yield Draft({"kind": "slide", "board": dict(board)}, words, spans, rank=1)


def _of_puzzle(node: Node, spans: Mapping[str, Span]) -> Draft:
    document = _plain(node)
    if not isinstance(document, dict):
        raise TextError(node.span, Message("expected: an object"))
    board_alone = "board" in document and not {"start", "goal"} & document.keys()
    return Draft(document, Message("a puzzle in JSON"), spans, whole=not board_alone)


DOCUMENT = Format(
    name="json",
    title="A document of this API",
    source="The guide, page 2",
    conventions="A request, a puzzle, or a board alone; quotes and commas may be those of other languages. "
    "With moves, the body of a request to /v1/replays is written.",
    example='{"kind": "slide", "board": {"rows": 2, "columns": 2}, "start": [1, 2, 0, 3], "goal": [1, 2, 3, 0]}',
    read=read_documents,
)
TABLE = Format(
    name="table",
    title="A table in brackets",
    source="Programs in Python, C, Clojure, Lisp, JavaScript and others",
    conventions="Over and to for each hole (pegs), or the neighbours of each cell (pieces), numbered from 0; or jumps "
    "as from, over, to. Lists called start and goal are those; code around the lists is left out.",
    example="jumps = [[(1, 2)], [(2, 3)], [(1, 0)], [(2, 1)]]",
    read=read_tables,
    general=True,
)
