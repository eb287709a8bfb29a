"""Jump puzzles as a kind (see :class:`solver.kinds.Kind`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

from solver.errors import PuzzleError, ReplayError
from solver.jump import proofs, symmetry
from solver.jump.board import holes_of
from solver.jump.dual import dual_of, dual_result
from solver.jump.puzzle import EXACT_HOLES, JumpPuzzle
from solver.jump.rules import JumpRules, moves_of
from solver.model import Jump, Limits, Move, Proof, Result, Search, Solution, Want

SEARCH = "solver.jump.search"
"""A string, imported on demand: describing puzzles never loads the compiled kernels."""


class JumpKind:
    """Peg solitaire on any jump table (see :mod:`solver.jump`)."""

    name = "jump"

    def rules(self, puzzle: JumpPuzzle) -> JumpRules:
        """The plain rules."""
        return JumpRules(puzzle)

    def next_puzzles(self, puzzle: JumpPuzzle) -> Iterator[tuple[Move, JumpPuzzle]]:
        """Every move from the start, with the puzzle after it. With an opening, moves are prescribed: an error."""
        if puzzle.opening:
            raise PuzzleError([(("opening",), "a hint is about a position: put the pegs into start")])
        for chain, position in JumpRules(puzzle).successors(puzzle.start):
            yield chain, replace(puzzle, start=position)

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
            for place, ends in enumerate(pairwise(path)):
                over = None if removed is None else removed[number - 1][place]
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

    def search(self, puzzle: JumpPuzzle, want: Want, limits: Limits, tables: Path | None, threads: int) -> Search:
        """Bidirectional breadth-first search with iterative deepening."""
        search: Search = import_module(f"{SEARCH}.driver").search(puzzle, want, limits, tables, threads)
        return search

    def warm(self) -> None:
        """Compile the kernels."""
        import_module(f"{SEARCH}.warm").warm()

    def prove(self, puzzle: JumpPuzzle, *, thorough: bool = True) -> Proof | None:
        """Prove by numbers of pegs, parities or pagoda functions.

        Finding pagoda functions takes linear programs; on a small board they take longer than the search.
        """
        return proofs.prove(puzzle, pagodas=thorough or puzzle.board.holes > EXACT_HOLES)

    check_proof = staticmethod(proofs.check)
    renumber_proof = staticmethod(proofs.renumber)

    def dual(self, puzzle: JumpPuzzle, result: Result) -> tuple[JumpPuzzle, Result] | None:
        """The play backwards with pegs and empty holes exchanged (see :mod:`solver.jump.dual`)."""
        other = dual_of(puzzle)
        if other is None:
            return None
        carried = dual_result(other, result, self.lower_bound(other))
        return None if carried is None else (other, carried)

    canonical_graph = staticmethod(symmetry.canonical_graph)
    renumber = staticmethod(symmetry.renumber)

    def exact_form(self, puzzle: JumpPuzzle) -> list[Any]:
        """Holes, jumps, start, goal, opening."""
        goal = [sorted(puzzle.goal.positions), sorted(puzzle.goal.counts)]
        return [puzzle.board.holes, puzzle.board.jumps, puzzle.start, goal, puzzle.opening]

    def position_key(self, puzzle: JumpPuzzle, symmetries: Sequence[Sequence[int]]) -> Callable[[int], bytes]:
        """The least image of a position, 8 bytes, big-endian."""
        return symmetry.key(puzzle.board.holes, [tuple(image) for image in symmetries])

    def size(self, puzzle: JumpPuzzle) -> int:
        """Number of holes."""
        return puzzle.board.holes

    def sizes(self, puzzle: JumpPuzzle) -> Mapping[str, int]:
        """Holes, jumps and pegs."""
        return {"holes": puzzle.board.holes, "jumps": len(puzzle.board.jumps), "pegs": puzzle.start.bit_count()}

    def lower_bound(self, puzzle: JumpPuzzle) -> int:
        """Number of pegs that must move because no jump removes them, each by a move of its own.

        A goal position lets those stay that have a peg in it, a goal of n pegs any n of them.
        """
        if puzzle.goal.met(puzzle.start) and not puzzle.opening:
            return 0
        jumped = {over for _, over, _ in puzzle.board.jumps}
        safe = sum(1 << hole for hole in holes_of(puzzle.start) if hole not in jumped)
        leaving = [(safe & ~position).bit_count() for position in puzzle.goal.positions]
        leaving += [safe.bit_count() - count for count in puzzle.goal.counts]
        return max(min(leaving), len(moves_of(puzzle.opening)), 1)

    def adjacent_places(self, puzzle: JumpPuzzle) -> list[tuple[int, int]]:
        """Consecutive holes of a jump."""
        pairs = [pair for start, over, to in puzzle.board.jumps for pair in ((start, over), (over, to))]
        return sorted({(min(pair), max(pair)) for pair in pairs})

    def occupants(self, puzzle: JumpPuzzle, position: int) -> Mapping[int, str]:  # noqa: ARG002
        """A plain peg by hole."""
        return dict.fromkeys(holes_of(position), "")
