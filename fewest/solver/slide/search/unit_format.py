"""The JSON form of a unit of IDA*.

It fully describes its part of the search: the numbering of cells and labels (the automaton depends on it), the
partitions of the pattern database, the routes that the automaton compares, the limit, and the routes of the empty cell
to the roots of its subtrees.
"""

from __future__ import annotations

from typing import NamedTuple

from fewest.solver.slide.bounds.pattern_tables import Partition
from fewest.solver.slide.search.move_pruning import Route, RouteLimits
from fewest.solver.units import Unit

VERSION = 1
"""Raise it when the same routes and limit mean another part of the search."""

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"
"""One for each cell of the largest board."""


class IterationPart(NamedTuple):
    """A part of an iteration.

    Attributes
    ----------
    cells, labels
        The numbering, see ``SearchInstance``.
    partitions
        Groups of labels with tables: one partition, or several, whose tables hold excesses.
    excess
        Whether the tables hold excesses.
    extent
        Which routes the automaton compares.
    limit
        Moves of a solution at most.
    counting
        Whether solutions of that many moves are counted, instead of looking for one.
    routes
        Routes of the empty cell from the start to the roots of the subtrees.
    """

    cells: tuple[int, ...]
    labels: tuple[int, ...]
    partitions: tuple[Partition, ...]
    excess: bool
    extent: RouteLimits
    limit: int
    counting: bool
    routes: tuple[Route, ...]


def dump_part(part: IterationPart) -> Unit:
    """Write a part."""
    return {**part._asdict(), "version": VERSION, "routes": [dump_route(route) for route in part.routes]}


def load_part(unit: Unit) -> IterationPart:
    """Read a part. Raises ValueError if another version of this program has written it."""
    # During an update, workers of two versions serve one queue.
    if unit["version"] != VERSION:
        raise ValueError(f"a unit of version {unit['version']}, not {VERSION}")
    return IterationPart(
        tuple(unit["cells"]),
        tuple(unit["labels"]),
        tuple(tuple(map(tuple, partition)) for partition in unit["partitions"]),
        unit["excess"],
        RouteLimits(*unit["extent"]),
        unit["limit"],
        unit["counting"],
        tuple(map(load_route, unit["routes"])),
    )


def dump_route(route: Route) -> str:
    """Write a route, one character per cell."""
    return "".join(DIGITS[cell] for cell in route)


def load_route(text: str) -> Route:
    """Read a route."""
    return tuple(map(DIGITS.index, text))
