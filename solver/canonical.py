"""The canonical form: one name for all puzzles that differ only in numbering or orientation.

A puzzle becomes a coloured graph in which the numbering of places and the order of moves leave no trace. The canonical
labelling of that graph renumbers the puzzle; the digest of the renumbered puzzle is the key of its answer.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from typing import Any

from solver import verify
from solver.kinds import kind_of
from solver.model import Puzzle, Result, Solution

SCHEME = 1
"""Version of the canonical form; part of every key, so that a new form never meets answers kept under an old one."""


@dataclass(frozen=True, slots=True)
class Canonical:
    """A puzzle in canonical numbering.

    Attributes
    ----------
    puzzle
        The puzzle renumbered; the same for all equal puzzles.
    order
        ``order[i]`` is the original hole or cell at canonical place i.
    key
        Digest of ``puzzle``.
    """

    puzzle: Puzzle
    order: tuple[int, ...]
    key: str


def canonical(puzzle: Puzzle) -> Canonical:
    """Bring a puzzle into canonical numbering."""
    kind = kind_of(puzzle)
    places = kind.size(puzzle)
    order = tuple(vertex for vertex in kind.canonical_graph(puzzle).canonical_order() if vertex < places)
    renumbered = kind.renumber(puzzle, order)
    return Canonical(renumbered, order, digest(renumbered))


def digest(puzzle: Puzzle) -> str:
    """A name for the puzzle exactly as it is numbered: 32 hexadecimal digits."""
    text = json.dumps([SCHEME, puzzle.kind, kind_of(puzzle).exact_form(puzzle)], separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def symmetries(puzzle: Puzzle) -> int:
    """Number of renumberings that leave a puzzle as it is: board, start, goal and opening."""
    return kind_of(puzzle).canonical_graph(puzzle).automorphism_count()


def restore(solution: Solution, order: tuple[int, ...]) -> Solution:
    """Rewrite a solution of the canonical puzzle in the original numbering. Moves are nested tuples of places."""

    def back(move: Any) -> Any:
        return order[move] if isinstance(move, int) else tuple(map(back, move))

    return tuple(back(move) for move in solution)


def restore_result(form: Canonical, result: Result, puzzle: Puzzle) -> Result:
    """Rewrite the result of a canonical puzzle in the numbering of ``puzzle``, of which ``form`` is the canonical form.

    The solution is replayed on ``puzzle``.

    Raises
    ------
    ReplayError
        If the solution does not hold there.
    """
    if result.proof is not None:
        result = replace(result, proof=kind_of(puzzle).renumber_proof(result.proof, form.order))
    if result.solution is not None:
        result = replace(result, solution=restore(result.solution, form.order))
    verify.verify(puzzle, result)
    return result
