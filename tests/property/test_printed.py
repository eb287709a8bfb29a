"""What `fewest solve` prints of a board is read: by the API as a grid and a picture, by the page as text."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

from boards import catalogue
from cli.text import draw_position
from schemas.puzzle import ParsedPuzzle, load_puzzle
from solver.block.puzzle import BlockPuzzle
from solver.jump.board import LINES, crooked_row
from tests.effort import examples
from tests.hang import HANG_SECONDS

READER = Path(__file__).parents[1] / "web" / "read_texts.js"
NODE = shutil.which("node")

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


def read_by_the_page(loaded: list[ParsedPuzzle]) -> list[Any]:
    """What the page reads from what is printed: board and start, or the key of an error."""
    if NODE is None and os.environ.get("FEWEST_WEB") != "required":
        pytest.skip("the modules of the page are not tested: node is not installed")
    texts = json.dumps(["\n".join(printed(each)) for each in loaded])
    ran = subprocess.run(
        [NODE or "node", READER], input=texts, capture_output=True, text=True, check=True, timeout=HANG_SECONDS
    )
    return [read if isinstance(read, str) else drawn(load_puzzle(read)) for read in json.loads(ran.stdout)]


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
    """A jump board as printed is a grid of the same board, and a picture of the start on either grid."""
    loaded = pegs(rows, lines, full)
    picture = printed(loaded)
    grid = [row.replace("o", ".") for row in picture]
    puzzle = {"kind": "jump", "start": {"picture": picture}, "goal": {"count": 1}}
    for drawing in (grid, rows):
        read = load_puzzle(puzzle | {"board": {"grid": drawing, "lines": lines}})
        assert read.puzzle == loaded.puzzle


def test_the_page_reads_every_printed_board_of_the_catalogue() -> None:
    """As text, the page reads what is printed of any puzzle on a grid of the catalogue."""
    loaded = [load_puzzle(puzzle) for puzzle in ON_GRIDS]
    assert len(loaded) >= 30
    assert read_by_the_page(loaded) == list(map(drawn, loaded))


@st.composite
def starts_of_pegs(draw: st.DrawFn) -> ParsedPuzzle:
    """Jump boards on which the page can tell the lines, with a peg and an empty hole."""
    rows = draw(rows_of(". #"))
    if len(rows) > 4 and not any("." in row for row in rows[1::2]):
        rows = rows[::2]  # such a text is read as one with an empty line after every other
    return pegs(rows, draw(st.sampled_from(["orthogonal", "triangular"])), 1)


@st.composite
def starts_of_pieces(draw: st.DrawFn) -> ParsedPuzzle:
    """Sliding pieces on a grid, in every row and column of which there are cells; one row may be that of a square."""
    drawn = draw(st.lists(st.text(".#", min_size=4, max_size=4), min_size=2, max_size=4))
    cells = {*enumerate(range(len(drawn))), *((len(drawn) - 1, column) for column in range(len(drawn), 4))}
    rows = ["".join("." if (r, c) in cells else mark for c, mark in enumerate(row)) for r, row in enumerate(drawn)]
    start = [1, *(draw(st.integers(0, 12)) for _ in range("".join(rows).count(".") - 1))]
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
    picture = {"picture": [*rows, "."]}
    return load_puzzle({"kind": "block", "start": picture, "goal": picture, "metric": "path"})


@pytest.mark.parametrize("starts", [starts_of_pegs, starts_of_pieces, starts_of_blocks])
@settings(max_examples=examples(15), phases=[Phase.generate], suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_the_page_never_reads_another_board(starts: Any, data: st.DataObject) -> None:
    """As text, the page reads what is printed, or refuses rows of pieces that differ only in where they end."""
    loaded = data.draw(st.lists(starts(), min_size=20, max_size=20))
    for each, read in zip(loaded, read_by_the_page(loaded), strict=True):
        assert read in (drawn(each), "textUneven"), "\n".join(printed(each))
