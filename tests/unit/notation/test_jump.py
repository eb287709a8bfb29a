"""Jump puzzles in JSON: every bound is exact, every error has its place."""

from __future__ import annotations

from itertools import islice, permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fewest.notation.jump.board import MAX_JUMPS
from fewest.notation.jump.goals import MAX_GOALS, MAX_NESTED
from fewest.notation.puzzle import dump_puzzle, load_puzzle
from fewest.solver.jump.board import LINES, MAX_HOLES, board_from_grid
from fewest.solver.jump.puzzle import JumpGoal, JumpPuzzle, PegsLeft
from tests.unit.notation.refusals import refusals

ROW = {
    "kind": "jump",
    "board": {"holes": 3, "jumps": [[0, 1, 2], [2, 1, 0]]},
    "start": {"empty": [2]},
    "goal": {"count": 1},
}
"""A row of three holes."""


def load(**parts: Any) -> JumpPuzzle:
    """The row with some parts replaced."""
    puzzle = load_puzzle(ROW | parts).puzzle
    assert isinstance(puzzle, JumpPuzzle)
    return puzzle


def grid(holes: int) -> dict[str, Any]:
    """A grid with so many holes, eight in a row."""
    return {"grid": ["." * min(8, holes - first) for first in range(0, holes, 8)], "lines": "orthogonal"}


def goals(depth: int, number: int = 1) -> dict[str, Any]:
    """A goal nested so deep, with so many goals at each level."""
    goal: dict[str, Any] = {"count": 1}
    for _ in range(depth):
        goal = {"any_of": [goal] * number}
    return goal


JUMPS = [list(jump) for jump in islice(permutations(range(64), 3), MAX_JUMPS + 1)]


def jump_table(number: int) -> list[list[list[int]]]:
    """The first of ``JUMPS``, as a table."""
    return [[jump[1:] for jump in JUMPS[:number] if jump[0] == hole] for hole in range(64)]


BACK = [[0, 1, 2], [2, 1, 0]]


@pytest.mark.parametrize(
    ("parts", "holes", "jumps"),
    [
        ({"board": grid(MAX_HOLES)}, 128, None),
        ({"board": {"holes": MAX_HOLES, "jumps": []}}, 128, 0),
        ({"board": {"jump_table": [[]] * MAX_HOLES}}, 128, 0),
        ({"board": {"holes": 64, "jumps": JUMPS[:MAX_JUMPS]}}, 64, 4096),
        ({"board": {"jump_table": jump_table(MAX_JUMPS)}}, 64, 4096),
        ({"board": grid(64), "goal": {"count": 64}}, 64, None),
        ({"board": grid(96), "start": {"empty": [0]}, "goal": {"survivor": 1}}, 96, None),
        ({"goal": {"count": 3}}, 3, 2),
        ({"goal": {"count": 0}}, 3, 2),
        ({"start": {"empty": []}, "goal": {"pegs": []}}, 3, 2),
        ({"goal": {"any_of": [{"count": 1}] * MAX_GOALS}}, 3, 2),
        ({"goal": goals(MAX_NESTED)}, 3, 2),
    ],
)
def test_the_largest_puzzles(parts: dict[str, Any], holes: int, jumps: int | None) -> None:
    """The largest values that are allowed are valid, in every form of a board."""
    board = load(**parts).board
    assert board.holes == holes
    assert jumps is None or len(board.jumps) == jumps


