"""Kinds of puzzle: the protocol of everything that differs between them, and the registry.

A new kind is one object with the methods of :class:`Kind`, registered with :func:`register`. It may be
:class:`Divisible`, :class:`Reversing` and :class:`Playing`, too.
Code outside the folder of a kind does not know which kinds exist (``tests/unit/solver/test_kinds.py``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar, runtime_checkable

from fewest.solver.block.kind import BlockKind
from fewest.solver.errors import Message
from fewest.solver.graphs import ColouredGraph
from fewest.solver.jump.kind import JumpKind
from fewest.solver.model import (
    Findings,
    KernelSet,
    Limits,
    Move,
    Proof,
    Puzzle,
    Result,
    Rules,
    Search,
    Solution,
    Want,
)
from fewest.solver.slide.kind import SlideKind
from fewest.solver.transitions import Transitions
from fewest.solver.units import Helpers, Unit, UnitWork

P = TypeVar("P")
Q = TypeVar("Q", contravariant=True)


class Kind(Protocol[P]):
    """Everything that differs between kinds of puzzle. ``P`` is the kind's puzzle class.

    Places (holes, cells) are numbered from 0. The kind defines the form of a position. Solutions are tuples of moves,
    and moves are nested tuples of places.
    """

    name: str

    reversible: bool
    """Whether every move is a single step that can be taken back; if not, no position occurs twice in a game."""

    # The rules

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

    # The search

    def search(
        self, puzzle: P, want: Want, limits: Limits, tables: Path | None, threads: int, findings: Findings
    ) -> Search:
        """Set up the search; nothing runs until its first slice. Loads the compiled kernels.

        Findings of earlier runs do not change its answer, but it may skip what they have proven.
        """

    def kernel_sets(self) -> Sequence[KernelSet]:
        """All kernels of the search: those of small boards first, then what larger ones need in addition."""

    # Proofs without a search, and their certificates

    def prove(self, puzzle: P, *, thorough: bool = True) -> Proof | None:
        """Prove without a search that there is no solution, if a simple argument suffices.

        Without ``thorough``, arguments that take longer than the search itself are left out.
        """

    def check_proof(self, puzzle: P, proof: Proof) -> bool:
        """Check a certificate by plain arithmetic."""

    def renumber_proof(self, proof: Proof, order: Sequence[int]) -> Proof:
        """Rewrite a proof for the board on which place i here has number ``order[i]``."""

    # Puzzles that are equal but for their numbering

    def canonical_graph(self, puzzle: P) -> ColouredGraph:
        """A coloured graph of board, start, goal and opening whose first vertices are the places."""

    def renumber(self, puzzle: P, order: Sequence[int]) -> P:
        """The same puzzle with place ``order[i]`` numbered i."""

    def exact_form(self, puzzle: P) -> list[Any]:
        """The puzzle as plain JSON, equal for equal puzzles in equal numbering only."""

    def transitions(self, puzzle: P, symmetries: Sequence[Sequence[int]]) -> Transitions:
        """The steps of moves for pages of a listing that has these symmetries."""

    # What is known of a puzzle at once

    def size(self, puzzle: P) -> int:
        """Number of places."""

    def sizes(self, puzzle: P) -> Mapping[str, int]:
        """The numbers that describe a puzzle, by name: holes, jumps, pegs …"""

    def max_positions(self, puzzle: P) -> int:
        """An upper bound on the number of positions, found at once."""

    def lower_bound(self, puzzle: P) -> int:
        """A lower bound on the number of moves, found within milliseconds, if there is a solution."""

    def adjacent_places(self, puzzle: P) -> list[tuple[int, int]]:
        """Pairs of places a drawing should keep close, each pair in order, sorted."""

    def labels_by_place(self, puzzle: P, position: Any) -> Mapping[int, str]:
        """A label by place, empty for a plain peg. Empty places are left out."""


@runtime_checkable
class Reversing(Protocol[P]):
    """The additional method of a kind if the answer to one puzzle answers another."""

    def dual(self, puzzle: P, result: Result) -> tuple[P, Result] | None:
        """Another puzzle that this result answers, too, and its result; None if there is no such puzzle."""


@runtime_checkable
class Playing(Protocol[Q]):
    """The additional method of a kind if some goals are about the whole game, not about its last position alone."""

    def goal_error(self, puzzle: Q) -> Message | None:
        """Why features, which count positions, are not defined for the goal; None if they are."""


@runtime_checkable
class Divisible(Protocol[Q]):
    """The additional methods of a kind if other processes can do parts of its searches."""

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


def dual(puzzle: Puzzle, result: Result) -> tuple[Puzzle, Result] | None:
    """Another puzzle that this result answers, too, and its result; None if there is no such puzzle."""
    kind = kind_of(puzzle)
    return kind.dual(puzzle, result) if isinstance(kind, Reversing) else None


def goal_error(puzzle: Puzzle) -> Message | None:
    """Why features are not defined for the goal of a puzzle; None if they are."""
    kind = kind_of(puzzle)
    return kind.goal_error(puzzle) if isinstance(kind, Playing) else None


# The order of the kinds wherever they are listed: pages, documents, help texts.
register(JumpKind())
register(SlideKind())
register(BlockKind())
