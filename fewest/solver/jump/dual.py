"""The dual of a jump puzzle: the same play backwards, with pegs and empty holes exchanged.

Taking back the jump (from, over, to) and exchanging pegs and empty holes before and after is the same jump again::

    before  1 1 0     taken back  0 0 1 -> 1 1 0     exchanged  1 1 0 -> 0 0 1

So the jumps of a solution from start s to goal f, in reverse order, lead from the complement of f to the complement of
s, on the same board and on every jump table (J. D. Beasley, The Ins and Outs of Peg Solitaire, 1985). The puzzle and
its dual are both solvable or both not. Their solutions have the same number of jumps, but not of moves: consecutive
jumps of one peg, reversed, are usually jumps of different pegs. So an answer decides whether the dual is solvable, and
gives a solution if so, but not the fewest moves.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import cast

from fewest.solver.jump.checks import check
from fewest.solver.jump.proofs import weigh
from fewest.solver.jump.puzzle import JumpGoal, JumpPuzzle
from fewest.solver.jump.rules import Chain, moves_of
from fewest.solver.model import Proof, Result, Solution, Status


def dual_of(puzzle: JumpPuzzle) -> JumpPuzzle | None:
    """The dual of a puzzle; None if the puzzle has an opening, a survivor, or more than one goal."""
    goal = puzzle.goal
    if puzzle.opening or goal.counts or len(goal.positions) != 1 or goal.survivor is not None:
        return None
    (position,) = goal.positions
    full = puzzle.board.full
    return JumpPuzzle(puzzle.board, full & ~position, JumpGoal(frozenset([full & ~puzzle.start])))


def dual_solution(solution: Solution) -> Solution:
    """A solution of the dual: the same jumps in reverse order; consecutive jumps of one peg are one move."""
    return moves_of(tuple(jump for move in reversed(solution) for jump in reversed(cast(Chain, move))))


def dual_proof(puzzle: JumpPuzzle, proof: Proof) -> Proof | None:
    """The proof of a puzzle as one of its dual ``puzzle``; None if it does not hold there.

    Weights carry over: the dual's start weighs all holes less the goal, its goal all holes less the start, and its
    first jumps are the last ones. Exhaustion carries over, too. The argument that jumps never remove the last peg does
    not.
    """
    if proof["by"] in ("exhaustion", "programs"):
        return proof
    if proof["by"] == "ends":
        return proof if check(puzzle, proof) else None
    (goal,) = puzzle.goal.positions
    values: dict[str, Callable[[int], int]] = {
        "pegs": int.bit_count,
        "parity": lambda position: weigh(proof["weights"], position) % 2,
        "pagoda": lambda position: weigh(proof["weights"], position),
    }
    value = values.get(proof["by"])
    if value is None:
        return None
    # The weights carry over, but not the values: start and goal have changed sides.
    found = {**proof, "start": value(puzzle.start), "goal": value(goal)}
    return found if check(puzzle, found) else None


def dual_result(puzzle: JumpPuzzle, result: Result, lower_bound: Callable[[JumpPuzzle], int]) -> Result | None:
    """The result of the dual that follows from the result of a puzzle.

    Parameters
    ----------
    puzzle
        The dual.
    result
        The result of the puzzle.
    lower_bound
        Bounds the number of moves of a puzzle that has a solution; that takes milliseconds.

    Returns
    -------
    Result
        Solved, without a count, and seldom proven optimal; or unsolvable. None if nothing follows.
    """
    if result.status is Status.UNSOLVABLE and result.proof is not None:
        proof = dual_proof(puzzle, result.proof)
        return None if proof is None else replace(result, proof=proof)
    if result.status is not Status.SOLVED or result.solution is None:
        return None
    solution = dual_solution(result.solution)
    # Reversed, chains fall apart, so nothing is known of the length but that it is not below the bound.
    bound = lower_bound(puzzle)
    optimal = len(solution) == bound
    return Result(Status.SOLVED, solution, optimal, bound, nodes=result.nodes, seconds=result.seconds)
