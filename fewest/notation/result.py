"""Results: from the solver's result to JSON, and back."""

from __future__ import annotations

from fewest.notation import JsonObject
from fewest.notation.errors import Say, dump_errors
from fewest.notation.kinds import KINDS
from fewest.notation.proof_texts import explained
from fewest.notation.puzzle import ParsedPuzzle, estimate_of, notices_of
from fewest.solver.describe import Description
from fewest.solver.errors import ReplayError
from fewest.solver.kinds import kind_of
from fewest.solver.model import Move, Puzzle, Result, Solution, Status

SINGULAR = {"moves": "move", "removed": "removed", "pieces": "piece", "blocks": "block"}
"""Fields of a solution, and their names in the description of one move."""


def dump_result(puzzle: Puzzle, result: Result) -> JsonObject:
    """Write a result, without ``statistics.cache``, whose value is not known here."""
    document: JsonObject = {
        "status": result.status.value,
        "length": result.length,
        "optimal": result.optimal,
        "lower_bound": result.lower_bound,
        "moves": None,
        **dump_solution(puzzle, result.solution),
        **({} if result.solution is None else KINDS[puzzle.kind].dump_end(puzzle, result.solution)),
        "count": result.count,
        "limit": result.limit,
        "statistics": {"nodes": result.nodes, "seconds": round(result.seconds, 6)},
        "proof": None if result.proof is None else dict(result.proof),
        "pegs_proof": None if result.pegs_proof is None else dict(result.pegs_proof),
    }
    # Clients find these three in every result, even if they are null.
    return {key: value for key, value in document.items() if value is not None or key in ("length", "moves", "proof")}


def dump_notices(loaded: ParsedPuzzle, status: str, say: Say = str) -> JsonObject:
    """Write the notices of a puzzle without a solution, if any."""
    notices = notices_of(loaded) if status == Status.UNSOLVABLE else []
    return {"notices": dump_errors(notices, say)} if notices else {}


def dump_check(loaded: ParsedPuzzle, found: Description, say: Say = str) -> JsonObject:
    """Describe a valid puzzle without a search."""
    puzzle, proof = loaded.puzzle, found.proof
    estimate = estimate_of(puzzle, found.lower_bound)
    return {
        "kind": puzzle.kind,
        **kind_of(puzzle).sizes(puzzle),
        "symmetries": found.symmetries,
        "solvable": None if proof is None else False,
        "proof": None if proof is None else explained(puzzle, proof, say),
        "lower_bound": found.lower_bound,
        **({} if estimate is None else {"estimate": say(estimate)}),
        "notices": dump_errors(notices_of(loaded), say),
    }


def dump_solution(puzzle: Puzzle, solution: Solution | None) -> JsonObject:
    """Write a solution: its moves, and what goes with them (the ``removed`` holes, or the ``pieces`` that move)."""
    return {} if solution is None else KINDS[puzzle.kind].dump_solution(puzzle, solution)


def dump_move(puzzle: Puzzle, move: Move) -> JsonObject:
    """Write a move: the fields of a solution of one move, in the singular."""
    return {SINGULAR[name]: values[0] for name, values in dump_solution(puzzle, (move,)).items()}


def move_rows(result: JsonObject) -> list[JsonObject]:
    """The moves of a written result as a table, with their numbers; empty if it has no solution."""
    columns = {one: result[many] for many, one in SINGULAR.items() if result.get(many) is not None}
    moves = zip(*columns.values(), strict=True)
    return [{"number": number, **dict(zip(columns, move, strict=True))} for number, move in enumerate(moves, 1)]


def load_solution(puzzle: Puzzle, moves: list[list[int]], removed: list[list[int]] | None) -> Solution:
    """Read a solution as :func:`dump_solution` wrote it."""
    return KINDS[puzzle.kind].load_solution(moves, removed)


def load_result(puzzle: Puzzle, document: JsonObject) -> Result:
    """Read a result that :func:`dump_result` wrote. Its listing, if any, is stored elsewhere.

    Raises
    ------
    ReplayError
        If it is called solved but has no moves, or has moves but is called unsolvable: then it is damaged.
    """
    status, moves = Status(document["status"]), document["moves"]
    if {Status.SOLVED: moves is None, Status.UNSOLVABLE: moves is not None}.get(status):
        raise ReplayError(f"the result is {status}, which its moves contradict")
    statistics = document["statistics"]
    return Result(
        status,
        None if moves is None else load_solution(puzzle, moves, document.get("removed")),
        document["optimal"],
        document.get("lower_bound"),
        count=document.get("count"),
        limit=document.get("limit"),
        proof=document["proof"],
        pegs_proof=document.get("pegs_proof"),
        nodes=statistics["nodes"],
        seconds=statistics["seconds"],
    )
