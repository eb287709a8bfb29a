"""How long a search may take, in words, from measured puzzles of the same size."""

from __future__ import annotations

from typing import NamedTuple

from fewest.solver.errors import Message
from fewest.solver.jump.puzzle import JumpPuzzle
from fewest.solver.slide.puzzle import SlidePuzzle


class Searched(NamedTuple):
    """Problems of the atlas (boards/atlas.jsonl) with at least this many jumps, and fewer than the next entry.

    Attributes
    ----------
    solved, seconds
        Number of decided problems, and the most processor seconds that one of them took.
    open, limit
        Number of undecided problems, and the most seconds that one of them was given.
    """

    jumps: int
    solved: int
    seconds: int
    open: int
    limit: int


SEARCHED = Searched(35, 50, 61, 14, 45), Searched(39, 31, 16, 275, 16)
"""With fewer jumps, problems take seconds at most."""

LARGE_CELLS = 20
LONG_MOVES = 50
"""Sliding puzzles with distinct pieces take about a second on smaller boards or with fewer moves."""


def jump_estimate(puzzle: JumpPuzzle, _: int) -> Message | None:
    """Measured times of jump puzzles with as many jumps, if the search is long."""
    if puzzle.goal.pegs_left is not None:
        return None
    jumps = puzzle.start.bit_count() - puzzle.goal.min_pegs
    searched = next((each for each in reversed(SEARCHED) if each.jumps <= jumps), None)
    if searched is None:
        return None
    text = (
        "Of the {number} problems in the atlas with about as many jumps, {solved} were solved, each in at most "
        "{seconds} seconds; the other {open} were stopped after at most {limit} seconds."
    )
    number = searched.solved + searched.open
    return Message(text, number=number, **searched._asdict())


def slide_estimate(puzzle: SlidePuzzle, lower_bound: int) -> Message | None:
    """Measured times of the 24-puzzle (docs/benchmarks), if the puzzle is as large and far from solved."""
    if len(set(puzzle.start)) < LARGE_CELLS or lower_bound < LONG_MOVES:
        return None
    return Message(
        "On the 24-puzzle, a search for 62 moves took 1 second, for 74 moves 7 seconds, and for 80 moves 55 seconds. "
        "Most positions need about 100 moves."
    )
