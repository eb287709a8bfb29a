"""Units: parts of a search that other processes do.

A long search divides the work that is left, as in the budget skeleton of YewPar (B. Archibald, P. Maier,
R. Stewart, P. Trinder: YewPar: skeletons for exact combinatorial search, 2020). A unit is plain JSON that fully
describes its part. So it is a pure function, with the same outcome on any machine at any time. It can end after any
slice; the rest is divided into new units. Every part is in exactly one unit, or is kept by the search itself, so sums
over all units are exact.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from fewest.solver.model import INFINITE, Slices

Unit: TypeAlias = Mapping[str, Any]
"""A part of a search, as plain JSON; only the kind of puzzle knows its content."""


@dataclass(frozen=True, slots=True)
class UnitResult:
    """The result of a unit so far.

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
        Units of the rest.
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
        Whether another unit would begin soon.
    nodes, next_limit, count, solution
        Totals of the units that have ended, see :class:`UnitResult`.
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
        """The state of the units.

        Parameters
        ----------
        idle
            Whether the search has no work left except units; then running units should return some.
        """

    def offer(self, unit: Unit) -> None:
        """Offer a unit to idle workers."""

    def take(self) -> Unit | None:
        """Take back a unit that no worker has begun, for the search itself; None if there is no such unit."""

    def end(self) -> None:
        """Drop all units; results of those that still run are ignored."""

    def keep(self, done: UnitResult) -> None:
        """Store what the search itself has done of an iteration, and the rest, for a later run of the search."""

    def kept(self) -> UnitResult:
        """The iteration that earlier runs have stored, with its open units; empty if they have stored nothing."""


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
        """Never called, since ``keep`` is false."""
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
            If there is not enough memory for them.
        """

    def run(self) -> Slices[None]:
        """Do the unit, slice by slice."""

    def result(self) -> UnitResult:
        """The result so far and the rest, after any slice."""
