"""Kinds of puzzle: the protocol of all that differs between them, and the registry.

A third kind is one object that has these methods, registered with :func:`register`; nothing else in the solver knows
what kinds there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar, runtime_checkable

from fewest.solver.block.kind import BlockKind
from fewest.solver.graphs import ColouredGraph
from fewest.solver.jump.kind import JumpKind
from fewest.solver.model import Findings, Limits, Move, Proof, Puzzle, Result, Rules, Search, Solution, Want
from fewest.solver.slide.kind import SlideKind
from fewest.solver.transitions import Transitions
from fewest.solver.units import Helpers, Unit, UnitWork

P = TypeVar("P")
Q = TypeVar("Q", contravariant=True)


class Kind(Protocol[P]):
    """All that differs between kinds of puzzle. ``P`` is the kind's puzzle class.

    Places (holes, cells) are numbered from 0. A position is whatever the kind makes of it; solutions are tuples of
    moves, and moves nested tuples of places.
    """

    name: str

    reversible: bool
    """Whether every move can be taken back, and is a single step; if not, no position ever comes back."""

    # Rules

    def rules(self, puzzle: P) -> Rules:
        """The plain rules of a puzzle."""

    def next_puzzles(self, puzzle: P) -> Iterator[tuple[Move, P]]:
        """Every move from the start, with the puzzle that begins after it; ``PuzzleError`` if moves are forced."""

    def puzzle_at(self, puzzle: P, position: Any) -> P:
        """The puzzle that begins in a position, without an opening."""

    def read_claim(
        self, puzzle: P, moves: Sequence[Sequence[int]], removed: Sequence[Sequence[int]] | None
    ) -> Solution:
        """Read a claimed solution as clients write it; ``ReplayError`` if it makes no sense on this board."""

    # Search

    def search(
        self, puzzle: P, want: Want, limits: Limits, tables: Path | None, threads: int, findings: Findings
    ) -> Search:
        """Set up the search; nothing runs until it is asked for its first slice. Loads the compiled kernels.

        With the findings of earlier runs it answers as without them, but may leave out what they have proven.
        """

    def warm(self) -> None:
        """Compile every kernel of the search, or load it from numba's cache."""

    def warm_parts(self) -> Sequence[Callable[[], object]]:
        """What :meth:`warm` does, in parts: processes that do one each at the same time compile little twice."""

    # Proofs

    def prove(self, puzzle: P, *, thorough: bool = True) -> Proof | None:
        """Prove without a search that there is no solution, if a simple argument does.

        Without ``thorough``, arguments that take longer than the search itself are left out.
        """

    def check_proof(self, puzzle: P, proof: Proof) -> bool:
        """Check a certificate by plain arithmetic."""

    def renumber_proof(self, proof: Proof, order: Sequence[int]) -> Proof:
        """Rewrite a proof for the board on which place i here has number ``order[i]``."""

    def dual(self, puzzle: P, result: Result) -> tuple[P, Result] | None:
        """Another puzzle that a result answers, too, and what it says of it; None if there is none."""

    # Canonical form

    def canonical_graph(self, puzzle: P) -> ColouredGraph:
        """A coloured graph of board, start, goal and opening whose first vertices are the places."""

    def renumber(self, puzzle: P, order: Sequence[int]) -> P:
        """The same puzzle with place ``order[i]`` numbered i."""

    def exact_form(self, puzzle: P) -> list[Any]:
        """The puzzle as plain JSON, equal for equal puzzles in equal numbering only."""

    def transitions(self, puzzle: P, symmetries: Sequence[Sequence[int]]) -> Transitions:
        """The steps of moves for pages of a listing that has these symmetries."""

    # Description

    def size(self, puzzle: P) -> int:
        """Number of places."""

    def sizes(self, puzzle: P) -> Mapping[str, int]:
        """The numbers that describe a puzzle, by name: holes, jumps, pegs …"""

    def max_positions(self, puzzle: P) -> int:
        """A number of positions that play does not exceed, found at once."""

    def lower_bound(self, puzzle: P) -> int:
        """A number of moves that no solution goes below, found within milliseconds. Supposes there is a solution."""

    def adjacent_places(self, puzzle: P) -> list[tuple[int, int]]:
        """Pairs of places a drawing should keep close, each pair in order, sorted."""

    def labels_by_place(self, puzzle: P, position: Any) -> Mapping[int, str]:
        """What stands where: a label by place, empty for a plain peg. Places that hold nothing are left out."""


@runtime_checkable
class Divisible(Protocol[Q]):
    """What a kind has in addition if other processes can do parts of its searches."""

    def shared_search(
        self,
        puzzle: Q,
        want: Want,
        limits: Limits,
        tables: Path | None,
        threads: int,
        findings: Findings,
        helpers: Helpers,
    ) -> Search:
        """Set up a search that offers units to helpers."""

    def unit_work(self, puzzle: Q, unit: Unit, limits: Limits, tables: Path | None, threads: int) -> UnitWork:
        """Set up one unit of a search of this puzzle; ``limits.bytes`` is for the tables it needs."""


KINDS: dict[str, Kind[Any]] = {}
"""Every kind by name."""


def register(kind: Kind[Any]) -> None:
    """Make a kind known under its name."""
    KINDS[kind.name] = kind


def kind_of(puzzle: Puzzle) -> Kind[Any]:
    """The kind of a puzzle."""
    return KINDS[puzzle.kind]


register(JumpKind())
register(SlideKind())
register(BlockKind())
