"""Iterations that go on with what an earlier run has kept, and units of several subtrees."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from fewest.solver.slices import finish
from fewest.solver.slide.search.context import SearchContext
from fewest.solver.slide.search.database import quick_database
from fewest.solver.slide.search.ida_star import IdaStar
from fewest.solver.slide.search.plan import Plan
from fewest.solver.slide.search.sharing import iterate
from fewest.solver.units import Helpers, Round, UnitResult
from tests.slide_puzzles import HARDEST, context_of

SLICES = Plan(slice_moves=10)
"""Of a few moves, so that little is left when an iteration is kept last."""


class Keeping:
    """Does no units, and keeps the iteration at every look."""

    def __init__(self, done: UnitResult) -> None:
        self.done = done

    def poll(self, *, idle: bool) -> Round:
        """Nothing is wanted but to keep what is left."""
        return Round(keep=not idle)

    def keep(self, done: UnitResult) -> None:
        """Keep it."""
        self.done = done

    def kept(self) -> UnitResult:
        """What was kept last."""
        return self.done

    def end(self) -> None:
        """Nothing to drop."""


def counting(helpers: Keeping) -> tuple[SearchContext, IdaStar]:
    """A search that counts, under a database: its iterations can be kept."""
    context = replace(context_of(HARDEST, plan=SLICES), helpers=cast("Helpers", helpers))
    search = IdaStar(context, finish(quick_database(context)), counting=True)
    context.budget.nodes = 0
    return context, search


def test_an_iteration_goes_on_only_with_its_own_limit() -> None:
    """A stored iteration is resumed only under the limit that it was stored with."""
    helpers = Keeping(UnitResult())
    context, search = counting(helpers)
    assert finish(iterate(search, 29)).count == 0
    whole, nearly_done = context.budget.nodes, helpers.done
    assert nearly_done.left
    _, search = counting(Keeping(nearly_done))
    assert finish(iterate(search, 31)).count == 40
    context, search = counting(Keeping(nearly_done))
    assert finish(iterate(search, 29)).count == 0
    assert 2 * context.budget.nodes < whole
