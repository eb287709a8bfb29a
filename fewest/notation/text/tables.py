"""Puzzles in brackets: jump tables, adjacency lists, rows of pieces, drawings in strings, documents of the API."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from fewest.boards import catalogue
from fewest.notation.text.brackets import Node, read_brackets, without_code
from fewest.notation.text.draft import ROOT, Draft, Span, TextError
from fewest.notation.text.pegs import HOLE, PEG, SHAPES, WALL, meanings_of_numbers, words_of_pegs
from fewest.notation.text.pieces import EMPTY, drafts_of_pieces
from fewest.notation.text.rows import MAX_COLUMNS, MAX_LINES, SEVERAL, Cell, Row, too_large, uneven_row
from fewest.notation.text.steps import spend
from fewest.solver.errors import Message

JUMP_FIELDS = {"jump_table", "jumps", "holes", "lines"}
BOARD_FIELDS = JUMP_FIELDS | {"adjacency", "edges", "cells", "graph6", "rows", "columns", "grid", "name"}
"""Fields of a board of the API; an object with one of them is a board."""

GOALS = {"goal", "target", "end", "final", "finish", "solved", "solution", "desired", "destination"}
"""Words in the name of a list that make it the goal."""

EMPTY_BRACKETS = Message("the brackets are empty; a puzzle needs a board, a start and a goal")

STEPS_OF_A_PLACE = 10

LAST = -1
"""Ends a row of a table in C."""


def drafts_in_brackets(text: str) -> list[Draft] | list[Row]:
    """The readings of the lists of a text: puzzles, or the rows of a drawing written in strings.

    Raises
    ------
    TextError
        If the lists are none of these.
    """
    try:
        return _drafts_of(text)
    except TextError:
        table = without_code(text)
        if table is None:
            raise
    drafts = _drafts_of(table)
    words = "{what}, ignoring the code after it"
    told = [replace(each, words=Message(words, what=each.words)) for each in drafts if isinstance(each, Draft)]
    return told or drafts


def _drafts_of(text: str) -> list[Draft] | list[Row]:
    """The readings of all lists of a text."""
    # Code has empty brackets, as in `main()`.
    nodes = [node for node in read_brackets(text) if node.value != []]
    if all(map(_is_number, nodes)):
        raise TextError(Span(0, len(text)), EMPTY_BRACKETS)
    if len(nodes) > 1 and _are_rows_of_pieces(nodes):
        nodes = [Node(nodes, Span(nodes[0].span.begin, nodes[-1].span.end))]
    nodes.sort(key=lambda node: not GOALS.isdisjoint(_words(node.name)))
    first, *others = nodes
    several = [node for node in (nodes if others else first.items) if isinstance(node.value, dict)]
    if len(several) > 1:
        raise TextError(several[1].span, SEVERAL)
    if not others and (cells := _cells_in_strings(first)) is not None:
        return list(drafts_of_pieces(cells, drawn=False))
    if not others and (rows := _strings(first, text)) is not None:
        return rows
    if isinstance(first.value, dict):
        drafts = list(_of_object(first, first.value))
    elif not others and len(first.items) in SHAPES and all(item.value in (0, 1) for item in first.items):
        return [
            Row("".join(str(int(_number(item))) for item in first.items), [item.span.begin for item in first.items])
        ]
    elif _is_flat(first):
        drafts = list(drafts_of_pieces([_cells(first)], drawn=False))
    else:
        drafts = list(_of_table(first))
    if others:
        drafts = [_with(draft, others) for draft in drafts if _may_follow(draft, others)]
    if not drafts:
        raise TextError(others[0].span, Message("this list does not fit the board of the first one"))
    return drafts


def _is_number(node: Node) -> bool:
    """Whether a list is one number, such as a remark beside a drawing."""
    return len(node.items) == 1 and not isinstance(node.items[0].value, (list, dict, str))


def _words(name: str) -> list[str]:
    """The words of a name, in any spelling, without its type: ``goalState``, ``final int[] goal_state``.

    Nothing where several names stand before one list.
    """
    names = re.findall(r"[A-Za-z_]\w*", re.sub(r"\[[^\]]*\]|:.*", "", name))
    if not names or "," in name:
        return []
    return [word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", names[-1])]


def _may_follow(draft: Draft, others: Sequence[Node]) -> bool:
    """Whether lists may have the pieces of a board, at the start and at the goal."""
    free = {"start", "goal"} - draft.document.keys()
    return draft.document.get("kind") == "slide" and len(others) <= len(free) and all(map(_is_content, others))


def _are_rows_of_pieces(nodes: Sequence[Node]) -> bool:
    """Whether lists side by side are the rows of one board: as long as each other, no piece twice."""
    pieces = [item.value for node in nodes for item in node.items if item.value not in (None, 0)]
    flat = all(_is_flat(node) and len(node.items) == len(nodes[0].items) > 1 for node in nodes)
    return flat and len(set(pieces)) == len(pieces) and not any(node.name for node in nodes[1:])


def _cells_in_strings(node: Node) -> list[list[Cell]] | None:
    """The cells of pieces that are written as strings, in one list or in rows; None if these are none."""
    rows = [row.items for row in node.items] if all(row.items for row in node.items) else [node.items]
    cells = [cell for row in rows for cell in row]
    texts = [str(cell.value).strip() for cell in cells if isinstance(cell.value, str)]
    one_by_one = any(row.items for row in node.items) or any(len(text) < 2 for text in texts)
    numbers = [text for text in texts if text.lower() not in EMPTY]
    if len(texts) < len(cells) or not one_by_one or not numbers or not all(map(str.isdecimal, numbers)):
        return None
    return [[Cell(str(cell.value).strip(), cell.span, column) for column, cell in enumerate(row)] for row in rows]


def _is_flat(node: Node) -> bool:
    """Whether a list is one of numbers, with a word like ``nil`` for an empty cell."""
    return bool(node.items) and all(item.value is None or type(item.value) is int for item in node.items)


def _is_content(node: Node) -> bool:
    """Whether a list has the pieces of a board, in one row or several."""
    return _is_flat(node) or (bool(node.items) and all(map(_is_flat, node.items)))


def _flat(node: Node) -> list[Node]:
    return node.items if _is_flat(node) else [cell for row in node.items for cell in row.items]


def _number(node: Node) -> int:
    return node.value if isinstance(node.value, int) else 0


def _with(draft: Draft, contents: Sequence[Node]) -> Draft:
    """A puzzle of sliding pieces with the pieces that follow its board; if it has a start, with the goal."""
    names = ("goal",) if "start" in draft.document else ("start", "goal")
    document, spans = dict(draft.document), dict(draft.spans)
    for name, content in zip(names, contents, strict=False):
        document[name] = [_number(cell) for cell in _flat(content)]
        spans[f"{ROOT}/{name}"] = content.span
        spans |= {f"{ROOT}/{name}/{place}": cell.span for place, cell in enumerate(_flat(content))}
    return replace(draft, document=document, spans=spans)


def _strings(node: Node, text: str) -> list[Row] | None:
    """The rows of a drawing in a list of strings, or in lists of characters; None for any other list."""
    rows: list[Row] = []
    for item in node.items:
        marks = item.items or [item]
        if not all(isinstance(mark.value, str) for mark in marks) or (item.items and len(marks) < 2):
            return None
        word = "".join(str(mark.value) for mark in marks)
        if len(word) > MAX_COLUMNS or len(rows) == MAX_LINES:
            raise too_large(item.span)
        at = [mark.span.begin + 1 + place for mark in marks for place in range(len(str(mark.value)))]
        rows.append(Row(word, [min(each, len(text) - 1) for each in at]))
    return rows or None


# Tables of numbers


def _of_table(node: Node) -> Iterator[Draft]:
    """What a list of lists may be, the most usual first."""
    rows = node.items
    if any(item.items for row in rows for item in row.items):
        yield _jump_table(node, [row.items for row in rows])
        return
    if not all(row.value is None or _is_flat(row) or row.value == [] for row in rows):
        wrong = next(row for row in rows if not (row.value is None or _is_flat(row) or row.value == []))
        raise TextError(wrong.span, Message("expected: a list of numbers, like the others"))
    cut = [_without_end(row) for row in rows]
    numbers = [[_number(cell) for cell in row] for row in cut]
    found = []
    if _is_symmetric(numbers):
        found.append(draft_of_adjacency(node, cut))
    if _are_jumps(numbers):
        found.append(_jump_table(node, [_pairs(row) for row in cut]))
    values = [[cell.value for cell in row.items] for row in rows]
    found += [_matrix_of_pegs(rows, meaning) for meaning in meanings_of_numbers(values)]
    if _are_pieces(rows):
        found += drafts_of_pieces([_cells(row) for row in rows], drawn=False)
    if not found and (odd := _odd_row_of_pieces(numbers)):
        raise TextError(rows[odd[0]].span, odd[1])
    if not found and all(len(row) == 3 for row in numbers):
        found.append(_jumps(node, cut, numbers))
    jumps_first = "jump" in node.name.lower() or ("peg" in node.name.lower())
    if not found:
        found.append(_jump_table(node, [_pairs(row) for row in cut]) if jumps_first else draft_of_adjacency(node, cut))
    if jumps_first:
        found.sort(key=lambda draft: draft.document["kind"] != "jump")
    yield from (draft.ranked(rank) for rank, draft in enumerate(found))


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


def _are_pieces(rows: Sequence[Node]) -> bool:
    """Whether these may be rows of pieces: as long as each other, every piece once."""
    pieces = [item.value for row in rows for item in row.items if item.value not in (None, 0)]
    return len({len(row.items) for row in rows}) == 1 and len(set(pieces)) == len(pieces) > 1


def _odd_row_of_pieces(rows: Sequence[Sequence[int]]) -> tuple[int, Message] | None:
    """The one row of pieces, each there once, that is not as long as the others, and what is wrong with it."""
    lengths = [len(row) for row in rows]
    alike = max((number for length, number in Counter(lengths).items() if length > 1), default=0)
    pieces = [piece for row in rows for piece in row]
    may_be = min(lengths) > 0 and alike == len(rows) - 1 > 1 and len(set(pieces)) == len(pieces)
    return uneven_row(rows) if may_be else None


def _pairs(row: Sequence[Node]) -> list[Node]:
    """The jumps of a flat row, each with the place of both its numbers."""
    pairs = [list(row[at : at + 2]) for at in range(0, len(row), 2)]
    return [Node(pair, Span(pair[0].span.begin, pair[-1].span.end)) for pair in pairs]


def _jump_table(node: Node, rows: Sequence[Sequence[Node]]) -> Draft:
    table = [[_plain(jump) for jump in row] for row in rows]
    words = Message(
        "a jump table of {holes|# hole|# holes} (jumps: {jumps})", holes=len(rows), jumps=sum(map(len, rows))
    )
    return Draft({"kind": "jump", "board": {"jump_table": table}}, words, _spans(node, rows, "jump_table"))


def draft_of_adjacency(node: Node, rows: Sequence[Sequence[Node]]) -> Draft:
    """The board whose lists of neighbours these are."""
    board = {"adjacency": [[_number(cell) for cell in row] for row in rows]}
    words = Message("lists of the neighbours of {cells|# cell|# cells}", cells=len(rows))
    return Draft({"kind": "slide", "board": board}, words, _spans(node, rows, "adjacency"))


def _jumps(node: Node, rows: Sequence[Sequence[Node]], numbers: list[list[int]]) -> Draft:
    holes = max(max(jump) for jump in numbers) + 1
    words = Message("a list of {jumps|# jump|# jumps} (from, over, to)", jumps=len(rows))
    return Draft({"kind": "jump", "board": {"holes": holes, "jumps": numbers}}, words, _spans(node, rows, "jumps"))


def _matrix_of_pegs(rows: Sequence[Node], meaning: Mapping[object, str]) -> Draft:
    picture = ["".join(meaning[cell.value] for cell in row.items) for row in rows]
    board = {"grid": [row.replace(PEG, HOLE) for row in picture], "lines": "orthogonal"}
    spans = {ROOT: Span(rows[0].span.begin, rows[-1].span.end)}
    spans |= {f"{ROOT}/start/picture/{number}": row.span for number, row in enumerate(rows)}
    drawn = "".join(picture)
    marks = {role: number for number, role in meaning.items()}
    words = words_of_pegs(Message("square grid"), len(drawn) - drawn.count(WALL), drawn.count(PEG), marks)
    return Draft({"kind": "jump", "board": board, "start": {"picture": picture}}, words, spans)


def _cells(row: Node) -> list[Cell]:
    return [
        Cell("" if item.value is None else str(_number(item)), item.span, column)
        for column, item in enumerate(row.items)
    ]


def _spans(node: Node, rows: Sequence[Sequence[Node]], name: str) -> dict[str, Span]:
    spans = {ROOT: node.span}
    for number, (row, items) in enumerate(zip(node.items, rows, strict=True)):
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


# Objects


def _of_object(node: Node, parts: Mapping[str, Node]) -> Iterator[Draft]:
    """What an object may be: a request, a puzzle, a board, or lists by the numbers of cells or holes."""
    if parts and all(re.fullmatch(r"\d{1,9}", name) for name in parts):
        yield from _of_table(_by_number(node, parts))
        return
    spans: dict[str, Span] = {}
    whole = _plain(node)
    if "puzzle" in parts:
        _place(parts["puzzle"], ROOT, spans)
        yield _of_puzzle(whole["puzzle"], parts["puzzle"], spans)
    elif BOARD_FIELDS & parts.keys() and not {"kind", "board"} & parts.keys():
        _place(node, f"{ROOT}/board", spans)
        jump = bool(JUMP_FIELDS & parts.keys())
        board = whole | ({"lines": "orthogonal"} if {"grid"} == parts.keys() else {})
        words = Message("a board in JSON")
        jump = jump or catalogue().get(str(whole.get("name")), {}).get("kind") == "jump"
        if jump or "grid" in parts:
            yield Draft({"kind": "jump", "board": board}, words, spans)
        if not jump:
            yield Draft({"kind": "slide", "board": whole}, words, spans, rank=1)
    else:
        _place(node, ROOT, spans)
        yield _of_puzzle(whole, node, spans)


def _of_puzzle(document: Any, node: Node, spans: Mapping[str, Span]) -> Draft:
    if not isinstance(document, dict):
        raise TextError(node.span, Message("expected: an object"))
    board_alone = "board" in document and not {"start", "goal"} & document.keys()
    return Draft(document, Message("a puzzle in JSON"), spans, whole=not board_alone)


def _by_number(node: Node, parts: Mapping[str, Node]) -> Node:
    """A table whose rows have numbers, as a list."""
    rows = sorted(parts.items(), key=lambda part: int(part[0]))
    for number, (name, row) in enumerate(rows):
        if int(name) != number:
            raise TextError(row.span, Message("expected: the line of cell {cell}", cell=number))
    return Node([row for _, row in rows], node.span, node.name)