NO_HOLE = "hole {} does not exist: holes are numbered 0 to 2"
NEEDS = (
    "needs exactly one of pegs, empty, picture, count, any_of, fewest_pegs, dead_end, survivor or survivor + hole, "
    'such as {{"count": 1}}{}'
)
NO_GRID = "a picture needs a board that is given as a grid"
TWO_ROWS = {"grid": ["..", "."], "lines": "orthogonal"}
PEGS_ELSEWHERE = (
    "may only contain the characters '. #', not \"{}\"; draw pegs in the start, which shows the board, too: "
    '{{"start": {{"picture": ["oo.o"]}}}}'
)
PLUS = {"grid": ["#.#", "...", " ."], "lines": "orthogonal"}


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ({"board": grid(129)}, {"board/grid": "a board has 1 to 128 holes, not 129"}),
        ({"board": {"holes": 129, "jumps": []}}, {"board/holes": "must be at most 128, not 129"}),
        ({"board": {"holes": "3", "jumps": []}}, {"board/holes": 'must be an integer, not "3"'}),
        ({"board": {"jump_table": [[]] * 129}}, {"board/jump_table": "a board has 1 to 128 holes, not 129"}),
        ({"board": {"holes": 64, "jumps": JUMPS}}, {"board/jumps": "must have at most 16384 numbers, not 16388"}),
        ({"board": {"jump_table": jump_table(4097)}}, {"board/jump_table": "a board has at most 4096 jumps, not 4097"}),
        ({"board": {"name": "chess"}}, {"board/name": 'there is no board "chess"; /v1/boards lists them'}),
        (
            {"board": {"name": "15-puzzle"}},
            {"board/name": 'the board "15-puzzle" is for puzzles of kind slide, not jump'},
        ),
        ({"board": {"jump_table": [[[1, 2], [9, 2]], [], []]}}, {"board/jump_table/0/1/0": NO_HOLE.format(9)}),
        ({"board": {"jump_table": [[[1, 2], [1, 9]], [], []]}}, {"board/jump_table/0/1/1": NO_HOLE.format(9)}),
        ({"board": {"holes": 3, "jumps": [[2, 1, 0], [9, 1, 2]]}}, {"board/jumps/1/0": NO_HOLE.format(9)}),
        ({"board": {"holes": 3, "jumps": [[2, 1, 0], [0, 9, 2]]}}, {"board/jumps/1/1": NO_HOLE.format(9)}),
        ({"board": {"holes": 3, "jumps": [[2, 1, 0], [0, 1, 9]]}}, {"board/jumps/1/2": NO_HOLE.format(9)}),
        (
            {"board": {"holes": 3, "jumps": [[0, 1, 2], [0, 1]]}, "opening": [[0, 1, 2, 0]]},
            {"board/jumps/1": "must have 3 numbers, not 2", "opening/0": "must have 3 numbers, not 4"},
        ),
        (
            {"board": {"holes": 3, "jumps": [[0, 1, 2], [0, 0, 1]]}, "opening": [[0, 1, 2]]},
            {"board/jumps/1": "a jump needs three different holes, not [0, 0, 1]"},
        ),
        ({"start": {"pegs": [0, 2, 0]}}, {"start/pegs/2": "hole 0 is listed twice"}),
        ({"start": {"empty": [None]}}, {"start/empty/0": "must be an integer, not null"}),
        ({"start": {"empty": [9]}, "opening": BACK[:1] * 2}, {"start/empty/0": NO_HOLE.format(9)}),
        ({"goal": {"empty": [0, -1, 3]}}, {"goal/empty/1": NO_HOLE.format(-1), "goal/empty/2": NO_HOLE.format(3)}),
        ({"opening": BACK * 65}, {"opening": "must have at most 512 numbers, not 520"}),
        ({"opening": [[1, 0, 2]]}, {"opening/0": "[1, 0, 2] is not a jump of this board"}),
        ({"opening": BACK[::-1]}, {"opening/0": "[2, 1, 0] needs pegs in holes 2 and 1, and hole 0 empty"}),
        ({"opening": BACK * 64}, {"opening/1": "[2, 1, 0] needs pegs in holes 2 and 1, and hole 0 empty"}),
        ({"goal": {"count": 1, "pegs": [2]}}, {"goal": NEEDS.format("; found count, pegs")}),
        ({"goal": {"count": 4}}, {"goal/count": "must be at most 3, the number of holes, not 4"}),
        ({"goal": {"count": -1}}, {"goal/count": "must be at least 0, not -1"}),
        ({"goal": {"count": 129}}, {"goal/count": "must be at most 128, not 129"}),
        ({"goal": {"any_of": []}}, {"goal/any_of": "must have 1 to 1000 goals"}),
        (
            {"goal": {"any_of": [{"pegs": [0]}, {"any_of": [{"pegs": [7]}, {}]}]}},
            {"goal/any_of/1/any_of/0/pegs/0": NO_HOLE.format(7), "goal/any_of/1/any_of/1": NEEDS.format("")},
        ),
        ({"goal": goals(MAX_NESTED + 1)}, {"goal": "goals must not be nested more than 20 deep"}),
        ({"goal": goals(300)}, {"goal": "goals must not be nested more than 20 deep"}),
        ({"goal": goals(1, 1001)}, {"goal": "must have at most 1000 goals in all"}),
        ({"goal": goals(2, 40)}, {"goal": "must have at most 1000 goals in all"}),
        ({"goal": {"fewest_pegs": False}}, {"goal/fewest_pegs": "must be true, not false"}),
        ({"goal": {"dead_end": 1}}, {"goal/dead_end": "must be true, not 1"}),
        (
            {"goal": {"survivor": 3, "hole": 3}},
            {"goal/survivor": NO_HOLE.format(3), "goal/hole": NO_HOLE.format(3)},
        ),
        (
            {"goal": {"any_of": [{"pegs": [0]}, {"dead_end": True}, {"survivor": 0}]}},
            {
                "goal/any_of/1/dead_end": "cannot be one of several goals",
                "goal/any_of/2/survivor": "cannot be one of several goals",
            },
        ),
        (  # Of 13 rows of 8 a peg in a corner comes to every second hole of every second row: 104 + 7 * 4 places.
            {"board": grid(104), "start": {"empty": [0]}, "goal": {"survivor": 1}},
            {"goal/survivor": "must have at most 128 holes, not 132; each hole that this peg can reach counts as two"},
        ),
        (
            {"board": TWO_ROWS, "start": {"picture": ["o.", "o", "o"]}},
            {"start/picture": "must have 2 rows like the grid, not 3"},
        ),
        ({"board": TWO_ROWS, "start": {"picture": ["o."]}}, {"start/picture": "must have 2 rows like the grid, not 1"}),
        (
            {"board": TWO_ROWS, "start": {"picture": ["o.", "oo"]}},
            {"start/picture/1": "column 1 is a hole in the picture, but not in the grid"},
        ),
        (
            {"board": TWO_ROWS, "start": {"picture": ["o", "o"]}},
            {"start/picture/0": "column 1 is a hole in the grid, but not in the picture"},
        ),
        (
            {"board": TWO_ROWS, "start": {"picture": ["ox", "o"]}},
            {"start/picture/0": "may only contain the characters 'o. #', not \"x\""},
        ),
        (
            {"board": PLUS, "goal": {"picture": ["#.#", "o.", " ."]}},
            {"goal/picture/1": "column 2 is a hole in the grid, but not in the picture"},
        ),
        (
            {"board": {"grid": ["o..", "o.y", "ooo"]}},
            {"board/grid/0": PEGS_ELSEWHERE.format("o"), "board/grid/1": PEGS_ELSEWHERE.format("y")},
        ),
        ({"start": {"picture": ["oo."]}}, {"start/picture": NO_GRID}),
        ({"goal": {"any_of": [{"picture": ["..."]}]}}, {"goal/any_of/0/picture": NO_GRID}),
    ],
)
def test_errors(parts: dict[str, Any], expected: dict[str, str]) -> None:
    """Every error is reported once, at its place, and none besides."""
    assert refusals(load, **parts) == [(f"/puzzle/{place}", text) for place, text in expected.items()]


