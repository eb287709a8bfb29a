"""Search a jump puzzle with any goal: other goals are replaced by positions or numbers of pegs.

The fewest pegs
    Numbers of pegs are tried from the least on. A proof or a search refutes each, until the search for one finds the
    fewest moves. If few positions can be reached, all of them are found first, which gives the number.
The most pegs with no jump left
    A jump removes a peg, so this means the fewest jumps. Positions are reached jump by jump, up to symmetry, until some
    have no jump. They and their images, which are as good, are the goals of a search for the fewest moves.
A peg that must survive
    The puzzle is searched on a larger board (see :mod:`fewest.solver.jump.survivor`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from fewest.solver.budget import Budget
from fewest.solver.jump.board import JumpBoard, Words
from fewest.solver.jump.bounds.pattern_tables import directed_jumps
from fewest.solver.jump.proofs import after_opening, leaving, of_survivor, prove
from fewest.solver.jump.puzzle import SMALL_HOLES, JumpGoal, JumpPuzzle, PegsLeft
from fewest.solver.jump.search.driver import search as search_plain
from fewest.solver.jump.search.numbering import search_by_rows
from fewest.solver.jump.search.plan import DEFAULT_PLAN, Plan
from fewest.solver.jump.search.position_set import PositionSet
from fewest.solver.jump.survivor import MarkedPuzzle, marked_puzzle
from fewest.solver.jump.symmetry import apply_maps, automorphisms, image_tables
from fewest.solver.jump.words import NO_WORDS, fits, pack, unique, unpack, xor
from fewest.solver.model import (
    NOTHING,
    Findings,
    Limits,
    Progress,
    Proof,
    Search,
    Slices,
    Solution,
    Solved,
    Stopped,
    Unsolvable,
    Want,
)
from fewest.solver.slices import Run


def search(
    puzzle: JumpPuzzle,
    want: Want,
    limits: Limits,
    threads: int,
    findings: Findings = NOTHING,
    plan: Plan = DEFAULT_PLAN,
) -> Search:
    """Search for the best solution; the parameters are those of :func:`fewest.solver.jump.search.driver.search`."""

    def plain(goal: JumpPuzzle, known: Findings, left: int) -> Search:
        def run(numbered: JumpPuzzle, known: Findings) -> Search:
            return search_plain(numbered, want, replace(limits, bytes=max(0, left)), threads, known, plan)

        # Only beams depend on the numbering, and small boards are searched without.
        if want is Want.ANY and goal.board.holes > plan.dense_holes:
            return search_by_rows(goal, known, run)
        return run(goal, known)

    if puzzle.goal.pegs_left is not None:
        # The empty position leaves 0 pegs already.
        if not after_opening(puzzle):
            return plain(leaving(puzzle, 0), findings, limits.bytes)
        search_pegs = _fewest_pegs if puzzle.goal.pegs_left is PegsLeft.FEWEST else _dead_end
        return _within_bytes(search_pegs(puzzle, Budget.after(findings, limits.bytes), plan, plain))
    if puzzle.goal.survivor is not None:
        return _survivor(puzzle, limits, findings, plain)
    return plain(puzzle, findings, limits.bytes)


Plain = Callable[[JumpPuzzle, Findings, int], Search]
"""Searches a puzzle whose goal is plain, with findings and the bytes that are left."""


def _within_bytes(search: Search) -> Search:
    """Run a search; if memory runs out, its outcome is stopped."""
    try:
        return (yield from search)
    except MemoryError:
        return Stopped("bytes")


def _fewest_pegs(puzzle: JumpPuzzle, budget: Budget, plan: Plan, plain: Plain) -> Search:
    """Refute numbers of pegs from 1 on; answer the first that is not refuted."""
    position = after_opening(puzzle)
    fewer: list[dict[str, Any]] = [*budget.notes.get("fewer", ())]
    known = Findings(budget.notes.get("bound", 0), None, budget.nodes_before, budget.notes.get("plain", {}))
    least = yield from _least_pegs(puzzle.board, position, budget, plan)
    reached = {"by": "exhaustion", "nodes": budget.nodes}
    thorough = puzzle.board.holes > SMALL_HOLES
    while True:
        pegs = min(position.bit_count(), len(fewer) + 1)
        one = leaving(puzzle, pegs)
        proof = prove(one, pagodas=thorough, ends=False)
        # All positions have been reached, so this number is excluded; a certificate would be better.
        if proof is None and least is not None and pegs < least:
            proof = prove(one) or reached
        if proof is None:
            known = replace(known, best=_leaving(puzzle, budget.best, pegs))
            outcome = yield from _shown(plain(one, known, budget.bytes_limit), budget, fewer)
            if isinstance(outcome, Solved):
                certificate: Proof = {"by": "fewer", "pegs_left": pegs, "fewer": fewer}
                return replace(outcome, pegs_proof=certificate) if fewer else outcome
            if isinstance(outcome, Stopped):
                return outcome
            proof = prove(one) or outcome.proof if outcome.proof["by"] == "exhaustion" else outcome.proof
        fewer = [*fewer, {"pegs": pegs, "proof": proof}]
        # Bound and notes were about the number before; only the nodes remain true.
        known = Findings(nodes=known.nodes)
        budget.notes = {"fewer": fewer}
        yield budget.progress()


def _leaving(puzzle: JumpPuzzle, solution: Solution | None, pegs: int) -> Solution | None:
    """The best solution so far, if it leaves this number of pegs."""
    fits = solution is not None and puzzle.start.bit_count() - sum(map(len, solution)) == pegs
    return solution if fits else None


def _shown(search: Search, budget: Budget, fewer: list[dict[str, Any]]) -> Search:
    """Run a search for one number of pegs as a part of the whole.

    Its bound holds for the whole only if it has a solution: more pegs may need fewer moves.
    """
    nodes = budget.nodes
    run = Run(search)
    for progress in run:
        budget.nodes = nodes + progress.nodes
        budget.best = progress.best
        if progress.best is not None:
            budget.raise_bound(progress.lower_bound)
        budget.notes = {"fewer": fewer, "bound": progress.lower_bound, "plain": dict(progress.notes)}
        yield replace(budget.progress(), bytes=budget.bytes + progress.bytes)
    return run.value


def _least_pegs(board: JumpBoard, position: int, budget: Budget, plan: Plan) -> Slices[int | None]:
    """The fewest pegs that jumps can leave, by reaching every position; None if there are too many."""
    levels = JumpLevels(board, position, budget, plan)
    total = 0
    try:
        while levels.positions.size:
            total += levels.positions.size
            # At most 2**16 positions on boards with an exact bound: these are reached in any case.
            if total > plan.max_reached and board.holes > plan.exact_holes:
                return None
            yield from levels.advance()
        return position.bit_count() - levels.jumps + 1
    except MemoryError:
        return None
    finally:
        levels.free()


def _dead_end(puzzle: JumpPuzzle, budget: Budget, plan: Plan, plain: Plain) -> Search:
    """Reach positions jump by jump until some have no jump, and search for the fewest moves to one of them."""
    position = after_opening(puzzle)
    levels = JumpLevels(puzzle.board, position, budget, plan)
    try:
        while not (dead := (yield from levels.dead_ends())).size:
            yield from levels.advance()
        jumps = levels.jumps
        # Only least images were stored: which image of a dead end the start reaches is not known.
        images = unique(apply_maps(levels.images, dead).ravel())
        # Before the set of goals is made: there may be millions.
        budget.reserve(GOAL_BYTES * images.size)
    finally:
        levels.free()
    goal = JumpGoal(frozenset(unpack(images)))
    # A solution of an earlier run counts only if it leaves as many pegs.
    best = _leaving(puzzle, budget.best, position.bit_count() - jumps)
    known = Findings(budget.lower_bound, best, budget.nodes_before, budget.notes)
    nodes = budget.nodes
    run = Run(plain(replace(puzzle, goal=goal), known, budget.bytes_limit - budget.bytes))
    for progress in run:
        yield replace(progress, nodes=nodes + progress.nodes, bytes=budget.bytes + progress.bytes)
    return run.value


GOAL_BYTES = 200
"""Memory of a goal in a set of Python's integers, and in the arrays and hash tables made of it."""


