"""What `fewest solve` prints of a board is read: by the API as a grid and a picture, and as text. Any text is."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from fewest.boards import catalogue
from fewest.cli.text import draw_position
from fewest.notation import JsonObject
from fewest.notation.errors import InvalidRequest
from fewest.notation.formats import read_text
from fewest.notation.puzzle import ParsedPuzzle, load_puzzle
from fewest.solver.block.puzzle import BlockPuzzle
from fewest.solver.jump.board import LINES, crooked_row
from tests.effort import examples

ON_GRIDS = [
    example["puzzle"]
    for board in catalogue().values()
    if not {"rows", "grid"}.isdisjoint(board["board"])
    for example in board["examples"]
    if example["puzzle"].get("board", {}).keys() <= {"name"}
]
"""The puzzles of the catalogue on boards that are grids."""


def printed(loaded: ParsedPuzzle) -> list[str]:
    """The start, as the command prints it."""
    return draw_position(loaded.puzzle, loaded.puzzle.start, loaded.layout)


def drawn(loaded: ParsedPuzzle) -> tuple[Any, Any]:
    """The board and the start: with the goal, they make the key."""
    puzzle = loaded.puzzle
    return (puzzle.board.steps if isinstance(puzzle, BlockPuzzle) else puzzle.board), puzzle.start


def read(loaded: ParsedPuzzle) -> list[tuple[Any, Any]]:
    """The boards and starts that what is printed may be."""
    return [drawn(reading.loaded) for reading in read_text("\n".join(printed(loaded)))]


def pegs(rows: list[str], lines: str, full: int) -> ParsedPuzzle:
    """A jump puzzle on a grid, with pegs in the first holes."""
    holes = "".join(rows).count(".")
    board = {"grid": rows, "lines": lines}
    start = {"pegs": list(range(min(full, holes)))}
    assume(lines != "triangular" or crooked_row(rows) is None)
    return load_puzzle({"kind": "jump", "board": board, "start": start, "goal": {"count": 1}})


def rows_of(characters: str) -> st.SearchStrategy[list[str]]:
    """Rows of a drawing, with holes in the first and in the last."""
    rows = st.lists(st.text(characters, max_size=6), max_size=4)
    ends = st.sampled_from([".", " ..", ". .", "  ."])
    return st.tuples(ends, rows, ends).map(lambda parts: [parts[0], *parts[1], parts[2]])


@given(rows_of(". #"), st.sampled_from(sorted(LINES)), st.integers(0, 20))
def test_a_printed_board_is_a_grid_and_a_picture(rows: list[str], lines: str, full: int) -> None:
    """A printed jump board is a grid of the same board, and a picture of the start."""
    loaded = pegs(rows, lines, full)
    picture = printed(loaded)
    grid = [row.replace("o", ".") for row in picture]
    puzzle = {"kind": "jump", "start": {"picture": picture}, "goal": {"count": 1}}
    for drawing in (grid, rows):
        read = load_puzzle(puzzle | {"board": {"grid": drawing, "lines": lines}})
        assert read.puzzle == loaded.puzzle


@pytest.mark.parametrize("puzzle", ON_GRIDS, ids=str)
def test_every_printed_board_of_the_catalogue_is_read(puzzle: JsonObject) -> None:
    """Printed starts of the catalogue's grids are read, as first choice, as the same board and start."""
    loaded = load_puzzle(puzzle)
    assert read(loaded)[0] == drawn(loaded)


