"""Jump puzzles in JSON: every bound is exact, every error has its place."""

from __future__ import annotations

from itertools import islice, permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemas.errors import InvalidRequest
from schemas.jump import MAX_GOALS, MAX_JUMPS, MAX_NESTED
from schemas.puzzle import dump_puzzle, load_puzzle
from solver.jump.board import LINES, MAX_HOLES, board_from_grid
from solver.jump.puzzle import JumpGoal, JumpPuzzle, PegsLeft
from solver.model import Want
from solver.solve import solve

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


def errors(**parts: Any) -> list[tuple[str, str]]:
    """The errors of the row with some parts replaced: place and text."""
    with pytest.raises(InvalidRequest) as caught:
        load(**parts)
    return [(error.pointer, error.detail) for error in caught.value.errors]


def grid(holes: int) -> dict[str, Any]:
    """A grid with so many holes, eight in a row."""
    return {"grid": ["." * min(8, holes - first) for first in range(0, holes, 8)], "lines": "orthogonal"}


@pytest.mark.parametrize(
    "board",
    [grid, lambda holes: {"holes": holes, "jumps": []}, lambda holes: {"jump_table": [[]] * holes}],
    ids=["grid", "holes", "jump_table"],
)
def test_a_board_has_at_most_128_holes(board: Any) -> None:
    """In every form, a board of 128 holes is valid and one of 129 is not (a position is two words of 64 bits)."""
    assert load(board=board(MAX_HOLES)).board.holes == MAX_HOLES == 128
    ((place, detail),) = errors(board=board(129))
    assert place == f"/puzzle/board/{next(iter(board(129)))}"
    assert "128" in detail
    assert "129" in detail


@pytest.mark.parametrize("form", ["jumps", "jump_table"])
def test_a_board_has_at_most_4096_jumps(form: str) -> None:
    """In every form, a board of 4096 jumps is valid and one of 4097 is not, as /v1/limits says."""

    def board(number: int) -> dict[str, Any]:
        jumps = [list(jump) for jump in islice(permutations(range(64), 3), number)]
        if form == "jumps":
            return {"holes": 64, "jumps": jumps}
        return {"jump_table": [[jump[1:] for jump in jumps if jump[0] == hole] for hole in range(64)]}

    assert len(load(board=board(MAX_JUMPS)).board.jumps) == MAX_JUMPS == 4096
    assert [place for place, _ in errors(board=board(4097))] == [f"/puzzle/board/{form}"]


def test_errors_of_a_jump_table_have_their_place() -> None:
    """In a jump table, over and to have the indices 0 and 1; in a list of jumps, from, over and to have 0, 1 and 2."""
    for wrong in (0, 1):
        jump = [1, 2]
        jump[wrong] = 9
        assert errors(board={"jump_table": [[[1, 2], jump], [], []]})[0][0] == f"/puzzle/board/jump_table/0/1/{wrong}"
    for wrong in (0, 1, 2):
        jump = [0, 1, 2]
        jump[wrong] = 9
        assert errors(board={"holes": 3, "jumps": [[2, 1, 0], jump]})[0][0] == f"/puzzle/board/jumps/1/{wrong}"


@pytest.mark.parametrize("length", [2, 4])
def test_a_jump_has_three_holes(length: int) -> None:
    """A jump of two holes or four is an error at its place."""
    jump = [0, 1, 2, 0][:length]
    found = errors(board={"holes": 3, "jumps": [[0, 1, 2], jump]}, opening=[jump])
    detail = f"must have 3 numbers, not {length}"
    assert sorted(found) == [("/puzzle/board/jumps/1", detail), ("/puzzle/opening/0", detail)]


@pytest.mark.parametrize("part", ["start", "goal"])
@pytest.mark.parametrize("form", ["pegs", "empty"])
def test_sets_of_holes(part: str, form: str) -> None:
    """Holes are listed by number from 0, each once; ``empty`` lists the others."""
    puzzle = load(**{part: {form: [0, 2]}})
    mask = 0b101 if form == "pegs" else 0b010
    assert (puzzle.start if part == "start" else puzzle.goal.positions) == (mask if part == "start" else {mask})
    assert errors(**{part: {form: [0, 2, 0]}}) == [(f"/puzzle/{part}/{form}/2", "hole 0 is listed twice")]
    for hole in (-1, 3):
        detail = f"hole {hole} does not exist: holes are numbered 0 to 2"
        assert errors(**{part: {form: [0, hole]}}) == [(f"/puzzle/{part}/{form}/1", detail)]
    assert errors(**{part: {form: [None]}}) == [(f"/puzzle/{part}/{form}/0", "must be an integer, not null")]


def test_all_pegs_or_none() -> None:
    """All 128 holes can be listed, or none, at the start and in the goal."""
    board, every = grid(128), list(range(128))
    puzzle = load(board=board, start={"pegs": every}, goal={"empty": every})
    assert (puzzle.start, puzzle.goal.positions) == (2**128 - 1, {0})
    assert load(start={"empty": []}, goal={"pegs": []}).start == 0b111


