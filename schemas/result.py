"""A result as clients read it: from the solver's result to JSON, and back."""

from __future__ import annotations

from typing import Any, cast

from solver.canonical import restore, restore_proof
from solver.jump.puzzle import JumpPuzzle
from solver.jump.rules import Chain
from solver.model import Result, Solution
from solver.replay import Puzzle, replay
from solver.slide.rules import Slide


def dump_result(puzzle: Puzzle, result: Result) -> dict[str, Any]:
    """Write a result. ``statistics.cache`` is left to whoever knows where the result came from."""
    written: dict[str, Any] = {
        "status": result.status.value,
        "length": result.length,
        "optimal": result.optimal,
        "lower_bound": result.lower_bound,
        "moves": None,
        **dump_solution(puzzle, result.solution),
        "count": result.count,
        "limit": result.limit,
        "statistics": {"nodes": result.nodes, "seconds": round(result.seconds, 6)},
        "proof": None if result.proof is None else dict(result.proof),
    }
    return {key: value for key, value in written.items() if value is not None or key in ("length", "moves", "proof")}


def dump_solution(puzzle: Puzzle, solution: Solution | None) -> dict[str, Any]:
    """Write a solution: moves, and what they remove (jump boards) or which pieces they move (sliding pieces)."""
    if solution is None:
        return {}
    if isinstance(puzzle, JumpPuzzle):
        chains = [cast(Chain, move) for move in solution]
        return {
            "moves": [[chain[0][0], *(jump[2] for jump in chain)] for chain in chains],
            "removed": [[jump[1] for jump in chain] for chain in chains],
        }
    cells, pieces = list(puzzle.start), []
    for start, to in (cast(Slide, move) for move in solution):
        pieces.append(cells[start])
        cells[to], cells[start] = cells[start], cells[to]
    return {"moves": [list(move) for move in solution], "pieces": pieces}


def load_solution(puzzle: Puzzle, moves: list[list[int]], removed: list[list[int]] | None) -> Solution:
    """Read a solution as :func:`dump_solution` wrote it."""
    if not isinstance(puzzle, JumpPuzzle):
        return tuple((start, to) for start, to in moves)
    chains = zip(moves, removed or [], strict=True)
    return tuple(tuple(zip(path, over, path[1:], strict=False)) for path, over in chains)


def carry_back(canonical: Puzzle, written: dict[str, Any], puzzle: Puzzle, order: tuple[int, ...]) -> dict[str, Any]:
    """Turn the result of a canonical puzzle into the result of a puzzle equal to it.

    Parameters
    ----------
    canonical
        The puzzle in canonical numbering.
    written
        Its result, as :func:`dump_result` wrote it.
    puzzle
        The same puzzle as its client numbers it.
    order
        ``order[i]`` is the client's hole or cell at canonical place i.

    Returns
    -------
    dict
        The result for the client; its solution has been played on the client's puzzle.

    Raises
    ------
    ReplayError
        If the solution does not hold there.
    """
    result = dict(written)
    if written.get("proof") is not None:
        result["proof"] = dict(restore_proof(canonical, written["proof"], order))
    if written["moves"] is not None:
        solution = restore(load_solution(canonical, written["moves"], written.get("removed")), order)
        replay(puzzle, solution)
        result |= dump_solution(puzzle, solution)
    return result
