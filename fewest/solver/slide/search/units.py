"""Units of IDA*: parts of an iteration for other processes."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from fewest.solver.budget import Budget
from fewest.solver.model import Slices, Want
from fewest.solver.slide.bounds.cache import CostTables
from fewest.solver.slide.bounds.excess import ExcessTables
from fewest.solver.slide.labelling import labelled
from fewest.solver.slide.puzzle import SlidePuzzle
from fewest.solver.slide.search.context import SearchContext
from fewest.solver.slide.search.ida_star import IdaStar
from fewest.solver.slide.search.instance import renumbered_instance
from fewest.solver.slide.search.iteration import Iteration
from fewest.solver.slide.search.move_pruning import prepare_automaton
from fewest.solver.slide.search.plan import Plan
from fewest.solver.slide.search.unit_format import dump_part, dump_route, load_part
from fewest.solver.threads import ThreadPool
from fewest.solver.units import Unit, UnitResult

PIECES = 2
"""Units that the rest is divided into: one for the worker that has done the unit, one for another."""


class SlideUnit:
    """One unit being done, see :class:`fewest.solver.units.UnitWork`.

    Parameters
    ----------
    puzzle, unit
        The puzzle, and the part of its search.
    bytes_limit
        Most memory for building tables that the folder does not have.
    tables
        Folder with large tables, or None.
    threads
        Threads to use at most.
    plan
        Its work per slice.
    """

    def __init__(
        self,
        puzzle: SlidePuzzle,
        unit: Unit,
        bytes_limit: int,
        tables: Path | None,
        threads: int,
        plan: Plan | None = None,
    ) -> None:
        self._part = load_part(unit)
        self._nodes = 0
        # The numbering is the unit's: BLISS may not find the same one within its time here.
        instance = renumbered_instance(labelled(puzzle), self._part.cells, self._part.labels)
        self._context = SearchContext(instance, Want.ONE, Budget(bytes_limit), plan or Plan(), tables, threads)

    def prepare(self) -> Slices[None]:
        """Load or build the tables."""
        context = self._context
        part = self._part
        labelled = context.labelled
        folder = context.tables
        budget = context.budget
        threads = context.threads
        tables = (ExcessTables if part.excess else CostTables)(labelled, part.partitions)
        database = yield from tables.load_or_build(folder, budget, threads)
        # In slices, into the folder: the search below then loads it at once.
        if folder is not None and not part.counting:
            yield from prepare_automaton(labelled.board, folder, part.extent, budget)
        search = IdaStar(context, database, counting=part.counting, route_limits=part.extent)
        self._iteration = Iteration(search, part.limit)
        self._iteration.add(part.routes)

    def run(self) -> Slices[None]:
        """Search until nothing is left, or a solution is found."""
        with closing(ThreadPool(self._context.threads)) as pool:
            while self._iteration.subtrees and self._iteration.found is None:
                self._nodes += self._iteration.slice(pool)
                yield self._context.budget.progress()

    def result(self) -> UnitResult:
        """The result so far; the rest is divided into units of about equal size."""
        done = self._iteration
        solution = "" if done.found is None else dump_route(done.found)
        routes = [] if solution else done.remaining()
        # In turn, because neighbouring subtrees are about equally large.
        parts = [self._part._replace(routes=tuple(routes[piece::PIECES])) for piece in range(PIECES)]
        left = tuple(dump_part(part) for part in parts if part.routes)
        return UnitResult(self._nodes, done.next_limit, done.count, solution, left)