def test_a_goal_of_so_many_pegs() -> None:
    """A goal may ask for any number of pegs from none to all holes."""
    for count in (0, 3):
        assert load(goal={"count": count}).goal.counts == {count}
    assert errors(goal={"count": 4}) == [("/puzzle/goal/count", "must be at most 3, the number of holes, not 4")]
    assert errors(goal={"count": -1}) == [("/puzzle/goal/count", "must be at least 0, not -1")]
    assert load(board=grid(64), goal={"count": 64}).goal.counts == {64}
    assert errors(goal={"count": 129}) == [("/puzzle/goal/count", "must be at most 128, not 129")]


def test_goals_of_goals_mean_any_of_them() -> None:
    """A goal of several is met by any; their number is 1 to 1000, however nested, and each error has its place."""
    goal = load(goal={"any_of": [{"pegs": [0]}, {"count": 2}, {"any_of": [{"empty": [0]}]}]}).goal
    assert (goal.positions, goal.counts) == ({0b001, 0b110}, {2})
    assert load(goal={"any_of": [{"count": 1}] * MAX_GOALS}).goal.counts == {1}
    assert errors(goal={"any_of": []}) == [("/puzzle/goal/any_of", "must have 1 to 1000 goals")]
    found = errors(goal={"any_of": [{"pegs": [0]}, {"any_of": [{"pegs": [7]}, {}]}]})
    assert [place for place, _ in found] == ["/puzzle/goal/any_of/1/any_of/0/pegs/0", "/puzzle/goal/any_of/1/any_of/1"]


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


def test_goals_of_games_have_errors_of_their_own() -> None:
    """They are true or holes of the board, stand alone, and a peg is followed on boards that have room for it."""
    assert errors(goal={"fewest_pegs": False}) == [("/puzzle/goal/fewest_pegs", "must be true, not false")]
    assert errors(goal={"dead_end": 1}) == [("/puzzle/goal/dead_end", "must be true, not 1")]
    missing = "hole 3 does not exist: holes are numbered 0 to 2"
    assert errors(goal={"survivor": 3, "hole": 3}) == [
        ("/puzzle/goal/survivor", missing),
        ("/puzzle/goal/hole", missing),
    ]
    parts = [{"pegs": [0]}, {"dead_end": True}, {"survivor": 0}]
    alone = "cannot be one of several goals"
    assert errors(goal={"any_of": parts}) == [
        ("/puzzle/goal/any_of/1/dead_end", alone),
        ("/puzzle/goal/any_of/2/survivor", alone),
    ]
    # Of 13 rows of 8 a peg in a corner comes to every second hole of every second row: 104 + 7 * 4 places.
    ((place, detail),) = errors(board=grid(104), start={"empty": [0]}, goal={"survivor": 1})
    assert place == "/puzzle/goal/survivor"
    assert detail == "the holes, and those this peg can come to once more, are at most 128, not 132"
    assert load(board=grid(96), start={"empty": [0]}, goal={"survivor": 1}).goal.survivor == 1


def test_goals_are_nested_as_deep_as_allowed_and_no_deeper() -> None:
    """Goals within goals are read up to a depth of 20; one deeper is an error."""
    goal: dict[str, Any] = {"count": 2}
    for _ in range(MAX_NESTED):
        goal = {"any_of": [goal]}
    assert load(goal=goal).goal.counts == {2}
    assert errors(goal={"any_of": [goal]}) == [("/puzzle/goal", "goals must not be nested more than 20 deep")]


@pytest.mark.parametrize(
    ("picture", "place", "detail"),
    [
        (["o.", "o", "o"], "/puzzle/start/picture", "must have 2 rows like the grid, not 3"),
        (["o."], "/puzzle/start/picture", "must have 2 rows like the grid, not 1"),
        (["o.", "oo"], "/puzzle/start/picture/1", "column 1 is a hole in the picture, but not in the grid"),
        (["o", "o"], "/puzzle/start/picture/0", "column 1 is a hole in the grid, but not in the picture"),
        (["ox", "o"], "/puzzle/start/picture/0", "may only contain the characters 'o. #', not \"x\""),
    ],
)
def test_a_picture_fits_its_grid(picture: list[str], place: str, detail: str) -> None:
    """A picture with other rows or holes than the grid is an error that says where."""
    board = {"grid": ["..", "."], "lines": "orthogonal"}
    assert load(board=board, start={"picture": ["o.", "o"]}).start == 0b101
    assert errors(board=board, start={"picture": picture}) == [(place, detail)]


def test_a_picture_needs_a_grid() -> None:
    """A picture over a board without a grid is an error."""
    assert errors(start={"picture": ["oo."]}) == [
        ("/puzzle/start/picture", "a picture needs a board that is given as a grid")
    ]


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
    ((place, detail),) = errors(board={"grid": rows, "lines": "triangular"}, start={"empty": [0]})
    assert place == "/puzzle/board/grid/2"
    assert detail.startswith("row 2 is not offset")
    for lines in ("orthogonal", "diagonal"):
        assert load(board={"grid": rows, "lines": lines}).board.holes == 15
    for allowed in ([".", "..", ".. ."], [". .", "#", " . ."], [". .", "  ."], [".", "  ."]):
        assert load(board={"grid": allowed, "lines": "triangular"}, start={"empty": [0]}).board.holes > 1


