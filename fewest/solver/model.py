"""The types that the whole library shares: requests, limits, progress and results."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, TypeVar

if TYPE_CHECKING:  # it imports numpy, which readers of results do not need
    from fewest.solver.listing import Listing

Jump: TypeAlias = tuple[int, int, int]
"""``(from, over, to)``."""

Move: TypeAlias = tuple[Jump, ...] | tuple[int, int]
"""Jump boards: the jumps one peg makes in a row. Sliding puzzles: ``(from, to)``."""

Solution: TypeAlias = tuple[Move, ...]

Proof: TypeAlias = Mapping[str, Any]
"""Why no solution exists, as plain JSON; ``by`` names the argument, the rest lets anyone check it."""


WITHOUT_CERTIFICATE = ("exhaustion", "programs")
"""Proofs that name a method and have no data to check."""

Notes: TypeAlias = Mapping[str, Any]
"""Notes that make a search faster, as plain JSON; only the kind of puzzle knows their content."""


class Puzzle(Protocol):
    """A puzzle of any kind: a frozen, hashable dataclass with at least these attributes."""

    @property
    def kind(self) -> str:
        """Name of its kind, a key of :data:`fewest.solver.kinds.KINDS`."""

    @property
    def start(self) -> Any:
        """The position it begins in."""

    def __hash__(self) -> int:
        """Equal puzzles have equal hashes."""


class Rules(Protocol):
    """The plain rules of one puzzle: slow, obvious, and the measure of every answer."""

    def roots(self) -> Iterator[tuple[tuple[Any, ...], Any]]:
        """Ways to begin: the moves made, and the position after them."""

    def successors(self, position: Any) -> Iterator[tuple[Any, Any]]:
        """Moves and the positions they lead to, in a fixed order."""

    def play(self, solution: Solution) -> Any:
        """Play a solution from the start and return the last position; ``ReplayError`` if a move is not legal."""

    def is_goal(self, position: Any) -> bool:
        """Whether a position meets the goal."""


class Status(StrEnum):
    """How a search ended. All three are results, none is an error."""

    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    STOPPED = "stopped"


class Want(StrEnum):
    """What to find out about a puzzle: one optimal solution, their number, a listing, or any solution."""

    ONE = "one"
    COUNT = "count"
    ALL = "all"
    ANY = "any"

    @property
    def counts(self) -> bool:
        """Whether the number of optimal solutions is part of the answer."""
        return self in (Want.COUNT, Want.ALL)


INFINITE = 1 << 40
"""More moves than any solution has: the lower bound of an unsolvable puzzle."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one search: wall-clock seconds, nodes (units of work), and bytes of memory for its data."""

    seconds: float = 60.0
    nodes: int = 10_000_000_000
    bytes: int = 2_000_000_000


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search is after a slice.

    ``lower_bound`` is proven and never falls; ``nodes`` and ``bytes`` are totals so far;
    ``best`` is the shortest solution found so far, if any. If ``wait_seconds`` is positive, the search waits for
    another process, and its caller should pause that long before the next slice. ``notes`` make a later run faster.
    """

    lower_bound: int
    nodes: int
    bytes: int = 0
    best: Solution | None = None
    wait_seconds: float = 0.0
    notes: Notes = field(default_factory=dict)


class KernelSet(NamedTuple):
    """Kernels that are compiled together.

    Attributes
    ----------
    places
        A search of at most so many places needs no later set, as a rule.
    parts
        What compiles them, or loads them from numba's cache. Processes that run one part each, at the same time,
        compile little twice.
    """

    places: int
    parts: Sequence[Callable[[], object]]


@dataclass(frozen=True, slots=True)
class Findings:
    """Results of earlier runs of a search; a later run continues from there.

    Attributes
    ----------
    lower_bound
        No solution has fewer moves.
    best
        The shortest solution found, if any.
    nodes
        Nodes of these runs.
    notes
        They make the search faster. Like ``nodes``, they change how it continues, but never its answer.
    """

    lower_bound: int = 0
    best: Solution | None = None
    nodes: int = 0
    notes: Notes = field(default_factory=dict)


NOTHING = Findings()
"""The findings of a search that has not run yet."""


@dataclass(frozen=True, slots=True)
class Solved:
    """A search found a solution; ``optimal`` whether none is shorter, ``pegs_proof`` why none leaves fewer pegs."""

    solution: Solution
    optimal: bool = True
    count: int | None = None
    listing: Listing | None = None
    pegs_proof: Proof | None = None


@dataclass(frozen=True, slots=True)
class Unsolvable:
    """A search proved that no solution exists."""

    proof: Proof


@dataclass(frozen=True, slots=True)
class Stopped:
    """A search stopped at a limit: the name of a field of :class:`Limits`."""

    limit: str


Outcome: TypeAlias = Solved | Unsolvable | Stopped

T = TypeVar("T")

Slices: TypeAlias = Generator[Progress, None, T]
"""Work that yields its progress after every slice and returns a ``T``."""

Search: TypeAlias = Slices[Outcome]
"""A search yields its progress after every slice and returns its outcome.

It reads no clock and never sleeps: its caller decides between slices whether to continue. Closing it ends it.
Its last progress counts all its nodes. If memory runs out, it returns ``Stopped("bytes")``.
"""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of :func:`fewest.solver.solve.solve`.

    Attributes
    ----------
    status
        solved, unsolvable or stopped.
    solution
        The moves; for ``stopped`` the best found so far, if any.
    optimal
        True only if it is proven that no solution is shorter.
    lower_bound
        No solution has fewer moves (None if unsolvable).
    count
        Number of distinct optimal solutions, if wanted.
    listing
        Positions on optimal solutions, if all are wanted.
    limit
        Which limit ended the search, if one did.
    proof
        Why no solution exists, if none does.
    pegs_proof
        If the goal is to leave the fewest pegs: why fewer cannot be left, if more than one is.
    nodes, seconds
        What the search spent.
    """

    status: Status
    solution: Solution | None
    optimal: bool
    lower_bound: int | None
    count: int | None = None
    listing: Listing | None = None
    limit: str | None = None
    proof: Proof | None = None
    pegs_proof: Proof | None = None
    nodes: int = 0
    seconds: float = 0.0

    @property
    def length(self) -> int | None:
        """Number of moves of the solution."""
        return None if self.solution is None else len(self.solution)