@pytest.mark.parametrize(
    "board",
    [
        {"jump_table": [[[1, 2]], [], [[1, 0]]]},
        {"holes": 3, "jumps": [[2, 1, 0], [0, 1, 2]]},
        {"grid": ["..."], "lines": "orthogonal"},
        {"grid": [" . ", "#. ", " ."], "lines": "orthogonal"},
    ],
)
def test_forms_of_a_board_mean_the_same(board: dict[str, object]) -> None:
    """A row of three holes is the same board in every form."""
    assert load(board=board).board.jumps == ((0, 1, 2), (2, 1, 0))


@pytest.mark.parametrize(
    ("form", "mask"), [({"pegs": [0, 2]}, 0b101), ({"empty": [0, 2]}, 0b010), ({"picture": ["o.", "o"]}, 0b101)]
)
def test_sets_of_holes(form: dict[str, Any], mask: int) -> None:
    """Holes are listed by number from 0; ``empty`` lists the others; a picture has a mark for each."""
    puzzle = load(board=TWO_ROWS, start=form, goal=form)
    assert (puzzle.start, puzzle.goal.positions) == (mask, {mask})


@pytest.mark.parametrize(
    ("goal", "loaded"),
    [
        ({"fewest_pegs": True}, JumpGoal(pegs_left=PegsLeft.FEWEST)),
        ({"dead_end": True}, JumpGoal(pegs_left=PegsLeft.MOST)),
        ({"survivor": 1}, JumpGoal(counts=frozenset([1]), survivor=1)),
        ({"survivor": 0, "hole": 2}, JumpGoal(frozenset([0b100]), survivor=0)),
    ],
)
def test_goals_of_games_are_read_and_written(goal: dict[str, Any], loaded: JumpGoal) -> None:
    """The fewest pegs, the shortest game and a survivor, anywhere or in a hole, are written as they are read."""
    puzzle = load(goal=goal)
    assert puzzle.goal == loaded
    assert dump_puzzle(puzzle)["goal"] == goal