@pytest.mark.parametrize("lines", LINES)
def test_blanks_between_holes_are_skipped(lines: str) -> None:
    """Holes in every other column are read as neighbours; a # says that the columns between are places."""
    spaced = [" . .", " . . .", "     ."]
    assert load(board={"grid": spaced, "lines": lines}) == load(board={"grid": ["..", "...", "  ."], "lines": lines})
    kept = load(board={"grid": [*spaced, "#"], "lines": lines})
    assert kept.board.jumps == ()


@given(st.lists(st.text(". ", max_size=7), min_size=1, max_size=6), st.sampled_from(sorted(LINES)))
def test_a_drawing_keeps_its_lines(rows: list[str], lines: str) -> None:
    """Every jump of a drawing read character by character is one of its board; others only if holes stand apart."""
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
    apart = {(c + r if lines == "triangular" else c) % 2 for r, c in places}
    assert jumps == set(board.jumps) or len(apart) == 1


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
    """The drawings in docs/puzzles.md, between these columns, are boards with jumps along three directions."""
    text = (Path(__file__).parents[3] / "docs" / "puzzles.md").read_text(encoding="utf-8")
    rows = text.partition("\nleft-justified")[2].partition("\n```")[0].splitlines()[1:]
    board = load(board={"grid": [row[first:last] for row in rows], "lines": "triangular"}).board
    assert (board.holes, len(board.jumps)) == (holes, jumps)


def test_the_centred_triangle() -> None:
    """The triangle of 15 holes takes 9 moves from and to hole 3, in 466 ways, however it is drawn."""
    with_blanks = [" ".join(row) for row in CENTRED["triangle"][1]]
    for rows in (*CENTRED["triangle"], with_blanks):
        puzzle = load(board={"grid": rows, "lines": "triangular"}, start={"empty": [3]}, goal={"pegs": [3]})
        result = solve(puzzle, Want.COUNT)
        assert (result.length, result.count) == (9, 466)


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
    """Every jump of an opening needs two pegs and an empty hole when its turn comes; the first without is the error."""
    parts = {"board": FIVE, "start": {"pegs": pegs}, "opening": opening}
    if wrong is None:
        assert load(**parts).opening == tuple(tuple(jump) for jump in opening)
    else:
        (a, b, c) = opening[wrong]
        detail = f"[{a}, {b}, {c}] needs pegs in holes {a} and {b} and none in hole {c}"
        assert errors(**parts) == [(f"/puzzle/opening/{wrong}", detail)]


def test_an_opening_may_be_long() -> None:
    """An opening may have up to 128 jumps, more than any board has pegs to remove."""
    jumps = [[hole, hole + 1, hole + 2] for hole in range(62)]
    line = [[0, 1, 2]] + [[2 * k + 2, 2 * k + 3, 2 * k + 4] for k in range(30)]
    start = [0, *range(1, 62, 2)]
    parts = {"board": {"holes": 64, "jumps": jumps}, "start": {"pegs": start}}
    assert len(load(**parts, opening=line).opening) == 31
    back = [[0, 1, 2], [2, 1, 0]]
    assert errors(opening=back * 64)[0][0] == "/puzzle/opening/1"
    assert "at most" in errors(opening=back * 65)[0][1]


def test_a_broken_board_is_the_only_error() -> None:
    """Jumps of the opening are not compared with a list of jumps that has errors."""
    board = {"holes": 3, "jumps": [[0, 1, 2], [0, 0, 1]]}
    assert [place for place, _ in errors(board=board, opening=[[0, 1, 2]])] == ["/puzzle/board/jumps/1"]


PLUS = {"grid": ["#.#", "...", " ."], "lines": "orthogonal"}


def test_a_goal_as_a_picture() -> None:
    """A picture of the goal means its pegs, also among several goals and on a board by name."""
    end = {"picture": ["#.#", ".o.", " ."]}
    pegs = {"pegs": [2]}
    assert load(board=PLUS, goal=end) == load(board=PLUS, goal=pegs)
    assert load(board=PLUS, goal={"any_of": [end, {"count": 3}]}) == load(
        board=PLUS, goal={"any_of": [pegs, {"count": 3}]}
    )
    rows = ["##...##", "##...##", ".......", "...o...", ".......", "##...##", "##...##"]
    english = load(board={"name": "english"}, goal={"picture": rows})
    assert english.goal.positions == {1 << 16}


def test_a_wrong_picture_of_the_goal() -> None:
    """A picture of the goal has a mark for every hole of the grid, and needs a grid."""
    assert errors(board=PLUS, goal={"picture": ["#.#", "o.", " ."]}) == [
        ("/puzzle/goal/picture/1", "column 2 is a hole in the grid, but not in the picture")
    ]
    assert errors(goal={"any_of": [{"picture": ["..."]}]}) == [
        ("/puzzle/goal/any_of/0/picture", "a picture needs a board that is given as a grid")
    ]
