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


LINE = {"kind": "jump", "board": {"grid": ["..."], "lines": "orthogonal"}, "start": {"empty": [0]}}
SINGLE = ("/puzzle/start", "There is only one piece.")
MET = ("/puzzle/goal", "The start meets the goal already.")


@pytest.mark.parametrize(
    ("puzzle", "expected"),
    [
        ({"kind": "slide", "board": {"rows": 2, "columns": 2}, "start": [7, 0, 0, 0], "goal": [0, 0, 0, 7]}, [SINGLE]),
        (
            {"kind": "block", "start": {"picture": ["AA.", "..."]}, "goal": {"at": {"A": [1, 0]}}, "metric": "step"},
            [SINGLE],
        ),
        (LINE | {"goal": {"count": 2}}, [MET]),
        (LINE | {"goal": {"count": 1}}, []),
        (LINE | {"goal": {"count": 2}, "opening": [[2, 1, 0]]}, []),
    ],
)
def test_an_odd_puzzle_says_so(puzzle: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    """A single piece is noticed, and a start that meets the goal, unless an opening must be played first."""
    assert notices(puzzle) == expected
