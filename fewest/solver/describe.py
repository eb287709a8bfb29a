"""Describe a puzzle without a search: symmetries, simple proofs, a lower bound. Uses no compiled code."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from fewest.solver.canonical import symmetries
from fewest.solver.kinds import kind_of
from fewest.solver.model import Proof, Puzzle


@dataclass(frozen=True, slots=True)
class Description:
    """The description of a puzzle.

    Attributes
    ----------
    symmetries
        Number of renumberings that preserve the puzzle; at least 1. None if counting them takes too long.
    proof
        Why there is no solution, if a simple argument proves it.
    lower_bound
        No solution has fewer moves; None if there is no solution.
    """

    symmetries: int | None
    proof: Proof | None
    lower_bound: int | None


def describe(puzzle: Puzzle, count: Callable[[Puzzle], int | None] = symmetries) -> Description:
    """Describe a puzzle; takes some milliseconds. ``count`` counts its symmetries."""
    kind = kind_of(puzzle)
    proof = kind.prove(puzzle)
    return Description(count(puzzle), proof, None if proof is not None else kind.lower_bound(puzzle))