class JumpLevels:
    """The positions after 0, 1, 2, … jumps from a position, up to symmetry of the board.

    Attributes
    ----------
    positions
        Those of the last level.
    jumps
        Its number of jumps.
    images
        Byte tables of the automorphisms.
    """

    def __init__(self, board: JumpBoard, position: int, budget: Budget, plan: Plan) -> None:
        # Of the board alone: there are no goals yet that they would have to keep.
        self.images = image_tables(automorphisms(board), board.holes)
        self.jumps = 0
        self._directed = directed_jumps(board, True)
        self._budget = budget
        self._size = max(1, plan.slices.sample_work // max(16, len(self.images)))
        self.positions = PositionSet.of(budget, pack([position], self.images.dtype), self.images)

    def advance(self) -> Slices[None]:
        """Go on to the next level; yields after each slice."""
        reached = PositionSet(self._budget, NO_WORDS[self.images.dtype])
        words = self.positions.words()
        self._budget.reserve(words.nbytes)
        try:
            for part in self._parts(words):
                for holes, before, tested in self._directed.arrays[0].T:
                    made = xor(part[fits(part, tested, before)], holes)
                    yield from reached.add(made, self.images)
                    self._budget.nodes += made.size
                yield self._budget.progress()
        except MemoryError:
            # Its bytes are given back, so that the caller can go on without knowing all positions.
            reached.free()
            raise
        finally:
            self._budget.release(words.nbytes)
        self.positions.free()
        self.positions = reached
        self.jumps += 1

    def dead_ends(self) -> Slices[Words]:
        """The positions of the level from which no jump is possible; yields after each slice."""
        found = [self.positions.slots[:0]]
        for part in self._parts(self.positions.words()):
            alive = np.zeros(part.size, bool)
            for _, before, tested in self._directed.arrays[0].T:
                alive |= fits(part, tested, before)
            found.append(part[~alive])
            yield self._budget.progress()
        return np.concatenate(found)

    def free(self) -> None:
        """Release the level."""
        self.positions.free()

    def _parts(self, words: Words) -> list[Words]:
        return [words[at : at + self._size] for at in range(0, words.size, self._size)]


def _survivor(puzzle: JumpPuzzle, limits: Limits, findings: Findings, plain: Plain) -> Search:
    """Search the larger board, with every solution rewritten."""
    marked = marked_puzzle(puzzle)
    if marked is None:
        proof = prove(puzzle)
        assert proof is not None
        return Unsolvable(proof)
    hole = puzzle.goal.survivor
    assert hole is not None
    best = None if findings.best is None else marked.to_places(hole, findings.best)
    run = Run(plain(marked.puzzle, replace(findings, best=best), limits.bytes))
    for progress in run:
        yield _in_holes(progress, marked)
    outcome = run.value
    if isinstance(outcome, Solved):
        return replace(outcome, solution=marked.to_holes(outcome.solution))
    return Unsolvable(of_survivor(marked, outcome.proof)) if isinstance(outcome, Unsolvable) else outcome


def _in_holes(progress: Progress, marked: MarkedPuzzle) -> Progress:
    return progress if progress.best is None else replace(progress, best=marked.to_holes(progress.best))
