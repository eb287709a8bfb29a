"""Puzzles as clients write them: every form is read as meant, and every error is reported once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from marshmallow import ValidationError

from boards import catalogue
from schemas.errors import InvalidRequest, pointer
from schemas.fields import Integers, integer, quoted
from schemas.job import load_request
from schemas.jump import MAX_NESTED
from schemas.puzzle import dump_puzzle, load_puzzle
from schemas.result import dump_result, load_solution
from schemas.settings import Settings, load_settings
from solver.jump.board import board_from_grid
from solver.jump.puzzle import JumpPuzzle
from solver.model import Result, Status, Want
from solver.slide.puzzle import SlidePuzzle
from tests.jump_puzzles import puzzles as jump_puzzles
from tests.property.test_slide_search import puzzles as slide_puzzles

LINE = {"kind": "jump", "start": {"empty": [2]}, "goal": {"count": 1}}


@given(jump_puzzles())
def test_jump_puzzle_survives_writing(puzzle: JumpPuzzle) -> None:
    """A jump puzzle that is written and read again is the same."""
    assert load_puzzle(dump_puzzle(puzzle)).puzzle == puzzle


@given(slide_puzzles())
def test_sliding_puzzle_survives_writing(puzzle: SlidePuzzle) -> None:
    """A sliding puzzle that is written and read again is the same."""
    assert load_puzzle(dump_puzzle(puzzle)).puzzle == puzzle


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
    puzzle = load_puzzle(LINE | {"board": board}).puzzle
    assert isinstance(puzzle, JumpPuzzle)
    assert puzzle.board.jumps == ((0, 1, 2), (2, 1, 0))
    assert puzzle.start == 0b011


@pytest.mark.parametrize(("lines", "jumps"), [("orthogonal", 60), ("triangular", 78), ("diagonal", 96)])
def test_jumps_of_a_square(lines: str, jumps: int) -> None:
    """A square of side 5 has 30 jumps along its rows, as many along its columns, and 18 along each kind of diagonal."""
    board, _ = board_from_grid(["....."] * 5, lines)
    assert len(board.jumps) == jumps


def test_picture_is_the_start() -> None:
    """A picture over the board's grid says where pegs stand."""
    board = {"grid": [" . ", "...", " . "], "lines": "orthogonal"}
    loaded = load_puzzle(
        {"kind": "jump", "board": board, "start": {"picture": [" o", "o.o", " ."]}, "goal": {"count": 1}}
    )
    assert isinstance(loaded.puzzle, JumpPuzzle)
    assert loaded.puzzle.start == 0b01011
    assert loaded.layout == [[1, 0], [0, 1], [1, 1], [2, 1], [1, 2]]


def test_examples_of_the_catalogue_are_puzzles() -> None:
    """Every example of every board can be read, and has a point to draw every hole or cell at."""
    assert len(catalogue()) >= 13
    for entry in catalogue().values():
        assert entry["source"]
        for example in entry["examples"]:
            layout = load_puzzle(example["puzzle"]).layout
            assert layout == entry["layout"]


def test_names_of_the_catalogue_are_told_apart_by_kind() -> None:
    """A board of one kind does not serve a puzzle of the other."""
    with pytest.raises(InvalidRequest):
        load_puzzle(LINE | {"board": {"name": "15-puzzle"}})


@pytest.mark.parametrize(
    ("value", "expected"),
    [(5, 5), (5.0, 5), (-1, -1), (True, None), ("5", None), (5.5, None), (None, None), (2**60, None)],
)
def test_integers_are_those_of_json_schema(value: object, expected: int | None) -> None:
    """5 and 5.0 are integers, "5" and true are not."""
    assert integer(value) == expected


@given(st.recursive(st.none() | st.integers() | st.text() | st.booleans(), st.lists))
def test_lists_of_integers_take_nothing_else(value: object) -> None:
    """Whatever comes in, lists of integers come out or an error is raised."""
    for depth in (1, 2, 3):
        try:
            result = Integers(depth).deserialize(value)
        except ValidationError:
            continue
        for _ in range(depth - 1):
            result = [item for row in result for item in row]
        assert all(type(item) is int for item in result)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (1, "1"),
        (0.0, "0.0"),
        (True, "true"),
        (None, "null"),
        ("a", '"a"'),
        ([1], "a list"),
        ({}, "an object"),
    ],
)
def test_values_are_quoted_as_json(value: object, text: str) -> None:
    """An error quotes a value as the client wrote it; long values are cut."""
    assert quoted(value) == text
    assert len(quoted("x" * 100)) == 38


def goal_of(depth: int, goals: int = 1) -> dict[str, object]:
    """A goal nested so deep, with so many goals at each level."""
    goal: dict[str, object] = {"count": 1}
    for _ in range(depth):
        goal = {"any_of": [goal] * goals}
    return goal


