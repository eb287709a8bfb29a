"""IDA* that is given up, or begins without tables."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest

from fewest.solver.budget import Budget
from fewest.solver.model import Slices, Want
from fewest.solver.slices import finish
from fewest.solver.slide.puzzle import SlidePuzzle
from fewest.solver.slide.search import deepening
from fewest.solver.slide.search.database import quick_database
from fewest.solver.slide.search.deepening import count_depth_first, depth_first, first_iterations
from fewest.solver.slide.search.ida_star import IdaStar
from fewest.solver.slide.search.plan import Plan
from fewest.solver.slide.search.sharing import IterationFindings, iterate
from fewest.solver.units import Helpers
from tests.slide_puzzles import HARDEST, context_of

TWINS = SlidePuzzle(HARDEST.board, (1, 1, 3, 4, 0, 3, 4, 1, 2), (1, None, None, None, None, None, None, None, None))

SHORT = Plan(slice_moves=100)
"""In many slices."""


@pytest.mark.parametrize(("nodes", "count"), [(1_000, None), (10**9, 40)])
def test_a_count_that_is_given_up_is_not_returned(nodes: int, count: int | None) -> None:
    """Counting returns the number of all solutions, or None after too many nodes."""
    context = context_of(HARDEST, Want.COUNT, SHORT)
    assert finish(first_iterations(context, None, 10**9))
    assert context.budget.best is not None
    assert len(context.budget.best) == 31
    assert finish(count_depth_first(context, finish(quick_database(context)), nodes)) == count
    assert finish(count_depth_first(context, None, nodes)) == count


@pytest.mark.parametrize(("puzzle", "length"), [(HARDEST, 31), (TWINS, 0)])
@pytest.mark.parametrize("tables", [False, True])
def test_first_iterations_find_the_fewest_moves(puzzle: SlidePuzzle, length: int, tables: bool) -> None:
    """By distances alone, or under small tables, the length is found, also with equal pieces and free cells."""
    context = context_of(puzzle)
    database = finish(quick_database(context)) if tables else None
    assert finish(first_iterations(context, database, 10**9))
    assert context.budget.best is not None
    assert len(context.budget.best) == context.budget.lower_bound == length


LOOKS_AHEAD = replace(SHORT, quick_placements=10, nodes_per_beam_position=4, narrowest_beam=50)


@pytest.mark.parametrize(
    ("plan", "limit", "spared"),
    [
        (LOOKS_AHEAD, 10**8, True),
        (replace(LOOKS_AHEAD, narrowest_beam=10**9), 10**8, False),
        (LOOKS_AHEAD, 100_000, False),
    ],
)
def test_a_beam_that_finds_the_fewest_moves_spares_the_last_iteration(
    plan: Plan, limit: int, spared: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A beam that finds an optimal solution spares the last iteration; a narrower one changes nothing."""
    limits = []

    def recorded(search: IdaStar, limit: int) -> Slices[IterationFindings]:
        limits.append(limit)
        return iterate(search, limit)

    monkeypatch.setattr(deepening, "iterate", recorded)
    context = replace(context_of(HARDEST, plan=plan), budget=Budget(limit))
    finish(depth_first(context, finish(quick_database(context))))
    assert context.budget.best is not None
    assert len(context.budget.best) == context.budget.lower_bound == 31
    assert limits == list(range(21, 31 if spared else 32, 2))


def test_first_iterations_are_done_alone() -> None:
    """First iterations ask no helpers, which may not know their bounds."""
    asked: list[str] = []

    class Asked:
        """Takes down what it is asked for."""

        def __getattr__(self, name: str) -> None:
            asked.append(name)
            raise AttributeError(name)

    context = replace(context_of(HARDEST, plan=SHORT), helpers=cast("Helpers", Asked()))
    assert finish(first_iterations(context, None, 10**9))
    assert asked == []


def test_first_iterations_are_given_up() -> None:
    """First iterations end after the nodes allowed, without a solution but with a valid bound."""
    context = context_of(HARDEST, plan=SHORT)
    assert not finish(first_iterations(context, None, 3_000))
    assert context.budget.best is None
    assert 21 < context.budget.lower_bound <= 31
    assert context.budget.nodes < 10_000
