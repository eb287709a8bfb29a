"""What is odd about a valid puzzle."""

from __future__ import annotations

from typing import Any

import pytest

from fewest.boards import catalogue
from fewest.notation.puzzle import load_puzzle, notices_of

ONE_WAY = "No jump has its reverse. A line along which pegs jump both ways is two jumps."
LEANING = (
    "The jumps go along only {} of the three directions of a triangular board. In a centred drawing, each row is "
    "offset by one column from the next."
)


def notices(puzzle: dict[str, Any]) -> list[tuple[str, str]]:
    """The notices of a puzzle: pointers and sentences."""
    return [(notice.pointer, notice.detail) for notice in notices_of(load_puzzle(puzzle))]


def on(**board: Any) -> list[tuple[str, str]]:
    """The notices of a jump puzzle on a board."""
    return notices({"kind": "jump", "board": board, "start": {"empty": [0]}, "goal": {"pegs": [0]}})


def test_no_board_of_the_catalogue_is_odd() -> None:
    """No example of the catalogue has a notice."""
    examples = [example["puzzle"] for board in catalogue().values() for example in board["examples"]]
    assert [puzzle for puzzle in examples if notices(puzzle)] == []


@pytest.mark.parametrize(
    ("board", "detail"),
    [
        ({"grid": ["..", ".."], "lines": "orthogonal"}, "The board has no jumps."),
        ({"jump_table": [[], [], []]}, "The board has no jumps."),
        ({"grid": ["...", "#.#"], "lines": "orthogonal"}, "No jump touches hole 3."),
        ({"holes": 5, "jumps": [[1, 2, 3]]}, "No jump touches the holes 0, 4."),
        ({"holes": 4, "jumps": [[0, 1, 2], [1, 2, 3]]}, ONE_WAY),
        ({"jump_table": [[[1, 2]], [[2, 0]], []]}, ONE_WAY),
        ({"grid": ["...", "..."], "lines": "triangular"}, LEANING.format(1)),
        ({"grid": [" .#", "..#", "..#", ".##"], "lines": "triangular"}, LEANING.format(1)),
        ({"grid": ["....", ".##.", "####"], "lines": "triangular"}, "No jump touches the holes 4, 5."),
    ],
)
def test_an_odd_board_says_so(board: dict[str, Any], detail: str) -> None:
    """A board without jumps or without reverses, a hole and a direction without jumps are noticed."""
    assert ("/puzzle/board", detail) in on(**board)


@pytest.mark.parametrize(
    "board",
    [
        {"grid": [".", "..", "..."], "lines": "triangular"},
        {"name": "tritri"},
        {"grid": ["...", "..."], "lines": "orthogonal"},
        {"holes": 4, "jumps": [[0, 1, 2], [2, 1, 0], [2, 1, 3]], "layout": [[0, 0], [1, 0], [2, 0], [0, 1]]},
    ],
)
def test_a_board_that_is_as_it_should_be(board: dict[str, Any]) -> None:
    """Jumps along three directions are not odd, nor along fewer where the layout is no triangular lattice."""
    assert on(**board) == []


@pytest.mark.parametrize(
    "puzzle",
    [
        {"kind": "slide", "board": {"rows": 2, "columns": 2}, "start": [7, 0, 0, 0], "goal": [0, 0, 0, 7]},
        {"kind": "block", "start": {"picture": ["AA.", "..."]}, "goal": {"at": {"A": [1, 0]}}, "metric": "step"},
    ],
)
def test_a_single_piece_is_noticed(puzzle: dict[str, Any]) -> None:
    """A puzzle with one piece says so, beside the start."""
    assert notices(puzzle) == [("/puzzle/start", "There is only one piece.")]


@pytest.mark.parametrize(("count", "opening", "met"), [(2, [], True), (1, [], False), (2, [[2, 1, 0]], False)])
def test_a_start_that_meets_the_goal_is_noticed(count: int, opening: list[list[int]], met: bool) -> None:
    """A start that meets the goal, with no opening to be played first, says so."""
    puzzle = {"kind": "jump", "board": {"grid": ["..."], "lines": "orthogonal"}, "start": {"empty": [0]}}
    expected = [("/puzzle/goal", "The start meets the goal already.")] if met else []
    assert notices(puzzle | {"goal": {"count": count}, "opening": opening}) == expected
