"""Features: numbers about the optimal solutions of a puzzle, and the other moves, that indicate how hard it is.

``docs/05-for-designers.md`` defines each. None of them is a rating.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from fewest.design.walks import DEFAULT_WALK, Walk, WalkOptions
from fewest.solver.kinds import kind_of
from fewest.solver.model import Puzzle, Result

NAMES = ("length", "count", "forced", "choices", "traps", "detours", "walk")
"""All features, in the order in which they are reported."""

DECIMALS = 6
"""Decimals to which fractions are rounded."""

NO_POSITION = "no_position"
"""Why a feature is undefined: there is no position to move from, as the start meets the goal."""

NO_DISTANCE = "no_distance"
"""Why detours are undefined: puzzles of this kind have no plain distance."""

TOO_MANY_POSITIONS = "positions"
"""Why a walk is unknown: there are too many positions to calculate it, and the task asks for no samples."""

TOO_MANY_MOVES = "moves"
"""Why a feature is unknown: a position has too many moves to list them."""

UNSOLVABLE = "unsolvable"
"""Why a feature is undefined: there is no solution."""


@dataclass(slots=True)
class Features:
    """The features of a puzzle.

    Attributes
    ----------
    result
        The answer to the puzzle, if it was found.
    exact
        Exact values by name: ``length`` and ``count`` are integers, the others fractions.
    walk
        The expected length of a walk, if it was found.
    missing
        By name, why a feature is unknown: the limit that ended the work, or why it is undefined.
    """

    result: Result | None = None
    exact: dict[str, Fraction] = field(default_factory=dict)
    walk: Walk | None = None
    missing: dict[str, str] = field(default_factory=dict)

    def number(self, name: str) -> float | int | None:
        """The value of a feature as a number, rounded once; None if unknown."""
        if name == "walk":
            return None if self.walk is None else rounded(Fraction(self.walk.moves))
        return rounded(self.exact[name]) if name in self.exact else None

    @property
    def limit(self) -> str | None:
        """The limit that ended the work, if one did."""
        limits = (reason for reason in self.missing.values() if reason in ("seconds", "nodes", "bytes"))
        return next(limits, None)


def rounded(number: Fraction) -> float | int:
    """A fraction with ``DECIMALS`` decimals, ties to even; an integer as it is.

    Fractions are rounded before they are made floating-point numbers, so the digits are the same on every machine.
    """
    return int(number) if number.denominator == 1 else float(round(number, DECIMALS))


@dataclass(frozen=True, slots=True)
class FeaturesTask:
    """A task of features: the puzzle, the names, and the options of the walk."""

    puzzle: Puzzle
    names: tuple[str, ...]
    walk: WalkOptions = DEFAULT_WALK


def names_for(puzzle: Puzzle) -> tuple[str, ...]:
    """The features that puzzles of this kind have."""
    return tuple(name for name in NAMES if name != "detours" or has_distance(puzzle))


def has_distance(puzzle: Puzzle) -> bool:
    """Whether puzzles of this kind have a plain distance, which detours lead away from."""
    transitions = kind_of(puzzle).transitions(puzzle, ())
    return transitions.plain_distances(transitions.start().after) is not None
