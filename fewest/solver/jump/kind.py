"""Jump puzzles as a kind (see :class:`fewest.solver.kinds.Kind`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

from fewest.solver.errors import Message, PuzzleError, ReplayError
from fewest.solver.jump import checks, proofs, symmetry
from fewest.solver.jump.board import holes_of
from fewest.solver.jump.bounds.region_costs import region_bound
from fewest.solver.jump.dual import dual_of, dual_result
from fewest.solver.jump.puzzle import SMALL_HOLES, JumpGoal, JumpPuzzle, PegsLeft
from fewest.solver.jump.rules import Chain, JumpRules, follow_peg, moves_of
from fewest.solver.jump.survivor import marked_puzzle
from fewest.solver.jump.transitions import JumpTransitions, MarkedTransitions
from fewest.solver.model import Findings, Jump, KernelSet, Limits, Move, Proof, Result, Search, Solution, Status, Want

SEARCH = "fewest.solver.jump.search"
"""A string, imported on demand: describing puzzles never loads the compiled kernels."""


def pegs_that_must_move(puzzle: JumpPuzzle) -> int:
    """Number of pegs that must move because no jump removes them; each needs a move.

    In a goal position, pegs may stay where it has pegs; with a goal of n pegs, any n may stay.
    """
    jumped = {over for _, over, _ in puzzle.board.jumps}
    safe = sum(1 << hole for hole in holes_of(puzzle.start) if hole not in jumped)
    leaving = [(safe & ~position).bit_count() for position in puzzle.goal.positions]
    return min(leaving + [safe.bit_count() - count for count in puzzle.goal.counts])


def _goal_after(goal: JumpGoal, chain: Chain, position: int) -> JumpGoal:
    """The goal after a move, with the present hole of the peg that must survive; an empty hole if it was removed."""
    if goal.survivor is None:
        return goal
    hole = follow_peg(goal.survivor, chain)
    # The lowest hole without a peg; there is one, because a jump has been made.
    empty = (~position & position + 1).bit_length() - 1
    return replace(goal, survivor=empty if hole is None else hole)


class JumpKind:
    """Peg solitaire on any jump table (see :mod:`fewest.solver.jump`)."""

    name = "jump"
    reversible = False

    def rules(self, puzzle: JumpPuzzle) -> JumpRules:
        """The plain rules."""
        return JumpRules(puzzle)

    def next_puzzles(self, puzzle: JumpPuzzle) -> Iterator[tuple[Move, JumpPuzzle]]:
        """Every move from the start, with the puzzle after it. An opening prescribes moves and is an error."""
        if puzzle.opening:
            raise PuzzleError([(("opening",), Message("a hint is for one position: list its pegs in start"))])
        for chain, position in JumpRules(puzzle).successors(puzzle.start):
            yield chain, replace(puzzle, start=position, goal=_goal_after(puzzle.goal, chain, position))

    def puzzle_at(self, puzzle: JumpPuzzle, position: int) -> JumpPuzzle:
        """The same board and goal."""
        return replace(puzzle, start=position, opening=())

    def read_claim(
        self, puzzle: JumpPuzzle, moves: Sequence[Sequence[int]], removed: Sequence[Sequence[int]] | None
    ) -> Solution:
        """Read the holes each peg visits, and the holes jumped over where several jumps have the same ends."""
        if removed is not None and [len(over) for over in removed] != [max(0, len(path) - 1) for path in moves]:
            raise ReplayError("removed must have one hole for every jump")
        by_ends: dict[tuple[int, int], list[Jump]] = {}
        for jump in puzzle.board.jumps:
            by_ends.setdefault((jump[0], jump[2]), []).append(jump)
        jumps: list[Jump] = []
        for number, path in enumerate(moves, 1):
            if len(path) < 2:
                raise ReplayError(f"move {number}: a move visits at least two holes")
            for index, ends in enumerate(pairwise(path)):
                over = None if removed is None else removed[number - 1][index]
                fitting = [jump for jump in by_ends.get(ends, ()) if over in (None, jump[1])]
                if not fitting:
                    raise ReplayError(
                        f"move {number}: no jump of this board goes from {ends[0]} to {ends[1]} like that"
                    )
                if len(fitting) > 1:
                    raise ReplayError(
                        f"move {number}: several jumps go from {ends[0]} to {ends[1]}: say which hole is removed"
                    )
                jumps.append(fitting[0])
        return moves_of(tuple(jumps))

    def search(
        self, puzzle: JumpPuzzle, want: Want, limits: Limits, tables: Path | None, threads: int, findings: Findings
    ) -> Search:
        """Bidirectional breadth-first search with iterative deepening, or several.

        ``tables`` is unused: pattern tables are built within a second.
        """
        search: Search = import_module(f"{SEARCH}.goals").search(puzzle, want, limits, threads, findings)
        return search

    def kernel_sets(self) -> Sequence[KernelSet]:
        """Those of small boards; those of the walk, and of everything else; those of more than 64 holes."""
        sets: Sequence[KernelSet] = import_module(f"{SEARCH}.warm").SETS
        return sets

    def prove(self, puzzle: JumpPuzzle, *, thorough: bool = True) -> Proof | None:
        """Prove by numbers of pegs, parities or pagoda functions.

        Finding pagoda functions takes linear programs; on a small board they take longer than the search.
        """
        return proofs.prove(puzzle, pagodas=thorough or puzzle.board.holes > SMALL_HOLES, ends=thorough)

    check_proof = staticmethod(checks.check)
    renumber_proof = staticmethod(checks.renumber)

    def dual(self, puzzle: JumpPuzzle, result: Result) -> tuple[JumpPuzzle, Result] | None:
        """The play backwards with pegs and empty holes exchanged (see :mod:`fewest.solver.jump.dual`).

        If the goal is to leave the fewest pegs: the puzzle to leave that many.
        """
        if puzzle.goal.pegs_left is PegsLeft.FEWEST and result.status is Status.SOLVED and result.solution is not None:
            left = puzzle.start.bit_count() - sum(map(len, result.solution))
            return proofs.leaving(puzzle, left), replace(result, pegs_proof=None)
        other = dual_of(puzzle)
        if other is None:
            return None
        carried = dual_result(other, result, self.lower_bound)
        return None if carried is None else (other, carried)

    canonical_graph = staticmethod(symmetry.canonical_graph)
    renumber = staticmethod(symmetry.renumber)

    def exact_form(self, puzzle: JumpPuzzle) -> list[Any]:
        """Holes, jumps, start, goal, opening."""
        goal: list[Any] = [sorted(puzzle.goal.positions), sorted(puzzle.goal.counts)]
        if puzzle.goal.survivor is not None or puzzle.goal.pegs_left is not None:
            goal += [puzzle.goal.survivor, puzzle.goal.pegs_left]
        return [puzzle.board.holes, puzzle.board.jumps, puzzle.start, goal, puzzle.opening]

    def transitions(self, puzzle: JumpPuzzle, symmetries: Sequence[Sequence[int]]) -> JumpTransitions:
        """The jumps, on the larger board if a peg must survive."""
        images = [tuple(image) for image in symmetries]
        marked = None if puzzle.goal.survivor is None else marked_puzzle(puzzle)
        return JumpTransitions(puzzle, images) if marked is None else MarkedTransitions(marked, images)

    def size(self, puzzle: JumpPuzzle) -> int:
        """Number of holes."""
        return puzzle.board.holes

    def sizes(self, puzzle: JumpPuzzle) -> Mapping[str, int]:
        """Holes, jumps and pegs."""
        return {"holes": puzzle.board.holes, "jumps": len(puzzle.board.jumps), "pegs": puzzle.start.bit_count()}

    def max_positions(self, puzzle: JumpPuzzle) -> int:
        """A peg or none in every hole."""
        return 1 << puzzle.board.holes

    def lower_bound(self, puzzle: JumpPuzzle) -> int:
        """The larger of two bounds: that of regions, and the pegs that no jump removes."""
        if JumpRules(puzzle).is_goal(puzzle.start) and not puzzle.opening:
            return 0
        if puzzle.goal.pegs_left is not None:
            return max(len(moves_of(puzzle.opening)), 1)
        # The largest of several lower bounds is one; they cannot be added, since both may count the same move.
        return max(pegs_that_must_move(puzzle), region_bound(puzzle), len(moves_of(puzzle.opening)), 1)

    def goal_error(self, puzzle: JumpPuzzle) -> Message | None:
        """Why features are undefined for goals about a game: they depend on more than the position."""
        if puzzle.goal.pegs_left is None and puzzle.goal.survivor is None:
            return None
        return Message("features need a goal that lists pegs or empty holes, or gives a number of pegs")

    def adjacent_places(self, puzzle: JumpPuzzle) -> list[tuple[int, int]]:
        """Consecutive holes of a jump."""
        return puzzle.board.adjacent_holes

    def labels_by_place(self, puzzle: JumpPuzzle, position: int) -> Mapping[int, str]:
        """A plain peg by hole."""
        return dict.fromkeys(holes_of(position), "")