@st.composite
def starts_of_pegs(draw: st.DrawFn) -> ParsedPuzzle:
    """Jump boards whose drawing shows their lines, with a peg and an empty hole."""
    rows = draw(rows_of(". #"))
    if len(rows) > 4 and not any("." in row for row in rows[1::2]):
        rows = rows[::2]  # such a text is read as one with an empty line after every other
    lines = draw(st.sampled_from(["orthogonal", "triangular"]))
    holes = [(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "."]
    # A text whose holes are all in every other column, or whose rows take turns in that, is read as one drawn wide.
    assume(lines == "triangular" or min(len({c % 2 for _, c in holes}), len({(r + c) % 2 for r, c in holes})) == 2)
    return pegs(rows, lines, 1)


@st.composite
def starts_of_pieces(draw: st.DrawFn) -> ParsedPuzzle:
    """Sliding pieces on a grid, in every row and column of which there are cells."""
    drawn = draw(st.lists(st.text(".#", min_size=4, max_size=4), min_size=2, max_size=4))
    cells = {*enumerate(range(len(drawn))), *((len(drawn) - 1, column) for column in range(len(drawn), 4))}
    rows = ["".join("." if (r, c) in cells else mark for c, mark in enumerate(row)) for r, row in enumerate(drawn)]
    start = [1, *(draw(st.integers(0, 12)) for _ in range("".join(rows).count(".") - 1))]
    assume(0 in start)
    return load_puzzle({"kind": "slide", "board": {"grid": rows}, "start": start, "goal": start})


@st.composite
def starts_of_blocks(draw: st.DrawFn) -> ParsedPuzzle:
    """Blocks of any shape and walls: each cell is empty, or has the piece of a cell beside it or a new one."""
    columns, names = draw(st.integers(1, 5)), "ABCDEFGHIJKLMNPQRSTUVWXYZ"
    rows = ["A" + "." * (columns - 1)]
    for _ in range(draw(st.integers(1, 4))):
        row = ""
        for above in rows[-1]:
            new = names[len({*"".join(rows), *row} - {*".#"})]
            row += draw(st.sampled_from(sorted({above, *row[-1:], ".", "#", new})))
        rows.append(row)
    rows.append(".")
    assume(all(set(row) - {"#"} for row in rows))  # a row of walls is printed as the empty line between two pictures
    picture = {"picture": rows}
    return load_puzzle({"kind": "block", "start": picture, "goal": picture, "metric": "path"})


@pytest.mark.parametrize("starts", [starts_of_pegs, starts_of_pieces, starts_of_blocks])
@settings(max_examples=examples(300), suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_what_is_printed_is_read(starts: Any, data: st.DataObject) -> None:
    """One of the readings of a printed board is this board with its start."""
    loaded = data.draw(starts())
    readings = read(loaded)
    assert drawn(loaded) in readings, "\n".join(printed(loaded))


PAGE = (Path(__file__).parents[2] / "docs" / "02-puzzles.md").read_text(encoding="utf-8")
TEXTS = [
    *re.findall(r"```\w*\n(.*?)```", PAGE, re.DOTALL),
    "    o\n   o o\n  . o o\n o o o o\no o o o o",
    "int t[] = {{1, 2, -1}, {-1}, {1, 0, -1}}; // jumps",
    "(def t '[[(1 2)] nil [(1 0)]]) ; jumps",
    "{'kind': 'slide', 'board': {'rows': 1, 'columns': 2}, 'start': [1, 0], 'goal': [0, 1]}",
    "8 6 7\n2   4\n3 0 1",
    "0: 1 2\n1: 0\n2: 0",
    "ABBC\nABBC\nD..E",
    "+---+---+\n| 1 | 0 |\n+---+---+",
    "####\n#A**-.\n####",
    "xxoxx\nxo.ox\nooooo\n\n->",
]
PARTS = st.sampled_from([*" \n\t.oxX*●○#019-_[](){}:,;/|─│┌AB\"'=>\u3000", "nil", "//", "/*", "->", "-1", "\n\n"])


@settings(max_examples=examples(1000), suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(TEXTS), st.lists(st.tuples(st.floats(0, 1), st.integers(0, 5), st.lists(PARTS, max_size=4))))
def test_any_text_is_read_or_refused_at_a_place(text: str, edits: list[tuple[float, int, list[str]]]) -> None:
    """Texts, among them those of the documentation, with random edits are read, or refused with errors at places."""
    for place, cut, parts in edits:
        at = round(place * len(text))
        text = text[:at] + "".join(parts) + text[at + cut :]
    try:
        assert read_text(text)
    except InvalidRequest as invalid:
        lines = text.split("\n")
        for error in invalid.errors:
            assert error.place is not None
            line, column, length = error.place
            assert 1 <= column <= len(lines[line - 1]) + 1
            assert 0 <= length <= len(text)
