"""Units: parts of a search that other processes do.

A search that has grown long divides what is left of it, as in the budget skeleton of YewPar (B. Archibald, P. Maier,
R. Stewart, P. Trinder: YewPar: skeletons for exact combinatorial search, 2020). A unit is plain JSON that says
everything about its part, so doing it is a pure function: anywhere, at any time, with the same outcome. It can be ended
after any slice; what is left then is divided into new units. Every part is in exactly one unit, or with the search
itself, so sums over all units are exact.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from fewest.solver.model import INFINITE, Slices

Unit: TypeAlias = Mapping[str, Any]
"""A part of a search, as plain JSON; what is in it is known to the kind of puzzle alone."""


@dataclass(frozen=True, slots=True)
class UnitResult:
    """What has been done of a unit.

    Attributes
    ----------
    nodes
        Work done, see the glossary.
    next_limit
        No solution in the part that was searched has a length above the unit's limit and below this one.
    count
        Number of solutions found, if they are counted.
    solution
        A solution as text, empty if none was found.
    left
        Units of what is left.
    """

    nodes: int = 0
    next_limit: int = INFINITE
    count: int = 0
    solution: str = ""
    left: tuple[Unit, ...] = ()


@dataclass(frozen=True, slots=True)
class Round:
    """The units that a search has offered since it last called :meth:`Helpers.end`.

    Attributes
    ----------
    open
        Number of units that have not ended.
    wanted
        Whether a further unit would be begun soon.
    nodes, next_limit, count, solution
        Of the units that have ended, together: see :class:`UnitResult`.
    keep
        Whether it is time to call :meth:`Helpers.keep`.
    """

    open: int = 0
    wanted: bool = False
    nodes: int = 0
    next_limit: int = INFINITE
    count: int = 0
    solution: str = ""
    keep: bool = False


class Helpers(Protocol):
    """The processes that may do units of a search."""

    def poll(self, *, idle: bool) -> Round:
        """How the units stand.

        Parameters
        ----------
        idle
            Whether the search has nothing left to do but units: then those that run are to leave some.
        """

    def offer(self, unit: Unit) -> None:
        """Offer a unit to whoever has time."""

    def take(self) -> Unit | None:
        """Take back a unit that is not being done, for the search to do it itself; None if there is none."""

    def end(self) -> None:
        """Drop all units; what those that still run will find is ignored."""

    def keep(self, done: UnitResult) -> None:
        """Keep what has been done of an iteration beside its units, and what is left, for a later run of the search."""

    def kept(self) -> UnitResult:
        """What earlier runs have kept, with the units that had not ended; nothing is left if they have kept nothing."""


class Alone:
    """No helpers."""

    def poll(self, **_: bool) -> Round:
        """No units."""
        return ROUND

    def offer(self, unit: Unit) -> None:
        """Never called, since no unit is wanted."""
        raise AssertionError(unit)

    def take(self) -> Unit | None:
        """None."""
        return None

    def end(self) -> None:
        """Nothing to drop."""

    def keep(self, done: UnitResult) -> None:
        """Never called, since it is never time to."""
        raise AssertionError(done)

    def kept(self) -> UnitResult:
        """Nothing."""
        return UnitResult()


ROUND = Round()
ALONE = Alone()


class UnitWork(Protocol):
    """One unit being done."""

    def prepare(self) -> Slices[None]:
        """Load or build the tables it needs, before it begins.

        Raises
        ------
        MemoryError
            If there is no room for them.
        """

    def run(self) -> Slices[None]:
        """Do it, slice by slice."""

    def result(self) -> UnitResult:
        """What has been done and what is left, after any slice."""