def test_goals_of_goals_mean_any_of_them() -> None:
    """A goal made of several goals is met by any of them, however they are nested."""
    goal = load(goal={"any_of": [{"pegs": [0]}, {"count": 2}, {"any_of": [{"empty": [0]}]}]}).goal
    assert (goal.positions, goal.counts) == ({0b001, 0b110}, {2})


CENTRED = {
    "triangle": (["    .", "   . .", "  . . .", " . . . .", ". . . . ."], [".", "..", "...", "....", "....."]),
    "upside down": ([". . .", " . .", "  ."], ["...", " ..", "  ."]),
    "hexagon": (
        ["  . . .", " . . . .", ". . . . .", " . . . .", "  . . ."],
        ["...", "....", ".....", " ....", "  ..."],
    ),
    "star": (["   .", ". . . .", " . . .", ". . . .", "   ."], [" .", "....", " ...", " ....", "   ."]),
    "indented": (["     .", "    . ."], [".", ".."]),
    "one row": ([" . . ."], ["..."]),
    "one line": (["  .", " .", "."], [".", ".", "."]),
}


@pytest.mark.parametrize(("centred", "justified"), CENTRED.values(), ids=CENTRED)
def test_a_centred_drawing_is_the_left_justified_board(centred: list[str], justified: list[str]) -> None:
    """Drawn centred or left-justified, a triangular board has the same jumps and the same layout."""
    drawings = [justified, centred]
    if len(centred) > 1:
        drawings.append([row.replace(" ", "#") for row in centred])
    drawn = [ROW | {"board": {"grid": rows, "lines": "triangular"}} for rows in drawings]
    first, *others = map(load_puzzle, drawn)
    for other in others:
        assert (other.puzzle, other.layout) == (first.puzzle, first.layout)


def test_a_row_that_is_not_offset_is_refused() -> None:
    """A centred drawing with one row out of step would be a board with hardly a jump, and a false proof."""
    rows = ["    .", "   . .", " . . .", " . . . .", ". . . . ."]
    ((place, detail),) = refusals(load, board={"grid": rows, "lines": "triangular"}, start={"empty": [0]})
    assert place == "/puzzle/board/grid/2"
    assert detail.startswith("row 2 is not offset")
    for lines in ("orthogonal", "diagonal"):
        assert load(board={"grid": rows, "lines": lines}).board.holes == 15
    for allowed in ([".", "..", ".. ."], [". .", "#", " . ."], [". .", "  ."], [".", "  ."]):
        assert load(board={"grid": allowed, "lines": "triangular"}, start={"empty": [0]}).board.holes > 1


@pytest.mark.parametrize("lines", LINES)
def test_blanks_between_holes_are_skipped(lines: str) -> None:
    """Holes in every other column are neighbours, unless a # shows that the columns between are places."""
    spaced = [" . .", " . . .", "     ."]
    assert load(board={"grid": spaced, "lines": lines}) == load(board={"grid": ["..", "...", "  ."], "lines": lines})
    kept = load(board={"grid": [*spaced, "#"], "lines": lines})
    assert kept.board.jumps == ()


