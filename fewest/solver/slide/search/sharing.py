"""Iterations of IDA*, each shared with helpers."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, replace
from itertools import chain, pairwise

from fewest.solver.model import Slices, Solution
from fewest.solver.slide.search.ida_star import IdaStar
from fewest.solver.slide.search.iteration import Iteration
from fewest.solver.slide.search.move_pruning import Route
from fewest.solver.slide.search.unit_format import IterationPart, dump_part, load_part, load_route
from fewest.solver.threads import ThreadPool
from fewest.solver.units import ALONE, ROUND, Helpers, Unit, UnitResult

WAIT_SECONDS = 0.02
"""Seconds between two checks of the units of helpers, once nothing else is left."""


@dataclass(frozen=True, slots=True)
class IterationFindings:
    """The result of a finished iteration.

    Attributes
    ----------
    solution
        A solution within the limit; None if no solution exists, or if solutions are counted.
    count
        Number of solutions, if they are counted.
    next_limit
        Without a solution, no solution has fewer moves.
    """

    solution: Solution | None
    count: int
    next_limit: int


def iterate(search: IdaStar, limit: int) -> Slices[IterationFindings]:
    """Look for a solution of at most ``limit`` moves.

    If an earlier run has stored an iteration with this limit, it is resumed.
    """
    budget = search.budget
    shared = SharedIteration(search, limit)
    iteration = shared.iteration
    with closing(ThreadPool(search.context.threads)) as pool, closing(shared):
        while shared.has_work():
            if iteration.subtrees:
                budget.nodes += iteration.slice(pool)
                # If the caller abandons an iteration after a slice, its solution has not been missed.
                if iteration.found is None:
                    yield budget.progress()
            elif not shared.take_back():
                yield replace(budget.progress(), wait_seconds=WAIT_SECONDS)
    return shared.findings()


class SharedIteration:
    """An iteration of which idle helpers get parts.

    When nothing else is left, it takes back parts that no helper has begun, and waits for the others.

    Attributes
    ----------
    iteration
        The parts that no helper has.
    """

    def __init__(self, search: IdaStar, limit: int) -> None:
        self._search = search
        self._limit = limit
        # Units name the partitions of a database, so without any there are no units.
        tables = search.database is not None and search.database.partitions
        self._helpers: Helpers = search.context.helpers if tables else ALONE
        self._round = ROUND
        self.iteration = self._kept() or Iteration(search, limit, search.routes(limit))

    def has_work(self) -> bool:
        """Check the units, and offer one if it is wanted; return whether any work is left."""
        iteration = self.iteration
        if iteration.found is not None:
            return False
        idle = not iteration.subtrees
        before = self._round.nodes
        self._round = self._helpers.poll(idle=idle)
        self._search.budget.nodes += self._round.nodes - before
        if self._round.solution:
            iteration.found = load_route(self._round.solution)
            return False
        if self._round.keep:
            left = iteration.remaining()
            units = (self._unit(left),) if left else ()
            self._helpers.keep(UnitResult(0, iteration.next_limit, iteration.count, left=units))
        if self._round.wanted and not idle and (routes := iteration.split_off()):
            self._helpers.offer(self._unit(routes))
        return not idle or self._round.open > 0

    def take_back(self) -> bool:
        """Take back a unit that no helper has begun; return whether there was one."""
        unit = self._helpers.take()
        if unit is not None:
            self.iteration.add(load_part(unit).routes)
        return unit is not None

    def findings(self) -> IterationFindings:
        """The results of the search and its helpers."""
        iteration, seen = self.iteration, self._round
        route = iteration.found
        solution = None if route is None else tuple((cell, empty) for empty, cell in pairwise(route))
        return IterationFindings(solution, iteration.count + seen.count, min(iteration.next_limit, seen.next_limit))

    def close(self) -> None:
        """Drop the units."""
        self._helpers.end()

    def _kept(self) -> Iteration | None:
        """The rest of an iteration of an earlier run; None if it has stored no such iteration.

        Its tables and its automaton may differ from the present ones. That loses no optimal solution: both automata
        keep the least solution in the order of cells.
        """
        kept = self._helpers.kept()
        try:
            parts = [load_part(unit) for unit in kept.left]
        except ValueError:  # another version has kept them
            return None
        instance = self._search.context.instance
        # Routes mean something only in the same numbering and within the same limit.
        this = instance.cells, instance.labels, self._limit, self._search.counting
        if not parts or any((part.cells, part.labels, part.limit, part.counting) != this for part in parts):
            return None
        iteration = Iteration(self._search, self._limit)
        iteration.add(chain.from_iterable(part.routes for part in parts))
        iteration.next_limit = kept.next_limit
        iteration.count = kept.count
        return iteration

    def _unit(self, routes: list[Route]) -> Unit:
        search = self._search
        assert search.database is not None
        instance = search.context.instance
        return dump_part(
            IterationPart(
                instance.cells, instance.labels, search.database.partitions, search.database.excess,
                search.route_limits, self._limit, search.counting, tuple(routes),
            )
        )  # fmt: skip
