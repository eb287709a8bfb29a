"""How long a search may take, in words, from measured puzzles of the same size."""

from __future__ import annotations

from typing import NamedTuple

from fewest.notation import measured
from fewest.solver.errors import Message
from fewest.solver.jump.puzzle import JumpPuzzle
from fewest.solver.slide.puzzle import SlidePuzzle


class Searched(NamedTuple):
    """Problems of the atlas (fewest/boards/atlas.jsonl) with at least this many jumps, and fewer than the next entry.

    Attributes
    ----------
    solved, unsolvable, seconds
        Number of problems solved and proven unsolvable, and the most seconds that one of these searches took.
    open, limit
        Number of undecided problems, and the most seconds that one of their searches took until it was stopped.
    """

    jumps: int
    solved: int
    unsolvable: int
    seconds: int
    open: int
    limit: int


class Solved(NamedTuple):
    """A search of the 24-puzzle (docs/benchmarks): its moves, and how many seconds it took."""

    length: int
    seconds: float


SEARCHED = tuple(map(Searched._make, measured.SEARCHED))
"""With fewer jumps, problems take seconds at most."""

SOLVED = tuple(map(Solved._make, measured.SOLVED))
"""From short to long."""


LARGE_CELLS = 20
LONG_MOVES = 50
"""Sliding puzzles with distinct pieces take about a second on smaller boards or with fewer moves."""


def jumps_of(puzzle: JumpPuzzle) -> int:
    """The most jumps that a goal needs."""
    return puzzle.start.bit_count() - puzzle.goal.min_pegs


def jump_estimate(puzzle: JumpPuzzle, _: int) -> Message | None:
    """Measured times of jump puzzles with as many jumps, if the search is long."""
    # How many jumps such a goal needs is not known before the search.
    if puzzle.goal.pegs_left is not None:
        return None
    searched = next((each for each in reversed(SEARCHED) if each.jumps <= jumps_of(puzzle)), None)
    return None if searched is None else of_band(searched)


def of_band(searched: Searched) -> Message:
    """What was measured, in words."""
    number = searched.solved + searched.unsolvable + searched.open
    text = (
        "Of the {number|# problem|# problems} in the atlas with about as many jumps, {solved} were solved and "
        "{unsolvable} proven unsolvable, each in at most {seconds|# second|# seconds}."
    )
    decided = Message(text, number=number, **searched._asdict())
    if not searched.open:
        return decided
    text = "{decided} Searches for the other {open} were stopped, the longest after {limit|# second|# seconds}."
    return Message(text, decided=decided, open=searched.open, limit=searched.limit)


def slide_estimate(puzzle: SlidePuzzle, lower_bound: int) -> Message | None:
    """Measured times of the 24-puzzle, if the puzzle is as large and far from solved."""
    if len(set(puzzle.start)) < LARGE_CELLS or lower_bound < LONG_MOVES:
        return None
    shortest, longest = SOLVED[0], SOLVED[-1]
    return Message(
        "On the 24-puzzle, a search for {short} moves took {first|# second|# seconds}, and one for {long} moves "
        "{last|# second|# seconds}. Most positions need about 100 moves.",
        short=shortest.length,
        first=shortest.seconds,
        long=longest.length,
        last=longest.seconds,
    )
