"""Results in JSON."""

from __future__ import annotations

import pytest

from fewest.notation.puzzle import load_puzzle
from fewest.notation.result import dump_result, load_result, load_solution
from fewest.solver.model import Result, Status

ROW = {"kind": "slide", "board": {"rows": 1, "columns": 3}, "start": [1, 0, 2], "goal": [1, 2, 0]}

RESULTS = {
    "solved": Result(Status.SOLVED, ((2, 1),), True, 1, count=1, nodes=3, seconds=0.25),
    "any": Result(Status.SOLVED, ((2, 1),), False, 0, nodes=3, seconds=0.25),
    "unsolvable": Result(Status.UNSOLVABLE, None, False, None, proof={"by": "exhaustion"}),
    "stopped": Result(Status.STOPPED, None, False, 0, limit="nodes"),
    "stopped with a solution": Result(Status.STOPPED, ((2, 1),), False, 0, limit="seconds"),
}


@pytest.mark.parametrize("name", RESULTS)
def test_every_result_survives_writing(name: str) -> None:
    """A result that is written and read again is the same; length, moves and proof are always there, if only null."""
    puzzle = load_puzzle(ROW).puzzle
    written = dump_result(puzzle, RESULTS[name])
    assert load_result(puzzle, written) == RESULTS[name]
    assert {"status", "length", "optimal", "moves", "statistics", "proof"} <= written.keys()
    assert written["length"] == RESULTS[name].length


def test_moves_and_removed_pegs() -> None:
    """A move of pegs is the holes it visits; the holes of the pegs removed stand beside it."""
    board = {"holes": 4, "jumps": [[0, 1, 2], [3, 2, 1]]}
    puzzle = load_puzzle({"kind": "jump", "board": board, "start": {"empty": [2]}, "goal": {"count": 1}}).puzzle
    solution = (((0, 1, 2),), ((3, 2, 1),))
    written = dump_result(puzzle, Result(Status.SOLVED, solution, optimal=True, lower_bound=2, count=1))
    assert (written["moves"], written["removed"]) == ([[0, 2], [3, 1]], [[1], [2]])
    assert load_solution(puzzle, written["moves"], written["removed"]) == solution
