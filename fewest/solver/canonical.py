"""The canonical form: one name for all puzzles that differ only in numbering or orientation.

A puzzle becomes a coloured graph in which the numbering of places and the order of moves leave no trace. The canonical
labelling of that graph renumbers the puzzle; the digest of the renumbered puzzle is the key of its answer. If that
takes too long, the puzzle keeps its own numbering: its answer is right, but renumbered puzzles do not share it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from fewest.solver import verify
from fewest.solver.errors import DeadlineError
from fewest.solver.graphs import ColouredGraph, inverse
from fewest.solver.kinds import kind_of
from fewest.solver.model import Puzzle, Result, Solution

SCHEME = 1
"""Version of the canonical form; part of every key, so that a new form never finds answers stored under an old one."""


COMPACT = json.JSONEncoder(separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Canonical:
    """A puzzle in canonical numbering.

    Attributes
    ----------
    puzzle
        The puzzle renumbered; the same for all equal puzzles.
    order
        ``order[i]`` is the original hole or cell at canonical number i.
    key
        Digest of ``puzzle``.
    shared
        False if the canonical numbering was not found in time; ``order`` is the identity then.
    characters
        Length of ``puzzle`` as text; 0 if unknown.
    """

    puzzle: Puzzle
    order: tuple[int, ...]
    key: str
    shared: bool = True
    characters: int = 0


def canonical(
    puzzle: Puzzle, find_order: Callable[[ColouredGraph], list[int]] = ColouredGraph.canonical_order
) -> Canonical:
    """Bring a puzzle into canonical numbering, if that can be found in time.

    Parameters
    ----------
    find_order
        Finds the canonical order of a graph that is not easy, or raises ``DeadlineError``.
    """
    kind = kind_of(puzzle)
    places = kind.size(puzzle)
    graph = kind.canonical_graph(puzzle)
    try:
        # Easy graphs need no child process: they take 20 ms at most.
        found = graph.ask_order() if graph.is_easy() else find_order(graph)
    except DeadlineError:
        return own_numbering(puzzle)
    # The first vertices are the places; the others only stand for jumps, goals and pieces.
    return renumbered(puzzle, tuple(vertex for vertex in found if vertex < places))


def renumbered(puzzle: Puzzle, order: tuple[int, ...]) -> Canonical:
    """The puzzle in the canonical numbering given by ``order``."""
    form = kind_of(puzzle).renumber(puzzle, order)
    text = _text(form)
    return Canonical(form, order, _digest(text), characters=len(text))


def own_numbering(puzzle: Puzzle) -> Canonical:
    """The puzzle in its own numbering, if the canonical form takes too long."""
    order = tuple(range(kind_of(puzzle).size(puzzle)))
    return replace(renumbered(puzzle, order), shared=False)


def digest(puzzle: Puzzle) -> str:
    """A name for the puzzle exactly as it is numbered: 32 hexadecimal digits."""
    return _digest(_text(puzzle))


def _text(puzzle: Puzzle) -> str:
    return COMPACT.encode([SCHEME, puzzle.kind, kind_of(puzzle).exact_form(puzzle)])


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def symmetries(puzzle: Puzzle, count: Callable[[ColouredGraph], int] = ColouredGraph.automorphism_count) -> int | None:
    """Number of renumberings that preserve board, start, goal and opening of a puzzle.

    Parameters
    ----------
    count
        Counts the automorphisms of a graph that is not easy, or raises ``DeadlineError``.

    Returns
    -------
    int
        None if it cannot be found in time.
    """
    graph = kind_of(puzzle).canonical_graph(puzzle)
    try:
        return graph.ask_count() if graph.is_easy() else count(graph)
    except DeadlineError:
        return None


def to_original_numbering(solution: Solution, order: tuple[int, ...]) -> Solution:
    """Rewrite a solution of the canonical puzzle in the original numbering. Moves are nested tuples of places."""

    original = order.__getitem__

    def back(move: Any) -> Any:
        if isinstance(move, int):
            return original(move)
        return tuple(map(original if move and isinstance(move[0], int) else back, move))

    return tuple(map(back, solution))


def canonical_result(form: Canonical, result: Result) -> Result:
    """Rewrite the result of a puzzle for its canonical form ``form``: the inverse of :func:`restore_result`.

    Raises
    ------
    ReplayError
        If the solution or the proof does not hold.
    """
    # An answer in the puzzle's own numbers is restored as if the puzzle were the canonical form of its canonical form.
    return restore_result(replace(form, order=inverse(form.order)), result, form.puzzle)


def restore_result(form: Canonical, result: Result, puzzle: Puzzle) -> Result:
    """Rewrite the result of a canonical puzzle in the numbering of ``puzzle``, of which ``form`` is the canonical form.

    The solution is replayed on ``puzzle``.

    Raises
    ------
    ReplayError
        If the solution does not hold there.
    """
    kind = kind_of(puzzle)
    if result.proof is not None:
        result = replace(result, proof=kind.renumber_proof(result.proof, form.order))
    if result.pegs_proof is not None:
        result = replace(result, pegs_proof=kind.renumber_proof(result.pegs_proof, form.order))
    if result.solution is not None:
        result = replace(result, solution=to_original_numbering(result.solution, form.order))
    # After the rewriting: a mistake in it would show as a solution that does not replay.
    verify.verify(puzzle, result)
    return result