@pytest.mark.parametrize(
    ("goal", "detail"),
    [
        (goal_of(MAX_NESTED + 1), "must not be nested more than 20 deep"),
        (goal_of(300), "must not be nested more than 20 deep"),
        (goal_of(1, 1001), "at most 1000 goals in all"),
        (goal_of(2, 40), "at most 1000 goals in all"),
    ],
)
def test_goals_of_goals_are_bounded(goal: dict[str, object], detail: str) -> None:
    """Goals may be nested, but not so deep or so many that reading them takes long."""
    puzzle = LINE | {"board": {"holes": 3, "jumps": [[0, 1, 2]]}}
    load_puzzle(puzzle | {"goal": goal_of(MAX_NESTED)})
    with pytest.raises(InvalidRequest) as caught:
        load_puzzle(puzzle | {"goal": goal})
    (error,) = caught.value.errors
    assert error.pointer == "/puzzle/goal"
    assert detail in error.detail


LINE_BOARD = {"holes": 3, "jumps": [[0, 1, 2], [2, 1, 0]]}
ROW = {"kind": "slide", "board": {"rows": 1, "columns": 3}, "start": [1, 0, 2], "goal": [1, 2, 0]}


@pytest.mark.parametrize(
    ("puzzle", "pointer", "detail"),
    [
        (ROW | {"start": [1, 0]}, "/puzzle/start", "must have 3 numbers, one for each cell, not 2"),
        (ROW | {"goal": [7, 7, 7]}, "/puzzle/goal/0", "too many pieces numbered 7: 3 in the goal, 0 at the start"),
        (ROW | {"board": {"rows": 9, "columns": 9}}, "/puzzle/board/rows", "a board has 1 to 64 cells, not 81"),
        (
            ROW | {"board": {}},
            "/puzzle/board",
            "needs exactly one of adjacency, edges + cells, graph6, rows + columns, grid or name",
        ),
        (LINE | {"board": {"holes": "3", "jumps": []}}, "/puzzle/board/holes", 'must be an integer, not "3"'),
        (LINE | {"board": {"name": "chess"}}, "/puzzle/board/name", 'there is no board "chess"; /v1/boards lists them'),
        (
            LINE | {"board": LINE_BOARD, "start": {"empty": [9]}, "opening": [[0, 1, 2], [0, 1, 2]]},
            "/puzzle/start/empty/0",
            "hole 9 does not exist: holes are numbered 0 to 2",
        ),
        (
            LINE | {"board": LINE_BOARD, "opening": [[2, 1, 0], [0, 1, 2]]},
            "/puzzle/opening/0",
            "[2, 1, 0] needs pegs in holes 2 and 1 and none in hole 0",
        ),
        (
            LINE | {"board": LINE_BOARD, "goal": {"count": 1, "pegs": [2]}},
            "/puzzle/goal",
            "needs exactly one of pegs, empty, picture, count, any_of, fewest_pegs, dead_end, survivor "
            "or survivor + hole; found count, pegs",
        ),
        ({"kind": "chess"}, "/puzzle/kind", 'must be "jump", "slide" or "block", not "chess"'),
    ],
)
def test_one_cause_is_one_error(puzzle: object, pointer: str, detail: str) -> None:
    """A single mistake is reported once, with its place and what would be right."""
    with pytest.raises(InvalidRequest) as caught:
        load_puzzle(puzzle)
    assert [(error.pointer, error.detail) for error in caught.value.errors] == [(pointer, detail)]
    assert str(caught.value) == "1 error"


def test_pointer_escapes() -> None:
    """Pointers are written as RFC 6901 says."""
    assert pointer(("a/b", 0, "c~d")) == "/a~1b/0/c~0d"


def test_defaults_of_a_request() -> None:
    """Want and limits have defaults; those given replace them one by one."""
    settings = Settings(seconds=7.0)
    puzzle = LINE | {"board": {"holes": 3, "jumps": [[0, 1, 2]]}}
    request = load_request({"puzzle": puzzle, "limits": {"nodes": 5}}, settings)
    assert request.want is Want.ONE
    assert (request.limits.seconds, request.limits.nodes, request.limits.bytes) == (7.0, 5, settings.bytes)


def test_settings_come_from_the_environment() -> None:
    """Settings are read from variables with our prefix; nonsense is named, all of it."""
    assert load_settings({"REDIS_URL": "redis://x", "FEWEST_SECONDS": "5", "PATH": "/"}).seconds == 5.0
    assert load_settings({"REDIS_URL": "redis://x"}).redis_url == "redis://x"
    with pytest.raises(ValidationError) as caught:
        load_settings({"FEWEST_SECONDS": "soon", "FEWEST_NODES": "-1", "FEWEST_WAITS": "2"})
    assert isinstance(caught.value.messages, dict)
    assert set(caught.value.messages) == {"seconds", "nodes"}
    with pytest.raises(ValidationError):
        load_settings({"FEWEST_SECONDS": "100", "FEWEST_MAX_SECONDS": "10"})


def test_result_survives_writing() -> None:
    """A solution that is written and read again is the same."""
    puzzle = load_puzzle(
        LINE | {"board": {"holes": 4, "jumps": [[0, 1, 2], [3, 2, 1]]}, "start": {"empty": [2]}}
    ).puzzle
    solution = (((0, 1, 2),), ((3, 2, 1),))
    written = dump_result(puzzle, Result(Status.SOLVED, solution, optimal=True, lower_bound=2, count=1))
    assert (written["moves"], written["removed"]) == ([[0, 2], [3, 1]], [[1], [2]])
    assert load_solution(puzzle, written["moves"], written["removed"]) == solution
