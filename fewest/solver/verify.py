"""Verification by the plain rules: every solution is replayed and every certificate checked before it is returned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from fewest.solver.errors import ReplayError
from fewest.solver.kinds import kind_of
from fewest.solver.model import WITHOUT_CERTIFICATE, Proof, Puzzle, Result, Solution


class Check(Enum):
    """The result of checking a proof. Exhaustion, and proofs whose programs are not stored, have no certificate: they
    can only be repeated.
    """

    HOLDS = "holds"
    FAILS = "fails"
    NOT_CHECKABLE = "not checkable"


def verify(puzzle: Puzzle, result: Result) -> None:
    """Replay the solution of a result, or check its proof.

    Raises
    ------
    ReplayError
        If the solution does not lead to the goal, or the proof does not hold.
    """
    if result.solution is not None:
        replay(puzzle, result.solution)
    for proof in (result.proof, result.pegs_proof):
        if proof is not None and check_proof(puzzle, proof) is Check.FAILS:
            raise ReplayError(f"the proof by {proof.get('by')} does not hold")


def replay(puzzle: Puzzle, solution: Solution) -> None:
    """Play a solution from the start, and check that it ends in the goal.

    Raises
    ------
    ReplayError
        If a move is not legal, the opening is not kept, or the last position does not meet the goal.
    """
    rules = kind_of(puzzle).rules(puzzle)
    if not rules.is_goal(rules.play(solution)):
        raise ReplayError("the solution does not end in the goal")


def check_proof(puzzle: Puzzle, proof: Proof) -> Check:
    """Check a proof by plain arithmetic, whoever made it. A proof with parts holds if all parts hold."""
    # Before the kind is asked, which accepts no proof without data.
    if proof.get("by") in WITHOUT_CERTIFICATE:
        return Check.NOT_CHECKABLE
    if not kind_of(puzzle).check_proof(puzzle, proof):
        return Check.FAILS
    # Some numbers of pegs may be refuted by searches only: then the whole can only be repeated.
    parts = [part["proof"]["by"] for part in proof.get("fewer", ())]
    return Check.NOT_CHECKABLE if any(by in WITHOUT_CERTIFICATE for by in parts) else Check.HOLDS


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of replaying a claimed solution.

    Attributes
    ----------
    reaches_goal
        Whether it ends in the goal.
    length
        Number of moves by the rules: consecutive jumps by the same peg are one move, however they were written.
    error
        Why it is not legal; None if it is.
    position
        Where it ends; None if it is not legal.
    """

    reaches_goal: bool
    length: int | None
    error: str | None
    position: Any

    @property
    def legal(self) -> bool:
        """Whether every move is legal."""
        return self.error is None


def judge(puzzle: Puzzle, moves: Sequence[Sequence[int]], removed: Sequence[Sequence[int]] | None) -> Verdict:
    """Play a claimed solution.

    Parameters
    ----------
    moves
        The places each move visits.
    removed
        Jump boards: the holes jumped over, move by move; needed only where two jumps have the same ends.
    """
    kind = kind_of(puzzle)
    rules = kind.rules(puzzle)
    try:
        solution = kind.read_claim(puzzle, moves, removed)
        position = rules.play(solution)
    except ReplayError as error:
        return Verdict(False, None, str(error), None)
    return Verdict(rules.is_goal(position), len(solution), None, position)
