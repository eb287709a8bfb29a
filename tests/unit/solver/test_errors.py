"""Errors of puzzles."""

from __future__ import annotations

from solver.errors import PuzzleError


def test_a_puzzle_error_lists_all() -> None:
    """An error of a puzzle has all places and texts, and reads as one line."""
    errors: list[tuple[tuple[str | int, ...], str]] = [(("jumps", 3), "is wrong"), (("start",), "is empty")]
    error = PuzzleError(errors)
    assert error.errors == errors
    assert str(error) == "jumps/3: is wrong; start: is empty"