@given(st.lists(st.text(". ", max_size=7), min_size=1, max_size=6), st.sampled_from(sorted(LINES)))
def test_a_drawing_keeps_its_lines(rows: list[str], lines: str) -> None:
    """A board has every jump of its drawing read character by character, and others only if its holes stand apart."""
    places = [(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "."]
    number = {place: hole for hole, place in enumerate(places)}
    triples = [
        (number[r, c], number.get((r + dr, c + dc)), number.get((r + 2 * dr, c + 2 * dc)))
        for r, c in places
        for dr, dc in LINES[lines]
    ]
    jumps = {triple for triple in triples if None not in triple}
    board, _ = board_from_grid(rows, lines)
    assert jumps <= set(board.jumps)
    slants = (0, 1) if lines == "triangular" else (0,)
    apart = any(len({(c + slant * r) % 2 for r, c in places}) == 1 for slant in slants)
    assert jumps == set(board.jumps) or apart


@pytest.mark.parametrize("form", ["start", "goal"])
def test_a_picture_may_be_drawn_otherwise_than_the_grid(form: str) -> None:
    """A centred picture fits a left-justified grid, and the other way round, also on a board by name."""
    pictures = (["    o", "   . o", "  . . ."], ["o", ".o", "..."])
    boards = [{"grid": [row.replace("o", ".") for row in picture], "lines": "triangular"} for picture in pictures]
    loaded = [load(board=board, **{form: {"picture": picture}}) for board in boards for picture in pictures]
    assert loaded == [load(board=boards[0], **{form: {"pegs": [0, 2]}})] * 4
    whole = ["    .", "   . .", "  . o .", " . . . .", ". . . . ."]
    assert load(board={"name": "triangle-15"}, start={"picture": whole}).start == 1 << 4


@pytest.mark.parametrize(
    ("first", "last", "holes", "jumps"), [(0, 17, 10, 18), (17, 32, 10, 18), (47, 61, 19, 54), (61, 80, 13, 30)]
)
def test_the_drawings_of_the_documentation(first: int, last: int, holes: int, jumps: int) -> None:
    """The drawings in docs/02-puzzles.md, between these columns, are boards with jumps along three directions."""
    text = (Path(__file__).parents[3] / "docs" / "02-puzzles.md").read_text(encoding="utf-8")
    rows = text.partition("\nleft-justified")[2].partition("\n```")[0].splitlines()[1:]
    board = load(board={"grid": [row[first:last] for row in rows], "lines": "triangular"}).board
    assert (board.holes, len(board.jumps)) == (holes, jumps)


def test_the_numbers_of_the_documentation() -> None:
    """The drawing in docs/02-puzzles.md has the number of each hole where the grid beside it has the hole."""
    text = (Path(__file__).parents[3] / "docs" / "02-puzzles.md").read_text(encoding="utf-8")
    rows = text.partition("\ngrid      numbers\n\n")[2].partition("\n```")[0].splitlines()
    loaded = load_puzzle(ROW | {"board": {"grid": [row[:4] for row in rows], "lines": "orthogonal"}})
    assert loaded.layout is not None
    assert [int(rows[int(y)][10 + 3 * int(x) :][:2]) for x, y in loaded.layout] == [*range(8)]


def test_layout_of_a_triangle() -> None:
    """With triangular lines every row of a grid begins half a step further left, so six lines meet at 60 degrees."""
    loaded = load_puzzle(ROW | {"board": {"grid": [".", "..", "..."], "lines": "triangular"}, "start": {"empty": [0]}})
    height = 0.866  # half the square root of 3
    places = [(0, 0), (-0.5, height), (0.5, height), (-1, 2 * height), (0, 2 * height), (1, 2 * height)]
    assert loaded.layout is not None
    for point, place in zip(loaded.layout, places, strict=True):
        assert point == pytest.approx(place, abs=0.001)


FIVE = {"holes": 5, "jumps": [[0, 1, 2], [3, 2, 1], [2, 1, 0], [4, 3, 2]]}


@pytest.mark.parametrize(
    ("pegs", "opening", "wrong"),
    [
        ([0, 1], [[0, 1, 2]], None),
        ([0, 1, 3], [[0, 1, 2], [3, 2, 1]], None),
        ([0, 1, 2], [[0, 1, 2]], 0),  # onto a peg
        ([1], [[0, 1, 2]], 0),  # from an empty hole
        ([0], [[0, 1, 2]], 0),  # over an empty hole
        ([0, 1], [[0, 1, 2], [2, 1, 0]], 1),  # over the peg that the first jump removed
        ([0, 1, 3, 4], [[0, 1, 2], [4, 3, 2]], 1),  # onto the peg that jumped first
    ],
)
def test_an_opening_is_played(pegs: list[int], opening: list[list[int]], wrong: int | None) -> None:
    """The first jump of an opening that lacks its pegs or its empty hole is reported."""
    parts = {"board": FIVE, "start": {"pegs": pegs}, "opening": opening}
    if wrong is None:
        assert load(**parts).opening == tuple(tuple(jump) for jump in opening)
    else:
        (a, b, c) = opening[wrong]
        detail = f"[{a}, {b}, {c}] needs pegs in holes {a} and {b}, and hole {c} empty"
        assert refusals(load, **parts) == [(f"/puzzle/opening/{wrong}", detail)]
